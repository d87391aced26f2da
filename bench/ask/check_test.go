package ask

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/solve/explain"
	"counterproof/encode/catalog"
)

// TestCheckMarks checks what the question "check" marks if an entry contradicts a clue: the site of
// the entry, and the place of the clue. A clue is at sites, in other areas of the picture, or in
// the list next to a table.
func TestCheckMarks(t *testing.T) {
	for _, c := range []struct {
		puzzle, board  string
		entries        map[int]int
		sites, entered []int
		areas, note    int
		clue           string // the end of its name
	}{
		{"sudoku", "..1.4......3.2..", map[int]int{0: 0}, []int{0, 2}, []int{0}, 0, -1, "row 1, column 3"},
		{"nonogram", "3x1:1/0/1/1", map[int]int{1: 1}, []int{1}, []int{1}, 1, -1, "column 2 (0)"},
		{"submarines", "rows=0,1 cols=1,0", map[int]int{0: 1}, []int{0}, []int{0}, 1, -1, "row 1"},
		{"minesweeper", ".?/??", map[int]int{0: 1}, []int{0}, []int{0}, 1, -1, "row 1, column 1"},
		{"minesweeper", "mines=1 ???", map[int]int{0: 1, 2: 1}, []int{0, 2}, []int{0, 2}, 1, -1, "total of 1 mine"},
		{"map", "regions=2 colours=2 edges=0-1 given=0:0", map[int]int{1: 0}, []int{0, 1}, []int{1}, 0, -1, "region 0"},
		{"laplace", "sum 0..9 10,17,15,10/15,26,31,23/11,16,20,15", map[int]int{0: 1, 1: 1, 4: 1, 5: 1}, []int{0, 1, 4, 5}, []int{0, 1, 4, 5}, 0, -1, "row 1, column 1"},
		{"pairplace", ".CBED./.E..B./E...A./BAE.C./......", map[int]int{24: 4}, []int{12, 16, 24}, []int{24}, 0, -1, "row 3"},
		{"sherlock", "drink:tea,milk,juice/pet:cat,dog,fox;next tea cat;left dog milk;at fox 3", map[int]int{1: 0, 4: 1}, []int{1, 4}, []int{1, 4}, 0, 1, `milk"`},
	} {
		question := and(about(c.puzzle, c.board), object{"entries": filled(t, c.puzzle, c.board, c.entries)})
		if brief := ask[Checked](t, "check", and(question, object{"brief": true})); len(brief.Entries) > 0 || brief.Solved {
			t.Errorf("%s %v: the brief answer is %+v", c.puzzle, c.entries, brief)
		}
		got := ask[Checked](t, "check", question)
		if !slices.Equal(got.Sites, c.sites) || !slices.Equal(got.Entries, c.entered) || len(got.Clues) != 1 {
			t.Errorf("%s %v: %+v, want the sites %v, the entries %v and one clue", c.puzzle, c.entries, got, c.sites, c.entered)
			continue
		}
		if clue := got.Clues[0]; len(clue.Areas) != c.areas || clue.Note != c.note || !strings.HasSuffix(clue.Name, c.clue) {
			t.Errorf("%s %v: %+v, want %d areas, note %d, and a name that ends with %q", c.puzzle, c.entries, clue, c.areas, c.note, c.clue)
		}
	}
}

// TestCheckRepeats checks a rule that is broken without a clue, and a clue that a whole board breaks.
func TestCheckRepeats(t *testing.T) {
	const board = "..1.4......3.2.."
	got := ask[Checked](t, "check", and(about("sudoku", board), object{"entries": filled(t, "sudoku", board, map[int]int{0: 1, 3: 1})}))
	if !slices.Equal(got.Sites, []int{0, 3}) || len(got.Clues) > 0 {
		t.Errorf("2 twice in a row: %+v", got)
	}
	got = ask[Checked](t, "check", and(about("nonogram", "2x2:1/1/1/1"), object{"entries": []int{1, 1, 0, 0}}))
	if !got.Complete || got.Solved || got.Rule == "" || len(got.Clues) != 1 || len(got.Clues[0].Areas) != 1 {
		t.Errorf("two black cells for a run of 1: %+v", got)
	}
}

