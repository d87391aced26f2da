package flatzinc

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
)

// oracle evaluates a primitive on lists of values. It is written from the specification and shares nothing with
// Holds.
func oracle(name string, a [][]int, set map[int]bool) bool {
	base, reified := strings.CutSuffix(name, "_reif")
	if reified {
		last := len(a) - 1
		return oracle(base, a[:last], set) == (a[last][0] != 0)
	}
	one := func(i int) int { return a[i][0] }
	dot := func() (sum int) {
		for i, w := range a[0] {
			sum += w * a[1][i]
		}
		return sum
	}
	count := func(i, v int) (n int) {
		for _, x := range a[i] {
			if x == v {
				n++
			}
		}
		return n
	}
	switch base {
	case "int_eq", "bool_eq", "bool2int":
		return one(0)-one(1) == 0
	case "int_ne", "bool_not":
		return one(0)-one(1) != 0
	case "int_le", "bool_le":
		return one(0)-one(1) < 1
	case "int_lt", "bool_lt":
		return one(1)-one(0) > 0
	case "int_plus":
		return one(2)-one(1)-one(0) == 0
	case "int_times":
		return one(0)*one(1) == one(2)
	case "int_negate":
		return one(0)+one(1) == 0
	case "int_abs":
		return one(1) >= 0 && one(1)*one(1) == one(0)*one(0)
	case "int_div": // x = y*z + r with |r| < |y| and r of the sign of x
		r := one(0) - one(1)*one(2)
		return one(1) != 0 && r*r < one(1)*one(1) && r*one(0) >= 0
	case "int_mod": // z is such a remainder
		z, y := one(2), one(1)
		return y != 0 && z*z < y*y && z*one(0) >= 0 && (one(0)-z)%y == 0
	case "int_pow", "int_pow_fixed":
		product := 1
		for range max(one(1), -one(1)) {
			product *= one(0)
		}
		if one(1) >= 0 {
			return one(2) == product
		}
		return product != 0 && one(2) == 1/product
	case "int_min":
		return one(2) == slices.Min([]int{one(0), one(1)})
	case "int_max":
		return one(2) == slices.Max([]int{one(0), one(1)})
	case "array_int_maximum":
		return one(0) == slices.Max(a[1])
	case "array_int_minimum":
		return one(0) == slices.Min(a[1])
	case "int_lin_eq", "bool_lin_eq":
		return dot() == one(2)
	case "int_lin_le", "bool_lin_le":
		return dot() <= one(2)
	case "int_lin_ne":
		return dot() != one(2)
	case "bool_and":
		return one(0)*one(1) == one(2)
	case "bool_or":
		return (1-one(0))*(1-one(1)) == 1-one(2)
	case "bool_xor":
		return (one(0)+one(1)+one(2))%2 == 0
	case "bool_clause":
		return count(0, 1) > 0 || count(1, 0) > 0
	case "array_bool_and":
		return (count(0, 0) == 0) == (one(1) == 1)
	case "array_bool_or":
		return (count(0, 1) > 0) == (one(1) == 1)
	case "array_bool_xor":
		return count(0, 1)%2 == 1
	case "set_in":
		return set[one(0)]
	case "fzn_all_different_int":
		for _, v := range a[0] {
			if count(0, v) > 1 {
				return false
			}
		}
		return true
	case "fzn_table_int", "fzn_table_bool":
		for i := 0; i < len(a[1]); i += len(a[0]) {
			if fmt.Sprint(a[1][i:i+len(a[0])]) == fmt.Sprint(a[0]) {
				return true
			}
		}
		return len(a[0]) == 0
	}
	if strings.HasSuffix(base, "_element") {
		for i, v := range a[1] {
			if i+1 == one(0) {
				return v == one(2)
			}
		}
		return false
	}
	panic("the oracle does not know " + name)
}

// A random model has few variables, so that all assignments can be listed.
func randomModel(rng *rand.Rand, names []string) *Model {
	m := &Model{}
	for i := range 2 + rng.IntN(4) {
		v := Var{Name: fmt.Sprint("v", i), Bool: i%2 == 0, Domain: Set{{0, 1}}}
		if i%2 == 1 {
			lo := rng.IntN(7) - 4
			v.Domain = Set{{lo, lo + rng.IntN(4)}, {lo + 5, lo + 5 + rng.IntN(2)}}
		}
		m.Vars = append(m.Vars, v)
	}
	single := func(letter byte) Operand {
		v := rng.IntN(len(m.Vars)/2) * 2
		if letter == 'i' {
			v = min(v+1, (len(m.Vars)-1)|1)
			if v >= len(m.Vars) {
				v -= 2
			}
		}
		switch value := rng.IntN(9) - 4; {
		case (letter == 'i' || letter == 'b') && rng.IntN(5) > 0:
			return Operand{Var: v}
		case letter == 'i' || letter == 'c':
			return Constant(value)
		}
		return Constant(rng.IntN(2))
	}
	for _, name := range names {
		c := Constraint{Name: name, Defines: -1}
		n := rng.IntN(4)
		if strings.HasPrefix(name, "array_int_m") || strings.HasPrefix(name, "fzn_table") {
			n++ // the reader refuses these constraints about empty lists
		}
		for i, letter := range []byte(Signatures[name]) {
			arg := Arg{}
			switch {
			case letter == 's':
				for v := -4; v < 5; v += 2 + rng.IntN(3) {
					arg.Set = append(arg.Set, Range{v, v + rng.IntN(2)})
				}
			case letter >= 'a':
				arg.Elems = []Operand{single(letter)}
			default:
				size := n
				if strings.HasPrefix(name, "fzn_table") && i == 1 {
					size *= rng.IntN(4)
				}
				if name == "bool_clause" || name == "bool_clause_reif" {
					size = rng.IntN(3)
				}
				for range size {
					arg.Elems = append(arg.Elems, single(letter+'a'-'A'))
				}
			}
			c.Args = append(c.Args, arg)
		}
		m.Constraints = append(m.Constraints, c)
	}
	return m
}

