package answer

import (
	"reflect"
	"strings"
	"testing"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/lookup"
	"counterproof/bench/test/fakes"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/catalog"
	"counterproof/encode/test/facttest"
)

// TestDeduceJob checks jobs of the task Deduce. If the deduction and the two searches contradict
// each other, the record must be wrong. If they agree, the record must state what the deduction
// achieved.
func TestDeduceJob(t *testing.T) {
	for _, c := range []struct {
		name, puzzle string
		n            int
		method       string
		want         result.Record // only Status, Reason, Verdict, Count and Digest are compared
		deduced      string
		facts        string // the facts that Error states; empty if there is no error
	}{
		{"solved", "fake-hint", 1, "rules/easy", fakes.Exact("1", fakes.Digest("fake-hint", "1", "1")), result.Solved, ""},
		{"a wrong rule", "fake-hint", 1, "rules", fakes.Failing(result.Wrong), "", "value 1, site 0, solution 1"},
		{"two solutions", "fake-hint", 3, "rules/easy", fakes.AtLeast("2"), result.Stuck, ""},
		{"a rule that assumes a unique solution", "fake-hint-unique", 3, "rules", fakes.AtLeast("2"), result.Stuck, ""},
		{"a rule that removes one of several solutions", "fake-hint-several", 3, "rules", fakes.Failing(result.Wrong), "", "value 1, site 0, solution 100"},
		{"a board that hides another solution", "fake-hint-shown", 3, "rules", fakes.AtLeast("2"), result.Stuck, ""},
		{"a rule that removes the hidden solution", "fake-hint-shown", 1, "rules", fakes.Failing(result.Wrong), "", "value 1, site 0, solution 1"},
		{"native finds no solution", "fake-hint-none", 1, "rules/easy", fakes.Failing(result.Wrong), "", "native, 0, sat, 1"},
		{"another version", "fake-hint", 1, "old", fakes.Failing(""), "", "rules/easy, rules/easy, version 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			name := strings.Replace(c.method, "old", "rules/easy", 1)
			j, err := Prepare(result.Job{Task: result.Deduce}, fakes.Lookup(c.puzzle), fakes.NewHinted(c.puzzle, c.n), method.MustParse(name))
			if err != nil {
				t.Fatal(err)
			}
			if c.method == "old" {
				j.Version = "1"
			}
			r := Answer(t.Context(), j, fakes.Lookup(c.puzzle), fakes.NewHinted(c.puzzle, c.n), Watcher{})
			if !fakes.Same(r, c.want) || !facttest.States(r.Error, c.facts) || (r.Error == "") != (c.facts == "") {
				t.Errorf("got %+v, want %+v, %q", r, c.want, c.facts)
			}
			if r.Key != j.Key() || r.Task != result.Deduce || r.Method != j.Method || r.Style != "pairwise" {
				t.Errorf("the record is of another job: %+v", r)
			}
			if (r.Difficulty == nil) != (c.deduced == "") || r.Difficulty != nil && r.Deduced != c.deduced {
				t.Errorf("difficulty %+v, want %q", r.Difficulty, c.deduced)
			}
			if r.Difficulty != nil && (r.Nodes == nil || r.Conflicts == nil || r.Decisions == nil || r.WallSeconds == nil || r.CPUSeconds == nil || r.Cubes != nil) {
				t.Errorf("a number is missing, or the number of cubes is there: %+v", r)
			} else if r.Difficulty != nil && *r.Nodes != int64(min(c.n, 2)) { // the search has one node per solution
				t.Errorf("%d native nodes, want %d", *r.Nodes, min(c.n, 2))
			}
		})
	}
}

