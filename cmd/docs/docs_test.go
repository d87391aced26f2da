package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"counterproof/cmd/counterproof/boards"
	"counterproof/encode/catalog"
)

func call(args ...string) (stdout, stderr string, status int) {
	var out, errs bytes.Buffer
	status = run(args, &out, &errs)
	return out.String(), errs.String(), status
}

// TestExamples checks that each page has at least three commands about its puzzle in the section
// Notation. TestExamples of cmd/counterproof runs them.
func TestExamples(t *testing.T) {
	for _, p := range catalog.All() {
		text, err := os.ReadFile("../../docs/puzzles/" + p.Name + ".md")
		if err != nil {
			t.Error(err)
			continue
		}
		_, below, _ := strings.Cut(string(text), "\n## Notation\n")
		below, _, _ = strings.Cut(below, "\n## ")
		commands := regexp.MustCompile(`(?m)^\$ .*\bcounterproof [a-z]+ (--.* )?`+p.Name+" ").FindAllString(below, -1)
		if len(commands) < 3 {
			t.Errorf("%s: want three lines like \"$ counterproof count %[1]s BOARD\" in the section Notation, got %d", p.Name, len(commands))
		}
	}
}

// TestUpdate checks that the program writes all pages into an empty folder, and that it notices and
// repairs changed pages without losing prose.
func TestUpdate(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("docs", 0o777); err != nil {
		t.Fatal(err)
	}
	made, stderr, status := call()
	if status != 0 || stderr != "" {
		t.Fatalf("status %d: %s", status, stderr)
	}
	for _, p := range catalog.All() {
		for _, end := range []string{".md\n", ".svg\n", "-solution.svg\n"} {
			if !strings.Contains(made, "docs/puzzles/"+p.Name+end) {
				t.Errorf("%s has no %q", p.Name, end)
			}
		}
	}
	if stdout, stderr, status := call("-check"); status != 0 || stdout+stderr != "" {
		t.Errorf("just made: status %d\n%s%s", status, stdout, stderr)
	}

	page := filepath.Join("docs", "puzzles", "sudoku.md")
	text := read(t, page)
	changed := strings.Replace(text, "each value once", "each value twice", 1)
	prose := strings.Replace(text, "## Limits\n", "## Limits\n\nBy hand.\n", 1)
	if changed == text || prose == text {
		t.Fatal(text)
	}
	write(t, page, strings.Replace(changed, "## Limits\n", "## Limits\n\nBy hand.\n", 1))
	write(t, "docs/puzzles/notes.md", "mine")
	const surplus = "docs/puzzles/notes.md belongs to no puzzle: delete it\n"
	if stdout, _, status := call("-check"); status != 1 || stdout != "docs/puzzles/sudoku.md is out of date: run make docs\n"+surplus {
		t.Errorf("changed: status %d\n%s", status, stdout)
	}
	if stdout, _, status := call(); status != 1 || stdout != "docs/puzzles/sudoku.md\n"+surplus {
		t.Errorf("written: status %d\n%s", status, stdout)
	}
	if got := read(t, page); got != prose {
		t.Errorf("want the rules of the catalogue and the prose of the page, got\n%s", got)
	}
	if got := read(t, "docs/puzzles/notes.md"); got != "mine" {
		t.Errorf("a file that is not generated became %q", got)
	}
	write(t, page, strings.Replace(text, "generated: rules", "generated: rule", 1))
	if _, stderr, status := call(); status != 1 || !strings.HasPrefix(stderr, `docs: docs/puzzles/sudoku.md: line 3: unknown section "rule": want one of deduce, methods, `) {
		t.Errorf("an unknown section: status %d, %s", status, stderr)
	}
	if _, stderr, status := call("docs"); status != 2 || stderr != "docs: want no arguments, got \"docs\"\n" {
		t.Errorf("an argument: status %d, %s", status, stderr)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestFill(t *testing.T) {
	sections := map[string]section{
		"a": {write: func(argument string) (string, error) {
			if argument == "bad" {
				return "", errors.New("no such board")
			}
			return "new " + argument + "\n", nil
		}},
		"b": {write: func(string) (string, error) { return "B\n", nil }, plain: true, optional: true},
	}
	for _, c := range []struct{ name, page, want, err string }{
		{"text around", "x\n<!-- generated: a -->\nold\n<!-- end -->\ny\n", "x\n<!-- generated: a -->\nnew \n<!-- end -->\ny\n", ""},
		{"an argument", "<!-- generated: a 1 2 -->\n<!-- end -->", "<!-- generated: a 1 2 -->\nnew 1 2\n<!-- end -->", ""},
		{"both", "<!-- generated: b -->\n<!-- end -->\n<!-- generated: a -->\n<!-- end -->\n", "<!-- generated: b -->\nB\n<!-- end -->\n<!-- generated: a -->\nnew \n<!-- end -->\n", ""},
		{"unknown", "<!-- generated: c -->\n<!-- end -->\n", "", `line 1: unknown section "c": want one of a, b`},
		{"missing", "x\n", "", "want a line <!-- generated: a --> and below it a line <!-- end -->"},
		{"twice", "<!-- generated: a -->\n<!-- end -->\n<!-- generated: a -->\n<!-- end -->\n", "", `line 3: the section "a" occurs twice`},
		{"no end", "<!-- generated: a -->\nx\n", "", `the section "a" has no end: want a line <!-- end -->`},
		{"nested", "<!-- generated: a -->\n<!-- generated: b -->\n<!-- end -->\n", "", `line 2: want <!-- end -->, which ends the section "a", got another section`},
		{"half a mark", "<!-- generated: a\n<!-- end -->\n", "", "line 1: want --> at the end of the line"},
		{"a bad argument", "<!-- generated: a bad -->\n<!-- end -->\n", "", "line 1: a: no such board"},
		{"an argument too many", "<!-- generated: b 1 -->\n<!-- end -->\n", "", `line 1: b: want no argument, got "1"`},
	} {
		got, err := fill([]byte(c.page), sections)
		message := ""
		if err != nil {
			message = err.Error()
		}
		if string(got) != c.want || message != c.err {
			t.Errorf("%s: got %q, %q, want %q, %q", c.name, got, message, c.want, c.err)
		}
	}
}

func TestMarkdown(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"rows joined by '/', '#' is lit", "rows joined by `/`, `#` is lit"},
		{"lines joined by ' ; ': 'A B'", "lines joined by ` ; `: `A B`"},
		{"Tatham's Flip, the pieces' cells", "Tatham's Flip, the pieces' cells"},
		{"k* or a_b <c>", `k\* or a\_b \<c>`},
		{"('a') to 'y'", "(`a`) to `y`"},
		{"an open 'quote", "an open 'quote"},
	} {
		if got := markdown(c.text); got != c.want {
			t.Errorf("%s: got %s, want %s", c.text, got, c.want)
		}
	}
	if got, want := cell("'lo|hi' | x"), "`lo\\|hi` \\| x"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := broken("`a. b` is c. d is e"), "`a. b` is c.<br> d is e"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	m := &maker{listing: &boards.Listing{Rules: "Place all. 'next a': beside a. 'at k': in k. That is it."}}
	if got, _ := m.rules(""); got != "Place all. That is it.\n\n- `next a`: beside a.\n- `at k`: in k.\n" {
		t.Errorf("got %q", got)
	}
}
