package repair_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"counterproof/bench/record/method"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/lookup"
	"counterproof/bench/solve/repair"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/catalog"
	"counterproof/encode/puzzletest"
)

// repairBoards is the number of boards that TestRepair repairs. The environment variable
// REPAIR_BOARDS sets another number, such as 500.
const repairBoards = 60

// subsets limits the number of sets of sites that the brute force of TestRepair tries on one board.
const subsets = 20_000

// TestRepair repairs random boards with 2 to 300 solutions, of all puzzles that have such boards.
// It checks by SAT that the values leave exactly one solution. By brute force it checks that no set
// with one value less leaves exactly one solution. If there are too many sets of sites, TestRepair
// omits the check by brute force.
func TestRepair(t *testing.T) {
	want := repairBoards
	if n, err := strconv.Atoi(os.Getenv("REPAIR_BOARDS")); err == nil {
		want = n
	}
	puzzles := slices.DeleteFunc(slices.Clone(catalog.All()), func(p *encode.Puzzle) bool {
		// Every board of pushpull has one solution. The calendar has no small boards.
		return p.Generate == nil || p.Name == "pushpull" || p.Name == "calendar"
	})
	var repaired, first, tried, clued, largest int
	for i := 0; repaired < want; i++ {
		p := puzzles[i%len(puzzles)]
		in, err := p.Generate(t.Context(), rand.New(rand.NewPCG(18, uint64(i))), encode.Size{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		all := solutions(t, p, in, "sat", 301)
		if len(all) < 2 || len(all) > 300 {
			continue
		}
		repaired++
		if slices.Contains(puzzletest.First, p.Name) { // a new puzzle need not turn values into clues
			first++
		}
		r, err := repair.Repair(t.Context(), p, in, method.MustParse("native"), repair.Options{}, nil)
		if err != nil {
			t.Fatalf("%s %v: %v", p.Name, in, err)
		}
		largest = max(largest, len(r.Given))
		if !r.Every || !r.Minimal() || r.Solutions != len(all) {
			t.Errorf("%s %v: %d of at least %d values for %d solutions, want the proven minimum for %d", p.Name, in, len(r.Given), r.AtLeast, r.Solutions, len(all))
		}
		if left := solutions(t, p, clues.Restrict(in, r.Given), "sat", 2); len(left) != 1 || left[0] != r.Target {
			t.Errorf("%s %v: %s leaves %d solutions", p.Name, in, clues.FormatGiven(r.Given), len(left))
		}
		if done, fewer := fewerSuffice(all, len(r.Given)-1, subsets); done {
			if tried++; fewer {
				t.Errorf("%s %v: %s, but fewer values suffice", p.Name, in, clues.FormatGiven(r.Given))
			}
		}
		if r.Board != nil {
			clued++
			again, err := p.Parse(r.Board.String())
			if err != nil {
				t.Fatalf("%s %v: the new board: %v", p.Name, in, err)
			}
			if n := len(solutions(t, p, again, "sat", 2)); n != 1 {
				t.Errorf("%s %v: the new board %v has %d solutions, want 1", p.Name, in, again, n)
			}
		}
	}
	if tried < repaired/2 || clued < first/4 || largest < 3 {
		t.Errorf("of %d boards, brute force tried %d and %d have new boards; at most %d values", repaired, tried, clued, largest)
	}
	t.Logf("%d boards, %d by brute force, %d new boards, at most %d values", repaired, tried, clued, largest)
}

// solutions lists the solutions of a board by the named method. The parameter most is the
// largest number of solutions to list.
func solutions(t *testing.T, p *encode.Puzzle, in encode.Instance, name string, most int) (all []encode.Solution) {
	t.Helper()
	m, err := lookup.Resolve(p, in, method.MustParse(name))
	if err == nil {
		err = answer.Solve(t.Context(), in, m, func(s encode.Solution) bool {
			all = append(all, s)
			return len(all) < most
		})
	}
	if err != nil {
		t.Fatalf("%s %v: %v", p.Name, in, err)
	}
	return all
}

// fewerSuffice reports whether there are k sites, with a value for each, such that only one of the
// solutions has these values. If the number of sets of k sites is larger than the parameter most,
// fewerSuffice tries nothing, and the result done is false.
func fewerSuffice(all []encode.Solution, k, most int) (done, fewer bool) {
	n := len(all[0])
	sets := 1.0
	for i := range k {
		sets = sets * float64(n-i) / float64(i+1)
	}
	if sets > float64(most) {
		return false, false
	}
	sites := make([]int, k)
	var try func(i, from int) bool
	try = func(i, from int) bool {
		if i == k {
			values := map[string]int{}
			for _, s := range all {
				key := make([]byte, k)
				for j, site := range sites {
					key[j] = s[site]
				}
				values[string(key)]++
			}
			for _, n := range values {
				if n == 1 {
					return true
				}
			}
			return false
		}
		for site := from; site < n; site++ {
			if sites[i] = site; try(i+1, site+1) {
				return true
			}
		}
		return false
	}
	return true, try(0, 0)
}

// TestRepairOne repairs boards with more solutions than RepairOptions.Solutions, so that Repair
// chooses one target. By trying all sets of sites, it checks that no smaller set leaves only this
// target.
func TestRepairOne(t *testing.T) {
	for _, c := range []struct {
		puzzle, board string
		listed, want  int // values; 0: unknown
	}{
		{"submarines", "rows=2,2,2,2 cols=2,2,2,2", 5, 0},
		{"map", "regions=6 colours=2", 5, 6},  // every region needs a value
		{"sudoku", "................", 10, 4}, // 4 clues are the fewest of a 4x4 sudoku (Taalman, 2007)
		{"lightsout", "...../...../...../...../.....", 2, 2},
		// The smallest set that determines a 2m x 2m matrix with all sums m has m^2 entries
		// (Cavenagh, Journal of Combinatorial Designs 21, 2013).
		{"submarines", "rows=2,2,2,2 cols=2,2,2,2", 3, 4},
	} {
		p := catalog.Find(c.puzzle)
		in, err := p.Parse(c.board)
		if err != nil {
			t.Fatal(err)
		}
		searches := 0
		r, err := repair.Repair(t.Context(), p, in, method.MustParse("native"), repair.Options{Solutions: c.listed},
			func(p repair.Progress) { searches = max(searches, p.Searches) })
		if err != nil {
			t.Fatal(err)
		}
		all := solutions(t, p, in, "native", 10_000)
		if r.Every || !r.Minimal() || r.Solutions != c.listed || searches == 0 || c.want > 0 && len(r.Given) < c.want {
			t.Errorf("%s %v: %+v after %d searches, want a proven minimum for one of the solutions, at least %d", c.puzzle, in, r, searches, c.want)
		}
		left := 0
		for _, s := range all {
			if !slices.ContainsFunc(r.Given, func(g clues.Given) bool { return int(s[g.Site]) != g.Value }) {
				left++
			}
		}
		if left != 1 {
			t.Errorf("%s %v: %s leaves %d solutions", c.puzzle, in, clues.FormatGiven(r.Given), left)
		}
		// By brute force, no smaller set leaves only the target.
		if fewer := targetNeedsFewer(all, r.Target, len(r.Given)-1); fewer {
			t.Errorf("%s %v: fewer than %d values leave the target", c.puzzle, in, len(r.Given))
		}
	}
}

// targetNeedsFewer reports whether k sites suffice for the target: no other solution has the
// target's values at all k sites.
func targetNeedsFewer(all []encode.Solution, target encode.Solution, k int) bool {
	var try func(left []encode.Solution, from, k int) bool
	try = func(left []encode.Solution, from, k int) bool {
		if len(left) == 1 {
			return true
		}
		if k == 0 {
			return false
		}
		for site := from; site < len(target); site++ {
			rest := slices.DeleteFunc(slices.Clone(left), func(s encode.Solution) bool { return s[site] != target[site] })
			if try(rest, site+1, k-1) {
				return true
			}
		}
		return false
	}
	return try(all, 0, k)
}

// TestRepairEnds checks Repair on a board without a solution, on a board with one solution, and
// under each limit of its work. It also checks the errors for a context that has ended and for an
// unknown method.
func TestRepairEnds(t *testing.T) {
	native := method.MustParse("native")
	p := catalog.Find("sudoku")
	board := func(text string) encode.Instance {
		in, err := p.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return in
	}
	if _, err := repair.Repair(t.Context(), p, board("11.............."), native, repair.Options{}, nil); !errors.Is(err, repair.ErrNoSolution) {
		t.Errorf("a contradictory board: error %v", err)
	}
	r, err := repair.Repair(t.Context(), p, board(p.Example), native, repair.Options{}, nil)
	if err != nil || len(r.Given) > 0 || !r.Minimal() || !r.Every || r.Board.String() != p.Example {
		t.Errorf("a board with one solution: %+v, %v", r, err)
	}
	empty := board("................")
	// The 4x4 board of Lights Out has nullity 4, so four buttons have to be given.
	lights := catalog.Find("lightsout")
	dark, err := lights.Parse("..../..../..../....")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		options repair.Options
		atLeast int
	}{
		{"no bound", repair.Options{}, 4},
		{"no bound, one target", repair.Options{Solutions: 3}, 4},
		{"a proof up to two values", repair.Options{Proof: 2}, 3},
		{"a proof up to two values, one target", repair.Options{Proof: 2, Solutions: 3}, 3},
		{"no work for the proof", repair.Options{Work: 1}, 1},
	} {
		r, err := repair.Repair(t.Context(), lights, dark, native, c.options, nil)
		switch {
		case err != nil || len(r.Given) < 4 || r.Every != (c.options.Solutions == 0):
			t.Errorf("%s: %+v, %v", c.name, r, err)
		case c.atLeast == 1 && r.AtLeast > 3, c.atLeast > 1 && r.AtLeast != c.atLeast, r.Minimal() != (c.atLeast == 4 && len(r.Given) == 4):
			t.Errorf("%s: %d values, proved %d, want %d", c.name, len(r.Given), r.AtLeast, c.atLeast)
		}
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := repair.Repair(over, p, empty, native, repair.Options{}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
	// If the context ends during the proof, Repair returns the values found so far.
	proving, stop := context.WithCancel(t.Context())
	defer stop()
	whole := board(strings.Repeat(".", 81))
	r, err = repair.Repair(proving, p, whole, native, repair.Options{}, func(p repair.Progress) {
		if p.Size > 0 {
			stop()
		}
	})
	if err != nil || r.Minimal() || len(r.Given) < 17 { // 17 clues are the fewest of any sudoku (McGuire and others, 2012)
		t.Errorf("cancelled during the proof: %+v, %v", r, err)
	}
	if all := solutions(t, p, clues.Restrict(whole, r.Given), "native", 2); len(all) != 1 {
		t.Errorf("cancelled during the proof: %s leaves %d solutions", clues.FormatGiven(r.Given), len(all))
	}
	late, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	if _, err := repair.Repair(late, p, empty, native, repair.Options{}, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("too late: error %v", err)
	}
	if _, err := repair.Repair(t.Context(), p, empty, method.MustParse("native/none"), repair.Options{}, nil); err == nil {
		t.Error("an unknown method is accepted")
	}
}

// TestRepairWide repairs a board whose sites have more than 256 values: of the two numbers 0 and 1000, either one
// leaves one solution.
func TestRepairWide(t *testing.T) {
	p := catalog.Find("minizinc")
	in, err := p.Import([]byte("var 0..1000: x:: output_var;\nvar 0..1000: y:: output_var;\nconstraint int_lin_eq([1,1],[x,y],1000);\n" +
		"constraint set_in(x,{0,1000});\nsolve satisfy;\n"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := repair.Repair(t.Context(), p, in[0], method.MustParse("native"), repair.Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Given) != 1 || r.AtLeast != 1 || r.Given[0].Site != 0 || r.Given[0].Value != 0 {
		t.Errorf("gives %v, at least %d, want x = 0", r.Given, r.AtLeast)
	}
	left := 0
	for _, s := range solutions(t, p, in[0], "sat", 10) {
		if s.At(true, 0) == r.Given[0].Value {
			left++
		}
	}
	if left != 1 {
		t.Errorf("%d solutions are left, want 1", left)
	}
}
