package ask

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"counterproof/encode"
	"counterproof/encode/capability/play"
)

// questionsAbout returns, for each name of a question, one question about a board, as a page would
// send it.
func questionsAbout(t *testing.T, puzzle, text string) map[string]object {
	q := about(puzzle, text)
	playing := and(q, object{"entries": filled(t, puzzle, text, nil)})
	return map[string]object{
		"board": q, "picture": q, "check": playing, "correct": playing, "hint": playing, "first": playing,
		"count": and(q, object{"limit": 10}), "solve": and(q, object{"number": 2}),
		"deduce": and(q, object{"picture": 0}), "place": and(q, object{"picture": 0}),
		"explain": and(q, object{"limit": 10, "seconds": 5}), "formula": q, "pdf": q, "path": and(q, object{"rest": true}),
		"marginals": and(q, object{"limit": 10, "seconds": 5}), "repair": and(q, object{"limit": 5, "prove": 2, "seconds": 5}),
	}
}

// TestEveryQuestion asks every question about a board of every puzzle. Then it asks with an invalid
// board, with an unknown field, and with text behind the question.
func TestEveryQuestion(t *testing.T) {
	for _, name := range Names() {
		if _, err := answered(t.Context(), name, object{"surprise": 1}); ProblemOf(err) == nil || !ProblemOf(err).Misuse {
			t.Errorf("%s with an unknown field: %v", name, err)
		}
	}
	for puzzle, text := range boards() {
		t.Run(puzzle, func(t *testing.T) {
			for name, question := range questionsAbout(t, puzzle, text) {
				_, deduces := deducible[puzzle]
				if !deduces && (name == "deduce" || name == "place" || name == "path") {
					refused(t, name, question)
					continue
				}
				objects, err := answered(t.Context(), name, question)
				if err != nil || len(objects) == 0 {
					t.Errorf("%s: %d objects, %v", name, len(objects), err)
				}
				if p := refused(t, name, and(question, object{"instance": "\x00"})); p.Line != 1 || p.Column < 1 {
					t.Errorf("%s: a board that is none: want a position, got %+v", name, p)
				}
				refused(t, name, and(question, object{"surprise": 1}))
				refused(t, name, and(question, object{"Puzzle": puzzle}))
				refused(t, name, and(question, object{"puzzle": "nothing"}))
				if slices.Contains([]string{"count", "solve", "explain", "marginals"}, name) {
					refused(t, name, and(question, object{"given": "9999=1"}))
					most := map[bool]string{true: "number", false: "limit"}[name == "solve"]
					if p := refused(t, name, and(question, object{most: -1})); !strings.Contains(p.Text, most) {
						t.Errorf("%s: %s -1: %+v", name, most, p)
					}
				}
				if question["entries"] != nil {
					refused(t, name, and(question, object{"entries": []int{0}}))
					refused(t, name, and(question, object{"entries": append([]int{9999}, question["entries"].([]int)[1:]...)}))
				}
				body, _ := json.Marshal(question)
				if err := desk.Ask(t.Context(), name, append(body, '1'), nil); err == nil || !ProblemOf(err).Misuse {
					t.Errorf("%s: text behind the question: %v", name, err)
				}
			}
		})
	}
}

// TestBoard checks the answers to the question "board". Every site must have names, and an area in
// the picture or a row in the table. The clues of a sudoku must be fixed.
func TestBoard(t *testing.T) {
	for puzzle, text := range boards() {
		p, in := parsed(t, puzzle, text)
		b := ask[Board](t, "board", about(puzzle, text))
		n := len(in.Sites())
		rows := 0
		if b.Table != nil {
			for _, g := range b.Table.Groups {
				rows += len(g.Rows)
			}
		}
		if len(b.Spots)+rows != n || len(b.Names) != n || len(b.Values) != n || len(b.Fixed) != n || b.Instance != in.String() || b.Title != p.Title {
			t.Errorf("%s: %d areas, %d rows, %d names for %d sites", puzzle, len(b.Spots), rows, len(b.Names), n)
		}
		_, pieces := in.(play.HasPieces)
		_, toggles := in.(play.HasToggles)
		if (b.Pieces != nil) != pieces || (b.Toggles != nil) != toggles || (b.Reveals != nil) != (puzzle == "minesweeper") {
			t.Errorf("%s: %d pieces, toggles %v, %d reveals", puzzle, len(b.Pieces), b.Toggles != nil, len(b.Reveals))
		}
		for i, k := range b.Values {
			if len(b.ValueNames[k]) != b.Sites[i] || b.Spots != nil && len(b.Looks[k]) != b.Sites[i] {
				t.Errorf("%s: site %d has %d values, with %d names", puzzle, i, b.Sites[i], len(b.ValueNames[k]))
			}
		}
	}
	fixed := ask[Board](t, "board", about("sudoku", "..1.4......3.2..")).Fixed
	if want := []int{-1, -1, 0, -1, 3, -1, -1, -1, -1, -1, -1, 2, -1, 1, -1, -1}; !slices.Equal(fixed, want) {
		t.Errorf("fixed are %v, want %v", fixed, want)
	}
}

