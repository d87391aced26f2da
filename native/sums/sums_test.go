package sums

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"counterproof/encode/test/facttest"
	"counterproof/native"
)

// sums returns the sums in a text such as "1:AB 2:ABC", which says A+B = 1 and A+B+C = 2. A is
// variable 0.
func sums(text string) []Sum {
	var all []Sum
	for _, f := range strings.Fields(text) {
		s := Sum{Value: int(f[0] - '0')}
		for _, c := range f[2:] {
			s.Vars = append(s.Vars, int(c-'A'))
		}
		all = append(all, s)
	}
	return all
}

// TestWorkedExample checks the worked example in the README of the solver minesweepr,
// github.com/mrgriscom/minesweepr. The board has 85 covered cells with 10 mines, and only the cells
// A to I are next to numbers.
func TestWorkedExample(t *testing.T) {
	p := &Problem{N: 85, Total: 10, Sums: sums("1:AB 2:ABC 3:BCD 2:CDE 2:DEFGH 1:GHI 1:HI")}
	a, err := p.Analyse(context.Background(), new(native.Stats))
	if err != nil {
		t.Fatal(err)
	}
	if got := a.Count.String(); got != "237093780" {
		t.Errorf("%s configurations, want 237093780", got)
	}
	if a.Open != 76 {
		t.Errorf("%d open variables, want 76", a.Open)
	}
	for v, x := range a.Ones {
		want := big.NewRat(6, 77)
		switch v {
		case 0, 4, 6:
			want = big.NewRat(0, 1)
		case 1, 2, 3:
			want = big.NewRat(1, 1)
		case 7:
			want = big.NewRat(71, 77)
		}
		if got := new(big.Rat).SetFrac(x, a.Count); got.Cmp(want) != 0 {
			t.Errorf("variable %d is 1 with probability %s, want %s", v, got, want)
		}
	}
}

// count returns the result of p.Count. The test fails if this call returns an error.
func count(t testing.TB, p *Problem) *big.Int {
	t.Helper()
	n, err := p.Count(context.Background(), new(native.Stats))
	if err != nil {
		t.Fatalf("%+v: %v", p, err)
	}
	return n
}

// listed returns the number of solutions that Search yields.
func listed(t testing.TB, p *Problem, st *native.Stats) int {
	t.Helper()
	n := 0
	if err := p.Search(context.Background(), st, func([]byte) bool { n++; return true }); err != nil {
		t.Fatalf("%+v: %v", p, err)
	}
	return n
}

// TestErrors checks that Count, Analyse, Search and Conflict reject problems with too many
// variables, or with a sum that has a variable twice or out of range.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		p    Problem
		want string
	}{
		{"below", Problem{N: 2, Sums: []Sum{{[]int{0, -1}, 1}}}, "sum 0, variable -1, 0, 1"},
		{"above", Problem{N: 2, Sums: []Sum{{nil, 0}, {[]int{2}, 1}}}, "sum 1, variable 2, 0, 1"},
		{"twice", Problem{N: 2, Sums: []Sum{{[]int{1, 0, 1}, 1}}}, "sum 0, variable 1"},
		{"negative", Problem{N: -1}, "-1, 0, 1048576"},
		{"too many", Problem{N: 1 << 40}, "1099511627776, 0, 1048576"},
	} {
		for _, err := range calls(context.Background(), &c.p) {
			if !facttest.Matches(err, c.want) {
				t.Errorf("%s: got %v, want the facts %s", c.name, err, c.want)
			}
		}
	}
}

// calls returns the errors that Count, Analyse, Search and Conflict return for p.
func calls(ctx context.Context, p *Problem) []error {
	_, count := p.Count(ctx, new(native.Stats))
	_, analyse := p.Analyse(ctx, new(native.Stats))
	search := p.Search(ctx, new(native.Stats), func([]byte) bool { return true })
	_, _, conflict := p.Conflict(ctx, new(native.Stats))
	return []error{count, analyse, search, conflict}
}

