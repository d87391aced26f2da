package sherlock

import (
	"math/rand/v2"
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
		"Tea is next to cat\n"
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
	if got, want := b.Draw(nil), "  | 1 2   3\nx | . c/a a\n"; got != want {
		t.Errorf("clues that contradict each other are drawn as\n%swant\n%s", got, want)
	}
}

// TestPicture checks that the icons are in the cells of their categories and columns,
// and that the clues are below the cells.
func TestPicture(t *testing.T) {
	type place struct{ x, y, w, h float64 }
	read := func(b *Board, s *encode.Solution) (cells []place, texts map[string]place) {
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
		return cells, texts
	}
	within := func(p, in place) bool { return p.x > in.x && p.x < in.x+in.w && p.y > in.y && p.y < in.y+in.h }
	b := mustParse(t, zebra)
	s := puzzletest.List(t, &Puzzle, b, "native", 1)[0]
	cells, texts := read(b, &s)
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
	cells, texts = read(b, nil)
	for _, want := range []string{"Englishman and red share a column", "Ivory is left of green", "Kools is next to horse"} {
		if texts[want].y <= cells[24].y+cells[24].h {
			t.Errorf("%q is at %v, want it below the cells", want, texts[want])
		}
	}
	for name, i := range map[string]int{"Norwegian": 0, "milk": 12} {
		if !within(texts[name], cells[i]) {
			t.Errorf("%s is at %v, want it in the cell %v", name, texts[name], cells[i])
		}
	}
	// Two of the 15 clues are in the cells. The icons of each category have a line.
	if want := "pet: dog, snails, fox, horse, zebra"; texts[want].y <= cells[24].y+cells[24].h {
		t.Errorf("%q is at %v, want it below the cells", want, texts[want])
	}
	if len(texts) != 5+5+2+13+5 {
		t.Errorf("%d texts, want 30: %v", len(texts), texts)
	}
}

// TestPictureOfManyClues checks that the lines of icons and clues are below each other and within
// the picture, which is as narrow as the cells. One board has a long
// name.
func TestPictureOfManyClues(t *testing.T) {
	for _, b := range []*Board{
		mustParse(t, "a:b,c,d;left b d"),
		mustParse(t, strings.ReplaceAll("a:X,c,d/e:f,g,h;gap X f c;either f X d;between X c g;same X f;at X 1;same X c g;differ X h;without X c f;apart X h", "X", strings.Repeat("x", 64))),
		dug(t.Context(), rand.New(rand.NewPCG(1, 0)), encode.Size{H: 8, W: 8}, all),
	} {
		bare := b.Without(rand.Perm(b.Clues())...).(*Board).Picture(nil)
		p := b.Picture(nil)
		if p.W > max(bare.W, least) {
			t.Errorf("%s: the picture is %g wide, without clues %g", b, p.W, bare.W)
		}
		words, last := 0, 0.0
		for _, cell := range puzzletest.Shapes[draw.Rect](p) {
			last = max(last, cell.Y+cell.H)
		}
		bottom := last
		for _, text := range puzzletest.Shapes[draw.Text](p) {
			if text.Y < bottom {
				continue
			}
			words += len(strings.Fields(text.Text))
			end := text.X + 0.5*text.Size*float64(len(text.Text)) // a letter is about half as wide as the font size
			if text.Size < 15 || text.Y < last+text.Size || text.Y > p.H || end > p.W {
				t.Errorf("%s: %q of size %g is at %g, %g and ends at %g; the line above is at %g, the picture is %g x %g", b, text.Text, text.Size, text.X, text.Y, end, last, p.W, p.H)
			}
			last = text.Y
		}
		want := 0
		for _, icons := range b.icons {
			want += 1 + len(icons)
		}
		for _, clue := range b.clues {
			if clue.kind != at {
				want += len(strings.Fields(b.sentence(clue)))
			}
		}
		if words != want {
			t.Errorf("%s: %d words are drawn, want %d", b, words, want)
		}
	}
}

// TestSentences compares sentences with sentences written by hand, one for each kind of
// clue.
func TestSentences(t *testing.T) {
	const board = "drink:tea,milk,juice/pet:cat,dog,fox;"
	seen := map[kind]bool{}
	for clue, want := range map[string]string{
		"next tea cat":        "Tea is next to cat",
		"apart milk fox":      "Milk is not next to fox",
		"left dog milk":       "Dog is left of milk",
		"between tea dog fox": "Dog is between tea and fox and next to both",
		"gap tea dog fox":     "Tea and fox are two columns apart without dog between them",
		"same tea cat":        "Tea and cat share a column",
		"same tea cat fox":    "Tea, cat and fox share a column",
		"differ tea cat":      "Tea and cat are in different columns",
		"without tea cat fox": "Tea shares its column with fox and not with cat",
		"notat tea 2":         "Tea is not in column 2",
		"directly tea cat":    "Tea is directly left of cat",
		"apart1 tea cat":      "One column is between tea and cat",
		"apart2 tea cat":      "Two columns are between tea and cat",
		"either tea cat fox":  "Tea shares its column with exactly one of cat and fox",
	} {
		b := mustParse(t, board+clue)
		seen[b.clues[0].kind] = true
		if _, got, _ := strings.Cut(b.Draw(nil), "\n\n"); got != want+"\n" {
			t.Errorf("%s: %q, want %q", clue, got, want)
		}
	}
	if len(seen) != int(kinds)-1 { // the cells show the clues of the kind at
		t.Errorf("%d kinds of clues, want %d", len(seen), kinds-1)
	}
}

// TestDemands checks that the clues have names that people understand.
func TestDemands(t *testing.T) {
	b := mustParse(t, "x:a,b,c/y:d,e,f;next a e;at d 3")
	if got, want := b.Demands(), []string{`"a is next to e"`, `"d is in column 3"`}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