// TestPaired checks which boards pair the columns of their rows, by a solution of each example.
func TestPaired(t *testing.T) {
	for _, p := range desk.Puzzles {
		b := ask[Board](t, "board", about(p.Name, p.Example))
		paired := b.Layout != nil
		if paired {
			_, in := parsed(t, p.Name, p.Example)
			objects, err := answered(t.Context(), "solve", and(about(p.Name, p.Example), object{"number": 1}))
			var found Found
			if err := errors.Join(err, json.Unmarshal(objects[0], &found)); err != nil {
				t.Fatal(err)
			}
			reads, err := encode.ReadSolution(in, found.Solutions[0])
			if err != nil {
				t.Fatal(err)
			}
			values := map[int]int{} // by cell
			for i, cell := range b.Layout.Cell {
				values[cell] = int(reads[0].Solution[i])
			}
			for cell, value := range values {
				column := cell % b.Layout.W
				mate, ok := values[cell-column+value]
				paired = paired && ok && value < b.Layout.W && mate == column
			}
		}
		if b.Paired != paired {
			t.Errorf("%s: paired is %v, want %v", p.Name, b.Paired, paired)
		}
	}
}

// TestAnswers compares some answers with numbers that do not come from this program.
func TestAnswers(t *testing.T) {
	list := ask[struct{ Puzzles []Puzzle }](t, "puzzles", object{})
	if len(list.Puzzles) < 16 || slices.ContainsFunc(list.Puzzles, func(p Puzzle) bool { return !p.Plays }) {
		t.Errorf("%d puzzles, want 16 or more, all of which can be played", len(list.Puzzles))
	}
	count := ask[struct{ Count, Status string }](t, "count", about("calendar", "10-06"))
	if count.Count != "7" || count.Status != "exact" { // published
		t.Errorf("6 October has %+v, want 7 solutions", count)
	}
	objects, err := answered(t.Context(), "solve", about("calendar", "10-06"))
	var found []string
	for _, o := range objects {
		var f Found
		if json.Unmarshal(o, &f) == nil {
			found = append(found, f.Solutions...)
		}
	}
	if err != nil || len(found) != 7 {
		t.Errorf("%d solutions, want 7 (%v)", len(found), err)
	}
	for _, s := range found {
		if drawn := ask[Drawn](t, "picture", and(about("calendar", "10-06"), object{"solution": s})); !strings.Contains(drawn.SVG, "<svg") {
			t.Errorf("no picture of %s", s)
		}
	}
	day := object{"puzzle": "pairplace", "date": "2026-11-22"}
	if picked := ask[Made](t, "daily", object{"puzzle": "pairplace", "date": "2026-12-07"}); picked.Size != "4x10" || !strings.Contains(picked.Reason, "Petersen graph") {
		t.Errorf("the picked board is %+v", picked)
	}
	if one, two := ask[Made](t, "daily", day), ask[Made](t, "daily", day); one != two || one.Weekday != "Sunday" {
		t.Errorf("the board of the day is %+v, then %+v", one, two)
	}
	made := ask[Made](t, "generate", object{"puzzle": "sudoku", "size": "4", "seed": 3})
	if b := ask[Board](t, "board", about("sudoku", made.Instance)); len(b.Sites) != 16 {
		t.Errorf("a board of size 4 has %d sites", len(b.Sites))
	}
}

// TestBounds checks that large boards and outside programs are refused, and that questions end soon
// after their context.
func TestBounds(t *testing.T) {
	row := strings.Repeat(".", 65)
	large := strings.TrimSuffix(strings.Repeat(row+"/", 65), "/")
	refused(t, "board", about("lightsout", large))
	refused(t, "count", and(about("sudoku", strings.Repeat(".", 16)), object{"method": "extern/clasp"}))
	for puzzle, text := range boards() {
		for name, question := range questionsAbout(t, puzzle, text) {
			if _, deduces := deducible[puzzle]; !deduces && (name == "deduce" || name == "place" || name == "path") {
				continue
			}
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			began := time.Now()
			objects, err := answered(ctx, name, question)
			if err != nil && !errors.Is(err, context.Canceled) {
				t.Errorf("%s, %s: %v", puzzle, name, err)
			}
			if Long(name) && err == nil && name != "count" { // the answer to "count" is a record with the reason, not an error
				t.Errorf("%s, %s is answered after its end: %.200s", puzzle, name, objects)
			}
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("%s, %s ends %v after its context", puzzle, name, took)
			}
		}
	}
}

// FuzzAsk asks any question with any text. The Desk must answer or name a problem, and must
// not panic.
func FuzzAsk(f *testing.F) {
	for _, q := range questions {
		f.Add(q.name, `{}`)
	}
	for puzzle, text := range boards() {
		for _, name := range []string{"board", "check", "hint", "place"} {
			body, err := json.Marshal(about(puzzle, text))
			if err != nil {
				f.Fatal(err)
			}
			f.Add(name, string(body))
		}
	}
	f.Add("check", `{"puzzle":"packing","instance":".../.#.;xxx;x;x","entries":[1,-1,2,0,-1]}`)
	f.Add("hint", `{"puzzle":"sudoku","instance":"..1.4......3.2..","entries":[0,0,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,3]}`)
	f.Add("place", `{"puzzle":"sudoku","instance":"..1.4......3.2..","choose":3,"picture":9}`)
	f.Add("picture", `{"puzzle":"pushpull","instance":"011110110","solution":"000000000"}`)
	f.Add("nothing", `[]`)
	f.Fuzz(func(t *testing.T, name, body string) {
		if len(body) > 2000 {
			return
		}
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		objects := 0
		late := time.AfterFunc(10*time.Second, func() { panic("no end of " + name + " " + body) })
		defer late.Stop()
		err := desk.Ask(ctx, name, []byte(body), func(o any) error {
			if _, err := json.Marshal(o); err != nil {
				t.Errorf("%s %s: %v", name, body, err)
			}
			if objects++; objects > 100 {
				return errEnough
			}
			return nil
		})
		if err != nil && ProblemOf(err).Text == "" {
			t.Errorf("%s %s: a problem without a text", name, body)
		}
		if err == nil && objects == 0 {
			t.Errorf("%s %s: neither an answer nor a problem", name, body)
		}
	})
}
