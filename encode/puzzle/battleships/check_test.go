package battleships

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/test/facttest"
)

// TestViolation checks what Check reports for wrong assignments: which rule is broken, and at which
// sites.
func TestViolation(t *testing.T) {
	const open = "rows=?,?,? cols=?,?,? fleet=2,1"
	for _, c := range []struct {
		text, s, rule string
		sites         []int
	}{
		{open, "110000001", "", nil},
		{open, "100010000", "row 2, column 2", []int{0, 4}},
		{open, "010001000", "row 2, column 3", []int{1, 5}},
		{open, "011100000", "row 2, column 1", []int{1, 3}}, // not the two cells in row 1
		{open, "000000111", "row 3, column 1, 2", []int{6, 7, 8}},
		{open, "001001001", "row 1, column 3, 2", []int{2, 5, 8}},
		{open, "101000000", "1, 1", []int{0, 1, 2, 3, 5}},
		{open, "110000011", "2, 1", []int{0, 1, 2, 6, 7, 8}},
		{open, "110000000", "1, 1", []int{0, 1, 2, 3, 4, 5, 6, 7, 8}},
		{"rows=?,?,? cols=?,?,? fleet=", "000010000", "row 2, column 2, 0", []int{4}},
		{"rows=?,?,? cols=?,?,? fleet=4", "000000000", "4", []int{}},
		{"rows=1,?,? cols=?,?,? fleet=2,1", "110000001", "row 1, 1", []int{0, 1}},
		{"rows=?,?,? cols=?,?,2 fleet=2,1", "110000001", "column 3, 2", []int{2, 5}},
		{"rows=4,?,? cols=?,?,? fleet=2,1", "110000001", "row 1, 4, 3", []int{}},
		{open + " given=s../.../..s", "110000001", "", nil},
		{open + " given=.s./s../...", "110000001", "row 2, column 1", []int{3}},
		{open + " given=w../.../...", "110000001", "row 1, column 1", []int{0}},
		{open + " given=.../.c./...", "110000001", "row 2, column 2", []int{1}},
		{open + " given=.../.../.t.", "110000001", "row 3, column 2", []int{}},
		{open + " given=.../.t./...", "000010010", "1, 1", []int{0, 1, 2, 3, 4, 5, 6, 7, 8}},
		{open + " given=.../.t./...", "000010000", "row 2, column 2", []int{7}},
		{open + " given=.../.b./...", "000010000", "row 2, column 2", []int{1}},
		{open + " given=.../.l./...", "000010000", "row 2, column 2", []int{5}},
		{open + " given=.../.r./...", "000010000", "row 2, column 2", []int{3}},
		{"rows=?,?,? cols=?,?,? fleet=3 given=.../.m./...", "000010000", "row 2, column 2", []int{1, 3}},
		{"rows=?,?,? cols=?,?,? fleet=3 given=.../.m./...", "010010000", "row 2, column 2", []int{1, 7}},
		{"rows=?,?,? cols=?,?,? fleet=3 given=.../m../...", "000100000", "row 2, column 1", []int{0}},
		{"rows=?,?,? cols=?,?,? fleet=3 given=m../.../...", "111000000", "row 1, column 1", []int{}},
	} {
		in := []byte(c.s)
		for i := range in {
			in[i] -= '0'
		}
		var v *encode.Violation
		err := mustParse(t, c.text).Check(encode.Solution(in))
		errors.As(err, &v)
		if (v == nil) != (c.rule == "") || v != nil && (!facttest.States(v.Rule, c.rule) || !slices.Equal(v.Sites, c.sites)) {
			t.Errorf("%s, %s: %v, want %q, sites %v", c.text, c.s, err, c.rule, c.sites)
		}
	}
}

// TestHints checks each hint at each cell. It lists the solutions of a board without the hint, and
// then adds the hint. Check, the native method and SAT must accept exactly the solutions that have
// the letter of the hint in that cell.
func TestHints(t *testing.T) {
	b := mustParse(t, "rows=?,?,?,? cols=?,?,?,? fleet=3,1")
	var all []encode.Solution
	for i := range 1 << 16 {
		s := make([]byte, 16)
		for k := range s {
			s[k] = byte(i >> k & 1)
		}
		if b.Check(encode.Solution(s)) == nil {
			all = append(all, encode.Solution(s))
		}
	}
	for cell := range 16 {
		for _, letter := range []byte(letters[1:] + string(part)) {
			hinted := b.Without().(*Board)
			hinted.given[cell] = letter
			want := 0
			for _, s := range all {
				shown := letter == strings.Join(strings.Fields(b.Draw(&s)), "")[cell/4*6+cell%4]
				switch letter {
				case 'w':
					shown = s[cell] == 0
				case part:
					shown = s[cell] == 1
				}
				if shown {
					want++
				}
				if err := hinted.Check(s); (err == nil) != shown {
					t.Errorf("%v, %s: %v", hinted, s.Format(b.Sites()), err)
				}
			}
			for _, name := range []string{"native", "sat"} {
				if got := listed(t, hinted, name, 1000); got != want {
					t.Errorf("%v by %s: %d solutions, want %d", hinted, name, got, want)
				}
			}
		}
	}
}
