package domain

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"counterproof/encode/test/facttest"
	"counterproof/native"
	"pgregory.net/rapid"
)

// brute finds the solutions of p by testing all assignments, and returns them sorted. Each solution
// is a string whose bytes are the values.
func brute(p *Problem) []string {
	var all []string
	values := make([]byte, len(p.Domains))
	var try func(v int)
	try = func(v int) {
		if v == len(values) {
			if keeps(p, values) {
				all = append(all, string(values))
			}
			return
		}
		for x := range MaxValues {
			if p.Domains[v]>>x&1 != 0 {
				values[v] = byte(x)
				try(v + 1)
			}
		}
	}
	try(0)
	slices.Sort(all)
	return all
}

// keeps reports whether the values satisfy all constraints of p.
func keeps(p *Problem, values []byte) bool {
	for _, group := range p.Different {
		for i, v := range group {
			for _, w := range group[:i] {
				if values[v] == values[w] {
					return false
				}
			}
		}
	}
	for _, t := range p.Tables {
		if !slices.ContainsFunc(t.Rows, func(row []byte) bool {
			for i, v := range t.Vars {
				if row[i] != values[v] {
					return false
				}
			}
			return true
		}) {
			return false
		}
	}
	return true
}

// fataler is the part of testing.TB that rapid.T also has.
type fataler interface {
	Helper()
	Fatal(args ...any)
}

// listed returns all answers that Search yields, sorted and including any repeated ones.
func listed(t fataler, p *Problem) []string {
	t.Helper()
	all := []string{}
	err := p.Search(context.Background(), new(native.Stats), func(values []byte) bool {
		all = append(all, string(values))
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	return all
}

func counted(t fataler, p *Problem) string {
	t.Helper()
	n, err := p.Count(context.Background(), new(native.Stats))
	if err != nil {
		t.Fatal(err)
	}
	return n.String()
}

// TestAgainstBruteForce checks Search and Count against brute force on random problems of up to
// seven variables with groups, tables or both.
func TestAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 7).Draw(t, "variables")
		k := rapid.IntRange(1, 4).Draw(t, "values")
		base := rapid.SampledFrom([]int{0, MaxValues - 4}).Draw(t, "first value")
		p := &Problem{}
		for range n {
			d := rapid.Uint64Range(0, 1<<k-1).Draw(t, "domain")
			if rapid.IntRange(0, 2).Draw(t, "all") > 0 {
				d = 1<<k - 1
			}
			p.Domains = append(p.Domains, d<<base)
		}
		var vars []int
		for v := range n {
			vars = append(vars, v)
		}
		some := func(most int) []int {
			list := rapid.Permutation(vars).Draw(t, "variables")
			return list[:rapid.IntRange(0, min(most, n)).Draw(t, "size")]
		}
		for range rapid.IntRange(0, 5).Draw(t, "groups") {
			p.Different = append(p.Different, some(4))
		}
		for range rapid.IntRange(0, 3).Draw(t, "tables") {
			table := Table{Vars: some(3)}
			value := rapid.Custom(func(t *rapid.T) byte { return byte(base + rapid.IntRange(0, k-1).Draw(t, "value")) })
			row := rapid.SliceOfN(value, len(table.Vars), len(table.Vars))
			table.Rows = rapid.SliceOfN(row, 0, rapid.SampledFrom([]int{12, 80}).Draw(t, "rows")).Draw(t, "table")
			p.Tables = append(p.Tables, table)
		}
		want := brute(p)
		if got := listed(t, p); !slices.Equal(got, want) {
			t.Fatalf("%+v: Search yields %q, want %q", p, got, want)
		}
		if got := counted(t, p); got != fmt.Sprint(len(want)) {
			t.Fatalf("%+v: Count is %s, want %d", p, got, len(want))
		}
	})
}

