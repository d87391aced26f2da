package margins

import (
	"slices"
	"testing"

	"counterproof/encode/test/facttest"
)

// checkFree checks that m.Free marks exactly the entries in which at least one matrix with the
// margins of m differs from m. The argument all lists these matrices.
func checkFree(t *testing.T, m *Matrix, all []string) {
	free := m.Free()
	for i := range m.Cells {
		differs := slices.ContainsFunc(all, func(other string) bool { return other[i] != m.Cells[i] })
		if free[i] != differs {
			t.Fatalf("%v: entry %d is free: %v, but the matrices are %q", m, i, free[i], all)
		}
	}
}

// checkChain checks Chain on all matrices with the margins of m, which the argument all lists. If
// there are several matrices, Chain must return a chain that leads to another matrix in the list.
// If m is the only matrix, Chain must return the rows in nested order.
func checkChain(t *testing.T, m *Matrix, all []string) {
	for _, cells := range all {
		a := &Matrix{m.H, m.W, []byte(cells)}
		chain, nested := a.Chain()
		if (chain == nil) != (len(all) == 1) || (chain == nil) == (nested == nil) {
			t.Fatalf("%v: chain %v, nested rows %v, but there are %d matrices", a, chain, nested, len(all))
		}
		if chain == nil {
			if len(nested) != m.H || !subsets(a, nested) {
				t.Fatalf("%v: the rows %v are not nested", a, nested)
			}
			continue
		}
		b, err := a.Swap(chain)
		if err != nil || len(chain) != 4 || string(a.Cells) != cells || string(b.Cells) == cells || !slices.Contains(all, string(b.Cells)) {
			t.Fatalf("%v: chain %v gives %v, %v", a, chain, b, err)
		}
	}
}

// subsets reports whether, in the given order of the rows, each row has a 1 wherever the previous
// row has one.
func subsets(m *Matrix, order []int) bool {
	for i := 1; i < len(order); i++ {
		for c := range m.W {
			if m.At(order[i-1], c) > m.At(order[i], c) {
				return false
			}
		}
	}
	return true
}

// TestChainOfTheSource checks the last example of the note on puzzles of 3 April 2006. Its margins
// are R = (2,1,1,3,2) and C = (1,2,1,1,3,1). The note draws a chain that is not a shortest one:
// (1,1), (3,1), (3,5), (5,5), (5,6), (2,6), (2,3), (1,3). It also shows the matrix to which this
// chain leads. Swap must return the same matrix, and there must be 656 matrices with these margins.
func TestChainOfTheSource(t *testing.T) {
	a := &Matrix{5, 6, cells("100010 001000 000010 010110 010001")}
	p := &Problem{Rows: []int{2, 1, 1, 3, 2}, Cols: []int{1, 2, 1, 1, 3, 1}}
	if name(a.Margins()) != name(p) {
		t.Fatalf("margins %s, want %s", name(a.Margins()), name(p))
	}
	chain := []Cell{{0, 0}, {2, 0}, {2, 4}, {4, 4}, {4, 5}, {1, 5}, {1, 2}, {0, 2}}
	b, err := a.Swap(chain)
	if err != nil {
		t.Fatal(err)
	}
	if want := cells("001010 000001 100000 010110 010010"); !slices.Equal(b.Cells, want) {
		t.Errorf("the chain gives %v, want %v", b.Cells, want)
	}
	if got := a.Chains(&Matrix{5, 6, b.Cells}); len(got) != 1 || !slices.Equal(got[0], chain) {
		t.Errorf("between the two matrices: %v, want %v", got, chain)
	}
	if got := len(listed(t, p)); got != 656 {
		t.Errorf("listed %d matrices, want 656", got)
	}
	if got := count(t, p); got != "656" {
		t.Errorf("counted %s matrices, want 656", got)
	}
}

// TestChains checks, for pairs of matrices with the same margins, that the chains are chains of the
// first matrix, that they cover exactly the differing cells, and that they lead to the second matrix.
func TestChains(t *testing.T) {
	several := 0
	for _, p := range []*Problem{{Rows: []int{2, 2, 1}, Cols: []int{1, 3, 1}}, {Rows: []int{2, 2, 2, 2}, Cols: []int{2, 2, 2, 2}}, {Rows: []int{1, 2, 3}, Cols: []int{2, 1, 1, 2}}} {
		all := listed(t, p)
		for _, from := range all {
			for _, to := range all {
				m := &Matrix{len(p.Rows), len(p.Cols), []byte(from)}
				end := &Matrix{m.H, m.W, []byte(to)}
				chains, differ := m.Chains(end), 0
				for _, chain := range chains {
					differ += len(chain)
					var err error
					if m, err = m.Swap(chain); err != nil {
						t.Fatalf("%q to %q: chains %v: %v", from, to, chains, err)
					}
				}
				for i := range from {
					if from[i] != to[i] {
						differ--
					}
				}
				if !slices.Equal(m.Cells, end.Cells) || differ != 0 {
					t.Fatalf("%q to %q: chains %v lead to %v", from, to, chains, m.Cells)
				}
				if len(chains) > 1 {
					several++
				}
			}
		}
	}
	if several == 0 {
		t.Error("no pair needs several chains")
	}
}

// cells returns the entries of a matrix, given as digits in which spaces are ignored.
func cells(text string) []byte {
	var out []byte
	for _, x := range text {
		if x != ' ' {
			out = append(out, byte(x-'0'))
		}
	}
	return out
}

// TestCheckChain checks that CheckChain accepts chains, and that for other lists of cells its error
// names the first bad cell.
func TestCheckChain(t *testing.T) {
	m := &Matrix{3, 3, cells("100 010 001")}
	for _, c := range []struct {
		name  string
		chain []Cell
		want  string
	}{
		{"a chain", []Cell{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, ""},
		{"through all rows", []Cell{{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}, {0, 2}}, ""},
		{"empty", nil, "0 cells, 4"},
		{"two cells", []Cell{{0, 0}, {1, 0}}, "2 cells, 4"},
		{"odd", []Cell{{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}}, "5 cells, 4"},
		{"starts at a zero", []Cell{{0, 1}, {0, 0}, {1, 0}, {1, 1}}, "cell 1, 1, 0"},
		{"rows first", []Cell{{0, 0}, {0, 1}, {1, 1}, {1, 0}}, "cell 2"},
		{"a bishop's move", []Cell{{0, 0}, {1, 0}, {2, 2}, {0, 2}}, "cell 3"},
		{"open", []Cell{{0, 0}, {1, 0}, {1, 1}, {2, 1}}, "cell 4, cell 1"},
		{"back again", []Cell{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}, {2, 0}}, "cell 5, cell 1"},
		{"out of the matrix", []Cell{{0, 0}, {3, 0}, {3, 1}, {0, 1}}, "cell 2, row 4, column 1, 3x3"},
	} {
		if err := m.CheckChain(c.chain); !facttest.Matches(err, c.want) {
			t.Errorf("%s: got %v, want the facts %q", c.name, err, c.want)
		}
	}
}
