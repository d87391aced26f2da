// Package sums counts and lists the 0/1 values of variables under sums of some
// of them, and under a total of all.
package sums

import (
	"errors"
	"fmt"
	"slices"
)

// Version changes when the package's answers or its work may.
const Version = 1

// ErrLimit says that the states of a problem take more memory than the limit.
var ErrLimit = errors.New("the sums overlap too widely: their states take more memory than the limit")

// A Sum says that Value of the variables are 1.
type Sum struct {
	Vars  []int // all different
	Value int
}

// A Problem has variables 0..N-1.
type Problem struct {
	N     int
	Sums  []Sum
	Total int // of all variables; -1: not given
}

// check says what is wrong with the problem.
func (p *Problem) check() error {
	if p.N < 0 {
		return fmt.Errorf("%d variables", p.N)
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

// A group is a set of variables with the same sums.
type group struct {
	vars []int
	sums []int
}

// components are those of the sums, with their groups; and the variables in no
// sum.
func (p *Problem) components() (all []Component, groups [][]group, open []int) {
	of := make([][]int, p.N)
	for i, s := range p.Sums {
		for _, v := range s.Vars {
			of[v] = append(of[v], i)
		}
	}
	part := make([]int, len(p.Sums))
	for i := range part {
		part[i] = -1
	}
	for i := range p.Sums {
		if part[i] >= 0 {
			continue
		}
		n := len(all)
		part[i] = n
		c := Component{Sums: []int{i}}
		for j := 0; j < len(c.Sums); j++ {
			for _, v := range p.Sums[c.Sums[j]].Vars {
				for _, s := range of[v] {
					if part[s] < 0 {
						part[s] = n
						c.Sums = append(c.Sums, s)
					}
				}
			}
		}
		slices.Sort(c.Sums)
		all = append(all, c)
		groups = append(groups, nil)
	}
	index := map[string]int{}
	for v, sums := range of {
		if len(sums) == 0 {
			open = append(open, v)
			continue
		}
		n := part[sums[0]]
		all[n].Vars = append(all[n].Vars, v)
		key := fmt.Sprint(sums)
		g, ok := index[key]
		if !ok {
			g = len(groups[n])
			index[key] = g
			groups[n] = append(groups[n], group{sums: sums})
		}
		groups[n][g].vars = append(groups[n][g].vars, v)
	}
	return all, groups, open
}
