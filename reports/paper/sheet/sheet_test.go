package sheet

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"os/exec"
	"strings"
	"testing"

	"counterproof/encode/draw"
	"counterproof/encode/test/facttest"
	"counterproof/reports/paper/canvas"
)

// board returns a picture of the given size with a frame and a letter of 18 units.
func board(w, h float64) *draw.Picture {
	p := &draw.Picture{W: w, H: h}
	p.Rect(0, 0, w, h, draw.Style{Stroke: draw.Vermilion, Width: 1})
	p.Text(w/2, h/2, "5", draw.Font{Size: 18})
	return p
}

func boards(n int, w, h float64) []Item {
	var items []Item
	for i := range n {
		items = append(items, Item{Picture: board(w, h), Title: fmt.Sprintf("Board %d", i+1), Note: "easy", Caption: "one solution"})
	}
	return items
}

// frames returns the frames of the boards on a page, in order.
func frames(page *draw.Picture) (all []draw.Rect) {
	for _, s := range page.Shapes {
		if r, ok := s.(draw.Rect); ok {
			all = append(all, r)
		}
	}
	return all
}

// TestPages checks how many items are on each page. It also checks that all items are inside the
// margins, that no items overlap, and that every text is on the paper.
func TestPages(t *testing.T) {
	long := strings.Repeat("a long caption with many words ", 30)
	mixed := []Item{{Picture: board(30, 700)}, {Picture: board(2000, 20), Title: long, Note: long}, {Picture: board(5, 5), Title: long, Caption: long}, {Picture: board(400, 400), Caption: strings.Repeat("W", 500)}}
	for _, c := range []struct {
		name     string
		paper    Paper
		sections []Section
		want     []int // boards on each page; nil: any number
	}{
		{"one", Papers[0], []Section{{Items: boards(1, 372, 372)}}, []int{1}},
		{"sudokus", Papers[0], []Section{{Items: boards(12, 372, 372)}}, []int{6, 6}},
		{"letter", Papers[1], []Section{{Items: boards(13, 372, 372)}}, []int{6, 6, 1}},
		{"sections begin pages", Papers[0], []Section{{Items: boards(7, 372, 372), Heading: "Puzzles"}, {}, {Items: boards(3, 372, 372), Heading: "Answers", Small: true}}, []int{6, 1, 3}},
		{"per page", Papers[0], []Section{{Items: boards(11, 372, 372), PerPage: 5}}, []int{5, 5, 1}},
		{"most per page", Papers[0], []Section{{Items: boards(61, 372, 372), PerPage: MostPerPage}}, []int{60, 1}},
		{"small", Papers[0], []Section{{Items: boards(40, 372, 372), Small: true}}, nil},
		{"wide", Papers[0], []Section{{Items: boards(8, 1029, 344)}}, nil},
		{"large", Papers[0], []Section{{Items: boards(3, 57000, 57000)}}, []int{1, 1, 1}},
		{"mixed", Papers[1], []Section{{Items: mixed}}, nil},
		{"mixed, many", Papers[0], []Section{{Items: mixed, PerPage: 24}}, []int{4}},
	} {
		pages, err := Sheet{Title: long, Paper: c.paper, Sections: c.sections}.Pages()
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if c.want != nil && len(pages) != len(c.want) {
			t.Errorf("%s: %d pages, want %d", c.name, len(pages), len(c.want))
			continue
		}
		for i, page := range pages {
			if page.W != c.paper.W || page.H != c.paper.H {
				t.Errorf("%s: page %d has %g x %g points", c.name, i+1, page.W, page.H)
			}
			all := frames(page)
			if c.want != nil && len(all) != c.want[i] {
				t.Errorf("%s: %d boards on page %d, want %d", c.name, len(all), i+1, c.want[i])
			}
			checkFrames(t, c.name, page, all)
			checkTexts(t, c.name, page)
			if want := fmt.Sprintf("%d / %d", i+1, len(pages)); !has(page, want) {
				t.Errorf("%s: page %d lacks its number %s", c.name, i+1, want)
			}
		}
	}
}

