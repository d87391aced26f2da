package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterproof/cmd/counterproof/console"
	"counterproof/cmd/counterproof/formulas"
	"counterproof/encode/test/facttest"
)

// TestFormatOfAProblem checks that sat refuses a file of an unknown format at its first word. The
// message must name the three formats, whatever the name of the file is.
func TestFormatOfAProblem(t *testing.T) {
	t.Chdir(t.TempDir())
	blank := strings.Repeat("\n", 1000)
	for _, c := range []struct {
		name, text string
		status     int
		at         string // of the error
	}{
		{"empty.opb", "", console.Misuse, "line 1, column 1: "},
		{"empty.cnf", "", console.Misuse, "line 1, column 1: "},
		{"empty.icnf", "", console.Misuse, "line 1, column 1: "},
		{"blank.opb", "\n \n  ", console.Misuse, "line 3, column 3: "},
		{"prose.opb", "\n  an OPB file\n", console.Misuse, "line 2, column 3: "},
		{"headless.cnf", "1 -2 0\n", console.Misuse, "line 1, column 1: "},
		{"far.opb", blank + "1 x1 >= 1 ;\n", formulas.Satisfiable, ""},
		{"far.cnf", blank + "p cnf 1 1\n1 0\n", formulas.Satisfiable, ""},
		{"far.icnf", blank + "p inccnf\n1 0\na 1 0\n", formulas.Satisfiable, ""},
	} {
		if err := os.WriteFile(c.name, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, file := range []string{c.name, "-"} {
			var out, errs bytes.Buffer
			status := run([]string{"counterproof", "sat", file}, strings.NewReader(c.text), &out, &errs)
			if status != c.status || !strings.Contains(errs.String(), c.at) {
				t.Errorf("sat %s (%s): exit status %d, want %d; %q, want %q", file, c.name, status, c.status, errs.String(), c.at)
			}
			for _, format := range []string{"DIMACS", "iCNF", "OPB"} {
				if strings.Contains(errs.String(), format) != (c.status == console.Misuse) {
					t.Errorf("sat %s (%s): %q names %s: want %v", file, c.name, errs.String(), format, c.status == console.Misuse)
				}
			}
		}
	}
	// For an empty file, the message of every command says what it expects.
	if err := os.WriteFile("empty", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"run empty":                        "title",
		"cluster slurm empty":              "title",
		"decode calendar 10-06 empty":      "s, v",
		"count exactcover @empty":          "instance",
		"count packing @empty":             "instance",
		"count sudoku @empty":              "instance",
		"show --svg x.svg nonogram @empty": "instance",
	} {
		var out, errs bytes.Buffer
		status := run(append([]string{"counterproof"}, strings.Fields(args)...), strings.NewReader(""), &out, &errs)
		if status != console.Misuse || !facttest.States(errs.String(), "empty, "+want) || out.Len() > 0 {
			t.Errorf("%s: exit status %d, %q, want %q", args, status, errs.String(), want)
		}
	}
	if left, _ := filepath.Glob("*.svg"); left != nil {
		t.Errorf("%v is written", left)
	}
}
