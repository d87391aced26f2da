package encode

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestStyles(t *testing.T) {
	lists := map[string][]string{}
	for i, s := range Styles() {
		if j := slices.IndexFunc(Styles(), func(x Style) bool { return x.Name == s.Name }); i != j {
			t.Errorf("the style %s stands twice", s.Name)
		}
		if got, ok := StyleOf(s.Name); !ok || got.Doc != s.Doc || s.Doc == "" || strings.Contains(s.Doc, "\n") {
			t.Errorf("StyleOf(%q) is %v, %t", s.Name, got, ok)
		}
		if len(lists[s.Constraint]) == 0 && !s.Keeps {
			t.Errorf("%s, the default of %s, does not keep the number of models", s.Name, s.Constraint)
		}
		lists[s.Constraint] = append(lists[s.Constraint], s.Name)
	}
	want := map[string][]string{
		"at-most-one": {"pairwise", "sequential", "product"},
		"cardinality": {"counter", "totalizer", "network", "adder"},
		"xor":         {"direct", "cut"},
		"sum":         {"order", "log"},
	}
	if !reflect.DeepEqual(lists, want) {
		t.Errorf("the table has %v, want %v", lists, want)
	}
	got := map[string][]string{"at-most-one": AtMostOneStyles, "cardinality": CardinalityStyles, "xor": XorStyles, "sum": SumStyles}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the lists are %v, want %v", got, want)
	}
	if s, ok := StyleOf("colours"); ok || s.Keeps {
		t.Errorf("a style colours: %v", s)
	}
}

// constraints has every kind of constraint.
type constraints struct{ row }

func (in constraints) Encode(e *Encoder) {
	var lits []Lit
	for i := range in.n {
		lits = append(lits, e.Is(i+1, 1))
	}
	e.AtMostOne(lits...)
	e.Between(2, 4, lits...)
	e.Xor(true, lits...)
	x := &Int{0, []Lit{e.Is(0, 0), e.Is(0, 1), e.Is(0, 2)}}
	terms := []Term{{1, x}}
	for _, l := range lits {
		terms = append(terms, Term{1, &Int{0, []Lit{-l, l}}})
	}
	e.Sum(2, 4, terms...)
}

// A style is about one constraint: the others take their defaults.
func TestAStyleIsOfOneConstraint(t *testing.T) {
	write := func(style string) []string {
		p := &Puzzle{Name: "all", Styles: []string{style}}
		enc, err := CNF(p, constraints{row{9}}, style)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Split(strings.Trim(fmt.Sprint(enc.Clauses), "[]"), "] [")
	}
	none := write("a puzzle's own")
	for _, list := range [][]string{AtMostOneStyles, CardinalityStyles, XorStyles, SumStyles} {
		for i, style := range list {
			if same := reflect.DeepEqual(write(style), none); same != (i == 0) {
				t.Errorf("style %s writes what a puzzle's own does: %t", style, same)
			}
		}
	}
}

// broad is a sum of integers of so many values that its order encoding has no
// room; its site may not be.
type broad struct {
	row
	integers, values int
}

func (in broad) Encode(e *Encoder) {
	var terms []Term
	for range in.integers {
		x := &Int{}
		for range in.values {
			x.Is = append(x.Is, e.Fresh())
		}
		terms = append(terms, Term{1, x})
	}
	e.Sum(in.integers*in.values/2, in.integers*in.values/2, terms...)
}

func TestRoom(t *testing.T) {
	p := &Puzzle{Name: "broad", Styles: SumStyles}
	for _, values := range []int{4096, 1 << 16} { // the partial sums of two are noticed before they are listed
		in := broad{integers: 4, values: values}
		_, err := CNF(p, in, "order")
		if want := "broad, style order: more than 16777216 literals: want a smaller board, or perhaps another style"; err == nil || err.Error() != want {
			t.Errorf("%d values: got error %v, want %s", values, err, want)
		}
	}
	if enc, err := CNF(p, broad{integers: 4, values: 4096}, "log"); err != nil || len(enc.Clauses) == 0 {
		t.Errorf("style log: %v", err)
	}
}

// Every literal of every clause counts, and the last that has room is written.
func TestRoomIsCounted(t *testing.T) {
	for _, style := range []string{"pairwise", "network", "cut"} {
		write := func(room int) (enc *Encoding, err error) {
			defer func() {
				if r := recover(); r != nil {
					err = r.(full)
				}
			}()
			e := NewEncoder(constraints{row{9}}.Sites(), style)
			e.room = room
			constraints{row{9}}.Encode(e)
			return e.Encoding(), nil
		}
		enc, err := write(Room)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, c := range enc.Clauses {
			n += len(c)
		}
		if _, err := write(n); err != nil {
			t.Errorf("%s: %v with room for all %d literals", style, err, n)
		}
		if _, err := write(n - 1); !errors.As(err, new(full)) {
			t.Errorf("%s: error %v with room for %d literals of %d", style, err, n-1, n)
		}
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
