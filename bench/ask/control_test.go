package ask

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestControl checks the graphs of the essay about reversible control flow, and chains of up to
// eight branches. In the plain colouring and in the found colouring, a position must have at most
// one jump of each colour.
func TestControl(t *testing.T) {
	for kind, want := range map[string]string{"while": "BADC/DCBA", "if": "BADC/DCBA"} {
		c := ask[Control](t, "control", object{"kind": kind})
		errors := 0
		for _, j := range c.Jumps {
			if j.Error {
				errors++
			}
		}
		if c.Instance != want || (errors == 1) != (kind == "if") {
			t.Errorf("%s: %s, %d errors; want %s", kind, c.Instance, errors, want)
		}
	}
	if c := ask[Control](t, "control", object{"kind": "chain", "branches": 2}); c.Instance != "BAFEDC/DCBAFE" {
		t.Errorf("if-else: %s, want BAFEDC/DCBAFE", c.Instance) // the table of the essay
	}
	for n := 2; n <= mostBranches; n++ {
		c := ask[Control](t, "control", object{"kind": "chain", "branches": n})
		rows := strings.Split(c.Instance, "/")
		if len(rows) != n || len(c.Values) != n || len(c.Jumps) != 3*n || len(c.Positions) != 2*n+2 {
			t.Errorf("%d branches: %+v", n, c)
		}
		var at []int
		for _, l := range c.Code {
			if l.At >= 0 {
				at = append(at, l.At)
			}
		}
		if !slices.IsSorted(at) || len(at) != len(c.Positions) {
			t.Errorf("%d branches: the code has the positions %v", n, at)
		}
		proper(t, c)
		for i := range n {
			if in, out := c.Jumps[3*i], c.Jumps[3*i+2]; in.Plain != i || out.Plain != i || in.To+1 != out.From {
				t.Errorf("%d branches: block %d is entered by %+v and left by %+v", n, i, in, out)
			}
		}
	}
	for _, q := range []object{{}, {"kind": "for"}, {"kind": "chain"}, {"kind": "chain", "branches": 9}, {"kind": "chain", "branches": -1}} {
		refused(t, "control", q)
	}
}

// proper checks that jumps with a common origin or destination have different colours.
func proper(t *testing.T, c Control) {
	t.Helper()
	seen := map[string]bool{}
	for _, j := range c.Jumps {
		for name, colour := range map[string]int{"plain": j.Plain, "found": j.Found} {
			for _, end := range []int{j.From, j.To} {
				key := fmt.Sprint(name, end, colour)
				if seen[key] || colour < 0 || colour >= len(c.Values) {
					t.Errorf("%d values: %s colour %d twice at %s", len(c.Values), name, colour, c.Positions[end])
				}
				seen[key] = true
			}
		}
	}
}