// assignments calls the function for each assignment of the domains.
func assignments(m *Model, yield func([]int)) {
	values := make([]int, len(m.Vars))
	var step func(i int)
	step = func(i int) {
		if i == len(values) {
			yield(values)
			return
		}
		for _, r := range m.Vars[i].Domain {
			for values[i] = r.Lo; values[i] <= r.Hi; values[i]++ {
				step(i + 1)
			}
		}
	}
	step(0)
}

func (c *Constraint) oracle(values []int) bool {
	var lists [][]int
	set := map[int]bool{}
	for _, a := range c.Args {
		list := []int{}
		for _, o := range a.Elems {
			if o.Var >= 0 {
				list = append(list, values[o.Var])
			} else {
				list = append(list, o.Value)
			}
		}
		if a.Set != nil {
			for v := -20; v < 20; v++ {
				set[v] = slices.ContainsFunc(a.Set, func(r Range) bool { return v >= r.Lo && v <= r.Hi })
			}
		}
		if a.Set == nil {
			lists = append(lists, list)
		}
	}
	return oracle(c.Name, lists, set)
}

// TestPrimitives compares Holds and Complete with an oracle, on models with one to four random constraints that
// cover every primitive. Complete gets values for some variables. Its conflicts must be nogoods.
func TestPrimitives(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 39))
	var all []string
	for name := range Signatures {
		all = append(all, name)
	}
	slices.Sort(all)
	holding := map[string][2]int{}
	for i := range 40 * len(all) {
		names := []string{all[i%len(all)]}
		for range rng.IntN(4) {
			names = append(names, all[rng.IntN(len(all))])
		}
		m := randomModel(rng, names)
		solutions := [][]int{}
		assignments(m, func(values []int) {
			right := true
			for k := range m.Constraints {
				c := &m.Constraints[k]
				want := c.oracle(values)
				got := c.Holds(func(o Operand) int {
					if o.Var < 0 {
						return o.Value
					}
					return values[o.Var]
				})
				if got != want {
					t.Fatalf("%s %+v with %v: got %v, want %v", c.Name, c.Args, values, got, want)
				}
				n := holding[c.Name]
				if want {
					n[1]++
				} else {
					n[0]++
				}
				holding[c.Name] = n
				right = right && want
			}
			if right {
				solutions = append(solutions, slices.Clone(values))
			}
		})
		complete(t, rng, m, solutions)
	}
	for name, n := range holding {
		if n[0] < 20 || n[1] < 20 {
			t.Errorf("%s is false %d times and true %d times", name, n[0], n[1])
		}
	}
}

func complete(t *testing.T, rng *rand.Rand, m *Model, solutions [][]int) {
	t.Helper()
	c := NewChecker(m)
	agree := func(given []Given) bool {
		return slices.ContainsFunc(solutions, func(s []int) bool {
			return !slices.ContainsFunc(given, func(g Given) bool { return s[g.Var] != g.Value })
		})
	}
	tried := 0
	assignments(m, func(values []int) {
		if tried++; rng.IntN(10) > 0 && tried > 20 {
			return
		}
		var given []Given
		for v, x := range values {
			if rng.IntN(3) > 0 {
				given = append(given, Given{v, x})
			}
		}
		conflict, err := c.Complete(given)
		if err != nil || (conflict == nil) != agree(given) {
			t.Fatalf("%+v\ngiven %v: got %+v, %v, solutions %v", m.Constraints, given, conflict, err, solutions)
		}
		if conflict != nil {
			var nogood []Given
			for _, i := range conflict.Given {
				nogood = append(nogood, given[i])
			}
			if agree(nogood) {
				t.Fatalf("%+v\ngiven %v: the solutions %[4]v contain the conflict %[3]v", m.Constraints, given, conflict, solutions)
			}
		}
	})
}

