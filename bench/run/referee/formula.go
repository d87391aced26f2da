package referee

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/encode/wording"
	"counterproof/sat/cnf"
)

// A Formula is a formula as a program should understand it, with the layout of its text. The free
// variables of its projection are the projected ones, ascending; it has no groups.
type Formula struct {
	cnf.Formula
	Projected bool // the text names the projected variables
	Layout    Layout
}

// A Layout says how the text of a formula differs from the plain form, which has one clause on each
// line.
type Layout struct {
	Vars, Clauses int  // added to the numbers of the header
	Comments      bool // comments before and after every line
	Percent       bool // the trailer of SATLIB's files
	Windows       bool // lines end with CR and LF
	Tall          bool // one literal on each line
	Wide          bool // all clauses on one line
	Spaces        bool // several spaces, and tabs, between words
	Open          bool // no line break at the end
}

// Optional reports whether a program may refuse the text. Such texts are not DIMACS to the letter,
// so a program may refuse them or read them as meant. It must not give a wrong answer.
func (l Layout) Optional() bool {
	return l.Vars != 0 || l.Clauses != 0 || l.Percent || l.Windows || l.Spaces
}

// formOf returns a formula of n variables, all of them projected.
func formOf(n int, clauses ...[]cnf.Lit) Formula {
	f := Formula{Formula: cnf.Formula{NumVars: n, Clauses: clauses}}
	f.Free = upTo(n)
	return f
}

func upTo(n int) []cnf.Lit {
	vars := make([]cnf.Lit, n)
	for i := range vars {
		vars[i] = cnf.Lit(i + 1)
	}
	return vars
}

// project returns f with only the given variables projected.
func (f Formula) project(vars ...cnf.Lit) Formula {
	f.Free, f.Projected = slices.Clone(vars), true
	slices.Sort(f.Free)
	return f
}

// with returns f with other clauses.
func (f Formula) with(clauses [][]cnf.Lit) Formula {
	f.Clauses = clauses
	return f
}

// Text returns the text that a program gets. The form is the beginning of the line that names the
// projected variables, such as `c p show`. If it is empty, the text has no such line. clasp needs
// the line `c project` even if all variables are projected.
func (f Formula) Text(form string) []byte {
	var lines []string
	show := strings.TrimSpace(form + " " + line(f.Free, " "))
	after := form == "c project" // clasp reads this line only after the header
	if form != "" && !after {
		kind := map[bool]string{false: "mc", true: "pmc"}[f.Projected]
		lines = append(lines, "c t "+kind)
		if f.Projected {
			lines = append(lines, show)
		}
	}
	gap, l := " ", f.Layout
	if l.Spaces {
		gap = " \t  "
	}
	header := []string{"p", "cnf", fmt.Sprint(f.NumVars + l.Vars), fmt.Sprint(max(0, len(f.Clauses)+l.Clauses))}
	lines = append(lines, strings.Join(header, gap))
	if after {
		lines = append(lines, show)
	}
	first := len(lines)
	for _, c := range f.Clauses {
		lines = append(lines, line(c, gap))
	}
	switch body := strings.Join(lines[first:], gap); {
	case body == "":
	case l.Wide:
		lines = append(lines[:first], body)
	case l.Tall:
		lines = append(lines[:first], strings.Fields(body)...)
	}
	if l.Percent {
		lines = append(lines, "%", "0", "")
	}
	if l.Comments {
		for i, line := range lines {
			lines[i] = "c a comment\nc\n" + line
		}
		lines = append(lines, "c 1 -2 0")
	}
	text := strings.Join(lines, "\n")
	if !l.Open {
		text += "\n"
	}
	if l.Windows {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return []byte(text)
}

// Line returns the text of a formula on one line, with " / " between its lines.
func (f Formula) Line(form string) string {
	return strings.ReplaceAll(strings.TrimSpace(strings.ReplaceAll(string(f.Text(form)), "\r", "")), "\n", " / ")
}

// line returns the literals and the 0 of a line.
func line(lits []cnf.Lit, gap string) string {
	words := wording.Each(lits, func(l cnf.Lit) string { return fmt.Sprint(l) })
	return strings.Join(append(words, "0"), gap)
}

// dropVars returns f without the variables that the function drop selects, renumbered. They must
// be in no clause.
func (f Formula) dropVars(drop func(v int) bool) Formula {
	number, n := make([]cnf.Lit, f.NumVars+1), 0
	for v := 1; v <= f.NumVars; v++ {
		if !drop(v) {
			n++
			number[v] = cnf.Lit(n)
		}
	}
	f.Free = slices.DeleteFunc(slices.Clone(f.Free), func(l cnf.Lit) bool { return number[l] == 0 })
	f = f.mapped(func(v cnf.Lit) cnf.Lit { return number[v] })
	f.NumVars = n
	return f
}

// size orders formulas by how easy they are to read: plain ones first, then by clauses, literals and
// variables.
func (f Formula) size() int {
	n := 0
	if f.Layout != (Layout{}) {
		n = 1 << 40
	}
	for _, c := range f.Clauses {
		n += len(c)
	}
	return len(f.Clauses)<<20 + n<<10 + f.NumVars
}
