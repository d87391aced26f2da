package model

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"counterproof/sat/cnf"
	"counterproof/sat/counter"
)

// queens returns n queens on a board of n x n, with linear inequalities or with different sums and differences.
func queens(n int, global bool) string {
	text, rows, up, down := "", []string{}, []string{}, []string{}
	for i := range n {
		text += fmt.Sprintf("var 1..%d: q%d;\n", n, i)
		rows = append(rows, fmt.Sprintf("q%d", i))
	}
	constraints := ""
	for i := range n {
		if global {
			text += fmt.Sprintf("var -20..20: u%d;\nvar -20..20: d%d;\n", i, i)
			up, down = append(up, fmt.Sprintf("u%d", i)), append(down, fmt.Sprintf("d%d", i))
			constraints += fmt.Sprintf("constraint int_lin_eq([1,-1],[q%d,u%d],%d);\nconstraint int_lin_eq([1,-1],[q%d,d%d],%d);\n", i, i, -i, i, i, i)
			continue
		}
		for j := range i {
			constraints += fmt.Sprintf("constraint int_ne(q%d,q%d);\n", i, j)
			for _, c := range []int{i - j, j - i} {
				constraints += fmt.Sprintf("constraint int_lin_ne([1,-1],[q%d,q%d],%d);\n", i, j, c)
			}
		}
	}
	if global {
		for _, list := range [][]string{rows, up, down} {
			constraints += "constraint fzn_all_different_int([" + strings.Join(list, ",") + "]);\n"
		}
	}
	return text + constraints + "solve satisfy;\n"
}

// magic returns magic squares of order n.
func magic(n int) string {
	text, cells, ones := "", []string{}, []string{}
	for i := range n * n {
		text += fmt.Sprintf("var 1..%d: x%d;\n", n*n, i)
		cells = append(cells, fmt.Sprintf("x%d", i))
	}
	for range n {
		ones = append(ones, "1")
	}
	text += "constraint fzn_all_different_int([" + strings.Join(cells, ",") + "]);\n"
	line := func(from, step int) {
		var list []string
		for i := range n {
			list = append(list, cells[from+i*step])
		}
		text += fmt.Sprintf("constraint int_lin_eq([%s],[%s],%d);\n", strings.Join(ones, ","), strings.Join(list, ","), n*(n*n+1)/2)
	}
	for i := range n {
		line(i*n, 1)
		line(i, n)
	}
	line(0, n+1)
	line(n-1, n-1)
	return text + "solve satisfy;\n"
}

// langford returns Langford pairs: the second i is i+1 places after the first one.
func langford(n int) string {
	text, all := "", []string{}
	for i := 1; i <= n; i++ {
		text += fmt.Sprintf("var 1..%d: a%d;\nvar 1..%d: b%d;\n", 2*n, i, 2*n, i)
		all = append(all, fmt.Sprintf("a%d", i), fmt.Sprintf("b%d", i))
	}
	for i := 1; i <= n; i++ {
		text += fmt.Sprintf("constraint int_lin_eq([1,-1],[b%d,a%d],%d);\n", i, i, i+1)
	}
	return text + "constraint fzn_all_different_int([" + strings.Join(all, ",") + "]);\nsolve satisfy;\n"
}

// TestPublished compares counts with the sequences A000170 (queens) and A014552 (Langford pairs, each with its
// reversal), and with the 8 magic squares of order 3.
func TestPublished(t *testing.T) {
	for _, x := range []struct {
		name, text string
		want       int64
	}{
		{"queens 4", queens(4, false), 2},
		{"queens 5", queens(5, true), 10},
		{"queens 6", queens(6, false), 4},
		{"queens 7", queens(7, true), 40},
		{"queens 8", queens(8, false), 92},
		{"queens 8, global", queens(8, true), 92},
		{"magic 3", magic(3), 8},
		{"langford 4", langford(4), 2},
		{"langford 7", langford(7), 52},
	} {
		for _, style := range styles {
			if style == "log" && x.want > 20 {
				continue // takes a second each
			}
			t.Run(x.name+"/"+style, func(t *testing.T) {
				var sites []string
				p := read(t, x.text)
				for _, v := range p.Vars {
					if v.Name[0] != 'u' && v.Name[0] != 'd' {
						sites = append(sites, v.Name)
					}
				}
				enc, err := read(t, x.text, sites...).formula(style)
				if err != nil {
					t.Fatal(err)
				}
				got, err := counter.Counter{F: &enc.Formula}.Count(context.Background(), new(cnf.Stats))
				if err != nil || got.Int64() != x.want {
					t.Errorf("%v with error %v, want %d", got, err, x.want)
				}
			})
		}
	}
}
