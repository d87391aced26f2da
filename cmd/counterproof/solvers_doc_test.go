package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"counterproof/bench/system/solvers"
	"counterproof/encode/catalog"
)

var docBlock = regexp.MustCompile("(?ms)^```(sh|toml)\n(.*?)^```")

// TestOutsidePage runs the commands of docs/outside.md one after the other in one folder, and reads its
// definitions.
func TestOutsidePage(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs an experiment with several programs")
	}
	page, err := os.ReadFile("../../docs/outside.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	config := filepath.Join(dir, "config")
	ran := 0
	for _, m := range docBlock.FindAllStringSubmatch(string(page), -1) {
		kind, text := m[1], m[2]
		switch {
		case kind == "toml" && strings.HasPrefix(text, "title"):
			err = os.WriteFile(filepath.Join(dir, "family.toml"), []byte(text), 0o666)
		case kind == "toml":
			_, err = solvers.Parse("outside.md", []byte(text))
		case strings.Contains(text, "family") && catalog.Find("dimacs") == nil: // this program has no instances that are files
			continue
		default:
			cmd := exec.Command("sh", "-ec", text)
			cmd.Dir, cmd.Env = dir, append(os.Environ(), "XDG_CONFIG_HOME="+config)
			out, failed := cmd.CombinedOutput()
			if failed != nil {
				t.Fatalf("%s: %v\n%s", text, failed, out)
			}
			ran++
		}
		if err != nil {
			t.Error(err)
		}
	}
	if ran < 3 {
		t.Errorf("only %d blocks were run", ran)
	}
	if catalog.Find("dimacs") == nil {
		t.Skip("the report needs the puzzle dimacs")
	}
	for _, name := range []string{"index.html", "family.svg"} {
		if _, err := os.Stat(filepath.Join(dir, "report", name)); err != nil {
			t.Error(err)
		}
	}
}