func TestDeduceMethods(t *testing.T) {
	p := fakes.Lookup("fake-hint")
	in := fakes.NewHinted("fake-hint", 1)
	j, err := Prepare(result.Job{Task: result.Deduce}, p, in, method.MustParse("rules"))
	if err != nil || j.Method != "rules/two words" || j.Style != "pairwise" || !strings.HasPrefix(j.Version, "3.3.4.") || !strings.HasPrefix(j.Solver, "gophersat") {
		t.Errorf("rules is %+v, %v", j, err)
	}
	// A different rule gives a different version, but only if the level of the rule is used.
	version := func(puzzle, name string) string {
		m, err := lookup.Deduction(fakes.Lookup(puzzle), fakes.NewHinted(puzzle, 1), method.MustParse(name))
		if err != nil {
			t.Fatal(err)
		}
		return m.Version
	}
	if a, b := version("fake-hint", "rules"), version("fake-hint-unique", "rules"); a == b {
		t.Errorf("different rules have the same version %s", a)
	}
	if a, b := version("fake-hint", "rules/easy"), version("fake-hint-unique", "rules/easy"); a != b || a == j.Version {
		t.Errorf("the same rules have the versions %s and %s, and with more rules the version is %s", a, b, j.Version)
	}
	for name, want := range map[string]string{
		"rules/hard": `"rules/hard", rules/easy, rules/two words`,
		"native":     `"native", rules/easy, rules/two words`,
	} {
		if _, err := Prepare(result.Job{Task: result.Deduce}, p, in, method.MustParse(name)); err == nil || !facttest.States(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	if _, err := Prepare(result.Job{Task: result.Deduce}, fakes.Lookup("fake"), in.Board, method.MustParse("rules")); err == nil || !facttest.States(err.Error(), "fake") {
		t.Errorf("without rules: %v", err)
	}
	if _, err := Prepare(result.Job{}, p, in, method.MustParse("rules")); err == nil {
		t.Error("the method rules gives no error for the task count")
	}
}

// TestDifficulty checks the measures of a deduction with five steps. At first, site 0 has four
// possible values, site 1 has two and site 2 has three. The third step leaves one value for site 0,
// and the fourth step leaves one for site 1. Site 2 ends with two values.
func TestDifficulty(t *testing.T) {
	easy, hard := deduction.Rule{Name: "e", Level: "easy"}, deduction.Rule{Name: "h", Level: "hard"}
	d := &deduction.Result{State: []uint64{8, 1, 6}, Level: "hard", Steps: []deduction.Step{
		{Rule: easy, Gone: deduction.Gone{Site: 0, Value: 0}},
		{Rule: hard, Gone: deduction.Gone{Site: 0, Value: 2}},
		{Rule: easy, Gone: deduction.Gone{Site: 0, Value: 1}},
		{Rule: easy, Gone: deduction.Gone{Site: 1, Value: 1}},
		{Rule: easy, Gone: deduction.Gone{Site: 2, Value: 0}},
	}}
	levels := []string{"easy", "normal", "hard"}
	want := &result.Difficulty{Deduced: result.Stuck, Levels: levels, Level: "hard", LevelIndex: 2,
		Steps: 5, StepsByLevel: []int64{4, 0, 1}, LongestWait: 2, Left: 1}
	if got := difficulty(d, levels); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	none := &result.Difficulty{Deduced: result.Stuck, Levels: levels, LevelIndex: -1, StepsByLevel: []int64{0, 0, 0}, Left: 2}
	if got := difficulty(&deduction.Result{State: []uint64{7}}, levels); !reflect.DeepEqual(got, none) {
		t.Errorf("got %+v, want %+v", got, none)
	}
	// The last three steps settle no site.
	d.Steps = append(d.Steps, d.Steps[4], d.Steps[4])
	if got := difficulty(d, levels); got.LongestWait != 3 {
		t.Errorf("a wait of %d, want 3", got.LongestWait)
	}
}

// TestDeducePuzzles checks the records of three boards with one solution each. Two boards are
// tables from the text that introduces Pair Place. This text calls the smaller table trivial. The
// third board is a map that needs a search, according to sgt-map. Only one of the values that the
// rules leave at a site is in the solution. The record must count the other values as impossible.
func TestDeducePuzzles(t *testing.T) {
	const unreasonable = "15x12n20:eaxibbdaacfcgeaadcmcdacbaaecefdaaabaeadaccgaealfaadbbaaaaacdecebebabccbbhbdajdcblbeebbbadadbcbaeb,123a02c2f31a1"
	for _, c := range []struct {
		puzzle, instance, method, deduced string
		clues, full                       int64
		size                              string
	}{
		{"pairplace", ".CBED./.E..B./E...A./BAE.C./......", "rules", result.Solved, 6, 15, "5x6"},
		{"pairplace", "BA.ED./D..AFE", "rules/easy", result.Solved, 4, 6, "2x6"},
		{"map", unreasonable, "rules/hard", result.Stuck, 9, 0, ""},
	} {
		p := catalog.Find(c.puzzle)
		in, err := p.Parse(c.instance)
		if err != nil {
			t.Fatal(err)
		}
		j, err := Prepare(result.Job{Task: result.Deduce, Options: result.Options{Possible: true}}, p, in, method.MustParse(c.method))
		if err != nil {
			t.Fatal(err)
		}
		r := Answer(t.Context(), j, p, in, Watcher{})
		if r.Count != "1" || r.Difficulty == nil || r.Deduced != c.deduced || *r.Clues != c.clues || r.Size != c.size {
			t.Errorf("%s: %+v %+v", c.instance, r, r.Difficulty)
			continue
		}
		if c.full > 0 && *r.FullClues != c.full || c.full == 0 && r.FullClues != nil {
			t.Errorf("%s: a full board has %v clues, want %d", c.instance, r.FullClues, c.full)
		}
		// The four given pairs of the 2x6 table decide all other sites at once, and so do the given
		// regions of the map.
		if spread := c.size == "2x6" || c.puzzle == "map"; (*r.Moves == 0) != spread || *r.Moves > r.Steps {
			t.Errorf("%s: %d moves of %d steps", c.instance, *r.Moves, r.Steps)
		}
		if *r.LeftRemovable != r.Left || (r.Left == 0) != (r.Deduced == result.Solved) {
			t.Errorf("%s: %d values left, %d of them in no solution, %s", c.instance, r.Left, *r.LeftRemovable, r.Deduced)
		}
	}
}