// TestEdges checks the counts, the lists and the conflicts of problems with impossible values or
// totals and of problems with empty or repeated sums.
func TestEdges(t *testing.T) {
	for _, c := range []struct {
		name  string
		p     Problem
		want  string
		sums  []int // the conflict
		total bool
	}{
		{"nothing", Problem{Total: -1}, "1", nil, false},
		{"nothing, total 0", Problem{}, "1", nil, false},
		{"nothing, total 1", Problem{Total: 1}, "0", []int{}, true},
		{"negative total", Problem{N: 3, Total: -2}, "0", []int{}, true},
		{"sum of nothing", Problem{N: 3, Total: -1, Sums: []Sum{{nil, 0}}}, "8", nil, false},
		{"sum of nothing is 1", Problem{N: 3, Total: -1, Sums: []Sum{{nil, 0}, {nil, 1}}}, "0", []int{1}, false},
		{"negative value", Problem{N: 3, Total: -1, Sums: []Sum{{[]int{0, 1}, -1}}}, "0", []int{0}, false},
		{"value too large", Problem{N: 3, Total: 2, Sums: []Sum{{[]int{0, 1}, 3}}}, "0", []int{0}, false},
		{"huge value", Problem{N: 3, Total: 2, Sums: []Sum{{[]int{0, 1}, 1 << 62}}}, "0", []int{0}, false},
		{"twice", Problem{N: 3, Total: 2, Sums: []Sum{{[]int{0, 1}, 1}, {[]int{1, 0}, 1}}}, "2", nil, false},
		{"twice with two values", Problem{N: 3, Total: 2, Sums: []Sum{{[]int{2}, 1}, {[]int{0, 1}, 1}, {[]int{1, 0}, 2}}}, "0", []int{1, 2}, false},
		{"over the total", Problem{N: 3, Total: 1, Sums: []Sum{{[]int{2}, 1}, {[]int{0, 1}, 1}}}, "0", []int{0, 1}, true},
	} {
		if got := count(t, &c.p).String(); got != c.want {
			t.Errorf("%s: %s solutions, want %s", c.name, got, c.want)
		}
		if got := fmt.Sprint(listed(t, &c.p, new(native.Stats))); got != c.want {
			t.Errorf("%s: listed %s solutions, want %s", c.name, got, c.want)
		}
		sums, total, err := c.p.Conflict(context.Background(), new(native.Stats))
		if err != nil || !slices.Equal(sums, c.sums) || (sums == nil) != (c.sums == nil) || total != c.total {
			t.Errorf("%s: conflict %v, %v, %v, want %v, %v", c.name, sums, total, err, c.sums, c.total)
		}
	}
}

// TestOpen checks the counts for 10,000 variables without any sum: C(10000,5000) solutions if the
// total is 5,000, and 2^10000 without a total.
func TestOpen(t *testing.T) {
	a := analyse(t, &Problem{N: 10_000, Total: 5_000})
	if want := new(big.Int).Binomial(10_000, 5_000); a.Count.Cmp(want) != 0 {
		t.Error("10,000 variables with total 5,000 do not have C(10000,5000) solutions")
	}
	if want := new(big.Int).Binomial(9_999, 4_999); a.Ones[0].Cmp(want) != 0 || a.Ones[9_999].Cmp(want) != 0 {
		t.Error("a variable is not 1 in C(9999,4999) solutions")
	}
	a = analyse(t, &Problem{N: 10_000, Total: -1})
	if a.Count.Cmp(new(big.Int).Lsh(big.NewInt(1), 10_000)) != 0 || a.Ones[7].Cmp(new(big.Int).Lsh(big.NewInt(1), 9_999)) != 0 {
		t.Error("10,000 open variables do not have 2^10000 solutions")
	}
}

// TestOverlap checks the counts for two sums with values a and b that share n variables and have n
// more variables each. With k ones among the shared variables, there are C(n,k) C(n,a-k) C(n,b-k)
// solutions. Some of the counts fit into 63 bits, some are slightly larger, and some are far
// larger.
func TestOverlap(t *testing.T) {
	for _, n := range []int{1, 2, 7, 15, 20, 21, 22, 23, 24, 30, 60, 150, 400} {
		for _, values := range [][2]int{{n, n}, {n / 2, n + n/3}, {2*n - 1, 2*n - 1}, {1, n}} {
			p := &Problem{N: 3*n + 5, Total: -1, Sums: []Sum{{Value: values[0]}, {Value: values[1]}}}
			for v := range 2 * n {
				p.Sums[0].Vars = append(p.Sums[0].Vars, v)
				p.Sums[1].Vars = append(p.Sums[1].Vars, v+n)
			}
			all, shared := new(big.Int), new(big.Int)
			binomial := func(n, k int) *big.Int {
				if k < 0 {
					return new(big.Int)
				}
				return new(big.Int).Binomial(int64(n), int64(k))
			}
			for k := range n + 1 {
				sides := new(big.Int).Mul(binomial(n, values[0]-k), binomial(n, values[1]-k))
				sides.Lsh(sides, 5)
				all.Add(all, new(big.Int).Mul(sides, binomial(n, k)))
				shared.Add(shared, new(big.Int).Mul(sides, binomial(n-1, k-1)))
			}
			if a := analyse(t, p); a.Count.Cmp(all) != 0 || a.Ones[n].Cmp(shared) != 0 {
				t.Errorf("n = %d, values %v: %s solutions, %s with a shared one, want %s, %s", n, values, a.Count, a.Ones[n], all, shared)
			}
		}
	}
}

// TestTotalPrunes checks that Search uses the total to prune, and so needs at most 10,000 nodes.
// The problem has 30 copies of a+b = b+c = 1, each with 1 or 2 ones. So of its 2^30 solutions, a
// total of 30 leaves one, and a total of 31 leaves 30.
func TestTotalPrunes(t *testing.T) {
	p := &Problem{N: 90}
	for i := range 30 {
		p.Sums = append(p.Sums, Sum{[]int{3 * i, 3*i + 1}, 1}, Sum{[]int{3*i + 1, 3*i + 2}, 1})
	}
	for total, want := range map[int]int{29: 0, 30: 1, 31: 30, 60: 1, 61: 0} {
		p.Total = total
		var st native.Stats
		if got := listed(t, p, &st); got != want || st.Nodes > 10_000 {
			t.Errorf("total %d: %d solutions in %d nodes, want %d in up to 10000", total, got, st.Nodes, want)
		}
	}
}

