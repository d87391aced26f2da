package booklet

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/catalog"
	"counterproof/encode/draw"
	"counterproof/reports/paper/sheet"
)

// TestMagazine checks a booklet of two boards for each puzzle. It must have a cover with both boards and
// with the title of the puzzle, and one page of rules. That page must end with a solution of a board with as
// few sites as the example, after a picture for each of up to three moves. Each move must have its number
// and a whole sentence. The same boards must give the same bytes.
func TestMagazine(t *testing.T) {
	for _, p := range catalog.All() {
		in := p.ExampleBoard()
		boards := []Board{{Instance: in}, {Instance: in}}
		for i := range boards {
			if err := boards[i].Finish(t.Context(), p); err != nil {
				t.Fatal(err)
			}
		}
		document := sheet.Sheet{Title: p.Title, Sections: Sections(p, boards, 0)}
		s, err := Magazine(t.Context(), p, boards, document, "Seed 5.")
		if err != nil || len(s.Sections) != 4 {
			t.Fatalf("%s: %d sections, %v", p.Name, len(s.Sections), err)
		}
		cover, rules, puzzles := s.Sections[0], s.Sections[1], s.Sections[2]
		facts := strings.Join(cover.Intro, " ")
		if !cover.Cover || cover.Banner != p.Title || len(cover.Items) != 2 || !strings.Contains(facts, "2 boards") || !strings.HasSuffix(facts, "Seed 5.") {
			t.Errorf("%s: the cover is %+v", p.Name, cover)
		}
		if !strings.HasPrefix(strings.Join(rules.Intro, " "), p.Rules) || len(puzzles.Intro) > 0 {
			t.Errorf("%s: the rules are not on a page of their own", p.Name)
		}
		checkExample(t, p, rules.Items)
		pages, err := s.Pages()
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []string{p.Title, "How to play", puzzles.Items[0].Title} {
			if !hasHeading(pages[i], want) {
				t.Errorf("%s: page %d lacks the heading %q", p.Name, i+1, want)
			}
		}
		again, err := Magazine(t.Context(), p, boards, document, "Seed 5.")
		if err != nil {
			t.Fatal(err)
		}
		var one, two bytes.Buffer
		if first, second := s.PDF(&one), again.PDF(&two); first != nil || second != nil || !bytes.Equal(one.Bytes(), two.Bytes()) {
			t.Errorf("%s: %v, %v, or other bytes", p.Name, first, second)
		}
	}
}

func checkExample(t *testing.T, p *encode.Puzzle, items []sheet.Item) {
	t.Helper()
	in, err := smallest(t.Context(), p)
	if err != nil || len(in.Sites()) > len(p.ExampleBoard().Sites()) {
		t.Fatalf("%s: %v, %v", p.Name, in, err)
	}
	last := items[len(items)-1]
	if last.Title != "The solution" || cmp.Equal(last.Picture, p.Picture(in, nil)) {
		t.Errorf("%s: the last picture %q is empty or no solution", p.Name, last.Title)
	}
	moves := items[:len(items)-1]
	if _, ok := deduction.Of(in); !ok && len(moves) == 1 && moves[0].Title == "The board" {
		return
	}
	before := 0
	for _, item := range moves {
		var step, of int
		if n, _ := fmt.Sscanf(item.Title, "Step %d of %d", &step, &of); n != 2 || step <= before || step > of {
			t.Errorf("%s: the title %q after step %d", p.Name, item.Title, before)
		}
		if before = step; !strings.HasSuffix(item.Caption, ".") || len(item.Caption) > mostLetters+1 || item.Note == "" {
			t.Errorf("%s: step %d has the sentence %q and the note %q", p.Name, step, item.Caption, item.Note)
		}
	}
	if len(moves) < 2 || len(moves) > 3 {
		t.Errorf("%s: %d moves, want 2 or 3", p.Name, len(moves))
	}
}

// hasHeading reports whether the headings of a page have a text, which can take several lines.
func hasHeading(p *draw.Picture, want string) bool {
	var all []string
	for _, s := range p.Shapes {
		if text, ok := s.(draw.Text); ok && text.Display {
			all = append(all, text.Text)
		}
	}
	return strings.Contains(strings.Join(all, " "), want)
}

// TestContents checks what the cover says about levels, and that levels of the code have words.
func TestContents(t *testing.T) {
	for want, levels := range map[string][]string{
		"1 board of Map colouring with answers.":                                      {""},
		"3 boards of Map colouring with answers: 2 easy, 1 hard.":                     {"easy", "hard", "easy"},
		"3 boards of Map colouring with answers: 1 following two colours.":            {"", "kempe", ""},
		"2 boards of Map colouring with answers: 1 normal, 1 trying cells and ships.": {"normal", "probing"},
	} {
		var boards []Board
		for _, level := range levels {
			boards = append(boards, Board{Level: level})
		}
		if got := contents(catalog.Find("map"), boards); got != want {
			t.Errorf("%q: got %q, want %q", levels, got, want)
		}
	}
}

// TestNote checks the words next to a board: the level and the size.
func TestNote(t *testing.T) {
	for _, c := range [][4]string{
		{"sudoku", "..1.4......3.2..", "easy", "easy, 4x4"},
		{"minesweeper", "9x9:4,4,mc5d2ea5a4b015e0ac6100", "", "beginner 9x9, 10 mines"},
		{"calendar", "10-06", "", ""},
		{"pentomino", "6x10", "hard", "hard, 6x10"},
		{"gf2", "110|1/011|0/111|1", "normal", "normal, 3 equations"},
		{"nonogram", "2x3:1/1/1/2/", "", "3x2"},
	} {
		p, in := parsed(t, c[0], c[1])
		if got := note(p, Board{Instance: in, Level: c[2]}); got != c[3] {
			t.Errorf("%s %s: got %q, want %q", c[0], c[1], got, c[3])
		}
	}
}
