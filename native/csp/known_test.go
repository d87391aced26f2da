package csp

import (
	"context"
	"fmt"
	"testing"

	"counterproof/native"
)

// A builder makes a problem whose variables are all shown.
type builder struct{ Problem }

func (b *builder) variable(lo, hi int) int {
	b.Domains = append(b.Domains, []Range{{lo, hi}})
	b.Shown = append(b.Shown, len(b.Shown))
	return len(b.Shown) - 1
}

func (b *builder) variables(n, lo, hi int) (vars []int) {
	for range n {
		vars = append(vars, b.variable(lo, hi))
	}
	return vars
}

func (b *builder) add(c Constraint) { b.Constraints = append(b.Constraints, c) }

func (b *builder) sum(weights, vars []int, rel Relation, bound int) {
	b.add(&Linear{weights, vars, rel, bound})
}

func ones(n int) (list []int) {
	for range n {
		list = append(list, 1)
	}
	return list
}

// queens has pairs of inequalities, as MiniZinc's compiler makes them.
func queens(n int) *Problem {
	b := &builder{}
	q := b.variables(n, 1, n)
	for i := range n {
		for j := range i {
			for _, d := range []int{0, i - j, j - i} {
				b.sum([]int{1, -1}, []int{q[i], q[j]}, NotEqual, d)
			}
		}
	}
	return &b.Problem
}

func magic(n int) *Problem {
	b := &builder{}
	cells := b.variables(n*n, 1, n*n)
	b.add(&AllDifferent{cells})
	total := n * (n*n + 1) / 2
	var falling, rising []int
	for i := range n {
		var row, column []int
		for j := range n {
			row, column = append(row, cells[n*i+j]), append(column, cells[n*j+i])
		}
		falling, rising = append(falling, cells[n*i+i]), append(rising, cells[n*i+n-1-i])
		b.sum(ones(n), row, Equal, total)
		b.sum(ones(n), column, Equal, total)
	}
	b.sum(ones(n), falling, Equal, total)
	b.sum(ones(n), rising, Equal, total)
	return &b.Problem
}

func latin(n int) *Problem {
	b := &builder{}
	cells := b.variables(n*n, 1, n)
	for i := range n {
		var column []int
		for j := range n {
			column = append(column, cells[n*j+i])
		}
		b.add(&AllDifferent{cells[n*i : n*i+n]})
		b.add(&AllDifferent{column})
	}
	return &b.Problem
}

// langford says that the two copies of k are k+1 places apart. Its answers come in mirrored pairs.
func langford(n int) *Problem {
	b := &builder{}
	var places []int
	for k := 1; k <= n; k++ {
		first, second := b.variable(1, 2*n), b.variable(1, 2*n)
		b.sum([]int{1, -1}, []int{second, first}, Equal, k+1)
		places = append(places, first, second)
	}
	b.add(&AllDifferent{places})
	return &b.Problem
}

// costas says that the differences at each distance differ.
func costas(n int) *Problem {
	b := &builder{}
	x := b.variables(n, 1, n)
	b.add(&AllDifferent{x})
	for d := 1; d < n; d++ {
		differences := b.variables(n-d, 1-n, n-1)
		for i, v := range differences {
			b.sum([]int{1, -1, -1}, []int{x[i+d], x[i], v}, Equal, 0)
		}
		b.add(&AllDifferent{differences})
	}
	b.Shown = x
	return &b.Problem
}

// chain has n variables, of which neighbours differ, so that the count is 3*2^(n-1).
func chain(n int) *Problem {
	b := &builder{}
	x := b.variables(n, 1, 3)
	for i := 1; i < n; i++ {
		b.sum([]int{1, -1}, x[i-1:i+1], NotEqual, 0)
	}
	return &b.Problem
}

// TestKnown compares with published counts: OEIS A000170 (queens), A006052 (magic squares, times 8),
// A002860 (Latin squares), A014552 (Langford pairs, times 2), A008404 (Costas arrays).
func TestKnown(t *testing.T) {
	for _, k := range []struct {
		name string
		p    *Problem
		want int64
	}{
		{"queens 4", queens(4), 2}, {"queens 5", queens(5), 10}, {"queens 6", queens(6), 4}, {"queens 7", queens(7), 40},
		{"queens 8", queens(8), 92}, {"queens 9", queens(9), 352},
		{"magic 3", magic(3), 8}, {"latin 4", latin(4), 576}, {"langford 3", langford(3), 2}, {"langford 5", langford(5), 0},
		{"langford 7", langford(7), 52}, {"costas 5", costas(5), 40}, {"costas 7", costas(7), 200}, {"chain", chain(12), 6144},
	} {
		t.Run(k.name, func(t *testing.T) {
			if n := len(listed(t, k.p)); int64(n) != k.want {
				t.Errorf("listed %d, want %d", n, k.want)
			}
			if n := counted(t, k.p); n != k.want {
				t.Errorf("counted %d, want %d", n, k.want)
			}
		})
	}
}

func BenchmarkList(b *testing.B) {
	for name, p := range map[string]*Problem{"queens8": queens(8), "queens10": queens(10), "queens12": queens(12), "magic4": magic(4), "costas8": costas(8), "langford8": langford(8)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				n := 0
				st := &native.Stats{}
				if err := p.Search(context.Background(), st, func([]int) bool { n++; return true }); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(n), "answers")
				b.ReportMetric(float64(st.Nodes), "nodes")
			}
		})
	}
}

func BenchmarkCount(b *testing.B) {
	for name, p := range map[string]*Problem{"latin4": latin(4), "chain100": chain(100), "queens8": queens(8)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				st := &native.Stats{}
				n, err := p.Count(context.Background(), st)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(st.Nodes), "nodes")
				_ = fmt.Sprint(n)
			}
		})
	}
}
