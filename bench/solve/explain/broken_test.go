package explain

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"counterproof/bench/record/method"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/lookup"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/catalog"
	"counterproof/encode/puzzletest"
	"counterproof/encode/test/facttest"
)

// small generates a board with at most 3,000 solutions, and returns the board and all its
// solutions.
func small(t *testing.T, p *encode.Puzzle, rng *rand.Rand) (encode.Instance, []encode.Solution) {
	const most = 3000
	for range 100 {
		in, err := p.Generate(t.Context(), rng, encode.Size{}, func(encode.Instance) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		m, err := lookup.Resolve(p, in, method.MustParse(method.Native))
		if err != nil {
			t.Fatal(err)
		}
		var all []encode.Solution
		err = answer.Solve(t.Context(), in, m, func(s encode.Solution) bool {
			all = append(all, s)
			return len(all) <= most
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(all) <= most && len(in.Sites()) > 0 && !slices.Contains(in.Sites(), 0) {
			return in, all
		}
	}
	t.Fatal("no small board")
	return nil, nil
}

// unseen is, for each puzzle, the largest share of violations that Broken is allowed to miss. To
// find some violations on boards of laplace, one has to know the largest possible sum of the cells
// without entries. To find some violations on boards of battleships, one has to know that the fleet
// does not fit the board.
var unseen = map[string]float64{"laplace": 0.3, "battleships": 0.02}

// TestBroken compares Broken with all solutions of small boards, for every puzzle. No solution may
// have all entries that Broken returns, and none of these entries may be superfluous. With entries
// only at the sites of a Violation, Broken must find that a rule is broken. The clues of a new puzzle may
// contradict themselves, such as a 5 with three cells around it. Then no entries are to blame.
func TestBroken(t *testing.T) {
	for _, p := range catalog.All() {
		t.Run(p.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(11, 13))
			boards, violations, missed := 12, 0, 0
			if p.Name == "calendar" { // the boards have more cells
				boards = 1
			}
			for range boards {
				in, all := small(t, p, rng)
				for k := range 25 {
					values := guess(rng, in, all, k%3)
					entries := chosen(values, func(int) bool { return k%2 == 0 || rng.IntN(3) > 0 })
					checkBroken(t, p, in, entries, all)
					var v *encode.Violation
					if !errors.As(in.Check(encode.Solution(values)), &v) || len(v.Sites) == 0 {
						continue
					}
					entries = chosen(values, func(i int) bool { return slices.Contains(v.Sites, i) })
					violations++
					blamed := checkBroken(t, p, in, entries, all)
					if blamed == nil && (len(all) > 0 || slices.Contains(puzzletest.First, p.Name)) {
						missed++
						t.Logf("%v: missed %v: %s", in, entries, v.Rule)
					}
				}
			}
			if violations < 20 || float64(missed) > unseen[p.Name]*float64(violations) {
				t.Errorf("missed %d of %d violations", missed, violations)
			}
		})
	}
}

// guess returns values for all sites: random values, or a solution with some wrong values.
func guess(rng *rand.Rand, in encode.Instance, all []encode.Solution, wrong int) []byte {
	sites := in.Sites()
	values := make([]byte, len(sites))
	for i, n := range sites {
		values[i] = byte(rng.IntN(n))
	}
	if len(all) > 0 && wrong > 0 {
		copy(values, all[rng.IntN(len(all))])
		for range wrong {
			i := rng.IntN(len(values))
			values[i] = byte(rng.IntN(sites[i]))
		}
	}
	return values
}

// chosen returns an entry for each site for which the function keep returns true.
func chosen(values []byte, keep func(site int) bool) (entries []clues.Given) {
	for i, v := range values {
		if keep(i) {
			entries = append(entries, clues.Given{Site: i, Value: int(v)})
		}
	}
	return entries
}

// checkBroken checks the result of Broken for some entries, and returns the result.
func checkBroken(t *testing.T, p *encode.Puzzle, in encode.Instance, entries []clues.Given, all []encode.Solution) []clues.Given {
	t.Helper()
	broken, err := Broken(t.Context(), p, in, entries, 0)
	if err != nil {
		t.Fatalf("%v, %v: %v", in, entries, err)
	}
	for _, x := range broken {
		if !slices.Contains(entries, x) {
			t.Fatalf("%v, %v: %v is no entry", in, entries, x)
		}
	}
	if broken == nil {
		return nil
	}
	for _, s := range all {
		if !slices.ContainsFunc(broken, func(x clues.Given) bool { return int(s[x.Site]) != x.Value }) {
			t.Fatalf("%v: %v break a rule, but the solution %s has them", in, broken, s.Format(in.Sites()))
		}
	}
	if again, err := Broken(t.Context(), p, in, broken, 0); err != nil || !slices.Equal(again, broken) {
		t.Fatalf("%v: only with other entries %v break a rule, else %v (%v)", in, broken, again, err)
	}
	for i := range broken {
		less := slices.Delete(slices.Clone(broken), i, i+1)
		if again, err := Broken(t.Context(), p, in, less, 0); err != nil || again != nil {
			t.Fatalf("%v: %v can be left out of %v: %v (%v)", in, broken[i], broken, again, err)
		}
	}
	return broken
}

// TestBrokenNames checks which entries Broken returns on some boards, and which clues these entries
// contradict. It also checks that Broken accepts entries that break no rule, even if no solution
// has these entries.
func TestBrokenNames(t *testing.T) {
	for _, c := range []struct {
		puzzle, board string
		entries, want []clues.Given
		clues         []int // numbers in clues.HasDemands.Demands
	}{
		{"sudoku", "..1.4......3.2..", []clues.Given{{Site: 0, Value: 1}, {Site: 3, Value: 1}, {Site: 5, Value: 3}}, []clues.Given{{Site: 0, Value: 1}, {Site: 3, Value: 1}}, nil},                                                                                                                        // a row has 2 twice
		{"sudoku", "..1.4......3.2..", []clues.Given{{Site: 0, Value: 0}}, []clues.Given{{Site: 0, Value: 0}}, []int{0}},                                                                                                                                                                                  // the row has 1 as a clue
		{"sudoku", "................", []clues.Given{{Site: 0, Value: 0}, {Site: 1, Value: 1}, {Site: 2, Value: 2}, {Site: 7, Value: 3}}, nil, nil},                                                                                                                                                       // no value is left at site 3
		{"nonogram", "3x1:1/0/0/1", []clues.Given{{Site: 0, Value: 1}, {Site: 1, Value: 1}}, []clues.Given{{Site: 1, Value: 1}}, []int{2}},                                                                                                                                                                // column 2 is empty
		{"nonogram", "3x2:1/1/1/1/2", []clues.Given{{Site: 3, Value: 1}, {Site: 4, Value: 0}, {Site: 5, Value: 1}}, []clues.Given{{Site: 4, Value: 0}}, []int{1}},                                                                                                                                         // row 2 is 2
		{"pairplace", ".CBED./.E..B./E...A./BAE.C./......", []clues.Given{{Site: 24, Value: 5}, {Site: 25, Value: 5}}, []clues.Given{{Site: 24, Value: 5}, {Site: 25, Value: 5}}, nil},                                                                                                                    // two F in row 5
		{"laplace", "sum 0..9 10,17,15,10/15,26,31,23/11,16,20,15", []clues.Given{{Site: 0, Value: 1}, {Site: 1, Value: 1}, {Site: 4, Value: 1}, {Site: 5, Value: 1}, {Site: 11, Value: 3}}, []clues.Given{{Site: 0, Value: 1}, {Site: 1, Value: 1}, {Site: 4, Value: 1}, {Site: 5, Value: 1}}, []int{0}}, // the sum of four cells is 10
		{"packing", ".../.#.;xxx;x;x", []clues.Given{{Site: 0, Value: 0}, {Site: 2, Value: 1}, {Site: 3, Value: 2}}, []clues.Given{{Site: 0, Value: 0}, {Site: 2, Value: 1}}, nil},
		{"packing", ".../.#.;xxx;x;x", []clues.Given{{Site: 0, Value: 2}}, nil, nil}, // the other x is not placed yet
	} {
		p, in := board(t, c.puzzle, c.board)
		got, err := Broken(t.Context(), p, in, c.entries, 0)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s %s, %v: broken by %v, want %v (%v)", c.puzzle, c.board, c.entries, got, c.want, err)
		}
		if clues, err := Contradicted(t.Context(), p, in, got, 0); err != nil || !slices.Equal(clues, c.clues) {
			t.Errorf("%s %s, %v: they contradict the clues %v, want %v (%v)", c.puzzle, c.board, got, clues, c.clues, err)
		}
	}
}

