package opb

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"counterproof/encode/test/facttest"
	"counterproof/sat/cnf"
)

func TestRead(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       Problem
	}{
		{"the competition's form", "* #variable= 5 #constraint= 2\n*\n* a comment\n+1 x1 +4 x2 -2 x5 >= 2;\n-1 x1 +4 x2 = 3 ;\n",
			Problem{NumVars: 5, Constraints: []Constraint{
				{[]Term{{1, 1}, {4, 2}, {-2, 5}}, false, 2}, {[]Term{{-1, 1}, {4, 2}}, true, 3}}}},
		{"no header, no signs, no newline", "2 x3 3 ~x1 >= -4;",
			Problem{NumVars: 3, Constraints: []Constraint{{[]Term{{2, 3}, {3, -1}}, false, -4}}}},
		{"at most", "+1 x1 -2 ~x2 <= 1 ;",
			Problem{NumVars: 2, Constraints: []Constraint{{[]Term{{-1, 1}, {2, -2}}, false, -1}}}},
		{"over several lines, nothing between", "* x\n+1 x1\n* between\n+1 x2+1 x3\n>=1;+1 x1=1;\r\n",
			Problem{NumVars: 3, Constraints: []Constraint{
				{[]Term{{1, 1}, {1, 2}, {1, 3}}, false, 1}, {[]Term{{1, 1}}, true, 1}}}},
		{"more in the header", "* #variable= 1 #constraint= 1 #equal= 1 intsize= 2\n+1 x1 = 1 ;\n",
			Problem{NumVars: 1, Constraints: []Constraint{{[]Term{{1, 1}}, true, 1}}}},
		{"no constraint", "* #variable= 7 #constraint= 0", Problem{NumVars: 7}},
		{"no term", ">= 1 ;", Problem{Constraints: []Constraint{{nil, false, 1}}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Read(iotest.OneByteReader(strings.NewReader(tt.text)))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(got, &tt.want); diff != "" {
				t.Errorf("got -, want +:\n%s", diff)
			}
		})
	}
}

func TestReadErrors(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"nothing", "* x\n", `line 2, column 1, "* #variable= N #constraint= M"`},
		{"an objective", "* #variable= 1 #constraint= 0\nmin: +1 x1 ;", "line 2, column 1"},
		{"a soft constraint", "[3] +1 x1 >= 1 ;", `line 1, column 1, "[3]"`},
		{"a product", "+1 x1 x2 >= 1 ;", `line 1, column 7, "x2"`},
		{"no weight", "x1 >= 1 ;", `line 1, column 1, "x1"`},
		{"no variable", "+1 +1 x1 >= 1 ;", `line 1, column 4, 1, "+1"`},
		{"variable 0", "+1 x0 >= 1 ;", `line 1, column 4, 1, "x0"`},
		{"a name", "+1 y1 >= 1 ;", `line 1, column 4, 1, "y1"`},
		{"beyond the header", "* #variable= 1 #constraint= 1\n+1 x2 >= 1 ;", "line 2, column 4, x1, x2"},
		{"a huge variable", "+1 x16777217 >= 1 ;", "line 1, column 4, x16777217, 16777216"},
		{"a huge header", "* #variable= 16777217 #constraint= 1\n+1 x2 >= 1 ;", `line 1, column 14, 0, 16777216, "16777217"`},
		{"a negative header", "* #variable= 1 #constraint= -1\n", `line 1, column 29, 0, 2147483648, "-1"`},
		{"a big weight", "+99999999999999999999 x1 >= 1 ;", `line 1, column 1, "+9999999999999999999...", 2^59`},
		{"weights that are big together", "+1 x1 >= 1 ;\n+300000000000000000 x1 -300000000000000000 x2 >= 1 ;", `line 2, column 24, "-300000000000000000", 2^59`},
		{"a big bound", "+1 x1 >= -1152921504606846976 ;", `line 1, column 10, "-1152921504606846976", 2^59`},
		{"no relation", "+1 x1 ;", `line 1, column 7, ";"`},
		{"no bound", "+1 x1 >= ;", `line 1, column 10, ";"`},
		{"no semicolon", "+1 x1 >= 1\n+1 x2 >= 1 ;", `line 2, column 1, "+1"`},
		{"half a constraint", "+1 x1 >= 1 ;\n+1 x2", "line 2, column 6"},
		{"more", "* #variable= 1 #constraint= 1\n+1 x1 >= 1 ;\n+1 x1 >= 1 ;\n", "line 3, column 1, 1"},
		{"fewer", "* #variable= 1 #constraint= 2\n+1 x1 >= 1 ;\n", "line 3, column 1, 2, 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Read(strings.NewReader(tt.text))

			if !facttest.Matches(err, tt.want) {
				t.Errorf("got %v, want the facts %s", err, tt.want)
			}
		})
	}
}