// TestProgram checks programs with structures inside others. Each structure has the graph that it has
// alone, so that larger structures are made of smaller ones, as the essay says. Plain steps join the
// start and the end of a block to the structures in it.
func TestProgram(t *testing.T) {
	c := ask[Control](t, "control", object{"kind": "program", "text": "while (x) { // B\n  if { } else { }\n}"})
	want := `A;while (condition1) {;B;C;  if (condition2) {;D;    …;E;  } else {;F;    …;G;  };H;I;};J`
	var code []string
	for _, l := range c.Code {
		if l.At >= 0 {
			l.Text = c.Positions[l.At]
		}
		code = append(code, l.Text)
	}
	if got := strings.Join(code, ";"); got != want {
		t.Errorf("the code is %s, want %s", got, want)
	}
	if got := fmt.Sprint(c.Structures); got != "[{0 9 [[1 8]]} {2 7 [[3 4] [5 6]]}]" {
		t.Errorf("the structures are %s", got)
	}
	if got := fmt.Sprint(c.Steps); got != "[[1 2] [7 8]]" {
		t.Errorf("the steps are %s, want B to C and H to I", got)
	}
	proper(t, c)

	for text, sizes := range map[string][]int{
		"if{}else{}while{}":                               {6, 4},
		"while{if{}else if{while{}if{}}else{}}":           {4, 8, 4, 4},
		"if { if { } else { } } else { if { } else { } }": {6, 6, 6},
		"while{while{while{while{while{while{}}}}}}":      {4, 4, 4, 4, 4, 4},
	} {
		c := ask[Control](t, "control", object{"kind": "program", "text": text})
		proper(t, c)
		var got []int
		total := 0
		for _, s := range c.Structures {
			got = append(got, 2+2*len(s.Blocks))
			total += 2 + 2*len(s.Blocks)
			// The jumps of a structure are between its own positions.
			own := []int{s.Before, s.After}
			for _, b := range s.Blocks {
				own = append(own, b[0], b[1])
			}
			jumps := 0
			for _, j := range c.Jumps {
				if slices.Contains(own, j.From) != slices.Contains(own, j.To) {
					t.Errorf("%s: the jump %+v leaves its structure %+v", text, j, s)
				}
				if slices.Contains(own, j.From) {
					jumps++
				}
			}
			if want := max(4, 3*len(s.Blocks)); jumps != want {
				t.Errorf("%s: %d jumps in %+v, want %d", text, jumps, s, want)
			}
		}
		slices.Sort(got)
		slices.Sort(sizes)
		if !slices.Equal(got, sizes) || total != len(c.Positions) {
			t.Errorf("%s: the structures have %v positions, want %v", text, got, sizes)
		}
	}
	for text, want := range map[string]string{
		"":                      "1:1 while",
		"while":                 "1:6 {",
		"while {":               "1:8 }",
		"while {\n  for { }\n}": "2:3 'f'",
		"while { } }":           "1:11 }",
		"if { } else if { }":    "1:19 else",
		"else { }":              "1:1 while",
		"if { }\nif {" + strings.Repeat(" while {", 12):    "2:38 26",
		"if{}" + strings.Repeat("else if{}", 7) + "else{}": "1:1 8",
	} {
		p := refused(t, "control", object{"kind": "program", "text": text})
		at, fact, _ := strings.Cut(want, " ")
		if got := fmt.Sprintf("%d:%d", p.Line, p.Column); got != at || !strings.Contains(p.Text, fact) {
			t.Errorf("%q: %s: %s, want %s", text, got, p.Text, want)
		}
	}
}

// TestOwnGraph checks graphs of one's own: the complete graph on four vertices takes three colours, the
// Petersen graph takes four (Petersen 1898), and a path leaves vertices over.
func TestOwnGraph(t *testing.T) {
	petersen := ""
	for i := range 5 {
		petersen += fmt.Sprintf("o%d o%d\no%d i%d\ni%d i%d\n", i, (i+1)%5, i, i, i, (i+2)%5)
	}
	for text, want := range map[string]struct{ vertices, edges, colours int }{
		"A B\nC D\nA C\nB D\nA D\nB C\n": {4, 6, 3},
		petersen:                         {10, 15, 4},
		"x y; y z":                       {3, 2, 2},
		"D: B, C\nB: D":                  {3, 2, 2},
	} {
		c := ask[Control](t, "control", object{"kind": "graph", "text": text})
		if len(c.Positions) != want.vertices || len(c.Jumps) != want.edges || len(c.Values) != want.colours || c.EdgeList != text {
			t.Errorf("%q: %+v, want %v", text, c, want)
		}
		proper(t, c)
	}
	c := ask[Control](t, "control", object{"kind": "graph", "text": "D B an Error\nB A\n"})
	if got := fmt.Sprint(c.Positions, c.Code, c.Jumps); got != "[A B D] [] [{2 1 true 0 0} {1 0 false 1 1}]" {
		t.Error(got)
	}
	if c = ask[Control](t, "control", object{"kind": "graph", "text": "go stop\n"}); fmt.Sprint(c.Positions, c.Code) != "[A B] [{A: go -1} {B: stop -1}]" {
		t.Error(c.Positions, c.Code)
	}
	many := ""
	for i := range 27 {
		many += fmt.Sprintf("v%d w\n", i)
	}
	for text, want := range map[string]int{"": 1, "A\nB\n": 2, "A B\nC\nD D\n": 3, "A B\nA C\nB A": 3, "A B\nB A": 1, many: 1} {
		if p := refused(t, "control", object{"kind": "graph", "text": text}); p.Line != want {
			t.Errorf("%q: line %d, want %d: %s", text, p.Line, want, p.Text)
		}
	}
}
