package model

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/constraint"
	"counterproof/encode/flatzinc"
	"counterproof/sat"
	"counterproof/sat/cnf"
	"counterproof/sat/counter"
)

// read reads a model. The sites are the variables with the given names, or all variables.
func read(t testing.TB, text string, names ...string) *problem {
	t.Helper()
	m, err := flatzinc.Read([]byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	p := &problem{Model: m}
	for i, v := range m.Vars {
		if len(names) == 0 || slices.Contains(names, v.Name) {
			p.sites = append(p.sites, site{v.Name, flatzinc.Operand{Var: i}, v.Domain})
			p.sizes = append(p.sizes, v.Domain.Size())
		}
	}
	return p
}

// formula encodes a problem in a style. The functions may add clauses.
func (p *problem) formula(style string, more ...func(e *encode.Encoder)) (enc *encode.Encoding, err error) {
	err = constraint.Try(func() {
		e := encode.NewEncoder(p.sizes, style)
		e.Bound(1<<21, nil)
		p.encode(e)
		for _, add := range more {
			add(e)
		}
		enc = e.Encoding()
	})
	return enc, err
}

// list returns the values of the sites in all models of a formula, sorted, and the number of models of the formula
// without a projection.
func (p *problem) list(t testing.TB, style string, more ...func(e *encode.Encoder)) (all []string, models int64) {
	t.Helper()
	enc, err := p.formula(style, more...)
	if err != nil {
		t.Fatalf("%s: %v", style, err)
	}
	sizes := p.sizes
	for m, err := range sat.Models(context.Background(), &enc.Formula) {
		if err != nil {
			t.Fatal(err)
		}
		if err := enc.CheckGroups(m); err != nil {
			t.Fatalf("%s: %v", style, err)
		}
		all = append(all, p.shown(sizes, enc.Decode(m)))
	}
	slices.Sort(all)
	free := enc.Formula
	free.Projection = cnf.Projection{}
	for v := range free.NumVars {
		free.Free = append(free.Free, cnf.Lit(v+1))
	}
	n, err := counter.Counter{F: &free}.Count(context.Background(), new(cnf.Stats))
	if err != nil {
		t.Fatal(err)
	}
	return all, n.Int64()
}

func (p *problem) shown(sizes []int, s encode.Solution) string {
	var values []int
	for i, x := range p.sites {
		v := s.At(encode.Wide(sizes), i)
		for _, r := range x.domain {
			if v <= r.Hi-r.Lo {
				values = append(values, r.Lo+v)
				break
			}
			v -= r.Hi - r.Lo + 1
		}
	}
	return fmt.Sprint(values)
}

// brute tries all values of all variables. The result is sorted and has each solution once; full says whether the
// sites are all variables.
func (p *problem) brute(t testing.TB) (all []string) {
	t.Helper()
	values := make([]int, len(p.Vars))
	found := map[string]bool{}
	size := 1.0
	for _, v := range p.Vars {
		size *= float64(v.Domain.Size())
	}
	if size > 1e6 {
		t.Fatalf("%v assignments are too many", size)
	}
	value := func(o flatzinc.Operand) int {
		if o.Var < 0 {
			return o.Value
		}
		return values[o.Var]
	}
	var set func(i int)
	set = func(i int) {
		if i == len(values) {
			for _, c := range p.Constraints {
				if !holds(c, value) {
					return
				}
			}
			var shown []int
			for _, s := range p.sites {
				shown = append(shown, value(s.at))
			}
			found[fmt.Sprint(shown)] = true
			return
		}
		for _, r := range p.Vars[i].Domain {
			for values[i] = r.Lo; values[i] <= r.Hi; values[i]++ {
				set(i + 1)
			}
		}
	}
	set(0)
	for s := range found {
		all = append(all, s)
	}
	slices.Sort(all)
	return all
}

// holds evaluates a constraint as the MiniZinc handbook describes it.
func holds(c flatzinc.Constraint, value func(flatzinc.Operand) int) bool {
	if name, ok := strings.CutSuffix(c.Name, "_reif"); ok {
		last := len(c.Args) - 1
		r := value(c.Args[last].Elems[0]) == 1
		c.Name, c.Args = name, c.Args[:last]
		return holds(c, value) == r
	}
	var a [4]int
	var lists [4][]int
	for i, x := range c.Args {
		for _, o := range x.Elems {
			lists[i] = append(lists[i], value(o))
		}
		if len(lists[i]) > 0 {
			a[i] = lists[i][0]
		}
	}
	dot := func() (sum int) {
		for i, w := range lists[0] {
			sum += w * lists[1][i]
		}
		return sum
	}
	switch c.Name {
	case "int_eq", "bool_eq", "bool2int":
		return a[0] == a[1]
	case "int_ne", "bool_not":
		return a[0] != a[1]
	case "int_le", "bool_le":
		return a[0] <= a[1]
	case "int_lt", "bool_lt":
		return a[0] < a[1]
	case "int_plus":
		return a[0]+a[1] == a[2]
	case "int_negate":
		return a[0] == -a[1]
	case "int_times":
		return a[0]*a[1] == a[2]
	case "int_div":
		return a[1] != 0 && a[2] == int(math.Trunc(float64(a[0])/float64(a[1])))
	case "int_mod":
		return a[1] != 0 && a[2] == int(math.Mod(float64(a[0]), float64(a[1])))
	case "int_pow", "int_pow_fixed":
		return !(a[0] == 0 && a[1] < 0) && float64(a[2]) == math.Trunc(math.Pow(float64(a[0]), float64(a[1])))
	case "int_min":
		return min(a[0], a[1]) == a[2]
	case "int_max":
		return max(a[0], a[1]) == a[2]
	case "int_abs":
		return max(a[0], -a[0]) == a[1]
	case "int_lin_eq", "bool_lin_eq":
		return dot() == a[2]
	case "int_lin_le", "bool_lin_le":
		return dot() <= a[2]
	case "int_lin_ne":
		return dot() != a[2]
	case "bool_and", "bool_or", "bool_xor":
		return a[2] == map[string]int{"bool_and": a[0] & a[1], "bool_or": a[0] | a[1], "bool_xor": a[0] ^ a[1]}[c.Name]
	case "bool_clause":
		return slices.Contains(lists[0], 1) || slices.Contains(lists[1], 0)
	case "array_bool_and":
		return !slices.Contains(lists[0], 0) == (a[1] == 1)
	case "array_bool_or":
		return slices.Contains(lists[0], 1) == (a[1] == 1)
	case "array_bool_xor":
		n := 0
		for _, v := range lists[0] {
			n += v
		}
		return n%2 == 1
	case "array_int_element", "array_var_int_element", "array_bool_element", "array_var_bool_element":
		return a[0] >= 1 && a[0] <= len(lists[1]) && lists[1][a[0]-1] == a[2]
	case "array_int_maximum":
		return a[0] == slices.Max(lists[1])
	case "array_int_minimum":
		return a[0] == slices.Min(lists[1])
	case "set_in":
		return c.Args[1].Set.Contains(a[0])
	case "fzn_all_different_int":
		slices.Sort(lists[0])
		return len(slices.Compact(lists[0])) == len(c.Args[0].Elems)
	case "fzn_table_int", "fzn_table_bool":
		for row := range slices.Chunk(lists[1], max(len(lists[0]), 1)) {
			if slices.Equal(row, lists[0]) {
				return true
			}
		}
		return false
	}
	panic("no rule for " + c.Name)
}

// check compares all styles with brute force. If the sites are all variables, the formula must also have one model
// for each solution.
func check(t testing.TB, p *problem, text string) {
	t.Helper()
	want := p.brute(t)
	full := len(p.sites) == len(p.Vars)
	for _, style := range styles {
		got, models := p.list(t, style)
		if !slices.Equal(got, want) {
			t.Fatalf("%s: %d solutions %.200v, want %d %.200v of\n%s", style, len(got), got, len(want), want, text)
		}
		if full && models != int64(len(want)) {
			t.Fatalf("%s: %d models, want %d of\n%s", style, models, len(want), text)
		}
	}
}

// domains are the kinds of domains of random variables.
var domains = []string{"0..1", "0..3", "-2..2", "1..4", "{-3,0,2,5}", "2..2", "{-4,7}", "-5..-2", "{1,2,4,5,6}"}

// random returns an argument for each parameter of a primitive, from variables x1..x4 and b1..b3.
func random(rng *rand.Rand, name string) string {
	pick := func(list ...string) string { return list[rng.IntN(len(list))] }
	single := func(letter byte) string {
		switch letter {
		case 'i':
			return pick("x1", "x2", "x3", "x4", "x1", "x2", "x3", "x4", fmt.Sprint(rng.IntN(9)-3))
		case 'b':
			return pick("b1", "b2", "b3", "b1", "b2", "b3", "true", "false")
		case 'c':
			return fmt.Sprint(rng.IntN(9) - 4)
		case 'd':
			return pick("true", "false")
		}
		return pick("{}", "0..2", "{-2,1,3,4}", "-9..9", "{-3,2,5}", "{0}")
	}
	var args []string
	n := 1 + rng.IntN(4)
	for i, letter := range []byte(flatzinc.Signatures[name]) {
		size := n
		switch {
		case letter >= 'a':
			args = append(args, single(letter))
			continue
		case strings.HasPrefix(name, "fzn_table"):
			n = min(n, 3)
			size = n
			if i == 1 {
				size = n * rng.IntN(12)
			}
		}
		var list []string
		for range size {
			list = append(list, single(letter+'a'-'A'))
		}
		args = append(args, "["+strings.Join(list, ",")+"]")
	}
	if name == "int_pow_fixed" {
		args[1] = fmt.Sprint(rng.IntN(6) - 2)
	}
	return fmt.Sprintf("constraint %s(%s);\n", name, strings.Join(args, ","))
}

// declare declares the variables of random constraints.
func declare(rng *rand.Rand) string {
	text := ""
	for i := range 4 {
		text += fmt.Sprintf("var %s: x%d;\n", domains[rng.IntN(len(domains))], i+1)
	}
	return text + "var bool: b1;\nvar bool: b2;\nvar bool: b3;\n"
}

func primitives() []string {
	var names []string
	for name := range flatzinc.Signatures {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// TestPrimitives compares random uses of each primitive with brute force.
func TestPrimitives(t *testing.T) {
	for _, name := range primitives() {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			for range 8 {
				text := declare(rng) + random(rng, name) + "solve satisfy;\n"
				check(t, only(read(t, text)), text)
			}
		})
	}
}

// only removes the variables that occur in no constraint, except that one variable remains.
func only(p *problem) *problem {
	used := make([]bool, len(p.Vars))
	used[0] = true
	for _, c := range p.Constraints {
		for _, a := range c.Args {
			for _, o := range a.Elems {
				if o.Var >= 0 {
					used[o.Var] = true
				}
			}
		}
	}
	p.sites = slices.DeleteFunc(p.sites, func(s site) bool { return !used[s.at.Var] })
	for i := range p.Vars {
		if !used[i] {
			p.Vars[i].Domain = flatzinc.Set{{Lo: 0, Hi: 0}}
			p.sites = append(p.sites, site{p.Vars[i].Name, flatzinc.Operand{Var: i}, p.Vars[i].Domain})
		}
	}
	return p
}

// TestRandomProblems compares problems with two to four constraints and a projection with brute force.
func TestRandomProblems(t *testing.T) {
	names := primitives()
	rng := rand.New(rand.NewPCG(3, 4))
	for range 80 {
		text := declare(rng)
		for range 2 + rng.IntN(3) {
			text += random(rng, names[rng.IntN(len(names))])
		}
		text += "solve satisfy;\n"
		all := []string{"x1", "x2", "x3", "x4", "b1", "b2", "b3"}
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		check(t, read(t, text, all[:1+rng.IntN(7)]...), text)
	}
}

// TestChosen compares cases that random constraints rarely meet with brute force. The sites are x and y.
func TestChosen(t *testing.T) {
	for _, text := range []string{
		"var -7..7: x; var -3..3: y; var -9..9: z; constraint int_div(x,y,z);",
		"var -7..7: x; var -3..3: y; var -9..9: z; constraint int_mod(x,y,z);",
		"var -7..7: x; var -3..3: y; constraint int_div(x,y,-2);",
		"var -3..3: x; var -3..3: y; var -30..30: z; constraint int_pow(x,y,z);",
		"var -9..9: z; var -7..7: x; var -3..3: y; constraint int_times(x,y,z);",
		"var 0..4: x; var 0..3: z; constraint array_int_element(x,[1,2],z);",
		"var 0..4: x; var 0..3: z; var 1..2: y; constraint array_var_int_element(x,[y,2],z);",
		"var 0..2000: x; var 0..1: y; constraint fzn_table_int([x,y],[5,1,7,0,7,1,9,3]);",
		"var 0..3: x; var 0..3: y; var 0..3: z; constraint fzn_all_different_int([x,y,z,x]);",
		"var 0..3: x; var {-5,2,3,9}: y; var 0..3: z; constraint fzn_all_different_int([z,y,x]);",
		"var 0..1500: x; var 3..4: y; constraint fzn_all_different_int([x,y]); constraint set_in(x,2..4);",
		"var 0..3: x; var 0..9: y; var 0..3: z; constraint int_lin_le_reif([2,3,-1],[x,z,y],4,true); constraint int_le(x,z);",
	} {
		check(t, read(t, text+" solve satisfy;", "x", "y"), text)
	}
}