// TestCheckLate checks an answer for which the time is too short to find clues. The answer must
// still have the entries.
func TestCheckLate(t *testing.T) {
	const board = "..1.4......3.2.."
	p, in := parsed(t, "sudoku", board)
	hurried := Checked{}
	entries, err := Playing{Entries: filled(t, "sudoku", board, map[int]int{0: 0})}.entries(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if err := hurried.contradict(t.Context(), &Desk{Patience: 1}, p, in, entries); err != nil || !slices.Equal(hurried.Sites, []int{0}) || len(hurried.Clues) > 0 {
		t.Errorf("%+v, %v", hurried, err)
	}
}

// TestCheckLarge checks that a Desk with little room refuses to make a large formula. A brief check needs no
// formula.
func TestCheckLarge(t *testing.T) {
	const board = "..1.4......3.2.." // its formula has 900 literals
	for _, c := range []struct {
		room  int
		brief bool
		want  error
	}{{0, false, nil}, {900, false, nil}, {899, false, ErrLarge}, {899, true, nil}} {
		small := &Desk{Puzzles: desk.Puzzles, Room: c.room}
		body, err := json.Marshal(and(about("sudoku", board), object{"entries": filled(t, "sudoku", board, nil), "brief": c.brief}))
		if err != nil {
			t.Fatal(err)
		}
		answers := 0
		err = small.Ask(t.Context(), "check", body, func(any) error { answers++; return nil })
		if !errors.Is(err, c.want) || (c.want == nil) != (answers == 1) {
			t.Errorf("room %d, brief %t: %d answers, %v, want %v", c.room, c.brief, answers, err, c.want)
		}
	}
}

// TestCheckTexts checks solutions and partial solutions that are given as texts, and their positions in
// errors.
func TestCheckTexts(t *testing.T) {
	const sudoku, packing = "..1.4......3.2..", ".../.#.;xxx;x;x"
	for _, c := range []struct {
		puzzle, board string
		fields        object
		verdict       explain.Verdict
		complete      bool
		rule          string // how it begins
		sites         []int
	}{
		{"sudoku", sudoku, object{"solution": "2314413214233241"}, "ok", true, "", nil},
		{"sudoku", sudoku, object{"solution": "2214413214233241"}, "broken", true, "a value occurs twice in a row", nil},
		{"sudoku", sudoku, object{"partial": "2314/4132/1423/3241"}, "ok", true, "", nil},
		{"sudoku", sudoku, object{"partial": "2...4..........."}, "possible", false, "", nil},
		{"sudoku", sudoku, object{"partial": "2,,,,4,,,,,,,,,,,", "search": true}, "possible", false, "", nil},
		{"sudoku", sudoku, object{"partial": "1...............", "values": true}, "possible", false, "", nil},
		{"sudoku", sudoku, object{"partial": "1..............."}, "broken", false, `the entry "row 1, column 1 is 1" and the 1 in row 1, column 3 contradict each other`, []int{0, 2}},
		{"sudoku", sudoku, object{"partial": "1...............", "brief": true}, "broken", false, `the entry "row 1, column 1 is 1" breaks a rule`, []int{0}},
		{"sudoku", sudoku, object{"partial": "3...............", "search": true}, "no solution", false, "", nil},
		{"laplace", "sum 0..9 10,17,15,10/15,26,31,23/11,16,20,15", object{"partial": "1,3,6,2/4,,,/,,,9", "search": true}, "possible", false, "", nil},
		{"laplace", "diff -12..9 -1", object{"partial": "1", "search": true}, "broken", true, "", nil},
		{"nonogram", "2x2:1/1/1/1", object{"partial": "#0.."}, "possible", false, "", nil},
		{"nonogram", "2x2:1/1/1/1", object{"partial": "##.."}, "broken", false, "", nil},
		{"minesweeper", "mines=2 ????/1221/....", object{"partial": "-*.."}, "possible", false, "", nil},
		{"packing", packing, object{"partial": "AAACB"}, "ok", true, "", nil},
		{"packing", packing, object{"partial": "AAA.B", "search": true}, "no solution", false, "", nil},
		{"packing", packing, object{"partial": "00021", "values": true}, "broken", true, "", nil},
		{"sherlock", "pet:cat,dog;at cat 2", object{"partial": "1.", "search": true}, "possible", false, "", nil},
	} {
		got := ask[Checked](t, "check", and(about(c.puzzle, c.board), c.fields))
		if got.Verdict != c.verdict || got.Complete != c.complete || got.Solved != (c.verdict == "ok") || !strings.HasPrefix(got.Rule, c.rule) || c.sites != nil && !slices.Equal(got.Sites, c.sites) {
			t.Errorf("%s %s %v: %+v, want %+v", c.puzzle, c.board, c.fields, got, c)
		}
	}
	if p := refused(t, "check", about("sudoku", sudoku)); !strings.Contains(p.Text, "exactly one of the fields") {
		t.Errorf("without entries: %+v", p)
	}
	if p := refused(t, "check", and(about("sudoku", sudoku), object{"solution": "2314413214233241", "values": true})); !strings.Contains(p.Text, "partial") {
		t.Errorf("a solution with values: %+v", p)
	}
	for _, c := range []struct {
		fields       object
		line, column int
	}{
		{object{"solution": "2314413214233240"}, 1, 16},
		{object{"partial": "2..\n.5.."}, 2, 5},
		{object{"partial": "2...\n.5../..../...."}, 2, 2},
		{object{"partial": "2,,,,5,,,,,,,,,,,"}, 1, 6},
		{object{"partial": "4...............", "values": true}, 1, 1},
		{object{"partial": "2...............", "solution": "2314413214233241"}, 0, 0},
	} {
		if p := refused(t, "check", and(about("sudoku", sudoku), c.fields)); p.Line != c.line || p.Column != c.column {
			t.Errorf("%v: %+v, want line %d, column %d", c.fields, p, c.line, c.column)
		}
	}
	for _, c := range []struct {
		entries map[int]int
		fields  object
		want    explain.Verdict
	}{
		{map[int]int{0: 1}, nil, "possible"},
		{map[int]int{0: 1}, object{"search": true}, "possible"},
		{map[int]int{0: 2}, nil, "possible"},
		{map[int]int{0: 2}, object{"search": true}, "no solution"},
		{map[int]int{0: 0}, nil, "broken"},
		{map[int]int{0: 1}, object{"brief": true}, ""},
	} {
		question := and(about("sudoku", sudoku), object{"entries": filled(t, "sudoku", sudoku, c.entries)})
		if got := ask[Checked](t, "check", and(question, c.fields)); got.Verdict != c.want {
			t.Errorf("entries %v, %v: verdict %q, want %q", c.entries, c.fields, got.Verdict, c.want)
		}
	}
	small, hurried := &Desk{Puzzles: desk.Puzzles, Room: 1 << 20}, &Desk{Puzzles: desk.Puzzles, Patience: 1} // a nanosecond
	body, err := json.Marshal(and(about("sudoku", sudoku), object{"partial": "2...............", "search": true}))
	if err == nil {
		err = hurried.Ask(t.Context(), "check", body, func(o any) error {
			if got := o.(Checked); got.Verdict != explain.Undecided {
				t.Errorf("no time for a search: %+v", got)
			}
			return nil
		})
	}
	if err == nil {
		err = small.Ask(t.Context(), "check", body, func(any) error { return nil })
	}
	if !errors.Is(err, ErrLarge) {
		t.Errorf("a search of a Desk for short questions: %v, want ErrLarge", err)
	}
	small.Files = catalog.OfFiles() // such a Desk must not keep the contents of files
	err = small.Ask(t.Context(), "formula", []byte(`{"puzzle":"dimacs","instance":"p cnf 1 0\n"}`), func(any) error { return nil })
	if !errors.Is(err, ErrLarge) {
		t.Errorf("a formula for a Desk for short questions: %v, want ErrLarge", err)
	}
}
