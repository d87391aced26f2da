package encode

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	"counterproof/encode/constraint"
	"counterproof/encode/test/facttest"
	"counterproof/sat"
	"counterproof/sat/cnf"
)

// extensions returns the number of models that extend each assignment of the variables 1..k. The
// index of the result is the assignment: bit v-1 of the index is the value of variable v.
func extensions(t *testing.T, enc *Encoding, k int) []int {
	t.Helper()
	f := enc.Formula
	f.Projection = cnf.Projection{}
	for v := range f.NumVars {
		f.Free = append(f.Free, Lit(v+1))
	}
	table := make([]int, 1<<k)
	err := sat.Blocking{F: &f}.Search(context.Background(), new(cnf.Stats), func(m cnf.Model) bool {
		index := 0
		for v := range k {
			if m[v] {
				index |= 1 << v
			}
		}
		table[index]++
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestSiteLiterals(t *testing.T) {
	// A site of two values has one variable. A site of one value has a variable that must be true.
	e := NewEncoder([]int{2, 3, 1, 2, 4}, "pairwise")
	for _, x := range []struct {
		site, value int
		want        Lit
	}{
		{0, 0, -1}, {0, 1, 1},
		{1, 0, 2}, {1, 1, 3}, {1, 2, 4},
		{2, 0, 5},
		{3, 0, -6}, {3, 1, 6},
		{4, 0, 7}, {4, 3, 10},
	} {
		if got := e.Is(x.site, x.value); got != x.want {
			t.Errorf("Is(%d, %d) is %d, want %d", x.site, x.value, got, x.want)
		}
	}
	if got := e.Fresh(); got != 11 {
		t.Errorf("the first auxiliary variable is %d, want 11", got)
	}
	enc := e.Encoding()
	if enc.Projected != 10 || enc.NumVars != 11 {
		t.Errorf("%d projected variables of %d, want 10 of 11", enc.Projected, enc.NumVars)
	}
	want := cnf.Projection{Groups: [][]Lit{{2, 3, 4}, {5}, {7, 8, 9, 10}}, Free: []Lit{1, 6}}
	if !reflect.DeepEqual(enc.Projection, want) {
		t.Errorf("the projection is %v, want %v", enc.Projection, want)
	}
	gives := []Gives{{1, 0, 1}, {2, 1, 0}, {3, 1, 1}, {4, 1, 2}, {5, 2, 0}, {6, 3, 1}, {7, 4, 0}, {8, 4, 1}, {9, 4, 2}, {10, 4, 3}}
	if !reflect.DeepEqual(enc.Gives, gives) {
		t.Errorf("the variables give %v, want %v", enc.Gives, gives)
	}
	m := make(cnf.Model, 10)
	for _, v := range []int{3, 5, 6, 10} {
		m[v-1] = true
	}
	if got, want := enc.Decode(m), Solution([]byte{0, 1, 0, 1, 3}); got != want {
		t.Errorf("Decode gives %v, want %v", []byte(got), []byte(want))
	}
	models := 0
	for _, n := range extensions(t, enc, enc.Projected) {
		models += min(n, 1)
	}
	if models != 2*3*1*2*4 {
		t.Errorf("%d projected models, want 48", models)
	}
}

func TestSitesWithoutValues(t *testing.T) {
	for _, x := range []struct {
		sites []int
		want  int
	}{{nil, 1}, {[]int{0}, 0}, {[]int{2, 0}, 0}, {[]int{1, 1}, 1}} {
		enc := NewEncoder(x.sites, "pairwise").Encoding()
		models := 0
		for _, n := range extensions(t, enc, enc.NumVars) {
			models += n
		}
		if models != x.want {
			t.Errorf("sites %v: %d models, want %d", x.sites, models, x.want)
		}
	}
}

// project writes a small exact cover of three cells in a row. Variable 1 stands for a piece over
// all cells, variable 2 for a piece over the left two cells, and variable 3 for a piece over the
// right cell. The value of a cell is the variable of its piece minus one.
func project(e *Encoder) {
	e.Project([][]Lit{{1, 2}, {1, 2}, {1, 3}}, nil, func(m cnf.Model) Solution {
		if m.True(1) {
			return "\x00\x00\x00"
		}
		return "\x01\x01\x02"
	})
	for site, vars := range [][]Lit{{1, 2}, {1, 2}, {1, 3}} {
		for _, l := range vars {
			e.Gives(l, site, int(l)-1)
		}
	}
	e.ExactlyOne(1, 2)
	e.ExactlyOne(1, 3)
}

func TestProject(t *testing.T) {
	for _, style := range constraint.AtMostOneStyles {
		e := NewEncoder([]int{3, 3, 3}, style)
		project(e)
		if got := e.Is(2, 2); got != 4 {
			t.Errorf("the first site literal is %d, want the auxiliary 4", got)
		}
		if a, b := e.Is(2, 2), e.Is(2, 1); a != 4 || b != 5 {
			t.Errorf("the site literals are %d and %d, want 4 again and 5", a, b)
		}
		enc := e.Encoding()
		if enc.Projected != 3 || enc.NumVars != 5 {
			t.Errorf("%d projected variables of %d, want 3 of 5", enc.Projected, enc.NumVars)
		}
		for index, n := range extensions(t, enc, 3) {
			want := 0
			if index == 0b001 || index == 0b110 {
				want = 1
			}
			if n != want {
				t.Errorf("places %03b have %d models, want %d", index, n, want)
			}
		}
		// Is(2, 2) is true exactly if variable 3 is true, and Is(2, 1) is always false.
		for index, n := range extensions(t, enc, 5) {
			if n > 0 && (index>>3&1 != index>>2&1 || index>>4&1 != 0) {
				t.Errorf("a model with places %03b and site literals %02b", index&7, index>>3)
			}
		}
		want := []Gives{{1, 0, 0}, {1, 1, 0}, {1, 2, 0}, {2, 0, 1}, {2, 1, 1}, {3, 2, 2}}
		if !reflect.DeepEqual(enc.Gives, want) {
			t.Errorf("the variables give %v, want %v by variable, then site", enc.Gives, want)
		}
	}
}

func TestProjectTwoValues(t *testing.T) {
	e := NewEncoder([]int{2}, "pairwise")
	e.Project(nil, []Lit{1}, nil)
	e.Gives(1, 0, 1)
	if a, b := e.Is(0, 0), e.Is(0, 1); a != -b {
		t.Errorf("the two values of a site are %d and %d, want a literal and its negation", a, b)
	}
	if n := e.Encoding().Projected; n != 1 {
		t.Errorf("%d projected variables, want 1", n)
	}
}

func TestDefine(t *testing.T) {
	e := NewEncoder([]int{3, 2}, "pairwise")
	e.Project(nil, []Lit{1, 2}, nil)
	var asked [][2]int
	e.Define(func(site, value int) []Lit {
		asked = append(asked, [2]int{site, value})
		return []Lit{Lit(1 + site)}
	})
	e.Gives(2, 0, 2)
	if a, b, c, d := e.Is(0, 2), e.Is(0, 2), e.Is(1, 1), e.Is(1, 0); a != 3 || b != 3 || c != 4 || d != -4 {
		t.Errorf("the site literals are %d, %d, %d, %d, want 3, 3, 4, -4", a, b, c, d)
	}
	if want := [][2]int{{0, 2}, {1, 1}}; !reflect.DeepEqual(asked, want) {
		t.Errorf("asked for %v, want %v once each", asked, want)
	}
	want := [][]Lit{{-1, 3}, {-3, 1}, {-2, 4}, {-4, 2}}
	if got := e.Encoding().Clauses; !reflect.DeepEqual(got, want) {
		t.Errorf("clauses %v, want %v", got, want)
	}
}

func TestMisuse(t *testing.T) {
	for _, x := range []struct {
		name string
		f    func(e *Encoder)
		want string
	}{
		{"Project after a literal", func(e *Encoder) { e.Fresh(); project(e) }, "Project"},
		{"Project twice", func(e *Encoder) { project(e); project(e) }, "Project"},
		{"a value too high", func(e *Encoder) { e.Is(1, 3) }, "site 1, 3"},
		{"a value below 0", func(e *Encoder) { e.Is(1, -1) }, "site 1, -1"},
		{"a value too high, projected", func(e *Encoder) { project(e); e.Is(1, 3) }, "site 1, 3"},
	} {
		t.Run(x.name, func(t *testing.T) {
			defer func() {
				if got := fmt.Sprint(recover()); !facttest.States(got, x.want) {
					t.Errorf("panic %q, want %q", got, x.want)
				}
			}()
			x.f(NewEncoder([]int{3, 3, 3}, "pairwise"))
		})
	}
}

// row is an instance with one site of three values and n sites of two values. At most one of the n
// sites may have the value 1.
type row struct{ n int }

func (in row) String() string       { return "" }
func (in row) Check(Solution) error { return nil }
func (in row) Reduce() []Reduction  { return nil }
func (in row) Draw(*Solution) string {
	return ""
}

func (in row) Sites() []int {
	sites := []int{3}
	for range in.n {
		sites = append(sites, 2)
	}
	return sites
}

func (in row) Encode(e *Encoder) {
	var lits []Lit
	for i := range in.n {
		lits = append(lits, e.Is(i+1, 1))
	}
	e.AtMostOne(lits...)
	if e.Style() == "product" {
		e.Add(e.Is(0, 2))
	}
}

func TestCNF(t *testing.T) {
	p := &Puzzle{Name: "row", Styles: constraint.AtMostOneStyles}
	clauses := map[string]int{}
	for _, style := range p.Styles {
		a, err := CNF(p, row{9}, style)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := CNF(p, row{9}, style)
		if a.Style != style || !reflect.DeepEqual(a.Formula, b.Formula) {
			t.Errorf("style %s: CNF returned style %s, or two different formulas for the same instance", style, a.Style)
		}
		clauses[style] = len(a.Clauses)
		if a.Projected != 12 {
			t.Errorf("style %s: %d projected variables, want 12", style, a.Projected)
		}
	}
	// Every style has 1 + 3 clauses for the site of three values. To say "at most one of nine", the
	// style pairwise needs 36 clauses, and the style sequential needs 3*9-4. The style product
	// needs 2*9 clauses, 3 clauses for its rows, 3 clauses for its columns, and the unit clause
	// Is(0, 2).
	if want := map[string]int{"pairwise": 40, "sequential": 27, "product": 29}; !reflect.DeepEqual(clauses, want) {
		t.Errorf("the styles have %v clauses, want %v", clauses, want)
	}
	_, err := CNF(p, row{9}, "order")
	if want := `row, "order", pairwise, sequential, product`; err == nil || !facttest.States(err.Error(), want) {
		t.Errorf("got error %v, want %s", err, want)
	}
}

// broad requires a sum of four integers. The integers have so many values that the order encoding
// would exceed constraint.Room.
type broad struct{ row }

func (broad) Encode(e *Encoder) {
	var terms []constraint.Term
	for range 4 {
		x := &constraint.Int{}
		for range 4096 {
			x.Is = append(x.Is, e.Fresh())
		}
		terms = append(terms, constraint.Term{Weight: 1, Of: x})
	}
	e.Sum(8192, 8192, terms...)
}

func TestCNFWithoutRoom(t *testing.T) {
	p := &Puzzle{Name: "broad", Styles: constraint.SumStyles}
	_, err := CNF(p, broad{}, "order")
	if want := "broad, order, 16777216"; err == nil || !facttest.States(err.Error(), want) {
		t.Errorf("got error %v, want %s", err, want)
	}
}

type panics struct{ row }

func (panics) Encode(*Encoder) { panic("a bug") }

func TestCNFPassesPanicsOn(t *testing.T) {
	defer func() {
		if r := recover(); r != "a bug" {
			t.Errorf("recovered %v", r)
		}
	}()
	_, err := CNF(&Puzzle{Styles: []string{"pairwise"}}, panics{}, "pairwise")
	t.Errorf("CNF returned %v", err)
}