// TestStop checks that Search stops without an error when yield returns false.
func TestStop(t *testing.T) {
	n := 0
	p := &Problem{N: 200, Total: 100, Sums: []Sum{{[]int{3, 4, 5}, 2}}}
	err := p.Search(context.Background(), new(native.Stats), func([]byte) bool { n++; return n < 5 })
	if err != nil || n != 5 {
		t.Errorf("%d solutions before the end, %v, want 5", n, err)
	}
}

// TestBoards checks two laws on random expert boards. All solutions together have Count times Total
// ones. No cell with a mine is 0 in all solutions, and no cell without a mine is 1 in all
// solutions.
func TestBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	for i := range 40 {
		m := newMined(rng, 16, 30, 99)
		if i%2 == 0 {
			m.scatter(rng, 20+rng.IntN(200))
		} else {
			m.play(rng, 20+rng.IntN(200))
		}
		p := m.problem(true)
		a := analyse(t, p)
		all := new(big.Int)
		for _, x := range a.Ones {
			all.Add(all, x)
		}
		if want := new(big.Int).Mul(a.Count, big.NewInt(int64(p.Total))); all.Cmp(want) != 0 || a.Count.Sign() == 0 {
			t.Errorf("board %d: %s ones in %s solutions of total %d", i, all, a.Count, p.Total)
		}
		v := 0
		for j, open := range m.open {
			if open {
				continue
			}
			if m.mine[j] && a.Ones[v].Sign() == 0 || !m.mine[j] && a.Ones[v].Cmp(a.Count) == 0 {
				t.Errorf("board %d: cell %d is a mine: %v, but in %s solutions of %s", i, j, m.mine[j], a.Ones[v], a.Count)
			}
			v++
		}
		if n := listed(t, small(rng, p), new(native.Stats)); n == 0 {
			t.Errorf("board %d: listed no solution", i)
		}
	}
}

// small returns p with all variables except 10 random ones fixed to their values in some solution.
func small(rng *rand.Rand, p *Problem) *Problem {
	solution, err := p.solve(context.Background(), new(native.Stats))
	if err != nil {
		panic(err)
	}
	q := &Problem{N: p.N, Sums: slices.Clone(p.Sums), Total: p.Total}
	for _, v := range rng.Perm(p.N)[min(p.N, 10):] {
		q.Sums = append(q.Sums, Sum{[]int{v}, int(solution[v])})
	}
	return q
}

// wide returns a problem with n sums over 20 random variables each. Every order of its groups has
// too many states.
func wide(n int) *Problem {
	rng := rand.New(rand.NewPCG(8, 0))
	p := &Problem{N: 4 * n, Total: 2 * n}
	for range n {
		p.Sums = append(p.Sums, Sum{rng.Perm(p.N)[:20], 10})
	}
	return p
}

// TestLimit checks that count returns ErrLimit when it exceeds the limit of work or of memory. To
// save time, the test begins with most of the limit used up.
func TestLimit(t *testing.T) {
	for name, m := range map[string]*gauge{"work": {work: maxWork - 5_000_000}, "order": {}, "memory": {used: maxMemory - 500_000}} {
		p := wide(80)
		if name == "order" {
			p = wide(400) // estimated at 2^1024 states or more
		}
		all, of := p.components()
		r, err := p.reduce(context.Background(), all[0], of)
		if err != nil || len(r.parts) != 1 {
			t.Fatalf("%d parts, %v, want 1", len(r.parts), err)
		}
		m.ctx, m.st = context.Background(), new(native.Stats)
		if name == "order" {
			order, err := r.parts[0].arrange(m)
			if err != nil || len(order) != len(r.parts[0].groups) {
				t.Errorf("an order of %d groups, %v, want %d", len(order), err, len(r.parts[0].groups))
			}
			m.work = maxWork - 5_000_000
		}
		if _, err := r.parts[0].count(m, true); !errors.Is(err, ErrLimit) {
			t.Errorf("%s: got %v, want %v", name, err, ErrLimit)
		}
		if m.st.Updates > 1_000_000 {
			t.Errorf("%s: the limit came after %d arcs", name, m.st.Updates)
		}
	}
}

// TestCancelled checks that all methods return the error of a cancelled context, and that a
// deadline ends Search both while it builds states and while it lists solutions.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for i, err := range calls(ctx, &Problem{N: 3, Total: 5}) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("call %d: got %v, want %v", i, err, context.Canceled)
		}
	}
	for name, p := range map[string]*Problem{"states": wide(80), "solutions": {N: 60, Total: 30}} {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		defer cancel()
		err := p.Search(ctx, new(native.Stats), func([]byte) bool { return true })
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: got %v, want %v", name, err, context.DeadlineExceeded)
		}
	}
}