// TestReuse stops searches of one network early, also in the middle of another one, and checks that
// later searches and counts are right all the same. The blank 4x4 sudoku has 288 solutions.
func TestReuse(t *testing.T) {
	p := sudoku(2)
	net, err := NewNetwork(len(p.Domains), p.Different, nil)
	if err != nil {
		t.Fatal(err)
	}
	search := func(most int, found func()) (n int) {
		if err := net.Search(t.Context(), new(native.Stats), p.Domains, func([]byte) bool {
			n++
			found()
			return n < most
		}); err != nil {
			t.Error(err)
		}
		return n
	}
	for most := 1; most < 300; most += 7 {
		if n := search(most, func() { search(2, func() {}) }); n != min(most, 288) {
			t.Errorf("%d solutions, want %d", n, min(most, 288))
		}
		if n, err := net.Count(t.Context(), new(native.Stats), p.Domains); err != nil || n.Int64() != 288 {
			t.Errorf("after a search for %d: %v, %v, want 288", most, n, err)
		}
	}
}

// TestFew removes the clues of a sudoku one by one, and checks that a count that starts with a search
// agrees with one that does not, and with Search. The first boards have one solution, the last more
// than a thousand. If there is one, Count takes as many nodes as Search.
func TestFew(t *testing.T) {
	defer func(nodes int64) { fewNodes = nodes }(fewNodes)
	usual := fewNodes
	board := []byte("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	for at, clue := range board {
		if clue == '.' {
			continue
		}
		p := sudoku(3)
		place(p, string(board))
		var st, searched, own native.Stats
		found := 0
		if err := p.Search(t.Context(), &searched, func([]byte) bool { found++; return found < 2000 }); err != nil {
			t.Fatal(err)
		}
		fewNodes = usual
		n, err := p.Count(t.Context(), &st)
		fewNodes = 0
		want, wrong := p.Count(t.Context(), &own)
		if err != nil || wrong != nil || n.Cmp(want) != 0 || found < 2000 && n.Int64() != int64(found) {
			t.Errorf("%s: %v, %v, want %v, %v; Search finds %d", board, n, err, want, wrong, found)
		}
		if found == 1 && searched.Nodes <= usual && (st.Nodes != searched.Nodes || st.Updates != searched.Updates) {
			t.Errorf("%s: %d nodes, the search took %d", board, st.Nodes, searched.Nodes)
		}
		if found >= 2000 {
			return
		}
		board[at] = '.'
	}
	t.Error("no board has 2,000 solutions")
}

// latin returns the problem whose solutions are the Latin squares of order n, with the cells in
// row-major order.
func latin(n int) *Problem {
	p := &Problem{}
	for range n * n {
		p.Domains = append(p.Domains, 1<<n-1)
	}
	for i := range n {
		var row, column []int
		for j := range n {
			row, column = append(row, i*n+j), append(column, j*n+i)
		}
		p.Different = append(p.Different, row, column)
	}
	return p
}

// sudoku returns the problem whose solutions are all sudoku grids with boxes of size b x b.
func sudoku(b int) *Problem {
	n := b * b
	p := latin(n)
	for box := range n {
		var group []int
		for i := range n {
			group = append(group, (box/b*b+i/b)*n+box%b*b+i%b)
		}
		p.Different = append(p.Different, group)
	}
	return p
}

// TestLatinSquares checks that Count and Search find as many Latin squares as OEIS A002860 says,
// and the 288 sudoku grids of size 4x4 (A107739).
func TestLatinSquares(t *testing.T) {
	for i, want := range []string{"1", "1", "2", "12", "576", "161280"} {
		p := latin(i)
		if got := counted(t, p); got != want {
			t.Errorf("latin squares of order %d: Count is %s, want %s", i, got, want)
		}
		if got := len(listed(t, p)); i < 5 && fmt.Sprint(got) != want {
			t.Errorf("latin squares of order %d: Search yields %d, want %s", i, got, want)
		}
	}
	if got := counted(t, latin(6)); got != "812851200" {
		t.Errorf("latin squares of order 6: Count is %s, want 812851200", got)
	}
	p := sudoku(2)
	if got := counted(t, p); got != "288" {
		t.Errorf("4x4 sudokus: Count is %s, want 288", got)
	}
	if got := slices.Compact(listed(t, p)); len(got) != 288 {
		t.Errorf("4x4 sudokus: Search yields %d different ones, want 288", len(got))
	}
}