// TestReadFails checks that Read returns a read error.
func TestReadFails(t *testing.T) {
	broken := errors.New("broken")
	_, err := Read(io.MultiReader(strings.NewReader("+1 x1 >="), iotest.ErrReader(broken)))
	if !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

// models lists the assignments that satisfy the problem, by evaluating each constraint
// directly.
func models(p *Problem) (all []string) {
	for set := range 1 << p.NumVars {
		m := make(cnf.Model, p.NumVars)
		for i := range m {
			m[i] = set>>i&1 == 1
		}
		ok := true
		for _, c := range p.Constraints {
			sum := 0
			for _, t := range c.Terms {
				v := t.Lit
				if v > 0 && m[v-1] || v < 0 && !m[-v-1] {
					sum += t.Weight
				}
			}
			kept := c.Equal && sum == c.Bound || !c.Equal && sum >= c.Bound
			if c.Holds(m) != kept {
				panic(fmt.Sprint("Holds ", c, m))
			}
			ok = ok && kept
		}
		if ok {
			all = append(all, fmt.Sprint(m))
		}
	}
	return all
}

var anyProblem = rapid.Custom(func(t *rapid.T) *Problem {
	p := &Problem{NumVars: rapid.IntRange(0, 5).Draw(t, "variables")}
	for range rapid.IntRange(0, 4).Draw(t, "constraints") {
		var terms []Term
		for range rapid.IntRange(0, 2*p.NumVars).Draw(t, "terms") {
			v := cnf.Lit(rapid.IntRange(1, p.NumVars).Draw(t, "variable"))
			if rapid.Bool().Draw(t, "negated") {
				v = -v
			}
			terms = append(terms, Term{rapid.IntRange(-4, 4).Draw(t, "weight"), v})
		}
		lo := rapid.IntRange(-6, 6).Draw(t, "lo")
		p.Between(lo, lo+rapid.IntRange(0, 6).Draw(t, "more"), terms...)
	}
	return p
})

// TestWrite checks that a written problem has the same models when it is read back. The number
// of variables must also stay the same, except that an unsatisfiable problem without variables
// gets one.
func TestWrite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyProblem.Draw(t, "problem")
		var b strings.Builder
		if err := p.Write(&b); err != nil {
			t.Fatal(err)
		}
		again, err := Read(strings.NewReader(b.String()))
		if err != nil {
			t.Fatalf("%v:\n%s", err, b.String())
		}
		if strings.ContainsAny(b.String(), "~<") {
			t.Errorf("a negated literal or <=:\n%s", b.String())
		}
		want := models(p)
		if diff := cmp.Diff(models(again), want); diff != "" {
			t.Errorf("%s\nread -, written +:\n%s", b.String(), diff)
		}
		if again.NumVars != p.NumVars && (p.NumVars > 0 || len(want) > 0) {
			t.Errorf("%d variables, want %d", again.NumVars, p.NumVars)
		}
	})
}

// TestBetween checks that Between bounds the sum by lo and hi.
func TestBetween(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(t, "variables")
		lo := rapid.IntRange(-5, 5).Draw(t, "lo")
		hi := rapid.IntRange(lo, 8).Draw(t, "hi")
		p := &Problem{NumVars: n}
		var terms []Term
		for v := range n {
			terms = append(terms, Term{rapid.IntRange(-3, 3).Draw(t, "weight"), cnf.Lit(v + 1)})
		}
		p.Between(lo, hi, terms...)
		want := 0
		for set := range 1 << n {
			sum := 0
			for v, term := range terms {
				sum += term.Weight * (set >> v & 1)
			}
			if lo <= sum && sum <= hi {
				want++
			}
		}
		if got := len(models(p)); got != want {
			t.Errorf("%d models, want %d", got, want)
		}
	})
}

