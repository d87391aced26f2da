package facttest

import (
	"slices"
	"strings"
	"testing"
)

func TestCells(t *testing.T) {
	for _, c := range []struct {
		text  string
		cells []Cell
		units []Unit
		other string
	}{
		{"3 at row 1, column 2 goes from (4,5) and (16,10)", []Cell{{1, 2}, {4, 5}, {16, 10}}, nil, "3 at  goes from  and "},
		{"row 2, column C and row 3, column a", []Cell{{2, 3}, {3, 27}}, nil, " and "},
		{"row 2, column Can", nil, nil, "row 2, column Can"},
		{"cells 1, 3 to 5 and 9 of row 2 are black", []Cell{{2, 1}, {2, 3}, {2, 4}, {2, 5}, {2, 9}}, nil, " are black"},
		{"rows 1 and 2 of columns 3 to 4", []Cell{{1, 3}, {2, 3}, {1, 4}, {2, 4}}, nil, ""},
		{"cell 5 of column 7, and cell 6 of column 7", []Cell{{5, 7}, {6, 7}}, nil, ", and "},
		{"the rest of row 3, column 2 and box 1", nil, []Unit{{"row", 3}, {"column", 2}, {"box", 1}}, ""},
		{"11 cells of the row", nil, nil, "11 cells of the row"},
	} {
		cells, units, other := Cells(c.text)
		if !slices.Equal(cells, c.cells) || !slices.Equal(units, c.units) || strings.Join(strings.Fields(other), " ") != strings.Join(strings.Fields(c.other), " ") {
			t.Errorf("%q: %v, %v, %q", c.text, cells, units, other)
		}
	}
}

func TestListed(t *testing.T) {
	if got, want := Listed("regions 1 and 3 to 5 touch region 7, and 9 regions do not", "region"), []int{1, 3, 4, 5, 7}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
