package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPages runs the console blocks of the README and of docs: a line that
// begins with "$ " is run by the shell, the lines below it are the beginning of
// what it prints; "..." skips to the next command.
func TestPages(t *testing.T) {
	if testing.Short() {
		t.Skip("starts hundreds of programs, whose commands TestScripts runs too")
	}
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"experiments", "puzzles"} {
		more, err := filepath.Glob("../../docs/" + folder + "/*.md")
		if err != nil || len(more) == 0 {
			t.Fatalf("no page in docs/%s: %v", folder, err)
		}
		pages = append(pages, more...)
	}
	ran := 0
	for _, page := range append(pages, "../../README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		checkLinks(t, page, string(text))
		for i, part := range strings.Split(string(text), "```") {
			block, ok := strings.CutPrefix(part, "console\n")
			if i%2 == 1 && ok {
				for _, example := range strings.Split("\n"+block, "\n$ ")[1:] {
					command, want, _ := strings.Cut(example, "\n")
					ran++
					t.Run(filepath.Base(page)+": "+command, func(t *testing.T) {
						t.Parallel()
						runExample(t, command, want)
					})
				}
			}
		}
	}
	if ran < 4 {
		t.Errorf("only %d examples found", ran)
	}
}

// link is a link or an image of Markdown, or of the HTML in it.
var link = regexp.MustCompile(`\]\(<?([^)\s>]+)|(?:src|href|srcset)="([^"]+)"`)

// checkLinks: what a page links to inside the repository is there.
func checkLinks(t *testing.T, page, text string) {
	for i, part := range strings.Split(text, "```") {
		if i%2 == 1 { // code
			continue
		}
		for _, m := range link.FindAllStringSubmatch(part, -1) {
			target, _, _ := strings.Cut(m[1]+m[2], "#")
			if target == "" || strings.Contains(target, ":") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), target)); err != nil {
				t.Errorf("%s links to %s: %v", filepath.Base(page), target, err)
			}
		}
	}
}

func runExample(t *testing.T, command, want string) {
	for _, program := range []string{"clasp", "cadical", "minisat", "minisat+", "drat-trim", "sgt-flip"} {
		if strings.Contains(command, program) {
			needs(t, program)
		}
	}
	// The files that examples write go into a folder that has the
	// repository's files.
	dir := t.TempDir()
	for _, name := range []string{"bench", "docs", "encode"} {
		target, err := filepath.Abs("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	if want != "" && !strings.HasSuffix(want, "\n") { // another command follows
		want += "\n"
	}
	want, _, _ = strings.Cut(want, "...\n")
	if !strings.HasPrefix(string(out), want) {
		t.Errorf("it prints\n%s\nthe page says\n%s", out, want)
	}
	if code := cmd.ProcessState.ExitCode(); code == 2 || code > 125 {
		t.Errorf("exit status %d:\n%s", code, out)
	}
}
