// Package gf2 solves linear equations over the field of two elements. It finds rank, nullity,
// kernel, inverse, one solution, all solutions, and a solution with the fewest ones.
//
// Elimination goes through the columns in order. The columns are divided into blocks of eight, and
// each row waits for the block that contains its first 1. Among rows with their first 1 in the same
// column, the shortest becomes the pivot. So no row ever gets longer, and a banded matrix stays in
// its band. An n x n board of Lights Out, with n^2 unknowns, takes at most about n^2 * n * n/32
// word operations.
//
// Within a block, the pivots are found on the one byte that each row has in the block. Then the sum
// of the pivots that a row needs is added to the row. If there are many rows, a table holds these
// sums: the method of the four Russians (Arlazarov, Dinic, Kronrod and Faradzhev 1970; for
// elimination Bard, Algebraic Cryptanalysis, 2009, chapter 9). A dense matrix of 10,000 unknowns
// took 1.9 times as long without the tables. Back substitution is done only for the solutions and
// kernel vectors that are requested.
//
// One solution of Lights Out boards with a side of 25, 50, 100 and 200 took 0.54, 4.5, 27 and 175
// ms, which grows as n^2.8 (n^2 unknowns). Dense systems of 1250, 2500, 5000 and 10,000 unknowns
// took 17, 74, 357 and 2856 ms. They grow as n^2.1, n^2.3 and n^3.0 from each size to the next.
// (AMD EPYC, one core, medians of five runs of BenchmarkBoard and BenchmarkDense with -benchtime
// 3x.)
//
// The package does not reorder columns: it treats a matrix as dense if the order of the unknowns
// hides its band. It is not blocked for the cache and has no Strassen multiplication, so it is slow
// for tens of thousands of dense unknowns.
package gf2

import (
	"context"
	"math/bits"
	"sort"

	"counterproof/native"
)

// Version is the version of the algorithms. Increase it when a change can alter the answers or
// their cost.
const Version = 1

// An Echelon is the echelon form of a system A x = b: the result of its elimination.
type Echelon struct {
	cols   int   // number of columns
	pivots []row // in the order of leads
	leads  []int // the column of the first 1 of each pivot
	free   []int // the other columns
	solves bool  // the system has a solution
}

// Eliminate returns the echelon form of A x = b. It does not change a and b. If b is nil, the
// right-hand side is 0. st.Updates counts the additions of one row to another. The error is
// ctx.Err().
func Eliminate(ctx context.Context, st *native.Stats, a *Matrix, b Vector) (*Echelon, error) {
	e := &elimination{
		Echelon: Echelon{cols: a.Cols, solves: true},
		waiting: make([][]*row, (a.Cols+7)/8),
		st:      st,
	}
	words := 0
	for i := range a.rows {
		words += len(a.rows[i].bits)
	}
	store := make(Vector, 0, words)
	for i := range a.rows {
		at := len(store)
		store = append(store, a.rows[i].bits...)
		e.wait(&row{a.rows[i].from, store[at:], b != nil && b.At(i)})
	}
	for block := range e.waiting {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		e.block(block)
		e.waiting[block] = nil
	}
	return &e.Echelon, nil
}

type elimination struct {
	Echelon
	waiting [][]*row // for each block: the rows whose first 1 is in it
	st      *native.Stats

	// For each row that waits for the current block: its bits in the block, the pivots to add to it
	// (bit c means the pivot of column c of the block), and its end.
	bytes, needs []byte
	ends         []int
	table        []row  // sums of pivots, by the set of their columns
	store        Vector // memory for table
}

// wait lets a row wait for the block that contains its first 1. It drops a row without a 1. If the
// right-hand side of such a row is 1, the system has no solution.
func (e *elimination) wait(r *row) {
	r.trim()
	switch {
	case len(r.bits) > 0:
		block := r.lead() / 8
		e.waiting[block] = append(e.waiting[block], r)
	case r.odd:
		e.solves = false // 0 = 1
	}
}

