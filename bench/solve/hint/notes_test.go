package hint

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/capability/layout"
	"counterproof/encode/catalog"
	"counterproof/native"
)

// noting has, for each puzzle with notes and techniques, a board with one solution and a board with
// several. The second map has five solutions, but the rule of Kempe chains assumes one. The second
// sudoku has two solutions: the pairs 1 2 in the first and the third row can change places.
var noting = map[string][2]string{
	"map":       {deducible["map"], "regions=5 colours=4 edges=0-3,1-3,2-4,3-4 given=0:2,1:3,2:0"},
	"pairplace": {deducible["pairplace"], "..../...."},
	"sherlock":  {"drink:tea,milk,juice/pet:cat,dog,fox;left dog milk;at fox 3;same cat juice;left tea juice", "drink:tea,milk,juice/pet:cat,dog,fox;next tea cat"},
	"sudoku":    {deducible["sudoku"], "..343412..434321"},
}

// all returns the solutions of a board. It only works for boards with few solutions.
func all(t *testing.T, in encode.Instance) (all []encode.Solution) {
	t.Helper()
	methods := in.Reduce()
	i := slices.IndexFunc(methods, func(r encode.Reduction) bool { return r.Search != nil })
	if err := methods[i].Search(t.Context(), &native.Stats{}, func(s encode.Solution) bool {
		all = append(all, s)
		return true
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

// having returns the solutions that have the entries and agree with the notes, that is, whose values
// are left. A site with an entry has no notes.
func having(all []encode.Solution, entries []int, left [][]int) (fitting []encode.Solution) {
	for _, s := range all {
		fits := true
		for i, v := range []byte(s) {
			if entries[i] >= 0 {
				fits = fits && entries[i] == int(v)
			} else if left != nil && left[i] != nil {
				fits = fits && slices.Contains(left[i], int(v))
			}
		}
		if fits {
			fitting = append(fitting, s)
		}
	}
	return fitting
}

// TestNotesAreJudged asks for hints with random entries of a solution and with random notes. The
// solutions of the small boards are listed, which decides everything: notes are wrong if no solution
// agrees with them, what a hint says must be true in all solutions, and it must be new.
func TestNotesAreJudged(t *testing.T) {
	boards := maps.Clone(noting)
	boards["laplace"] = [2]string{"sum 0..9 10,17,15,10/15,26,31,23/11,16,20,15", "diff 0..2 0,0,0/0,0,0/0,0,0"} // no techniques
	for name, boards := range boards {
		for several, text := range boards {
			t.Run(fmt.Sprint(name, several), func(t *testing.T) {
				_, in := parsed(t, name, text)
				solutions := all(t, in)
				if (len(solutions) > 1) != (several == 1) || len(solutions) == 0 {
					t.Fatalf("%d solutions", len(solutions))
				}
				fixed := fixed(t, name, text)
				rng := rand.New(rand.NewPCG(7, 7))
				wrong, right := 0, 0
				for range 100 {
					base := solutions[rng.IntN(len(solutions))]
					entries, left := slices.Clone(fixed), make([][]int, len(fixed))
					truth := rng.IntN(2) == 0
					for i, n := range in.Sites() {
						switch {
						case fixed[i] >= 0:
						case rng.IntN(6) == 0:
							entries[i] = int(base[i])
						case rng.IntN(3) == 0:
							left[i] = []int{}
							for v := range n {
								if rng.IntN(2) == 0 || truth && v == int(base[i]) {
									left[i] = append(left[i], v)
								}
							}
						}
					}
					h := next(t, name, text, entries, left)
					fitting, agreeing := having(solutions, entries, nil), having(solutions, entries, left)
					if h.Wrong || (h.Notes == nil) != (len(agreeing) > 0) {
						t.Fatalf("%v %v: %d solutions agree, but %+v", entries, left, len(agreeing), h)
					}
					right++
					if h.Notes != nil {
						wrong, right = wrong+1, right-1
						named := make([][]int, len(left))
						for k, i := range h.Notes.Sites {
							named[i] = left[i]
							if k < mostListed-1 && !strings.Contains(h.Notes.Text, layout.SiteName(in, i)) {
								t.Errorf("%q does not name site %d", h.Notes.Text, i)
							}
						}
						if having(solutions, entries, named) != nil {
							t.Errorf("%v %v: a solution agrees with the notes at %v", entries, left, h.Notes.Sites)
						}
					}
					checkHint(t, h, entries, left, fitting, agreeing)
				}
				if wrong < 3 || right < 3 {
					t.Errorf("%d times wrong notes, %d times right ones", wrong, right)
				}
			})
		}
	}
}

// checkHint checks a hint. The parameter fitting has all solutions with the entries, and agreeing has
// the solutions among them that agree with the notes.
func checkHint(t *testing.T, h shown, entries []int, left [][]int, fitting, agreeing []encode.Solution) {
	t.Helper()
	has := func(s encode.Solution, x [2]int) bool { return int(s[x[0]]) == x[1] }
	news := !slices.Contains(entries, -1)
	for _, x := range h.Placed {
		news = news || entries[x[0]] < 0
		if h.Searched && !h.Forced {
			among := fitting
			if len(agreeing) > 0 {
				among = agreeing
			}
			if !slices.ContainsFunc(among, func(s encode.Solution) bool { return has(s, x) }) {
				t.Errorf("%v %v: %q, but the notes exclude it", entries, left, h.Text)
			}
		} else if slices.ContainsFunc(fitting, func(s encode.Solution) bool { return !has(s, x) }) {
			t.Errorf("%v %v: %q is not true in all solutions", entries, left, h.Text)
		}
	}
	for _, x := range h.Removed {
		news = news || entries[x[0]] < 0 && (left[x[0]] == nil || slices.Contains(left[x[0]], x[1]))
		if slices.ContainsFunc(fitting, func(s encode.Solution) bool { return has(s, x) }) {
			t.Errorf("%v %v: %q is not true in all solutions", entries, left, h.Text)
		}
	}
	if !news {
		t.Errorf("%v %v: %q says nothing new", entries, left, h.Text)
	}
}

// TestNotesMoveOn follows hints as a player who writes every removed value down as a note, but
// enters only what a hint enters. The hints must solve the board without any search, although the
// notes leave one value at a site before a hint enters it.
func TestNotesMoveOn(t *testing.T) {
	for name, boards := range noting {
		text := boards[0]
		_, in := parsed(t, name, text)
		entries := fixed(t, name, text)
		left := make([][]int, len(entries))
		for i, n := range in.Sites() {
			left[i] = encode.Left(n, nil)
		}
		for steps := 0; slices.Contains(entries, -1); steps++ {
			h := next(t, name, text, entries, left)
			if h.Wrong || h.Notes != nil || h.Searched || steps > 600 {
				t.Fatalf("%s: step %d with %v %v: %+v", name, steps, entries, left, h)
			}
			for _, x := range h.Removed {
				left[x[0]] = without(left[x[0]], x[1])
			}
			for _, x := range h.Placed {
				entries[x[0]] = x[1]
			}
		}
		if !solved(t, name, text, entries) {
			t.Errorf("%s: %v", name, entries)
		}
	}
}

// TestNotesOfTheSolution notes only the right value in each empty cell. A technique must still find
// a value, although all steps before that remove only values that are noted. For Sherlock, the test
// takes the example, which needs many such steps.
func TestNotesOfTheSolution(t *testing.T) {
	for name, boards := range noting {
		text := boards[0]
		if name == "sherlock" {
			text = catalog.Find(name).Example
		}
		_, in := parsed(t, name, text)
		entries := fixed(t, name, text)
		left := make([][]int, len(entries))
		for i, v := range []byte(all(t, in)[0]) {
			left[i] = []int{int(v)}
		}
		h := next(t, name, text, entries, left)
		if h.Notes != nil || h.Searched || len(h.Placed) == 0 {
			t.Errorf("%s: %+v", name, h)
		}
	}
}

// TestTrueNotesCount notes two values in each empty cell of a sudoku that needs hard techniques: the
// right value and another one. Then an easy technique must be enough for the next hint, because the
// removals are true.
func TestTrueNotesCount(t *testing.T) {
	const text = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
	_, in := parsed(t, "sudoku", text)
	solution := all(t, in)[0]
	entries := fixed(t, "sudoku", text)
	levels := deduction.Levels(in.(deduction.Deducible))
	easy := func(h shown) bool { return h.Level == levels[0] }
	h := next(t, "sudoku", text, entries, nil)
	for easy(h) && len(h.Placed) > 0 {
		entries[h.Placed[0][0]] = h.Placed[0][1]
		h = next(t, "sudoku", text, entries, nil)
	}
	left := make([][]int, 81)
	for i, v := range entries {
		if v < 0 {
			left[i] = []int{int(solution[i]), (int(solution[i]) + 1 + i%8) % 9}
		}
	}
	noted := next(t, "sudoku", text, entries, left)
	if easy(h) || noted.Notes != nil || !easy(noted) {
		t.Errorf("level %s without notes, %s with notes: %+v", h.Level, noted.Level, noted)
	}
}

// TestWrongNotes makes notes that exclude the value of the only solution, and no other value. The
// hint must name the notes and the value, and must say the same as without the notes.
func TestWrongNotes(t *testing.T) {
	for name, boards := range noting {
		text := boards[0]
		p, in := parsed(t, name, text)
		solution := all(t, in)[0]
		entries := fixed(t, name, text)
		bare := next(t, name, text, entries, nil)
		bare.SVG = ""
		for i, n := range in.Sites() {
			if entries[i] >= 0 {
				continue
			}
			left := make([][]int, len(entries))
			left[i] = without(encode.Left(n, nil), int(solution[i]))
			h := next(t, name, text, entries, left)
			if h.Wrong || h.Notes == nil || !slices.Equal(h.Notes.Sites, []int{i}) ||
				!strings.Contains(h.Notes.Text, layout.SiteName(in, i)+" leave out "+layout.ValueName(in, i, int(solution[i]))) {
				t.Errorf("%s: notes without the value of site %d: %+v", p.Name, i, h.Notes)
			}
			if h.Text != bare.Text || h.Rule != bare.Rule {
				t.Errorf("%s: %q without notes, %q with a wrong one", p.Name, bare.Text, h.Text)
			}
		}
	}
}

// TestNotesOfTwoSolutions makes notes on a sudoku with two solutions. Notes that leave one value
// choose a solution, so they are not wrong, but nothing follows from them.
func TestNotesOfTwoSolutions(t *testing.T) {
	text := noting["sudoku"][1]
	entries := fixed(t, "sudoku", text)
	hint := func(notes map[int][]int) shown {
		left := make([][]int, 16)
		for i, values := range notes {
			left[i] = values
		}
		return next(t, "sudoku", text, entries, left)
	}
	for _, v := range []int{0, 1} {
		h := hint(map[int][]int{0: {v}})
		if h.Wrong || h.Notes != nil || !h.Searched || h.Forced || !slices.Equal(h.Placed, [][2]int{{0, v}}) {
			t.Errorf("the note %d of two possible values: %+v", v+1, h)
		}
	}
	for _, c := range []struct {
		notes map[int][]int
		sites []int
		says  []string
	}{
		{map[int][]int{0: {2, 3}}, []int{0}, []string{"row 1, column 1 leave out 1 and 2", "one of these"}},
		{map[int][]int{0: {0}, 1: {0}}, []int{0, 1}, []string{"row 1, column 1 and row 1, column 2"}},
		{map[int][]int{0: {2}, 1: {2}, 4: {0}, 5: {0}, 8: {2}, 9: {2}}, []int{0, 1, 8, 9}, []string{"and the notes of row 3, column 2"}},
		{map[int][]int{0: {0}, 1: {0}, 8: {3}}, []int{8}, []string{"row 3, column 1 leave out 1 and 2"}},
	} {
		h := hint(c.notes)
		if h.Wrong || h.Notes == nil || !slices.Equal(h.Notes.Sites, c.sites) {
			t.Errorf("notes %v: %+v", c.notes, h.Notes)
			continue
		}
		for _, text := range c.says {
			if !strings.Contains(h.Notes.Text, text) {
				t.Errorf("notes %v: %q does not say %q", c.notes, h.Notes.Text, text)
			}
		}
	}
}

// TestNotesTooHard checks notes if the searches have no time, or if they may take too few steps. Nobody may
// call the notes wrong.
func TestNotesTooHard(t *testing.T) {
	old := effort
	defer func() { effort = old }()
	effort.Nodes, effort.Updates = 1, 1
	_, in := parsed(t, "sudoku", strings.Repeat(".", 81))
	noted := make([]uint64, 81)
	noted[0], noted[1] = 1<<9-2, 1<<9-2
	for _, s := range []*search{
		{Question: Question{Puzzle: catalog.Find("sudoku"), Instance: in, Noted: noted, Patience: 1}},
		{Question: Question{Puzzle: catalog.Find("sudoku"), Instance: endless{in}, Noted: noted, Patience: time.Minute}},
	} {
		if n, err := s.judge(t.Context()); err != nil || n == nil || len(n.Sites) > 0 || !strings.Contains(n.Text, "too long") {
			t.Errorf("%+v, %v", n, err)
		}
	}
}

// An endless is an instance whose native search finds nothing within its limit.
type endless struct{ encode.Instance }

func (endless) Reduce() []encode.Reduction {
	return []encode.Reduction{{Search: func(context.Context, *native.Stats, func(encode.Solution) bool) error { return native.ErrLimit }}}
}

// TestNotesOfManySolutions makes notes on sudokus with very many solutions. Each wrong note contradicts the
// clue 1 in the first cell, or says that two cells of a row have the same value, or leaves no value.
func TestNotesOfManySolutions(t *testing.T) {
	for _, c := range []struct {
		first string
		notes map[int][]int
		wrong []int // nil: a solution agrees
	}{
		{"1", map[int][]int{1: {0}}, []int{1}},
		{"1", map[int][]int{1: {0}, 40: {0, 4}, 80: {7}}, []int{1}},
		{"1", map[int][]int{1: {0}, 9: {0}, 80: {}}, []int{1, 9, 80}},
		{".", map[int][]int{0: {}}, []int{0}},
		{".", map[int][]int{0: {0}, 1: {0}}, []int{0, 1}},
		{".", map[int][]int{0: {3, 4}, 1: {3, 4}, 2: {3, 4}}, []int{0, 1, 2}},
		{".", map[int][]int{0: {8}, 40: {8}, 80: {8}}, nil},
		{"1", map[int][]int{0: {1}, 1: {8}, 2: {7}, 3: {6}, 4: {5}}, nil}, // a clue has no notes
	} {
		text := c.first + strings.Repeat(".", 80)
		left := make([][]int, 81)
		for i, values := range c.notes {
			left[i] = values
		}
		h := next(t, "sudoku", text, fixed(t, "sudoku", text), left)
		if h.Wrong || (h.Notes == nil) != (c.wrong == nil) || h.Notes != nil && !slices.Equal(h.Notes.Sites, c.wrong) {
			t.Errorf("%v: %+v, %+v", c.notes, h, h.Notes)
		}
		if h.Notes != nil && strings.Contains(h.Notes.Text, "too long") {
			t.Errorf("%v: %s", c.notes, h.Notes.Text)
		}
		for _, x := range h.Placed {
			if c.wrong == nil && left[x[0]] != nil && !slices.Contains(left[x[0]], x[1]) {
				t.Errorf("%v: %q", c.notes, h.Text)
			}
		}
	}
}