func TestWriteText(t *testing.T) {
	p := &Problem{NumVars: 3, Comments: []string{"hello"}}
	p.Between(1, 1, Term{1, 1}, Term{1, 2}, Term{1, 3})
	p.Between(1, 3, Term{2, 1}, Term{-3, -2}, Term{1, -2})
	p.Between(-1, 3, Term{2, 1}, Term{1, 2})
	p.Clause(1, -2)
	p.Clause()
	const want = `* #variable= 3 #constraint= 4
* hello
+1 x1 +1 x2 +1 x3 = 1 ;
+2 x1 +2 x2 >= 3 ;
+1 x1 -1 x2 >= 0 ;
+0 x1 >= 1 ;
`
	var b strings.Builder
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(b.String(), want); diff != "" {
		t.Errorf("got -, want +:\n%s", diff)
	}
}

// TestHeaders checks in how many variables a problem has models. The header says so in any dress. A
// comment that only resembles a header is an error at its place, and so is a second, different one.
func TestHeaders(t *testing.T) {
	const constraint = "+1 x1 +1 x2 >= 1 ;"
	for text, want := range map[string]int{
		constraint: 3, // without a header, there are two variables
		"* #variable= 4 #constraint= 1\n" + constraint:                                                 12,
		"* #variable=4 #constraint=1\n" + constraint:                                                   12,
		"*#variable=4 #constraint=1\r\n" + constraint:                                                  12,
		"* #variable = 4\t#constraint = 1\r" + constraint:                                              12,
		"\ufeff* # VARIABLES=  4 #Constraints= 1 \n" + constraint:                                      12,
		"* #variable= 4\n" + constraint:                                                                12,
		"\n\n* #variable= 4 #constraint= 1\n" + constraint:                                             12,
		"  * a comment\n*\n* #variable= 4 #constraint= 1\n* another\n" + constraint:                    12,
		"* #variable= 4 #constraint= 1 #equal= 0 intsize= 3\n" + constraint:                            12,
		"* #constraint= 1 #variable= 4\n" + constraint:                                                 12,
		"* #variable= 4 #equal= 0 #constraint= 1\n" + constraint:                                       12,
		"* intsize= 3 #variable= 4 #constraint= 1\n" + constraint:                                      12,
		"* #variable= 4 #constraint= 1" + strings.Repeat(" sizeproduct= 12", 1000) + "\n" + constraint: 12,
		"*" + strings.Repeat(" sizeproduct= 12", 1000) + " #variable= 4 #constraint= 1\n" + constraint: 12,
		"* #variable= 4 #constraint= 1\n* #variables are few\n" + constraint:                           12,
		"* #variable= 4 #constraint= 1\n" + constraint + "\n* #variable= 4\n":                          12,
		"* #variable= 4 #constraint= 1\n" + constraint + " * +1 x1 >= 1 ;\n * the end":                 12,
		"* #variable= 4 #constraint= 2\n" + constraint + "* #constraint 1\n" + constraint:              12,
	} {
		if p, err := Read(strings.NewReader(text)); err != nil {
			t.Errorf("%q: %v", text, err)
		} else if got := len(models(p)); got != want {
			t.Errorf("%q: %d models, want %d", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"* #variable 4 #constraint 1\n" + constraint:                                  `line 1, column 3, "* #variable= N #constraint= M"`,
		"* x\n*  #vars= 4 #constraint= 1\n" + constraint:                              `line 2, column 4`,
		"* #variable= 4 #variable= 5\n" + constraint:                                  `line 1, column 3`,
		"* #variable= 4, #constraint= 1\n" + constraint:                               `line 1, column 14, "4,"`,
		"* #variable= four #constraint= 1\n" + constraint:                             `line 1, column 14, "four"`,
		"* variables = 4, constraints = 1\n" + constraint:                             `line 1, column 3`,
		"* with #variable= 4 #constraint= 1\n" + constraint:                           `line 1, column 8`,
		"* #variable= 4 #constraint=\n" + constraint:                                  `line 1, column 3`,
		"* #variable= 1 #constraint= 1\n" + constraint:                                `line 2, column 10, x1, x2`,
		"\n* #variable=4 #constraint=2\n" + constraint:                                `line 3, column 19, 2, 1`,
		"* #variable= 4 #constraint= 1\n* #variable= 5 #constraint= 1\n" + constraint: `line 2, column 14, "5", 4, before`,
		"* #constraint= 2 #variable= 4\n" + constraint:                                `line 2, column 19, 2, 1`,
		"* #constraint= 1 #constraint= 1\n" + constraint:                              `line 1, column 3`,
		"* #constraint= 1 #variable= 4 #constraint= 1\n" + constraint:                 `line 1, column 3`,
		constraint + "\n* #variable= 4 #constraint= 1\n":                              `line 2, column 3`,
		"+1 x1\n* #variable= 4 #constraint= 1\n+1 x2 >= 1 ;":                          `line 2, column 3`,
		"* #variable= 2 #constraint= 1\n+2 * x1 +1 x2 >= 1 ;\n+1 x1 >= 1 ;":           `line 2, column 4, "*"`,
		"\x1f\x8b\x08\x00\x00\x00":                                                    `line 1, column 1, (gzip)`,
	} {
		if _, err := Read(strings.NewReader(text)); !facttest.Matches(err, want) {
			t.Errorf("%q: got %v, want the facts %s", text, err, want)
		}
	}
}

// TestMutatedProblems writes random problems in the dresses of other programs: other headers, line
// ends, a byte order mark, blanks and comments. Read must return the same problem. Without one of
// the constraints, the text must be an error.
func TestMutatedProblems(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var written strings.Builder
		p := anyProblem.Draw(t, "problem")
		p.Clause(-1) // so that there is a constraint
		p.NumVars = max(p.NumVars, 1)
		p.Write(&written)
		want, err := Read(strings.NewReader(written.String()))
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			checkMutation(t, written.String(), want)
		}
	})
}