// block turns some of the rows that wait for the given block into pivots, and lets the others wait
// for later blocks.
func (e *elimination) block(block int) {
	rows := e.waiting[block]
	e.bytes, e.needs, e.ends = e.bytes[:0], e.needs[:0], e.ends[:0]
	for _, r := range rows {
		e.bytes = append(e.bytes, byte(r.bits[0]>>(block%8*8)))
		e.needs = append(e.needs, 0)
		e.ends = append(e.ends, r.end())
	}
	var pivots [8]*row
	which := byte(0) // the columns that have a pivot
	for c := range 8 {
		best := -1
		for i, b := range e.bytes {
			if b>>c&1 != 0 && (best < 0 || e.ends[i] < e.ends[best]) {
				best = i
			}
		}
		if column := 8*block + c; best < 0 {
			if column < e.cols {
				e.free = append(e.free, column)
			}
			continue
		}
		p := e.bytes[best]
		e.bytes[best] = 0
		for i, b := range e.bytes {
			if b>>c&1 != 0 {
				e.bytes[i] ^= p
				e.needs[i] |= 1 << c
			}
		}
		// Add to the new pivot the earlier pivots of this block that it needs.
		for need := e.needs[best]; need != 0; need &= need - 1 {
			e.st.Updates++
			rows[best].add(pivots[bits.TrailingZeros8(need)])
		}
		e.needs[best] = 0
		rows[best].trim()
		pivots[c] = rows[best]
		which |= 1 << c
		e.pivots = append(e.pivots, *rows[best])
		e.leads = append(e.leads, 8*block+c)
		rows[best] = nil
	}
	e.reduce(rows, &pivots, which)
	for _, r := range rows {
		if r != nil {
			e.wait(r)
		}
	}
}

// reduce adds to each of the rows the pivots of the current block that it needs (see
// elimination.needs). It adds them one by one, or adds their sum from a table if that takes fewer
// additions. Bit c of the last parameter is 1 if column c of the block has a pivot.
func (e *elimination) reduce(rows []*row, pivots *[8]*row, which byte) {
	one, table := 0, 1<<bits.OnesCount8(which)
	for _, need := range e.needs {
		one += bits.OnesCount8(need)
		if need != 0 {
			table++
		}
	}
	if table < one {
		e.st.Updates += int64(table)
		e.tabulate(pivots, which)
		for i, r := range rows {
			if r != nil && e.needs[i] != 0 {
				r.add(&e.table[e.needs[i]])
			}
		}
		return
	}
	e.st.Updates += int64(one)
	for i, r := range rows {
		for need := e.needs[i]; r != nil && need != 0; need &= need - 1 {
			r.add(pivots[bits.TrailingZeros8(need)])
		}
	}
}

func (e *elimination) tabulate(pivots *[8]*row, which byte) {
	from, end := -1, 0
	for _, p := range pivots {
		if p != nil {
			from, end = p.from, max(end, p.end()) // all pivots of a block start in the same word
		}
	}
	if e.table == nil {
		e.table = make([]row, 256)
	}
	width := end - from
	if len(e.store) < 256*width {
		e.store = make(Vector, 256*width)
	}
	for sum := 1; sum < 256; sum++ {
		if byte(sum)&^which != 0 {
			continue
		}
		p := pivots[bits.TrailingZeros8(byte(sum))]
		rest := &e.table[sum&(sum-1)]
		if sum&(sum-1) == 0 {
			rest = &row{from: from}
		}
		t := &e.table[sum]
		*t = row{from, e.store[sum*width:][:max(len(p.bits), len(rest.bits))], rest.odd}
		clear(t.bits[copy(t.bits, rest.bits):])
		t.add(p)
	}
}

// Rank returns the rank of A, which is the number of pivots.
func (e *Echelon) Rank() int { return len(e.pivots) }

// Nullity returns the dimension of the kernel of A.
func (e *Echelon) Nullity() int { return len(e.free) }

// Solvable reports whether A x = b has a solution.
func (e *Echelon) Solvable() bool { return e.solves }

// Solution returns the solution of A x = b whose bits are 0 at all columns without a pivot. It
// returns nil if there is no solution.
func (e *Echelon) Solution() Vector {
	if !e.solves {
		return nil
	}
	x := NewVector(e.cols)
	for i := len(e.pivots) - 1; i >= 0; i-- {
		if p := &e.pivots[i]; p.times(x) != p.odd {
			x.Set(e.leads[i])
		}
	}
	return x
}

// Kernel returns vector i of a basis of the kernel, for 0 <= i < Nullity(). Among the columns
// without a pivot, the vector has a 1 only in column e.free[i].
func (e *Echelon) Kernel(i int) Vector {
	x := NewVector(e.cols)
	x.Set(e.free[i])
	// Pivots whose first 1 comes after column e.free[i] have no 1 in common with x.
	for i := sort.SearchInts(e.leads, e.free[i]) - 1; i >= 0; i-- {
		if e.pivots[i].times(x) {
			x.Set(e.leads[i])
		}
	}
	return x
}
