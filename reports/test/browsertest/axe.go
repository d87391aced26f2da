//go:build unix

package browsertest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"counterproof/bench/test/processtest"
)

// axeFolder is the environment variable that names the folder of the npm package axe-core.
const axeFolder = "COUNTERPROOF_AXE"

// Axe checks the accessibility of the open page with axe-core and reports all findings. If axe-core is not installed, Axe fails the test in CI. Elsewhere, Axe
// logs that it checks nothing. The command "make tools" installs axe-core.
func Axe(t *testing.T, tab context.Context) {
	t.Helper()
	script, err := readAxe()
	if err != nil {
		why := fmt.Sprintf("axe-core is not installed (%v): make tools installs it", err)
		if os.Getenv(processtest.CI) != "" {
			t.Fatal(why)
		}
		t.Logf("*** LEFT OUT: %s ***", why)
		return
	}
	if !Eval[bool](t, tab, "typeof axe === 'object'") {
		Eval[any](t, tab, script+"; null")
	}
	for _, finding := range Eval[[]string](t, tab, `axe.run({ resultTypes: ["violations"] }).then(result => result.violations
		.map(v => v.id + " (" + v.help + "): " + v.nodes.slice(0, 5).map(n => n.target.join(" ")).join(", ")))`) {
		t.Errorf("%s: accessibility: %s", Eval[string](t, tab, "location.href"), finding)
	}
}

// readAxe returns the script of axe-core.
var readAxe = sync.OnceValues(func() (string, error) {
	dir := os.Getenv(axeFolder)
	if dir == "" {
		mod, err := exec.Command("go", "env", "GOMOD").Output()
		if err != nil {
			return "", err
		}
		dir = filepath.Join(filepath.Dir(strings.TrimSpace(string(mod))), "out", "tools", "node_modules", "axe-core")
	}
	text, err := os.ReadFile(filepath.Join(dir, "axe.min.js"))
	return string(text), err
})

// Fits reports each element of the open page that is wider than the window. Wide content belongs in
// a box that scrolls. Before the measurement, Fits opens all closed details elements, because a
// browser might report outdated positions for hidden elements, from an earlier width of the window.
func Fits(t *testing.T, tab context.Context) {
	t.Helper()
	for _, wide := range Eval[[]string](t, tab, `(() => {
		const closed = [...document.querySelectorAll("details:not([open])")];
		for (const part of closed) part.open = true;
		const room = document.documentElement.clientWidth;
		const scrolls = e => e && e !== document.body && (["auto", "scroll", "hidden"].includes(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
		const wide = [...document.body.querySelectorAll("*")].filter(e => {
			const box = e.getBoundingClientRect();
			return box.width > 0 && box.right > room + 1 && !e.closest("svg svg, svg *") && !scrolls(e.parentElement);
		}).map(e => e.tagName + (e.id && "#" + e.id) + " ends at " + Math.round(e.getBoundingClientRect().right) + " of " + room);
		if (document.documentElement.scrollWidth > room) wide.push("the page is " + document.documentElement.scrollWidth + " of " + room);
		for (const part of closed) part.open = false;
		return wide.slice(0, 10);
	})()`) {
		t.Errorf("%s: wider than the window: %s", Eval[string](t, tab, "location.href"), wide)
	}
}
