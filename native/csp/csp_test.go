package csp

import (
	"context"
	"fmt"
	"math/big"
	"math/rand"
	"slices"
	"testing"

	"counterproof/native"
)

// A rule decides whether a constraint holds for the values of its variables. It is written from the
// definition of the constraint, and shares nothing with the filters.
type rule struct {
	constraint Constraint
	vars       []int
	holds      func(x []int) bool // the values of vars
}

// randomDomain returns a random domain of at most size values between lo and hi, times a factor.
func randomDomain(r *rand.Rand, lo, hi, size, factor int) (ranges []Range) {
	var values []int
	for range 1 + r.Intn(size) {
		values = append(values, factor*(lo+r.Intn(hi-lo+1)))
	}
	slices.Sort(values)
	for _, x := range slices.Compact(values) {
		if n := len(ranges); n > 0 && ranges[n-1].Hi == x-1 {
			ranges[n-1].Hi = x
		} else {
			ranges = append(ranges, Range{x, x})
		}
	}
	return ranges
}

func valuesOf(ranges []Range) (values []int) {
	for _, r := range ranges {
		for x := r.Lo; x <= r.Hi; x++ {
			values = append(values, x)
		}
	}
	return values
}

// brute calls the function for each assignment that satisfies all rules.
func brute(domains [][]Range, rules []rule, each func(x []int)) {
	x := make([]int, len(domains))
	var args []int
	var walk func(v int)
	walk = func(v int) {
		if v == len(domains) {
			for _, r := range rules {
				args = args[:0]
				for _, u := range r.vars {
					args = append(args, x[u])
				}
				if !r.holds(args) {
					return
				}
			}
			each(x)
			return
		}
		for _, value := range valuesOf(domains[v]) {
			x[v] = value
			walk(v + 1)
		}
	}
	walk(0)
}

// projected returns the distinct values of the shown variables in all solutions, sorted.
func projected(domains [][]Range, rules []rule, shown []int) (list []string) {
	brute(domains, rules, func(x []int) {
		var values []int
		for _, v := range shown {
			values = append(values, x[v])
		}
		list = append(list, fmt.Sprint(values))
	})
	slices.Sort(list)
	return slices.Compact(list)
}

func listed(t testing.TB, p *Problem) (list []string) {
	t.Helper()
	if err := p.Search(context.Background(), &native.Stats{}, func(values []int) bool {
		list = append(list, fmt.Sprint(values))
		return true
	}); err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return list
}

func counted(t testing.TB, p *Problem) int64 {
	t.Helper()
	n, err := p.Count(context.Background(), &native.Stats{})
	if err != nil {
		t.Fatal(err)
	}
	return n.Int64()
}

// A kind describes the domains of random variables. The values of free variables are multiplied by a factor.
type kind struct {
	lo, hi, size int
	free         bool
}

var (
	boolean = kind{0, 1, 4, false}
	small   = kind{-4, 5, 8, false}
	free    = kind{-4, 5, 8, true}
)

// A maker makes a random rule for variables from first on, with the kinds of its variables.
type maker struct {
	name    string
	make    func(r *rand.Rand, vars []int, factor int) rule
	kinds   func(r *rand.Rand) []kind
	promise promise
}

// A promise says what a filter removes: nothing in particular; bounds that have no solution where the other
// variables may have all values between their bounds; or all values without a solution.
type promise int

const (
	weak promise = iota
	bounds
	domains
)

func many(k kind, least, most int) func(r *rand.Rand) []kind {
	return func(r *rand.Rand) []kind { return slices.Repeat([]kind{k}, least+r.Intn(most-least+1)) }
}

func fixedKinds(list ...kind) func(r *rand.Rand) []kind {
	return func(*rand.Rand) []kind { return list }
}