// weak is the set of puzzles for which even a smaller set of the entries and clues can lack a
// solution. Broken does not find some contradictions of sums, and of a clue about three icons.
var weak = map[string]bool{"laplace": true, "battleships": true, "sherlock": true}

// TestContradicted uses the SAT solver to check the result of Contradicted, on small boards of
// every puzzle with clues. The entries and the contradicted clues must have no solution together.
// If one of these clues or entries is left out, there must be a solution, unless the board has no
// solution even without all its clues.
func TestContradicted(t *testing.T) {
	for _, p := range catalog.All() {
		t.Run(p.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(21, 34))
			if _, in := board(t, p.Name, p.Example); !demanding(in) {
				t.Skip("the puzzle has no clues that can be left out")
			}
			found := 0
			for range 8 {
				in, all := small(t, p, rng)
				for k := range 8 {
					entries := chosen(guess(rng, in, all, k%3), func(int) bool { return rng.IntN(3) > 0 })
					if broken := checkBroken(t, p, in, entries, all); broken != nil && checkContradicted(t, p, in, broken) {
						found++
					}
				}
			}
			if found < 10 {
				t.Errorf("%d sets of entries contradict clues, want 10", found)
			}
		})
	}
}

func demanding(in encode.Instance) bool {
	_, ok := in.(clues.HasDemands)
	return ok
}

