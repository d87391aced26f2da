package repair

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/native"
	"counterproof/native/hitting"
)

// amongAll finds a set that is smallest over all targets. It raises the number of values until the
// number suffices for a target. Targets with the same differences from the other solutions need
// equally many values, so only one of them is tried. For example, all solutions of a linear system
// have the same differences.
func (r *repair) amongAll() error {
	r.divide()
	r.prove(1)
	if r.single() {
		return nil
	}
	type target struct{ solution, bound int }
	var targets []target
	seen := map[[sha256.Size]byte]bool{}
	for i := range r.solutions {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		f := r.family(i)
		sum := f.Sum()
		if seen[sum] {
			continue
		}
		seen[sum] = true
		targets = append(targets, target{i, f.Bound()})
		r.improve(f.Greedy(nil), r.solutions[i])
		r.report(r.progress)
	}
	bound := func() int {
		return slices.MinFunc(targets, func(a, b target) int { return a.bound - b.bound }).bound
	}
	for k := bound(); k < len(r.best) && k <= r.o.Proof; k++ {
		r.prove(k)
		for i := range targets {
			t := &targets[i]
			if t.bound > k {
				continue
			}
			set, ok, err := r.family(t.solution).Within(r.ctx, r.st, k)
			if err != nil {
				return err
			}
			if ok {
				r.improve(set, r.solutions[t.solution])
				return nil
			}
			t.bound = k + 1
		}
	}
	r.prove(min(bound(), len(r.best)))
	return nil
}

// single looks for a value that only one solution has. It suffices alone, and spares the comparison of
// all solutions, which takes long if there are thousands.
func (r *repair) single() bool {
	for c, site := range r.columns {
		count := map[int]int{} // by value
		for _, s := range r.solutions {
			count[s.At(r.wide, site)]++
		}
		lone := -1 // the solution with the least value that no other one has
		for i, s := range r.solutions {
			if v := s.At(r.wide, site); count[v] == 1 && (lone < 0 || v < r.solutions[lone].At(r.wide, site)) {
				lone = i
			}
		}
		if lone >= 0 {
			r.improve([]int{c}, r.solutions[lone])
			return true
		}
	}
	return false
}

// divide fills r.columns with the first of the sites that divide the solutions into the same classes.
func (r *repair) divide() {
	seen := map[string]bool{}
	part := make([]byte, 2*len(r.solutions))
	for site := range r.in.Sites() {
		number := map[int]int{}
		for i, s := range r.solutions {
			v := s.At(r.wide, site)
			n, ok := number[v]
			if !ok {
				n = len(number)
				number[v] = n
			}
			part[2*i], part[2*i+1] = byte(n), byte(n>>8)
		}
		if len(number) > 1 && !seen[string(part)] {
			seen[string(part)] = true
			r.columns = append(r.columns, site)
		}
	}
}

func (r *repair) family(i int) *hitting.Family {
	var sets [][]int
	for k, s := range r.solutions {
		if k != i {
			sets = append(sets, r.differ(s, r.solutions[i]))
		}
	}
	return hitting.NewFamily(len(r.columns), sets)
}

const (
	sampled = 128 // the number of solutions among which forOne chooses the target
	atOnce  = 16  // the largest number of solutions that one search looks for
)

// forOne chooses a target among the first solutions and looks for a smallest set that leaves only it.
func (r *repair) forOne() error {
	r.columns = encode.Left(len(r.in.Sites()), nil)
	target := r.sample()
	r.target = r.solutions[target]
	return r.leave(r.family(target))
}

// leave looks for a smallest set that leaves only the target.
func (r *repair) leave(f *hitting.Family) error {
	r.prove(max(1, f.Bound()))
	// On a large board, enough may take very long, so drop finds a larger set first. They have
	// separate families, because the sets that drop adds would make the result of enough worse.
	if err := r.drop(f.Clone(), encode.Left(len(r.columns), nil)); err != nil {
		return err
	}
	if err := r.enough(f); err != nil {
		return err
	}
	return r.fewest(f)
}

// drop leaves out values that are not needed, the last one first. At the start, only the target may
// have all values of the set. drop adds to f the differences of each solution found.
func (r *repair) drop(f *hitting.Family, set []int) error {
	r.improve(slices.Clone(set), r.target)
	for k := len(set) - 1; k >= 0; k-- {
		less := slices.Delete(slices.Clone(set), k, k+1)
		if !f.Hits(less) {
			continue
		}
		alone, err := r.alone(f, less)
		if err != nil {
			return err
		}
		if alone {
			set = less
			r.improve(slices.Clone(set), r.target)
		}
	}
	return nil
}

// sample returns the index of the target with the smallest greedy hitting set, among the first 128
// solutions.
func (r *repair) sample() int {
	some := *r
	some.solutions = r.solutions[:min(len(r.solutions), sampled)]
	best, least := 0, 0
	for i := range some.solutions {
		if n := len(some.family(i).Greedy(nil)); i == 0 || n < least {
			best, least = i, n
		}
	}
	return best
}

// enough finds a set that leaves only the target.
func (r *repair) enough(f *hitting.Family) error {
	set := f.Greedy(nil)
	for {
		alone, err := r.alone(f, set)
		if err != nil {
			return err
		}
		if alone {
			return r.drop(f, set)
		}
		set = f.Greedy(set)
	}
}

// fewest tries sets whose size is the lower bound, which grows when no such set meets all sets of f.
func (r *repair) fewest(f *hitting.Family) error {
	r.prove(max(1, f.Bound()))
	for searches := 0; r.progress.AtLeast < len(r.best) && r.progress.AtLeast <= r.o.Proof; {
		set, ok, err := f.Within(r.ctx, r.st, r.progress.AtLeast)
		if err != nil {
			return err
		}
		if !ok {
			r.prove(r.progress.AtLeast + 1)
			continue
		}
		if searches++; searches > mostSearches {
			return native.ErrLimit
		}
		alone, err := r.alone(f, set)
		if err != nil {
			return err
		}
		if alone {
			r.improve(set, r.target)
			return nil
		}
	}
	return nil
}

// alone reports whether only the target has its values at the sites of the set. If not, alone adds to f
// the differences of other solutions.
func (r *repair) alone(f *hitting.Family, set []int) (bool, error) {
	r.progress.Searches++
	r.report(r.progress)
	found := 0
	var sets [][]int
	err := r.search(r.board(set), func(s encode.Solution) bool {
		if s != r.target {
			found++
			sets = append(sets, r.differ(s, r.target))
		}
		return found < atOnce
	})
	for _, set := range sets {
		if r.clued != nil && err == nil {
			set, err = r.shrink(set)
		}
		f.Add(set)
	}
	if err != nil {
		return false, fmt.Errorf("looking for another solution: %w", err)
	}
	return found == 0, nil
}

// board returns the instance with the clues or values of a hitting set.
func (r *repair) board(set []int) encode.Instance {
	if r.clued != nil {
		return r.clued.only(set)
	}
	return clues.Restrict(r.in, r.given(set, r.target))
}
