package submarines

import (
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/test/facttest"
)

// TestMixed checks a file whose lines are boards in canonical notation or tables on one line each,
// in any order. Import must report that it has one instance on each line, and Parse must read each
// line.
func TestMixed(t *testing.T) {
	const table, canonical = "? | 1 -+ 1", "rows=1 cols=1"
	for _, lines := range [][]string{
		{table, canonical},
		{canonical, table},
		{table, " \t" + canonical, table},
		{table, "", canonical + "\r"},
	} {
		if ins, err := read([]byte(strings.Join(lines, "\n") + "\n")); err != encode.ErrOneLine {
			t.Errorf("%q: got %d instances and %v, want %v", lines, len(ins), err, encode.ErrOneLine)
		}
	}
	var got []string
	for _, text := range []string{table, canonical} {
		in, err := parse(text)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, in.String())
	}
	if want := []string{canonical, canonical}; !slices.Equal(got, want) {
		t.Errorf("the lines are %q, want %q", got, want)
	}
}

// TestNotMixed checks that a file with '|' is read as tables if no line begins with rows=.
func TestNotMixed(t *testing.T) {
	for _, c := range []struct{ data, want string }{
		{"? | 1 -+ 1 rows=1\n", `line 1, column 12, '?', '|', "rows=1"`},
		{"? | 1\nrow=1 cols=1\n", `line 2, column 1, '?', '|', "row=1"`},
	} {
		if ins, err := read([]byte(c.data)); err == nil || !facttest.States(err.Error(), c.want) {
			t.Errorf("%q: got %d instances and %v, want %q", c.data, len(ins), err, c.want)
		}
	}
}

// TestLongText checks that error messages quote only the beginning of a long text.
func TestLongText(t *testing.T) {
	long := strings.Repeat("9", 1000)
	for _, text := range []string{long, "rows=" + long + " cols=1", long + " |", "? | " + long} {
		if _, err := parse(text); err == nil || len(err.Error()) > 200 || !strings.Contains(err.Error(), `999..."`) {
			t.Errorf("%.20q...: got %v, want a short message", text, err)
		}
	}
}
