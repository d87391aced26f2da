// Package sums counts and lists the assignments of 0/1 variables for which the sums of some sets of
// variables are known. The total of all variables may be known too. Minesweeper without its board
// is this problem. Deciding whether a solution exists is NP-complete (Kaye, Mathematical
// Intelligencer 22, 2000). The more widely the sums overlap, the longer a count takes.
//
// Variables with the same sums form a group, of which only the number of ones matters. Sums that
// share variables are in the same component. Bounds from single sums and from pairs of sums fix the
// number of ones in some groups. The package removes these groups, and the rest of a component
// falls into connected parts. It counts each part group by group, in an order in which few sums are
// open at a time. A sum is open between two groups if only some of its groups come before. A state
// between two groups consists of the remaining value of each open sum. For each state, the package
// counts the ways to reach it with 0, 1, 2, ... ones. One pass forward and one pass backward give
// the marginals of all groups (bucket elimination: Dechter, Artificial Intelligence 113, 1999). The
// counts of the parts are multiplied as polynomials in the number of ones. Variables in no sum
// contribute binomials.
//
// The package always counts along one sequence of groups, never along a tree, and never branches on
// a variable. If it finds no order with few enough states, it returns ErrLimit.
package sums

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
)

// Version is the version of the algorithms. Increase it when a change can alter the answers or the
// work.
const Version = 1

// ErrLimit is the error for a problem whose solutions cannot be counted or listed within 256 MiB
// and about two seconds, or whose smallest conflict takes more than a million steps to find.
var ErrLimit = errors.New("the sums overlap too widely: more work or memory than the limit")

// A Sum states that the variables Vars add up to Value.
type Sum struct {
	Vars  []int // all different
	Value int
}

// A Problem has variables 0..N-1. Any Value and any Total is allowed; with an impossible Value or
// Total, the problem has no solution.
type Problem struct {
	N     int
	Sums  []Sum
	Total int // of all variables; -1 if unknown
}

const maxVariables = 1 << 20

func (p *Problem) check() error {
	if p.N < 0 || p.N > maxVariables {
		return fmt.Errorf("%d variables, want 0 to %d", p.N, maxVariables)
	}
	last := make([]int, p.N) // by variable: its last sum so far, counted from 1
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

// A Component is a set of sums that are connected by shared variables, with these variables.
type Component struct {
	Vars    []int      // ascending
	Sums    []int      // ascending
	ByTotal []*big.Int // [k]: patterns (values of these variables) with k ones that satisfy these sums
}

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

// components returns the components of p, in the order of their first sums. The second result
// lists, for each variable, the sums that contain it, as indices in the list Sums of their
// component.
func (p *Problem) components() (all []Component, of [][]int) {
	of = p.sumsOf()
	place := slices.Repeat([]int{-1}, len(p.Sums)) // by sum: -1 if it is in no component yet
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
