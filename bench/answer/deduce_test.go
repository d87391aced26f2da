package answer

import (
	"reflect"
	"strings"
	"testing"

	"counterproof/bench/engine"
	"counterproof/bench/fakes"
	"counterproof/bench/method"
	"counterproof/bench/result"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/facttest"
)

// TestDeduceJob looks at what is compared.
func TestDeduceJob(t *testing.T) {
	for _, c := range []struct {
		name, puzzle string
		n            int
		method       string
		want         result.Record // of it Status, Reason, Verdict, Count, Digest
		deduced      string
		says         string // in Error
	}{
		{"solved", "fake-hint", 1, "rules/easy", fakes.Exact("1", fakes.Digest("fake-hint", "1", "1")), result.Solved, ""},
		{"a wrong rule", "fake-hint", 1, "rules", fakes.Failing(result.Wrong), "", "the rules take the value 1 from site 0 of the solution 1"},
		{"two solutions", "fake-hint", 3, "rules/easy", fakes.AtLeast("2"), result.Stuck, ""},
		{"a rule that takes one for granted", "fake-hint-unique", 3, "rules", fakes.AtLeast("2"), result.Stuck, ""},
		{"a rule that is wrong of one of several", "fake-hint-several", 3, "rules", fakes.Failing(result.Wrong), "", "the rules take the value 1 from site 0 of the solution 100"},
		{"a board that shows another", "fake-hint-shown", 3, "rules", fakes.AtLeast("2"), result.Stuck, ""},
		{"a rule against what is shown", "fake-hint-shown", 1, "rules", fakes.Failing(result.Wrong), "", "the rules take the value 1 from site 0 of the solution 1"},
		{"native finds none", "fake-hint-none", 1, "rules/easy", fakes.Failing(result.Wrong), "", "native says 0, sat says 1"},
		{"another version", "fake-hint", 1, "old", fakes.Failing(""), "", "the worker has rules/easy version 1.3."},
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
			if !fakes.Same(r, c.want) || !strings.HasPrefix(r.Error, c.says) || (r.Error == "") != (c.says == "") {
				t.Errorf("got %+v, want %+v, %q", r, c.want, c.says)
			}
			if r.Key != j.Key() || r.Task != result.Deduce || r.Method != j.Method || r.Style != "pairwise" {
				t.Errorf("the record is of another job: %+v", r)
			}
			if (r.Difficulty == nil) != (c.deduced == "") || r.Difficulty != nil && r.Deduced != c.deduced {
				t.Errorf("difficulty %+v, want %q", r.Difficulty, c.deduced)
			}
			if r.Difficulty != nil && (r.Nodes == nil || r.Conflicts == nil || r.Decisions == nil || r.WallSeconds == nil || r.CPUSeconds == nil || r.Cubes != nil) {
				t.Errorf("not measured, or too much: %+v", r)
			} else if r.Difficulty != nil && *r.Nodes != int64(min(c.n, 2)) { // one for each solution
				t.Errorf("%d native nodes, want %d", *r.Nodes, min(c.n, 2))
			}
		})
	}
}

func TestDeduceMethods(t *testing.T) {
	p := fakes.Lookup("fake-hint")
	in := fakes.NewHinted("fake-hint", 1)
	j, err := Prepare(result.Job{Task: result.Deduce}, p, in, method.MustParse("rules"))
	if err != nil || j.Method != "rules/two words" || j.Style != "pairwise" || !strings.HasPrefix(j.Version, "1.3.") || !strings.HasPrefix(j.Solver, "gophersat") {
		t.Errorf("rules is %+v, %v", j, err)
	}
	// Another rule is another version, unless it is of a level that is not used.
	version := func(puzzle, name string) string {
		m, err := engine.Deduction(fakes.Lookup(puzzle), fakes.NewHinted(puzzle, 1), method.MustParse(name))
		if err != nil {
			t.Fatal(err)
		}
		return m.Version
	}
	if a, b := version("fake-hint", "rules"), version("fake-hint-unique", "rules"); a == b {
		t.Errorf("one version %s of different rules", a)
	}
	if a, b := version("fake-hint", "rules/easy"), version("fake-hint-unique", "rules/easy"); a != b || a == j.Version {
		t.Errorf("versions %s and %s of the same rules, and %s of more", a, b, j.Version)
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
		t.Error("rules count")
	}
}

// TestDifficulty: site 0 has four values, site 1 two and site 2 three, of which
// it keeps two. The steps settle none, none, 0, 1, none.
func TestDifficulty(t *testing.T) {
	easy, hard := encode.Rule{Name: "e", Level: "easy"}, encode.Rule{Name: "h", Level: "hard"}
	d := &encode.Deduced{State: []uint64{8, 1, 6}, Level: "hard", Steps: []encode.DeducedStep{
		{Rule: easy, Gone: encode.Gone{Site: 0, Value: 0}},
		{Rule: hard, Gone: encode.Gone{Site: 0, Value: 2}},
		{Rule: easy, Gone: encode.Gone{Site: 0, Value: 1}},
		{Rule: easy, Gone: encode.Gone{Site: 1, Value: 1}},
		{Rule: easy, Gone: encode.Gone{Site: 2, Value: 0}},
	}}
	levels := []string{"easy", "normal", "hard"}
	want := &result.Difficulty{Deduced: result.Stuck, Levels: levels, Level: "hard", LevelIndex: 2,
		Steps: 5, StepsByLevel: []int64{4, 0, 1}, LongestWait: 2, Left: 1}
	if got := difficulty(d, levels); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	none := &result.Difficulty{Deduced: result.Stuck, Levels: levels, LevelIndex: -1, StepsByLevel: []int64{0, 0, 0}, Left: 2}
	if got := difficulty(&encode.Deduced{State: []uint64{7}}, levels); !reflect.DeepEqual(got, none) {
		t.Errorf("got %+v, want %+v", got, none)
	}
	// What is left of a step more waits at the end.
	d.Steps = append(d.Steps, d.Steps[4], d.Steps[4])
	if got := difficulty(d, levels); got.LongestWait != 3 {
		t.Errorf("a wait of %d, want 3", got.LongestWait)
	}
}

// TestDeducePuzzles: the tables of the text on Pair Place, the smaller of which it
// calls trivial, and a map of which sgt-map says that it takes a search. Each has
// one solution, so that SAT takes away all that the rules leave.
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
		m, err := engine.Deduction(p, in, method.MustParse(c.method))
		if err != nil {
			t.Fatal(err)
		}
		j, err := Prepare(result.Job{Task: result.Deduce, Options: result.Options{Possible: true}}, p, in, method.MustParse(c.method))
		if err != nil {
			t.Fatal(err)
		}
		r := deduce(t.Context(), j, p, in, m, Watcher{})
		if r.Count != "1" || r.Difficulty == nil || r.Deduced != c.deduced || *r.Clues != c.clues || r.Size != c.size {
			t.Errorf("%s: %+v %+v", c.instance, r, r.Difficulty)
			continue
		}
		if c.full > 0 && *r.FullClues != c.full || c.full == 0 && r.FullClues != nil {
			t.Errorf("%s: full with %v, want %d", c.instance, r.FullClues, c.full)
		}
		if *r.LeftRemovable != r.Left || (r.Left == 0) != (r.Deduced == result.Solved) {
			t.Errorf("%s: %d values left, %d of them in no solution, %s", c.instance, r.Left, *r.LeftRemovable, r.Deduced)
		}
	}
}
