package model

import (
	"context"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/flatzinc"
	"counterproof/native"
)

// A number is the value of an expression of FlatZinc, which may be undefined.
type number struct {
	value   int
	defined bool
}

// arithmetic evaluates int_NAME as the MiniZinc handbook describes it.
func arithmetic(name string, x, y int) number {
	switch name {
	case "plus":
		return number{x + y, true}
	case "times":
		return number{x * y, true}
	case "min":
		return number{min(x, y), true}
	case "max":
		return number{max(x, y), true}
	case "div", "mod":
		if y == 0 {
			return number{}
		}
		quotient := 0 // rounded towards 0
		for (max(quotient, -quotient)+1)*max(y, -y) <= max(x, -x) {
			if (x < 0) == (y < 0) {
				quotient++
			} else {
				quotient--
			}
		}
		if name == "div" {
			return number{quotient, true}
		}
		return number{x - quotient*y, true}
	}
	p := 1 // power
	for range max(y, -y) {
		p *= x
	}
	if y < 0 && p == 0 {
		return number{}
	}
	if y < 0 {
		p = 1 / p
	}
	return number{p, true}
}

// holds evaluates a constraint.
func holds(c flatzinc.Constraint, x []int) bool {
	args := make([][]int, len(c.Args))
	for i, a := range c.Args {
		for _, o := range a.Elems {
			if o.Var >= 0 {
				args[i] = append(args[i], x[o.Var])
			} else {
				args[i] = append(args[i], o.Value)
			}
		}
	}
	if name, ok := strings.CutSuffix(c.Name, "_reif"); ok {
		return plain(name, args[:len(args)-1], c.Args) == (args[len(args)-1][0] == 1)
	}
	return plain(c.Name, args, c.Args)
}

func plain(name string, args [][]int, raw []flatzinc.Arg) bool {
	count := func(list []int, x int) (n int) {
		for _, y := range list {
			if x == y {
				n++
			}
		}
		return n
	}
	single := func(i int) int { return args[i][0] }
	if strings.Contains(name, "_lin_") {
		sum := 0
		for i, w := range args[0] {
			sum += w * args[1][i]
		}
		return map[string]bool{"eq": sum == single(2), "le": sum <= single(2), "ne": sum != single(2)}[name[len(name)-2:]]
	}
	switch name {
	case "int_eq", "bool_eq", "bool2int":
		return single(0) == single(1)
	case "int_ne", "bool_not":
		return single(0) != single(1)
	case "int_le", "bool_le":
		return single(0) <= single(1)
	case "int_lt", "bool_lt":
		return single(0) < single(1)
	case "int_abs":
		return single(1) == max(single(0), -single(0))
	case "int_negate":
		return single(1) == -single(0)
	case "bool_and":
		return single(2) == single(0)*single(1)
	case "bool_or":
		return single(2) == max(single(0), single(1))
	case "bool_xor":
		return (single(0) != single(1)) == (single(2) == 1)
	case "bool_clause":
		return count(args[0], 1)+count(args[1], 0) > 0
	case "array_bool_and":
		return (count(args[0], 0) == 0) == (single(1) == 1)
	case "array_bool_or":
		return (count(args[0], 1) > 0) == (single(1) == 1)
	case "array_bool_xor":
		return count(args[0], 1)%2 == 1
	case "array_int_element", "array_var_int_element", "array_bool_element", "array_var_bool_element":
		i := single(0)
		return i >= 1 && i <= len(args[1]) && args[1][i-1] == single(2)
	case "array_int_maximum":
		return slices.Max(args[1]) == single(0)
	case "array_int_minimum":
		return slices.Min(args[1]) == single(0)
	case "set_in":
		return raw[1].Set.Contains(single(0))
	case "fzn_all_different_int":
		for _, x := range args[0] {
			if count(args[0], x) > 1 {
				return false
			}
		}
		return true
	case "fzn_table_int", "fzn_table_bool":
		for row := range slices.Chunk(args[1], len(args[0])) {
			if slices.Equal(row, args[0]) {
				return true
			}
		}
		return false
	}
	n := arithmetic(strings.TrimSuffix(strings.TrimPrefix(name, "int_"), "_fixed"), single(0), single(1))
	return n.defined && n.value == single(2)
}

// A writer writes random FlatZinc about 4 integers x1 to x4 and 3 Booleans b1 to b3.
type writer struct{ *rand.Rand }

func (w writer) pick(list ...string) string { return list[w.Intn(len(list))] }

func (w writer) integer() string { return fmt.Sprint(w.Intn(9) - 3) }

func (w writer) single(letter byte) string {
	switch {
	case letter == 'i' && w.Intn(4) > 0:
		return fmt.Sprint("x", 1+w.Intn(4))
	case letter == 'b' && w.Intn(4) > 0:
		return fmt.Sprint("b", 1+w.Intn(3))
	case letter == 'i' || letter == 'c':
		return w.integer()
	}
	return w.pick("true", "false")
}

func (w writer) list(letter byte, n int) string {
	var list []string
	for range n {
		list = append(list, w.single(letter))
	}
	return "[" + strings.Join(list, ",") + "]"
}

func (w writer) set() string {
	switch w.Intn(4) {
	case 0:
		return "{}"
	case 1:
		return w.integer() + ".." + w.integer()
	}
	return "{" + w.integer() + "," + w.integer() + "," + w.integer() + "}"
}