func compare(rel Relation, sum, bound int) bool {
	switch rel {
	case Equal:
		return sum == bound
	case AtMost:
		return sum <= bound
	}
	return sum != bound
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

func randomLinear(r *rand.Rand, vars []int, factor int) (*Linear, func(x []int) bool) {
	l := &Linear{Vars: vars, Rel: Relation(r.Intn(3)), Bound: factor * (r.Intn(13) - 6)}
	for range vars {
		l.Weights = append(l.Weights, r.Intn(7)-3)
	}
	return l, func(x []int) bool {
		sum := 0
		for i, w := range l.Weights {
			sum += w * x[i]
		}
		return compare(l.Rel, sum, l.Bound)
	}
}

// slowPower returns x to the power of y by repeated multiplication, for small numbers.
func slowPower(x, y int) (int, bool) {
	switch {
	case y < 0 && x == 0:
		return 0, false
	case y < 0:
		p, _ := slowPower(x, -y)
		return 1 / p, true
	}
	p := 1
	for range y {
		p *= x
	}
	return p, true
}

func apply(op Op, f func(x, y int) (int, bool)) func(r *rand.Rand, v []int, factor int) rule {
	return func(_ *rand.Rand, v []int, _ int) rule {
		return rule{constraint: &Apply{op, v[0], v[1], v[2]}, vars: v, holds: func(x []int) bool {
			z, ok := f(x[0], x[1])
			return ok && z == x[2]
		}}
	}
}

func divided(x, y int) (int, bool) {
	if y == 0 {
		return 0, false
	}
	q := 0
	for ; (q+1)*max(y, -y) <= max(x, -x); q++ {
	}
	if (x < 0) != (y < 0) {
		q = -q
	}
	return q, true
}

func remainder(x, y int) (int, bool) {
	q, ok := divided(x, y)
	return x - q*y, ok
}

var makers = []maker{
	{"linear", func(r *rand.Rand, v []int, factor int) rule {
		l, holds := randomLinear(r, v, factor)
		return rule{constraint: l, vars: v, holds: holds}
	}, many(free, 0, 4), weak},
	{"linear iff", func(r *rand.Rand, v []int, factor int) rule {
		l, holds := randomLinear(r, v[1:], factor)
		return rule{constraint: &Iff{l, v[0]}, vars: v, holds: func(x []int) bool { return truth(holds(x[1:])) == x[0] }}
	}, func(r *rand.Rand) []kind { return append([]kind{boolean}, many(free, 0, 3)(r)...) }, weak},
	{"in", func(r *rand.Rand, v []int, factor int) rule {
		set := randomDomain(r, -4, 5, 6, factor)
		return rule{constraint: &In{v[0], set}, vars: v, holds: func(x []int) bool { return slices.Contains(valuesOf(set), x[0]) }}
	}, fixedKinds(free), domains},
	{"in iff", func(r *rand.Rand, v []int, factor int) rule {
		set := randomDomain(r, -4, 5, 6, factor)
		if r.Intn(5) == 0 {
			set = nil
		}
		return rule{constraint: &Iff{&In{v[1], set}, v[0]}, vars: v, holds: func(x []int) bool {
			return truth(slices.Contains(valuesOf(set), x[1])) == x[0]
		}}
	}, fixedKinds(boolean, free), domains},
	{"times", apply(Times, func(x, y int) (int, bool) { return x * y, true }), fixedKinds(small, small, kind{-25, 25, 20, false}), domains},
	{"divide", apply(Divide, divided), fixedKinds(kind{-20, 20, 12, false}, small, small), domains},
	{"modulo", apply(Modulo, remainder), fixedKinds(kind{-20, 20, 12, false}, small, small), domains},
	{"power", apply(Power, slowPower), fixedKinds(small, small, kind{-30, 90, 30, false}), domains},
	{"absolute", apply(Absolute, func(x, _ int) (int, bool) { return max(x, -x), true }), fixedKinds(small, small, small), domains},
	{"maximum", func(_ *rand.Rand, v []int, _ int) rule {
		return rule{constraint: &Extreme{false, v[0], v[1:]}, vars: v, holds: func(x []int) bool { return slices.Max(x[1:]) == x[0] }}
	}, many(free, 2, 4), bounds},
	{"minimum", func(_ *rand.Rand, v []int, _ int) rule {
		return rule{constraint: &Extreme{true, v[0], v[1:]}, vars: v, holds: func(x []int) bool { return slices.Min(x[1:]) == x[0] }}
	}, many(free, 2, 4), bounds},
	{"element", func(_ *rand.Rand, v []int, _ int) rule {
		return rule{constraint: &Element{v[0], v[2:], v[1]}, vars: v, holds: func(x []int) bool {
			return x[0] >= 1 && x[0] <= len(x)-2 && x[1+x[0]] == x[1]
		}}
	}, func(r *rand.Rand) []kind { return append([]kind{small}, many(free, 1, 4)(r)...) }, domains},
	{"table", func(r *rand.Rand, v []int, factor int) rule {
		var rows []int
		for range r.Intn(12) {
			for range v {
				rows = append(rows, factor*(r.Intn(10)-4))
			}
		}
		return rule{constraint: &Table{v, rows}, vars: v, holds: func(x []int) bool {
			for row := range slices.Chunk(rows, len(x)) {
				if slices.Equal(row, x) {
					return true
				}
			}
			return false
		}}
	}, many(free, 1, 4), domains},
	{"all different", func(_ *rand.Rand, v []int, _ int) rule {
		return rule{constraint: &AllDifferent{v}, vars: v, holds: func(x []int) bool {
			seen := map[int]bool{}
			for _, a := range x {
				if seen[a] {
					return false
				}
				seen[a] = true
			}
			return true
		}}
	}, many(kind{0, 6, 4, true}, 0, 5), bounds},
	{"clause", func(r *rand.Rand, v []int, factor int) rule {
		k := r.Intn(len(v) + 1)
		return rule{constraint: &Clause{v[:k], v[k:]}, vars: v, holds: func(x []int) bool {
			return slices.Contains(x[:k], 1) || slices.Contains(x[k:], 0)
		}}
	}, many(boolean, 0, 5), domains},
	{"xor", func(r *rand.Rand, v []int, factor int) rule {
		odd := r.Intn(2)
		return rule{constraint: &Xor{v, odd}, vars: v, holds: func(x []int) bool {
			n := 0
			for _, b := range x {
				n += b
			}
			return n%2 == odd
		}}
	}, many(boolean, 0, 5), domains},
}

// TestFilters compares the solutions of single constraints on random domains with brute force. It also checks
// that the filter removes no value of a solution at the root, and that it removes what it promises to remove.
// With the factor 1500, most domains are too wide for a bit set.
func TestFilters(t *testing.T) {
	for _, m := range makers {
		t.Run(m.name, func(t *testing.T) {
			r := rand.New(rand.NewSource(1))
			for i := range 900 {
				factor := 1 + i%3/2*1499
				p := &Problem{}
				var vars []int
				kinds := m.kinds(r)
				for v, k := range kinds {
					f := 1
					if k.free {
						f = factor
					}
					p.Domains = append(p.Domains, randomDomain(r, k.lo, k.hi, k.size, f))
					p.Shown, vars = append(p.Shown, v), append(vars, v)
				}
				repeated := len(vars) > 2 && r.Intn(4) == 0 && kinds[1] == kinds[2]
				if repeated {
					vars[2] = vars[1]
				}
				made := m.make(r, vars, factor)
				p.Constraints = []Constraint{made.constraint}
				same(t, fmt.Sprintf("%d: %+v %v", i, made.constraint, p.Domains), p, []rule{made})
				if !repeated {
					filtered(t, p, m, made, factor == 1)
				}
			}
		})
	}
}

// same compares listing and counting with brute force.
func same(t *testing.T, name string, p *Problem, rules []rule) {
	t.Helper()
	want := projected(p.Domains, rules, p.Shown)
	if got := listed(t, p); !slices.Equal(got, want) {
		t.Fatalf("%s: listed %v, want %v", name, got, want)
	}
	if got := counted(t, p); got != int64(len(want)) {
		t.Fatalf("%s: counted %d, want %d", name, got, len(want))
	}
}

// filtered checks the domains after root propagation, with the promises if narrow is true.
func filtered(t *testing.T, p *Problem, m maker, r rule, narrow bool) {
	t.Helper()
	support := supports(p.Domains, r)
	e, ok, err := p.begin(context.Background(), &native.Stats{})
	if err != nil {
		t.Fatal(err)
	}
	if !ok {
		if len(p.Domains) > 0 && len(support[0]) > 0 {
			t.Fatalf("%+v %v: no solution, want %d values of the first variable", r.constraint, p.Domains, len(support[0]))
		}
		return
	}
	var hulls [][]Range
	for v := range p.Domains {
		for x := range support[v] {
			if !e.has(v, x) {
				t.Fatalf("%+v %v: lost the value %d of variable %d", r.constraint, p.Domains, x, v)
			}
		}
		if narrow && m.promise == domains && e.size(v) != len(support[v]) {
			t.Fatalf("%+v %v: want %d values of variable %d, got %d", r.constraint, p.Domains, len(support[v]), v, e.size(v))
		}
		hulls = append(hulls, []Range{{e.lo(v), e.hi(v)}})
	}
	if !narrow {
		return
	}
	support = supports(hulls, r)
	for v := range hulls {
		if m.promise == bounds && !(support[v][e.lo(v)] && support[v][e.hi(v)]) {
			t.Fatalf("%+v %v: kept the bounds %d and %d of variable %d", r.constraint, p.Domains, e.lo(v), e.hi(v), v)
		}
	}
}

// supports returns, for each variable, its values in solutions.
func supports(domains [][]Range, r rule) []map[int]bool {
	support := make([]map[int]bool, len(domains))
	for v := range support {
		support[v] = map[int]bool{}
	}
	brute(domains, []rule{r}, func(x []int) {
		for v, value := range x {
			support[v][value] = true
		}
	})
	return support
}

// TestMixed compares problems of several constraints, with some variables shown, as TestFilters does.
func TestMixed(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for i := range 3000 {
		p, factor := &Problem{}, 1+i%3/2*1499
		for range 2 {
			p.Domains = append(p.Domains, randomDomain(r, 0, 1, 4, 1))
		}
		for range 2 + r.Intn(3) {
			p.Domains = append(p.Domains, randomDomain(r, -3, 4, 5, factor))
		}
		for v := range p.Domains {
			if r.Intn(3) > 0 {
				p.Shown = append(p.Shown, v)
			}
		}
		var rules []rule
		for range 1 + r.Intn(4) {
			m := makers[r.Intn(len(makers))]
			if m.name == "power" && factor > 1 {
				continue // too large for brute force
			}
			var vars []int
			for _, k := range m.kinds(r) {
				v := r.Intn(2)
				if k != boolean {
					v = r.Intn(len(p.Domains))
				}
				vars = append(vars, v)
			}
			made := m.make(r, vars, factor)
			rules = append(rules, made)
			p.Constraints = append(p.Constraints, made.constraint)
		}
		name := fmt.Sprintf("%d: shown %v of %v", i, p.Shown, p.Domains)
		for _, r := range rules {
			name += fmt.Sprintf(" %T%+v", r.constraint, r.constraint)
		}
		same(t, name, p, rules)
	}
}

// functions compute the operations of Apply.
var functions = []func(x, y int) (int, bool){
	Times: func(x, y int) (int, bool) { return x * y, true }, Divide: divided, Modulo: remainder, Power: slowPower,
	Absolute: func(x, _ int) (int, bool) { return max(x, -x), true },
}

// TestIntervals checks the rounding of bounds: one variable has hundreds of values, the others a few neighbours.
func TestIntervals(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	for i := range 1000 {
		op := Op(i % 5)
		y, z := r.Intn(25)-12, r.Intn(121)-60
		p := &Problem{Domains: [][]Range{{{-300, 300}}, {{y, y + r.Intn(4)}}, {{z, z + r.Intn(8)}}}, Shown: []int{0, 1, 2}, Constraints: []Constraint{&Apply{op, 0, 1, 2}}}
		if op == Power {
			y, z = r.Intn(3), r.Intn(3000)
			p.Domains = [][]Range{{{1, 300}}, {{y, y + r.Intn(2)}}, {{z, z + r.Intn(200)}}}
		}
		var want []string
		for x := p.Domains[0][0].Lo; x <= 300; x++ {
			for _, y := range valuesOf(p.Domains[1]) {
				if z, ok := functions[op](x, y); ok && z >= p.Domains[2][0].Lo && z <= p.Domains[2][0].Hi {
					want = append(want, fmt.Sprint([]int{x, y, z}))
				}
			}
		}
		slices.Sort(want)
		if got := listed(t, p); !slices.Equal(got, want) {
			t.Fatalf("%d: op %d of %v: listed %v, want %v", i, op, p.Domains, got, want)
		}
	}
}

// TestFunctions checks the functions of numbers where one variable has a wide range, so that the filter
// reasons about bounds.
func TestFunctions(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	for i := range 60 {
		op := Op(i % 5)
		most := []int{400, 70000}[r.Intn(2)]
		domain := func(least, most int) []Range { return randomDomain(r, least, most, 3, 1) }
		p := &Problem{Domains: [][]Range{domain(-most, most), domain(-most, most), {{-Most, Most}}}, Shown: []int{0, 1, 2}}
		switch {
		case op == Power && i%2 == 0:
			p.Domains[0], p.Domains[1] = []Range{{r.Intn(4) - 2, 40}}, []Range{{r.Intn(3) - 1, 7}}
		case op == Power:
			p.Domains[0], p.Domains[1] = domain(-25, 25), domain(-3, 8)
		case i%3 == 1:
			p.Domains[0], p.Domains[1] = []Range{{-300, 400}}, domain(-30, 30)
		case i%3 == 2 && op != Times:
			p.Domains[0], p.Domains[1] = domain(-9000, 9000), []Range{{-150, 140}}
		}
		p.Constraints = []Constraint{&Apply{op, 0, 1, 2}}
		if i%7 < 3 { // and with few results
			p.Domains[2] = domain(-20, 20)
		}
		var want []string
		for _, x := range valuesOf(p.Domains[0]) {
			for _, y := range valuesOf(p.Domains[1]) {
				if z, ok := functions[op](x, y); ok && slices.ContainsFunc(p.Domains[2], func(r Range) bool { return r.Lo <= z && z <= r.Hi }) {
					want = append(want, fmt.Sprint([]int{x, y, z}))
				}
			}
		}
		slices.Sort(want)
		if got := listed(t, p); !slices.Equal(got, want) {
			t.Fatalf("%d: op %d of %v: listed %v, want %v", i, op, p.Domains, got, want)
		}
		if n := counted(t, p); n != int64(len(want)) {
			t.Fatalf("%d: op %d of %v: counted %d, want %d", i, op, p.Domains, n, len(want))
		}
	}
}

// TestSaturate compares products and powers with those of large integers.
func TestSaturate(t *testing.T) {
	most := big.NewInt(limit)
	clip := func(x *big.Int) int {
		if x.CmpAbs(most) > 0 {
			return x.Sign() * limit
		}
		return int(x.Int64())
	}
	values := []int{0, 1, -1, 2, -2, 3, -3, 7, -10, 1 << 31, -1 << 31, 1<<31 + 1, Most, -Most, 1 << 25, 1 << 61, -1 << 61, limit, -limit}
	for _, x := range values {
		for _, y := range values {
			if got, want := saturate(x, y), clip(new(big.Int).Mul(big.NewInt(int64(x)), big.NewInt(int64(y)))); got != want {
				t.Errorf("%d*%d: got %d, want %d", x, y, got, want)
			}
		}
		for y := range 70 {
			if got, want := power(x, y), clip(new(big.Int).Exp(big.NewInt(int64(x)), big.NewInt(int64(y)), nil)); got != want {
				t.Errorf("%d to the power of %d: got %d, want %d", x, y, got, want)
			}
		}
	}
	if power(-1, Most) != 1 || power(-1, Most-1) != -1 || power(2, Most) != limit || power(-2, Most-1) != -limit {
		t.Error("wrong powers with the exponent 2^40")
	}
}