// checkFrames checks that the frames are inside the margins and do not overlap.
func checkFrames(t *testing.T, name string, page *draw.Picture, all []draw.Rect) {
	t.Helper()
	const off = 1e-6
	for i, r := range all {
		if r.X < margin-off || r.Y < top-off || r.X+r.W > page.W-margin+off || r.Y+r.H > page.H-bottom+off || r.W <= 0 {
			t.Errorf("%s: board %d is at %.1f %.1f with %.1f x %.1f points, outside of the margins", name, i+1, r.X, r.Y, r.W, r.H)
		}
		for _, o := range all[:i] {
			if r.X < o.X+o.W && o.X < r.X+r.W && r.Y < o.Y+o.H && o.Y < r.Y+r.H {
				t.Errorf("%s: board %d overlaps another one", name, i+1)
			}
		}
	}
}

// checkTexts checks that each text is inside the margins and that no two texts overlap.
func checkTexts(t *testing.T, name string, page *draw.Picture) {
	t.Helper()
	type box struct{ x0, y0, x1, y1 float64 }
	var boxes []box
	for _, s := range page.Shapes {
		text, ok := s.(draw.Text)
		if !ok || text.Text == "5" { // a letter may be larger than its board
			continue
		}
		w := canvas.TextWidth(text.Text, text.Font)
		x := text.X - w*map[draw.Anchor]float64{draw.Middle: 0.5, draw.End: 1}[text.Anchor]
		b := box{x, text.Y - 0.7*text.Size, x + w, text.Y + 0.2*text.Size}
		if b.x0 < margin-0.1 || b.x1 > page.W-margin+0.1 || b.y0 < 20 || b.y1 > page.H-20 {
			t.Errorf("%s: %.30q is from %.1f %.1f to %.1f %.1f", name, text.Text, b.x0, b.y0, b.x1, b.y1)
		}
		for _, o := range boxes {
			if b.x0 < o.x1 && o.x0 < b.x1 && b.y0 < o.y1 && o.y0 < b.y1 {
				t.Errorf("%s: %.30q overlaps another text", name, text.Text)
			}
		}
		boxes = append(boxes, b)
	}
}

func has(page *draw.Picture, want string) bool {
	for _, s := range page.Shapes {
		if t, ok := s.(draw.Text); ok && t.Text == want {
			return true
		}
	}
	return false
}

// TestLegible checks the size of letters: at least 6.5 points on pages of boards, and at least 5
// points on pages of small items. It also checks that the layout enlarges pictures by at most 3.
func TestLegible(t *testing.T) {
	for _, c := range []struct {
		items   []Item
		small   bool
		letters float64
	}{
		{boards(12, 372, 372), false, 6.5},
		{boards(50, 372, 372), true, 5},
		{boards(12, 684, 672), false, 6.5},
		{boards(50, 684, 672), true, 5},
		{boards(9, 786, 344), false, 6.5},
	} {
		pages, err := Sheet{Sections: []Section{{Items: c.items, Small: c.small}}}.Pages()
		if err != nil {
			t.Fatal(err)
		}
		r := frames(pages[0])[0]
		k := r.W / c.items[0].Picture.W
		if math.Abs(r.H-k*c.items[0].Picture.H) > 1e-6 {
			t.Errorf("a board has %g x %g points, which is not its shape", r.W, r.H)
		}
		if 18*k < c.letters || len(frames(pages[0])) < 2 {
			t.Errorf("%d boards on a page with letters of %.1f points, want several with %g", len(frames(pages[0])), 18*k, c.letters)
		}
	}
	pages, err := Sheet{Sections: []Section{{Items: boards(1, 100, 100)}}}.Pages()
	if err != nil {
		t.Fatal(err)
	}
	if r := frames(pages[0])[0]; r.W != 300 {
		t.Errorf("a board of 100 units takes %g points, want 300", r.W)
	}
}