func (w writer) constraint(name string) string {
	var args []string
	n := w.Intn(5)
	for i, letter := range []byte(flatzinc.Signatures[name]) {
		switch {
		case letter == 's':
			args = append(args, w.set())
		case letter >= 'a':
			args = append(args, w.single(letter))
		case strings.HasPrefix(name, "fzn_table") && i == 0:
			n = 1 + w.Intn(3)
			args = append(args, w.list(letter+'a'-'A', n))
		case strings.HasPrefix(name, "fzn_table"):
			args = append(args, w.list(letter+'a'-'A', n*w.Intn(9)))
		case strings.HasSuffix(name, "imum"):
			args = append(args, w.list(letter+'a'-'A', n+1))
		default:
			if strings.HasPrefix(name, "bool_clause") {
				n = w.Intn(4)
			}
			args = append(args, w.list(letter+'a'-'A', n))
		}
	}
	return fmt.Sprintf("constraint %s(%s);\n", name, strings.Join(args, ","))
}

// text returns a model with the constraints.
func (w writer) text(names ...string) string {
	var b strings.Builder
	for v := 1; v <= 4; v++ {
		lo := w.Intn(6) - 3
		domain := fmt.Sprintf("%d..%d", lo, lo+w.Intn(5))
		if w.Intn(4) == 0 {
			domain = fmt.Sprintf("{%d,%d,%d}", lo, lo+2, lo+5)
		}
		fmt.Fprintf(&b, "var %s: x%d;\n", domain, v)
	}
	for v := 1; v <= 3; v++ {
		fmt.Fprintf(&b, "var bool: b%d;\n", v)
	}
	for _, name := range names {
		b.WriteString(w.constraint(name))
	}
	return b.String() + "solve satisfy;\n"
}

// bruteSites returns the different values of the sites in the solutions of a model, sorted.
func bruteSites(p *problem) (list []string) {
	x := make([]int, len(p.Vars))
	var walk func(v int)
	walk = func(v int) {
		if v < len(x) {
			for _, r := range p.Vars[v].Domain {
				for x[v] = r.Lo; x[v] <= r.Hi; x[v]++ {
					walk(v + 1)
				}
			}
			return
		}
		for _, c := range p.Constraints {
			if !holds(c, x) {
				return
			}
		}
		var values []int
		for _, s := range p.sites {
			if s.at.Var >= 0 {
				values = append(values, x[s.at.Var])
			} else {
				values = append(values, s.at.Value)
			}
		}
		list = append(list, fmt.Sprint(values))
	}
	walk(0)
	slices.Sort(list)
	return slices.Compact(list)
}

// searched returns the values of the sites in the solutions that the method finds, sorted.
func searched(t *testing.T, p *problem) (list []string) {
	t.Helper()
	sizes := make([]int, len(p.sites))
	for i, s := range p.sites {
		sizes[i] = s.domain.Size()
	}
	err := p.reduce()[0].Search(context.Background(), &native.Stats{}, func(s encode.Solution) bool {
		var values []int
		for i, site := range p.sites {
			k := s.At(encode.Wide(sizes), i)
			for _, r := range site.domain {
				if k <= r.Hi-r.Lo {
					values = append(values, r.Lo+k)
					break
				}
				k -= r.Hi - r.Lo + 1
			}
		}
		list = append(list, fmt.Sprint(values))
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return list
}

// sitesOf makes random variables and a constant the sites of a model.
func sitesOf(r *rand.Rand, m *flatzinc.Model, all bool) *problem {
	p := &problem{Model: m}
	for v := range m.Vars {
		if all || r.Intn(3) > 0 {
			p.sites = append(p.sites, site{m.Vars[v].Name, flatzinc.Operand{Var: v}, m.Vars[v].Domain})
		}
	}
	if !all {
		p.sites = append(p.sites, site{"constant", flatzinc.Constant(7), flatzinc.Set{{Lo: 6, Hi: 8}}})
		wide := flatzinc.Set{{Lo: -500, Hi: -490}, {Lo: -30, Hi: 30}, {Lo: 100, Hi: 500}}
		p.sites = append(p.sites, site{"wide", flatzinc.Operand{Var: r.Intn(len(m.Vars))}, wide})
	}
	return p
}

// agree compares a model with brute force.
func agree(t *testing.T, text string, r *rand.Rand, all bool) {
	t.Helper()
	m, err := flatzinc.Read([]byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	p := sitesOf(r, m, all)
	want := bruteSites(p)
	if got := searched(t, p); !slices.Equal(got, want) {
		t.Fatalf("listed %v, want %v\n%s", got, want, text)
	}
	n, err := p.reduce()[0].Count(context.Background(), &native.Stats{})
	if err != nil || n.Int64() != int64(len(want)) {
		t.Fatalf("counted %v, %v, want %d\n%s", n, err, len(want), text)
	}
}

// TestReducePrimitives checks each primitive on random arguments, with constants in every position.
func TestReducePrimitives(t *testing.T) {
	for name := range flatzinc.Signatures {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewSource(1))
			for range 25 {
				agree(t, writer{r}.text(name), r, true)
			}
		})
	}
}

// TestReduceModels checks models of several primitives, with some variables as sites.
func TestReduceModels(t *testing.T) {
	var names []string
	for name := range flatzinc.Signatures {
		names = append(names, name)
	}
	slices.Sort(names)
	r := rand.New(rand.NewSource(2))
	for range 150 {
		var chosen []string
		for range 1 + r.Intn(5) {
			chosen = append(chosen, names[r.Intn(len(names))])
		}
		agree(t, writer{r}.text(chosen...), r, false)
	}
}
