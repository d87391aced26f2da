package constraint

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"counterproof/encode/test/facttest"
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

// writeAll writes one constraint of every kind, over nine literals and an integer.
func writeAll(w *Writer) {
	x := integer(w, 0, 3)
	var lits []Lit
	for range 9 {
		lits = append(lits, w.Fresh())
	}
	w.AtMostOne(lits...)
	w.Between(2, 4, lits...)
	w.Xor(true, lits...)
	terms := []Term{{1, x}}
	for _, l := range lits {
		terms = append(terms, Term{1, &Int{0, []Lit{-l, l}}})
	}
	w.Sum(2, 4, terms...)
}

// TestAStyleIsOfOneConstraint checks that the default style of each kind of constraint gives the
// same clauses as an unknown style, and that every other style gives different clauses.
func TestAStyleIsOfOneConstraint(t *testing.T) {
	write := func(style string) [][]Lit {
		w := newWriter(style)
		writeAll(w)
		return w.f.Clauses
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

// roomError calls the function write and returns the RoomError with which write panics, or nil if
// write does not panic.
func roomError(w *Writer, write func(w *Writer)) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = r.(RoomError)
		}
	}()
	write(w)
	return nil
}

// TestRoom checks that a sum of integers with many values in the order encoding panics with a
// RoomError, because the formula would be too large. The same sum must be possible in the log
// encoding.
func TestRoom(t *testing.T) {
	sum := func(integers, values int) func(w *Writer) {
		return func(w *Writer) {
			var terms []Term
			for range integers {
				x := &Int{}
				for range values {
					x.Is = append(x.Is, w.Fresh())
				}
				terms = append(terms, Term{1, x})
			}
			w.Sum(integers*values/2, integers*values/2, terms...)
		}
	}
	for _, values := range []int{4096, 1 << 16} { // the Writer notices that there is no room before it lists the partial sums of two integers
		err := roomError(newWriter("order"), sum(4, values))
		if want := "order, 16777216"; err == nil || !facttest.States(err.Error(), want) {
			t.Errorf("%d values: got error %v, want %s", values, err, want)
		}
	}
	w := newWriter("log")
	if err := roomError(w, sum(4, 4096)); err != nil || len(w.f.Clauses) == 0 {
		t.Errorf("style log: %v", err)
	}
}

// TestRoomIsCounted checks that a Writer counts every literal of every clause. A formula that has
// exactly as many literals as allowed must be written, and one more literal must cause a RoomError.
func TestRoomIsCounted(t *testing.T) {
	for _, style := range []string{"pairwise", "network", "cut"} {
		write := func(room int) (*Writer, error) {
			w := newWriter(style)
			w.room = room
			return w, roomError(w, writeAll)
		}
		w, err := write(Room)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, c := range w.f.Clauses {
			n += len(c)
		}
		if _, err := write(n); err != nil {
			t.Errorf("%s: %v with room for all %d literals", style, err, n)
		}
		if _, err := write(n - 1); err == nil {
			t.Errorf("%s: no error with room for %d literals of %d", style, n-1, n)
		}
	}
}
