package cnf

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestProjections checks which lines name the projected variables, wherever they are.
func TestProjections(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []Lit
	}{
		{"p cnf 3 1\n1 2 3 0\n%\n0\nc p show 1 2 0\n", []Lit{1, 2}},
		{"p cnf 3 1\n1 2 3 0\n%\n0\n\nc ind 1 2 0\n", []Lit{1, 2}},
		{"p cnf 3 1\n1 2 3 0\n%\ncr 1 2 0\n", []Lit{1, 2}},
		{"p cnf 3 1\n1 2 3 0\n% 0\nc project 1 2 0\n", []Lit{1, 2}},
		{"vp 2 1 0\np cnf 3 1\n1 2 3 0\n", []Lit{1, 2}},
		{"cr 2 0\ncr 1 0\nc p show 1 2 0\np cnf 3 1\n1 2 3 0\n", []Lit{1, 2}},
		{"cr 1 2 3 0\nc ind 1 2 0\np cnf 4 0\n", []Lit{1, 2, 3}}, // ApproxMC's set may be smaller
		{"cr lf 1 0\nc project x\nc max 3 2\nc max 0\nc MAX -1 0\nc weights\np cnf 2 0\n", []Lit{1, 2}},
	} {
		if f, err := Read(strings.NewReader(tt.text)); err != nil {
			t.Errorf("%q: %v", tt.text, err)
		} else if diff := cmp.Diff(f.Free, tt.want); diff != "" {
			t.Errorf("%q: got -, want +:\n%s", tt.text, diff)
		}
	}
}

// TestUncounted checks the texts whose models cannot be counted as they ask. Read refuses them.
// ReadSplit reads the formula, because satisfiability does not depend on the reason.
func TestUncounted(t *testing.T) {
	for text, want := range map[string]string{
		"c t wmc\n":                         `line 1, column 5, mc, pmc, "wmc"`,
		"c t mc\nc p show 1 0\n":            "line 1, column 5, pmc, 1, 3, mc",
		"\nc p weight 1 0.5 0\n":            "line 2, column 5",
		"c weights 0.5 0.5\n":               "line 1, column 11",
		"c p show 4 0\n":                    "line 1, column 10, 1, 3, 4",
		"c p show 1 2\n":                    "line 1, column 13, 0",
		"vp 1 2\n":                          "line 1, column 7, 0",
		"cr 1 x 0\n":                        `line 1, column 6, "x"`,
		"c ind -1 2 0\n":                    "line 1, column 7, -1",
		"c project +1 0\n":                  "line 1, column 11, +1",
		"c max 1 2 0\n":                     `line 1, column 3, "c max", c p show, vp, cr, c ind`,
		"c MAX 3 0\n":                       "line 1, column 3",
		"c p show 1 2 0\nvp 1 3 0\n":        `line 2, column 4, "vp", "c p show"`,
		"c project 1 2 0\nc p show 1 2 3 0": `line 1, column 11, "c project", "c p show"`,
	} {
		clauses := "p cnf 3 1\n1 -2 3 0\n"
		for _, text := range []string{text + "\n" + clauses, clauses + "%\n0\n" + text} {
			if strings.HasPrefix(text, "p cnf") && strings.Contains(text, "vp") {
				continue // only comments may follow %
			}
			split, err := ReadSplit(strings.NewReader(text))
			if err != nil {
				t.Errorf("%q: %v", text, err)
				continue
			}
			if diff := cmp.Diff(split.Formula.Clauses, [][]Lit{{1, -2, 3}}); diff != "" {
				t.Errorf("%q: got -, want +:\n%s", text, diff)
			}
			facts := want
			if strings.HasPrefix(text, "p cnf") {
				_, facts, _ = strings.Cut(want, ", ")
			}
			checkError(t, split.Uncounted, facts)
			_, err = Read(strings.NewReader(text))
			checkError(t, err, facts)
		}
	}
}

// TestEndMark checks what may follow SATLIB's end mark, and that an error before it is found there.
func TestEndMark(t *testing.T) {
	for text, want := range map[string]string{
		"p cnf 2 2\n1 2 0\n1 2\n%\n0\n":    `line 4, column 1, 0, clause 2, "%"`,
		"p cnf 2 2\n1 2 0\n%\n0\n":         "line 3, column 1, 2, 1",
		"c x\n%\n0\n":                      `line 2, column 1, "p cnf VARIABLES CLAUSES", "%"`,
		"p cnf 2 1\n1 2 0\n%\n0\n1 0\n":    `line 5, column 1, 0, %, "1"`,
		"p cnf 2 1\n1 2 0\n%\n\n2 0\n":     `line 5, column 1, 0, %, "2"`,
		"p cnf 2 1\n1 2 0\n%\n0\n0\n":      `line 5, column 1, 0, %, "0"`,
		"p cnf 2 1\n1 2 0\n%\n0 1\n":       `line 4, column 3, "1"`,
		"p cnf 2 1\n1 2 0\n%\n%\n":         `line 4, column 1, 0, %, "%"`,
		"p cnf 2 1\n1 2 0\n%\np cnf 1 0":   `line 4, column 1, 0, %, "p"`,
		"p cnf 2 1\n1 2 0\n% x\n":          `line 3, column 3, 0, %, "x"`,
		"p cnf 2 1\n1 2 0\n%x\n":           `line 3, column 1, %, "%x"`,
		"p inccnf\n1 2 0\na 1 0\n%\na 2 0": `line 5, column 1, 0, %, "a"`,
		"p cnf 2 1\n1 2 %\n0\n":            `line 2, column 5, "%"`,
	} {
		_, err := ReadSplit(strings.NewReader(text))
		checkError(t, err, want)
	}
}