// TestLarge evaluates constraints whose values exceed 64 bits.
func TestLarge(t *testing.T) {
	for text, want := range map[string]bool{
		"int_times(1099511627775, 1099511627775, 1)": false, // (2^40-1)^2 is 1 modulo 2^41
		"int_pow(2, 64, 0)":                          false,
		"int_pow(2, 39, 549755813888)":               true,
		"int_pow(-1, 1099511627775, -1)":             true,
		"int_pow(2, -1099511627775, 0)":              true,
		"int_lin_le([1099511627775,1099511627775], [1099511627775,1099511627775], 0)":                      false,
		"int_lin_eq([1099511627775,-1099511627775,1], [1099511627775,1099511627775,7], 7)":                 true,
		"int_lin_ne([1099511627775,1099511627775,1099511627775,1], [1099511627775,-1099511627775,0,5], 5)": false,
		"int_div(-7, 2, -3)":  true,
		"int_mod(-7, 2, -1)":  true,
		"int_div(7, 0, 0)":    false,
		"int_mod(7, 0, 7)":    false,
		"int_pow(0, 0, 1)":    true,
		"int_pow(0, -1, 0)":   false,
		"int_pow(-1, -3, -1)": true,
	} {
		m, err := Read([]byte("constraint " + text + ";\nsolve satisfy;\n"))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := m.Constraints[0].Holds(func(o Operand) int { return o.Value }); got != want {
			t.Errorf("%s: got %v", text, got)
		}
		if conflict, err := NewChecker(m).Complete(nil); err != nil || (conflict == nil) != want {
			t.Errorf("%s: Complete returns %v, %v", text, conflict, err)
		}
	}
}

// TestBound checks which variables get bounds, and that the bounds contain all solutions.
func TestBound(t *testing.T) {
	for text, want := range map[string]string{
		"var 1..3: x; var int: y; constraint int_times(x, x, y);":                                             "1..9",
		"var 1..3: x; var int: y; constraint int_lin_eq([2,-1], [x,y], -5);":                                  "7..11",
		"var -4..3: x; var int: y; constraint int_abs(x, y);":                                                 "0..4",
		"var -4..3: x; var int: y; constraint int_times(2, y, x);":                                            "-2..1",
		"var 1..4: x; var int: y; constraint array_int_element(x, [5,-7,9,1], y);":                            "-7..9",
		"var 1..4: x; var int: y; constraint int_pow(x, 3, y);":                                               "1..64",
		"var -9..9: x; var int: y; constraint int_mod(x, 5, y);":                                              "-4..4",
		"var -9..9: x; var int: y; constraint int_div(x, 2, y);":                                              "-4..4",
		"var 1..5: x; var int: y; constraint int_max(x, y, 3);":                                               "-", // no lower bound
		"var 1..5: x; var int: y; constraint array_int_maximum(y, [x, 7]);":                                   "7..7",
		"var int: y; constraint set_in(y, {3,9});":                                                            "3..9",
		"var int: y; constraint fzn_table_int([y], [4,2,8]);":                                                 "2..8",
		"var int: y; constraint int_le_reif(y, 5, true); constraint int_le_reif(y, 1, false);":                "2..5",
		"var int: x; var int: y; constraint int_lt(x, y); constraint int_lt(y, x);":                           "-",
		"var int: x; var int: y; constraint int_times(2, x, y);":                                              "-",
		"var 1..2: x; var int: y; constraint int_lt(x, 1); ":                                                  "0..0", // no solution
		"var 1..1000000: x; var int: y; constraint int_times(x, 1000000, y); constraint int_lt(y, 99999999);": "1000000..99000000",
	} {
		m, err := Read([]byte(text + " solve satisfy;"))
		if err == nil {
			err = m.Bound()
		}
		got := "-"
		if err == nil {
			d := m.Vars[len(m.Vars)-1].Domain
			got = fmt.Sprintf("%d..%d", d[0].Lo, d[len(d)-1].Hi)
		} else if _, ok := err.(*encode.ParseError); !ok {
			t.Errorf("%s: %v", text, err)
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// TestUndecided checks that a long search ends: pigeons do not fit into holes.
func TestUndecided(t *testing.T) {
	text := ""
	for i := range 12 {
		text += fmt.Sprintf("var 1..11: p%d;\n", i)
	}
	for i := range 12 {
		for k := range i {
			text += fmt.Sprintf("constraint int_ne(p%d, p%d);\n", i, k)
		}
	}
	m, err := Read([]byte(text + "solve satisfy;"))
	if err != nil {
		t.Fatal(err)
	}
	if conflict, err := NewChecker(m).Complete(nil); err != encode.ErrUndecided {
		t.Errorf("got %v, %v, want %v", conflict, err, encode.ErrUndecided)
	}
	if conflict, err := NewChecker(m).Complete([]Given{{0, 3}, {1, 4}, {5, 3}}); err != nil || conflict == nil || !slices.Equal(conflict.Given, []int{0, 2}) {
		t.Errorf("got %v, %v, want a conflict of the first and third value", conflict, err)
	}
}