func checkMutation(t *rapid.T, written string, want *Problem) {
	sample := func(name string, from ...string) string { return rapid.SampledFrom(from).Draw(t, name) }
	lines := strings.Split(strings.TrimSpace(written), "\n")
	vars, constraints := "#variable", "#constraint"
	if rapid.Bool().Draw(t, "plural") {
		vars, constraints = "# Variables", "#CONSTRAINTS"
	}
	equal := sample("equal", "=", "= ", " = ", "\t=")
	lines[0] = fmt.Sprint(sample("star", "*", "* ", " *  "), vars, equal, want.NumVars, sample("blank", " ", "\t "), constraints, equal, len(want.Constraints))
	last := len(lines) - 1
	if _, err := Read(strings.NewReader(strings.Join(lines[:last], "\n"))); err == nil {
		t.Fatalf("read a text without its last line: %q", lines)
	}
	lines[last] += sample("after", "", " ", "* +1 x1 =1;", " * the end")
	comment := sample("comment", "", "*", "* hello", "* +1 x1 =1;")
	at := rapid.IntRange(0, len(lines)).Draw(t, "place")
	lines = append(lines[:at:at], append([]string{comment}, lines[at:]...)...)
	text := strings.Join(lines, sample("line end", "\n", "\r\n", "\r"))
	text = sample("mark", "", "\ufeff") + strings.ReplaceAll(text, " >=", sample("break", " >=", "\n>=", "\t >="))
	got, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Fatalf("%q: got -, want +:\n%s", text, diff)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("* #variable= 3 #constraint= 2\n+1 x1 -2 ~x2 >= 1 ;\n+1 x3 = 0 ;\n")
	f.Add("2 x1 +3 x1<=4;")
	f.Add("min: +1 x1 ;")
	f.Add("+1 x1 x2 >= 1;")
	f.Add("+1 x1 +500000000000000000 ~x2 >= -500000000000000000 ;")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Read(strings.NewReader(text))
		if err != nil {
			var syntax *cnf.SyntaxError
			if !errors.As(err, &syntax) || syntax.Line < 1 || syntax.Column < 1 {
				t.Fatalf("got %v, want a *SyntaxError with a place", err)
			}
			return
		}
		var once, twice strings.Builder
		if err := p.Write(&once); err != nil {
			t.Fatal(err)
		}
		again, err := Read(strings.NewReader(once.String()))
		if err != nil {
			t.Fatalf("%v:\n%s", err, once.String())
		}
		if err := again.Write(&twice); err != nil || once.String() != twice.String() {
			t.Errorf("%v; once\n%s\ntwice\n%s", err, once.String(), twice.String())
		}
	})
}
