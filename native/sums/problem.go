// Package sums counts and lists the 0/1 values of variables under sums of some of
// them, and under a total of all: what is left of Minesweeper without its board.
// Whether there is a solution at all is NP-complete (Kaye, Mathematical
// Intelligencer 22, 2000), so the time grows with how widely the sums overlap.
//
// Variables with the same sums are one group, of which only the number of ones
// matters. The sums fall into components; bounds by single sums and by pairs take
// out the groups that are known, and the rest falls into parts. A part is counted
// group by group along an order in which few sums are open at a time; the state
// between two groups is what is left of the open sums, and each state has the
// numbers of ways with 0, 1, 2 ... ones. One pass forward and one backward give
// the marginals of all groups (bucket elimination: Dechter, Artificial
// Intelligence 113, 1999). The parts are multiplied as polynomials in the number of
// ones, and the variables in no sum come in as binomials.
//
// The order is a line, never a tree, and nothing is branched on: where every line
// is too wide the answer is ErrLimit.
package sums

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
)

// Version changes when the package's answers or its work may.
const Version = 1

// ErrLimit says that the states of a problem take more than 256 MiB or about two
// seconds to go through, or that a smallest conflict takes more than a million
// steps to find.
var ErrLimit = errors.New("the sums overlap too widely: more work or memory than the limit")

// A Sum says that Value of the variables are 1.
type Sum struct {
	Vars  []int // all different
	Value int
}

// A Problem has variables 0..N-1. Any Value and any Total is allowed: one that
// is out of reach leaves no solution.
type Problem struct {
	N     int
	Sums  []Sum
	Total int // of all variables; -1: not given
}

const maxVariables = 1 << 20

// check says what is wrong with the problem.
func (p *Problem) check() error {
	if p.N < 0 || p.N > maxVariables {
		return fmt.Errorf("%d variables, want 0 to %d", p.N, maxVariables)
	}
	last := make([]int, p.N) // the last sum of a variable, from 1
	for i, s := range p.Sums {
		for _, v := range s.Vars {
			if v < 0 || v >= p.N {
				return fmt.Errorf("sum %d has variable %d, want 0 to %d", i, v, p.N-1)
			}
			if last[v] == i+1 {
				return fmt.Errorf("sum %d has variable %d twice", i, v)
			}
			last[v] = i + 1
		}
	}
	return nil
}

// A Component is a set of sums that are connected by their variables.
type Component struct {
	Vars    []int      // ascending
	Sums    []int      // ascending
	ByTotal []*big.Int // [k]: patterns of these variables with k ones, by their own sums alone
}

// sumsOf returns the sums of each variable, ascending.
func (p *Problem) sumsOf() [][]int {
	count := make([]int, p.N)
	all := 0
	for _, s := range p.Sums {
		all += len(s.Vars)
		for _, v := range s.Vars {
			count[v]++
		}
	}
	of := make([][]int, p.N)
	flat := make([]int, all) // one allocation for all variables
	for v, n := range count {
		of[v], flat = flat[:0:n], flat[n:]
	}
	for i, s := range p.Sums {
		for _, v := range s.Vars {
			of[v] = append(of[v], i)
		}
	}
	return of
}

// components returns the components of the sums, in the order of their first sums,
// and for each variable the places of its sums in the Sums of its component.
func (p *Problem) components() (all []Component, of [][]int) {
	of = p.sumsOf()
	place := slices.Repeat([]int{-1}, len(p.Sums)) // -1: of a sum in no component yet
	taken := make([]bool, p.N)
	for i := range p.Sums {
		if place[i] >= 0 {
			continue
		}
		place[i] = 0
		c := Component{Sums: []int{i}}
		for j := 0; j < len(c.Sums); j++ {
			for _, v := range p.Sums[c.Sums[j]].Vars {
				if taken[v] {
					continue
				}
				taken[v] = true
				c.Vars = append(c.Vars, v)
				for _, s := range of[v] {
					if place[s] < 0 {
						place[s] = 0
						c.Sums = append(c.Sums, s)
					}
				}
			}
		}
		slices.Sort(c.Sums)
		slices.Sort(c.Vars)
		for j, s := range c.Sums {
			place[s] = j
		}
		all = append(all, c)
	}
	for _, sums := range of {
		for j, s := range sums {
			sums[j] = place[s]
		}
	}
	return all, of
}