// TestFilled checks that boards take most of the width of their columns on both sizes of paper.
func TestFilled(t *testing.T) {
	for _, size := range [][2]float64{{372, 372}, {600, 420}, {420, 600}, {1029, 344}, {684, 672}} {
		for _, paper := range Papers {
			pages, err := Sheet{Paper: paper, Sections: []Section{{Items: boards(24, size[0], size[1])}}}.Pages()
			if err != nil {
				t.Fatal(err)
			}
			columns := map[float64]bool{}
			total := 0.0
			for _, r := range frames(pages[0]) {
				if !columns[r.X] {
					total += r.W
				}
				columns[r.X] = true
			}
			if share := total / (paper.W - 2*margin); share < 0.6 {
				t.Errorf("%s: boards of %v units take %.2f of the width, want 0.6", paper.Name, size, share)
			}
		}
	}
}

// TestRefused checks that PDF and HTML return an error for a sheet that cannot be drawn, and write
// nothing.
func TestRefused(t *testing.T) {
	bad := board(9, 9)
	bad.Circle(math.NaN(), 0, 1, draw.Style{})
	for _, c := range []struct {
		sheet Sheet
		want  string
	}{
		{Sheet{}, "one picture"},
		{Sheet{Sections: []Section{{PerPage: 3}}}, "one picture"},
		{Sheet{Sections: []Section{{Items: append(boards(2, 9, 9), Item{Picture: bad})}}}, "picture 3, NaN"},
		{Sheet{Sections: []Section{{Items: []Item{{Picture: &draw.Picture{}}}}}}, "picture 1, 0 x 0"},
		{Sheet{Sections: []Section{{Items: boards(1, 9, 9), PerPage: 61}}}, "1 to 60, 61"},
		{Sheet{Sections: []Section{{Items: boards(1, 9, 9), PerPage: -1}}}, "1 to 60, -1"},
	} {
		for name, write := range map[string]func(io.Writer) error{"pdf": c.sheet.PDF, "html": c.sheet.HTML} {
			var b bytes.Buffer
			if err := write(&b); err == nil || !facttest.States(err.Error(), name+", "+c.want) || b.Len() > 0 {
				t.Errorf("%v, and %d bytes, want %s: %s and none", err, b.Len(), name, c.want)
			}
		}
	}
}

// TestPDF checks the number and the size of the pages, and that the same sheet gives the same
// bytes. If pdftotext is installed, it must find the texts.
func TestPDF(t *testing.T) {
	s := Sheet{Title: "Sudoku", Paper: Papers[1], Sections: []Section{{Items: boards(7, 372, 372)}, {Heading: "Answers", Items: boards(7, 372, 372), Small: true}}}
	var first, second bytes.Buffer
	for _, b := range []*bytes.Buffer{&first, &second} {
		if err := s.PDF(b); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("the same sheet gave different bytes")
	}
	for text, want := range map[string]int{"/Type /Page\n": 3, "/MediaBox [0 0 612.00 792.00]": 1} {
		if got := strings.Count(first.String(), text); got != want {
			t.Errorf("%q occurs %d times, want %d", text, got, want)
		}
	}
	program, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Skip("pdftotext is not installed")
	}
	cmd := exec.Command(program, "-layout", "-", "-")
	cmd.Stdin = &first
	text, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for want, times := range map[string]int{"Sudoku": 3, "Answers": 1, "Board 7": 2, "one solution": 14, "2/3": 1} {
		if got := strings.Count(strings.ReplaceAll(string(text), " / ", "/"), want); got != times {
			t.Errorf("%q occurs %d times in the document, want %d", want, got, times)
		}
	}
}

// TestHTML checks that the HTML has one drawing for each page of the sheet, and that titles are
// escaped.
func TestHTML(t *testing.T) {
	s := Sheet{Title: "a < b & c", Sections: []Section{{Items: boards(7, 372, 372)}}}
	var b bytes.Buffer
	if err := s.HTML(&b); err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(b.String(), "<body>")
	body, _, _ = strings.Cut(body, "</body>")
	d := xml.NewDecoder(strings.NewReader("<body>" + body + "</body>"))
	drawings := 0
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "svg" {
			drawings++
		}
	}
	if drawings != 2 || !strings.Contains(b.String(), "<title>a &lt; b &amp; c</title>") {
		t.Errorf("%d drawings, want 2, and the title escaped", drawings)
	}
	if strings.Contains(b.String(), "http://") && strings.Count(b.String(), "http://") != 2 { // the name space of SVG
		t.Error("the page names an address")
	}
}
