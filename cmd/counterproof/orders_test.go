package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterproof/cmd/counterproof/console"
)

// TestOrders checks the numbers of a star, whose 4 outer regions lose a colour in any of 4! orders, the
// picture of its 16 feasible sets, and the wrong uses of the flags.
func TestOrders(t *testing.T) {
	const star = "regions=5 colours=3 edges=0-1,0-2,0-3,0-4 given=0:1"
	svg := filepath.Join(t.TempDir(), "x.svg")
	out, status := call(t, "", "deduce", "--orders", "--rules", "easy", "--svg", svg, "map", star)
	if status != console.Done || !strings.Contains(out, "16 feasible sets, 24 orders\n") || !strings.Contains(out, "antimatroid") || !strings.Contains(out, "4  easy settled neighbour  region 0") {
		t.Errorf("exit status %d, %s", status, out)
	}
	data, err := os.ReadFile(svg)
	if n := strings.Count(string(data), "<circle"); err != nil || n != 16 {
		t.Errorf("%d circles, %v", n, err)
	}
	if out, _ = call(t, "", "list", "map"); !strings.Contains(out, "Traps") || !strings.Contains(out, "lossy: A trap") || !strings.Contains(out, "unreasonable") {
		t.Errorf("list map: %s", out)
	}
	for _, c := range []struct{ want, args string }{
		{"leave out --seed", "--orders --seed 1"}, {"leave out --next", "--orders --next"}, {"leave out --json", "--orders --json"}, {"more than 20000 feasible sets", "--orders"},
		{"never uses a trap", "--next --rules +lossy"}, {"+lossy", "--rules +greedy"}, {"unknown level or rule \"lossy\"", "--rules lossy"},
	} {
		var out, messages bytes.Buffer
		wide := "regions=17 colours=3 edges=0-1,0-2,0-3,0-4,0-5,0-6,0-7,0-8,0-9,0-10,0-11,0-12,0-13,0-14,0-15,0-16 given=0:1"
		args := append([]string{"counterproof", "deduce"}, strings.Fields(c.args)...)
		if status := run(append(args, "map", wide), nil, &out, &messages); status != console.Misuse || !strings.Contains(messages.String(), c.want) {
			t.Errorf("%s: exit status %d, %s", c.args, status, messages.String())
		}
	}
}
