package sherlock

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
)

func TestDraw(t *testing.T) {
	b := mustParse(t, "drink:tea,milk,juice/p:cat,dog,fox;next tea cat;at fox 3;at milk 1")
	want := "" +
		"      | 1    2 3\n" +
		"drink | milk . .\n" +
		"p     | .    . fox\n" +
		"\n" +
		"next tea cat\nat fox 3\nat milk 1\n"
	if got := b.Draw(nil); got != want {
		t.Errorf("the clues are drawn as\n%swant\n%s", got, want)
	}
	s := encode.Solution("\x01\x00\x02\x00\x01\x02")
	want = "" +
		"      | 1    2   3\n" +
		"drink | milk tea juice\n" +
		"p     | cat  dog fox\n"
	if got := b.Draw(&s); got != want {
		t.Errorf("the solution is drawn as\n%swant\n%s", got, want)
	}
	b = mustParse(t, "x:a,b,c;at c 2;at a 2;at a 3;at a 2")
	if got, want := b.Draw(nil), "  | 1 2   3\nx | . c/a a\n\nat c 2\nat a 2\nat a 3\nat a 2\n"; got != want {
		t.Errorf("clues that contradict each other are drawn as\n%swant\n%s", got, want)
	}
}

// TestPicture checks that the picture has each icon in the cell of its category and
// column, and the clues to the right of the board, each on its own line. Everything
// must be within the picture.
func TestPicture(t *testing.T) {
	type place struct{ x, y, w, h float64 }
	read := func(b *Board, s *encode.Solution) (cells []place, texts map[string]place, page place) {
		p := b.Picture(s)
		for _, r := range puzzletest.Shapes[draw.Rect](p) {
			if r.Fill != 0 {
				cells = append(cells, place{r.X, r.Y, r.W, r.H})
			}
		}
		texts = map[string]place{}
		for _, text := range puzzletest.Shapes[draw.Text](p) {
			if _, ok := texts[text.Text]; ok {
				t.Errorf("%q stands twice", text.Text)
			}
			texts[text.Text] = place{x: text.X, y: text.Y}
		}
		return cells, texts, place{w: p.W, h: p.H}
	}
	within := func(p, in place) bool { return p.x > in.x && p.x < in.x+in.w && p.y > in.y && p.y < in.y+in.h }
	b := mustParse(t, zebra)
	s := puzzletest.List(t, &Puzzle, b, "native", 1)[0]
	cells, texts, page := read(b, &s)
	if len(cells) != 25 || len(texts) != 5+5+25 {
		t.Fatalf("%d cells and %d texts, want 25 and 35", len(cells), len(texts))
	}
	for icon, name := range slices.Concat(b.icons...) {
		if cell := cells[icon/5*5+int(s[icon])]; !within(texts[name], cell) {
			t.Errorf("%s is at %v, want it in the cell %v", name, texts[name], cell)
		}
	}
	for v := range 5 {
		if p := texts[strconv.Itoa(v+1)]; p.y >= cells[0].y || p.x < cells[v].x || p.x > cells[v].x+cells[v].w {
			t.Errorf("%d is at %v, want it above the column %v", v+1, p, cells[v])
		}
	}
	for k, name := range b.categories {
		if p := texts[name]; p.x >= cells[0].x || p.y < cells[5*k].y || p.y > cells[5*k].y+cells[5*k].h {
			t.Errorf("%s is at %v, want it left of the row %v", name, p, cells[5*k])
		}
	}
	all := 0
	for range 3 { // 15, 60 and 240 clues: in one, three and three columns
		cells, texts, page = read(b, nil)
		seen := map[place]bool{}
		for text, p := range texts {
			if !within(p, page) || seen[p] {
				t.Errorf("%q is at %v of %v, or on another text", text, p, page)
			}
			seen[p] = true
			if strings.Contains(text, " ") {
				all++
				if p.x <= cells[4].x+cells[4].w {
					t.Errorf("%q is at %v, want it right of %v", text, p, cells[4])
				}
				end := p.x + 7*float64(len(text)) // a letter is about half of 15 units wide
				if end > page.w {
					t.Errorf("%q ends at about %g, the page at %g", text, end, page.w)
				}
				for other, q := range texts {
					if q.y == p.y && q.x > p.x && q.x < end {
						t.Errorf("%q at %v ends at about %g, on %q at %v", text, p, end, other, q)
					}
				}
			}
		}
		for name, i := range map[string]int{"Norwegian": 0, "milk": 12} {
			if !within(texts[name], cells[i]) {
				t.Errorf("%s is at %v, want it in the cell %v", name, texts[name], cells[i])
			}
		}
		if len(texts) != 5+5+2+len(b.clues) {
			t.Errorf("%d texts for %d clues", len(texts), len(b.clues))
		}
		more := &Board{categories: b.categories, icons: b.icons, clues: slices.Clone(b.clues)}
		for i := range 3 * len(b.clues) { // add clues with new texts
			n := len(b.clues) + i
			more.clues = append(more.clues, clue{kind: gap, icons: []int{n % 25, (n + 1 + n/25) % 25, (n + 12) % 25}})
		}
		b = more
	}
	if all != 15+60+240 {
		t.Errorf("%d clues are drawn, want %d", all, 15+60+240)
	}
}