// TestSudoku checks that Search finds the only solution of two sudoku boards without branching: the
// board in Wikipedia's article, and the first of Royle's boards with 17 clues. The second board
// needs hidden singles.
func TestSudoku(t *testing.T) {
	for board, want := range map[string]string{
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79": "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
		".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...": "693784512487512936125963874932651487568247391741398625319475268856129743274836159",
	} {
		p := sudoku(3)
		place(p, board)
		got := listed(t, p)
		if len(got) != 1 {
			t.Fatalf("%d solutions", len(got))
		}
		digits := strings.Map(func(r rune) rune { return r + '1' }, got[0])
		if digits != want {
			t.Errorf("got %s, want %s", digits, want)
		}
		var st native.Stats
		if err := p.Search(context.Background(), &st, func([]byte) bool { return true }); err != nil || st.Nodes != 1 {
			t.Errorf("%s: %d nodes, %v, want 1", board, st.Nodes, err)
		}
		if got := counted(t, p); got != "1" {
			t.Errorf("Count is %s", got)
		}
	}
}

// place reduces the domains of p to the clues of a sudoku board, given as a digit or a dot for each
// cell.
func place(p *Problem, board string) {
	for i, c := range board {
		if c != '.' {
			p.Domains[i] = 1 << (c - '1')
		}
	}
}