// checkContradicted checks the clues that entries contradict. It reports whether there are such clues.
func checkContradicted(t *testing.T, p *encode.Puzzle, in encode.Instance, broken []clues.Given) bool {
	t.Helper()
	found, err := Contradicted(t.Context(), p, in, broken, 0)
	if err != nil {
		t.Fatalf("%v, %v: %v", in, broken, err)
	}
	demands := in.(clues.HasDemands)
	n := len(demands.Demands())
	solvable := func(found []int, entries []clues.Given) bool {
		_, ok, err := lookup.Satisfy(t.Context(), p, clues.Restrict(demands.Relaxed(encode.Left(n, found)), entries))
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	strong := !weak[p.Name] && solvable(nil, nil)
	if solvable(found, broken) {
		t.Fatalf("%v: a solution with the clues %v has the entries %v", in, found, broken)
	}
	for i := range found {
		less := slices.Delete(slices.Clone(found), i, i+1)
		if strong && !solvable(less, broken) {
			t.Fatalf("%v: clue %d can be left out of %v with %v", in, found[i], found, broken)
		}
		if again, err := Broken(t.Context(), p, demands.Relaxed(encode.Left(n, less)), broken, 0); err != nil || again != nil {
			t.Fatalf("%v: without clue %d of %v, %v still break a rule (%v)", in, found[i], found, again, err)
		}
	}
	for i, x := range broken {
		if strong && !solvable(found, slices.Delete(slices.Clone(broken), i, i+1)) {
			t.Fatalf("%v: %v can be left out of %v with the clues %v", in, x, broken, found)
		}
	}
	return len(found) > 0
}

// An endless board writes clauses until its formula has no room left.
type endless struct{ encode.Instance }

func (b endless) Encode(e *encode.Encoder) {
	for {
		e.Add(e.Is(0, 0))
	}
}

// TestBrokenStops checks that the encoding of a board stops when the time is over, and when the
// formula becomes larger than the limit.
func TestBrokenStops(t *testing.T) {
	p := catalog.Find("sudoku")
	in, err := p.Parse(p.Example)
	if err != nil {
		t.Fatal(err)
	}
	board := endless{in}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	late, cancel := context.WithTimeout(t.Context(), 1)
	defer cancel()
	for ctx, want := range map[context.Context]error{ended: context.Canceled, late: context.DeadlineExceeded} {
		if _, err := Broken(ctx, p, board, nil, 0); !errors.Is(err, want) {
			t.Errorf("Broken: %v, want %v", err, want)
		}
		if _, err := Mistakes(ctx, p, board, nil); !errors.Is(err, want) {
			t.Errorf("Mistakes: %v, want %v", err, want)
		}
		if _, err := Correct(ctx, p, board, nil); !errors.Is(err, want) {
			t.Errorf("Correct: %v, want %v", err, want)
		}
	}
	if _, err := Broken(t.Context(), p, board, nil, 5000); !encode.TooLarge(err) || !facttest.States(err.Error(), "5000") {
		t.Errorf("with room for 5000 literals: %v", err)
	}
	// A propagator must also stop when the time is over.
	enc, err := encode.CNF(p, in, p.Styles[0])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := newPropagator(ended, &enc.Formula, nil, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("newPropagator: %v", err)
	}
	g, err := newPropagator(t.Context(), &enc.Formula, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.refute(ended, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("refute: %v", err)
	}
}