// TestBad checks that for an invalid problem Search and Count return an error that names the bad
// group, table, row or variable.
func TestBad(t *testing.T) {
	for _, c := range []struct {
		p    Problem
		want string
	}{
		{Problem{Domains: []uint64{1}, Different: [][]int{{0}, {1}}}, "group 1, variables 0, 0, 1"},
		{Problem{Domains: []uint64{1}, Different: [][]int{{-1}}}, "group 0, variables 0, 0, -1"},
		{Problem{Domains: []uint64{1}, Different: [][]int{{0, 0}}}, "group 0, variable 0"},
		{Problem{Domains: []uint64{1}, Tables: []Table{{Vars: []int{2}}}}, "table 0, variables 0, 0, 2"},
		{Problem{Domains: []uint64{1}, Tables: []Table{{Vars: []int{0}, Rows: [][]byte{{0}, {}}}}}, "table 0, row 1, 0, 1"},
		{Problem{Domains: []uint64{1}, Tables: []Table{{Vars: []int{0}, Rows: [][]byte{{64}}}}}, "table 0, row 0, 64"},
	} {
		err := c.p.Search(context.Background(), new(native.Stats), func([]byte) bool { return true })
		_, also := c.p.Count(context.Background(), new(native.Stats))
		if !facttest.Matches(err, c.want) || !facttest.Matches(also, c.want) {
			t.Errorf("%+v: errors %v and %v, want the facts %s", c.p, err, also, c.want)
		}
	}
	net, err := NewNetwork(2, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := net.Search(context.Background(), new(native.Stats), []uint64{1}, func([]byte) bool { return true }); err == nil {
		t.Error("one domain for two variables is not rejected")
	}
}

// TestEnds checks the end of a search and of a count that would take too long, on the blank 9x9
// sudoku board. A cancelled context or a deadline must end the search and the count with the error
// of the context. Search must end without an error when yield returns false.
func TestEnds(t *testing.T) {
	p := sudoku(3)
	n := 0
	if err := p.Search(context.Background(), new(native.Stats), func([]byte) bool { n++; return n < 3 }); err != nil || n != 3 {
		t.Errorf("%d solutions, %v", n, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	n = 0
	var st native.Stats
	err := p.Search(ctx, &st, func([]byte) bool { n++; cancel(); return true })
	if !errors.Is(err, context.Canceled) || st.Nodes == 0 || n == 0 || n > 100_000 {
		t.Errorf("search: %v, %d nodes, %d solutions", err, st.Nodes, n)
	}
	ctx, cancel = context.WithCancel(context.Background())
	cancel()
	if err := p.Search(ctx, &st, func([]byte) bool { t.Error("yielded"); return true }); !errors.Is(err, context.Canceled) {
		t.Errorf("search: %v", err)
	}
	later, cancel := context.WithTimeout(context.Background(), 1<<24) // 17 ms
	defer cancel()
	if n, err := p.Count(later, &st); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("count: %v, %v", n, err)
	}
}

// TestIndependent checks that Count returns 3^300 for 300 independent variables with three values
// each, and 6^150 for 150 independent pairs of different values.
func TestIndependent(t *testing.T) {
	p := &Problem{}
	for range 300 {
		p.Domains = append(p.Domains, 0b10110)
	}
	want := new(big.Int).Exp(big.NewInt(3), big.NewInt(300), nil)
	if got := counted(t, p); got != want.String() {
		t.Errorf("3^300: Count is %s", got)
	}
	for v := 0; v < 300; v += 2 {
		p.Different = append(p.Different, []int{v, v + 1})
	}
	want.Exp(big.NewInt(6), big.NewInt(150), nil)
	if got := counted(t, p); got != want.String() {
		t.Errorf("6^150: Count is %s", got)
	}
}

// TestDense checks Count on graphs that are too dense for a good order of elimination. The complete
// graph of 400 vertices has no colouring with 3 colours, which Count must find soon. A group of 65
// variables with 64 values has no solution, and a group of 64 variables with 64 values has 64!
// solutions.
func TestDense(t *testing.T) {
	p := &Problem{}
	for v := range 400 {
		p.Domains = append(p.Domains, 1<<3-1)
		for w := range v {
			p.Different = append(p.Different, []int{w, v})
		}
	}
	if got := counted(t, p); got != "0" {
		t.Errorf("K400 with 3 colours: %s", got)
	}
	group := make([]int, 65)
	for v := range group {
		group[v] = v
	}
	q := &Problem{Domains: slices.Repeat([]uint64{^uint64(0)}, 65), Different: [][]int{group}}
	if got := counted(t, q); got != "0" || len(listed(t, q)) != 0 {
		t.Errorf("65 different values of 64: %s", got)
	}
	q.Domains, q.Different[0] = q.Domains[:64], group[:64]
	want := new(big.Int).MulRange(1, 64)
	if got := counted(t, q); got != want.String() {
		t.Errorf("64 different values of 64: %s, want 64!", got)
	}
}

// TestHalfSettled checks that Count includes the settled variables of a table in its memo keys. If
// the first variable of this table is 0, four pairs of values are possible for the others; if it is
// 1, only two. But the domains of the others are the same in both cases.
func TestHalfSettled(t *testing.T) {
	rows := [][]byte{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}, {1, 0, 1}, {1, 1, 0}}
	for x := range 3 {
		vars := []int{x, (x + 1) % 3, (x + 2) % 3}
		p := &Problem{Domains: []uint64{3, 3, 3}, Tables: []Table{{Vars: vars, Rows: rows}}}
		if got := counted(t, p); got != "6" {
			t.Errorf("%v: %s, want 6", vars, got)
		}
	}
}

// TestGroupWhole checks that Count treats a group as one component even if some of its variables
// have no value in common. The first group has the variables 0 to 4. Variables 0 and 1 can have the
// values 0, 1, 2 and 6, but not the value that the last variable has. Variables 2 to 4 can have the
// values 3 and 4, and also 5 if the last variable is 1.
//
// If the last variable is 0, there is no solution, because variables 2 to 4 have only two values.
// If variables 0 and 1 were a component of their own, its count of 0 would be stored, and wrongly
// reused when the last variable is 1. If the last variable is 1, the first group has 3*2 times 3!
// solutions. The variables 5 to 10 multiply this number by 6!. They are only there to make Count
// settle the last variable first.
func TestGroupWhole(t *testing.T) {
	p := &Problem{
		Domains:   []uint64{0b1000111, 0b1000111, 0b111000, 0b111000, 0b111000, 127, 127, 127, 127, 127, 127, 3},
		Different: [][]int{{0, 1, 2, 3, 4}, {5, 6, 7, 8, 9, 10, 11}, {0, 11}, {1, 11}},
	}
	for v := 2; v <= 4; v++ {
		p.Tables = append(p.Tables, Table{Vars: []int{11, v}, Rows: [][]byte{{0, 3}, {0, 4}, {1, 3}, {1, 4}, {1, 5}}})
	}
	if got := counted(t, p); got != "25920" {
		t.Errorf("%s, want 6*6*720", got)
	}
}
