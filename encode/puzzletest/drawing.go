package puzzletest

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/capability/layout"
	"counterproof/encode/draw"
)

// drawn is the largest number of solutions of a board whose drawings the law of drawing checks.
const drawn = 40

// drawing checks that drawings are lines of plain text, and that there is a colour for each
// character. Different solutions must have different drawings and pictures. Every picture must be
// writable as SVG, and all its shapes must lie on the paper.
func (t *trial) drawing(b *board) {
	solutions := []*encode.Solution{nil}
	for _, s := range b.all[:min(len(b.all), drawn)] {
		solutions = append(solutions, &s)
	}
	seen, pictures := map[string]encode.Solution{}, map[string]encode.Solution{}
	for _, s := range solutions {
		name := "Draw of the clues"
		if s != nil {
			name = "Draw of a solution"
		}
		text := ""
		t.guard("drawing", b.Text, name, func() { text = t.draw(b, name, s) })
		picture := ""
		t.guard("drawing", b.Text, "Picture", func() { picture = t.picture(b, s) })
		if s == nil {
			continue
		}
		t.guard("drawing", b.Text, "TextColours", func() { t.tints(b, s, text) })
		if other, ok := pictures[picture]; ok && picture != "" {
			t.fail("drawing", b.Text, "Picture", "%s and %s have the same picture", b.show(other), b.show(*s))
		}
		pictures[picture] = *s
		if other, ok := seen[text]; ok {
			t.fail("drawing", b.Text, name, "%s and %s are drawn alike:\n%s", b.show(other), b.show(*s), text)
		}
		seen[text] = *s
	}
	if _, ok := b.in.(encode.HasDrawing); ok {
		t.guard("reading", b.Text, "ReadDrawing", func() { t.readings(b) })
	}
}

// readings checks that drawings of solutions, and of random values that may break the rules, are
// read back. A drawing with one more line is refused. A drawing without one of its characters is not read as
// the same drawing.
func (t *trial) readings(b *board) {
	all := slices.Clone(b.all[:min(len(b.all), drawn)])
	for range drawn {
		values := make([]int, len(b.sites))
		for i, n := range b.sites {
			if n == 0 {
				return // no drawing shows a site without values
			}
			values[i] = t.rng.IntN(n)
		}
		all = append(all, encode.MakeSolution(encode.Wide(b.sites), values))
	}
	for _, s := range all {
		text := b.in.Draw(&s)
		for _, text := range []string{text, b.in.String() + "\n" + text} {
			reads, err := encode.ReadSolution(b.in, text)
			if err != nil {
				t.fail("reading", b.Text, "ReadDrawing", "%s is not read back from\n%s%v", b.show(s), text, err)
			} else if !slices.ContainsFunc(reads, func(r encode.Read) bool { return r.Solution == s }) {
				t.fail("reading", b.Text, "ReadDrawing", "%s is read back as %s from\n%s", b.show(s), b.show(reads[0].Solution), text)
			}
		}
		if reads, err := encode.ReadSolution(b.in, text+"more\n"); err == nil && reads[0].As == encode.AsDrawing {
			t.fail("reading", b.Text, "ReadDrawing", "a drawing with a line too many is read as %s:\n%s", b.show(reads[0].Solution), text)
		}
		at := t.rng.IntN(len(text))
		less := text[:at] + text[at+1:]
		if reads, err := encode.ReadSolution(b.in, less); err == nil && reads[0] == (encode.Read{Solution: s, As: encode.AsDrawing}) && strings.TrimSpace(text[at:at+1]) != "" {
			t.fail("reading", b.Text, "ReadDrawing", "%s is also read from a drawing without the character %d:\n%s", b.show(s), at, less)
		}
	}
}

func (t *trial) draw(b *board, name string, s *encode.Solution) string {
	text := b.in.Draw(s)
	odd := func(r rune) bool { return r != '\n' && unicode.IsControl(r) }
	switch {
	case strings.TrimSpace(text) == "":
		t.fail("drawing", b.Text, name, "is empty")
	case !strings.HasSuffix(text, "\n"):
		t.fail("drawing", b.Text, name, "%q does not end its last line", text)
	case !utf8.ValidString(text) || strings.ContainsFunc(text, odd):
		t.fail("drawing", b.Text, name, "%q is not plain text", text)
	case b.in.Draw(s) != text:
		t.fail("determinism", b.Text, name, "differs from one drawing to the next")
	}
	return text
}

func (t *trial) tints(b *board, s *encode.Solution, text string) {
	in, ok := b.in.(layout.HasTextColours)
	if !ok {
		return
	}
	tints := in.TextColours(s)
	if n := utf8.RuneCountInString(text); len(tints) != n {
		t.fail("drawing", b.Text, "TextColours", "%d entries for the %d characters of\n%s", len(tints), n, text)
	}
	for i, tint := range tints {
		if tint < 0 {
			t.fail("drawing", b.Text, "TextColours", "entry %d is %d, want 0 or a colour from 1", i, tint)
		}
	}
}

// picture checks the picture of a solution and returns its shapes as text, or "" if the puzzle draws
// no pictures. If s is nil, the picture shows the clues.
func (t *trial) picture(b *board, s *encode.Solution) string {
	in, ok := b.in.(encode.HasPicture)
	if !ok {
		return ""
	}
	p := in.Picture(s)
	err := p.WriteSVG(io.Discard)
	if err == nil {
		err = inside(p)
	}
	shapes := fmt.Sprint(p.Shapes)
	if err != nil {
		t.fail("drawing", b.Text, "Picture", "%v", err)
	} else if fmt.Sprint(in.Picture(s).Shapes) != shapes {
		t.fail("determinism", b.Text, "Picture", "differs from one picture to the next")
	}
	return shapes
}

// inside returns an error if the picture is empty or if a shape reaches beyond the paper.
func inside(p *draw.Picture) error {
	if len(p.Shapes) == 0 {
		return errors.New("the picture is empty")
	}
	for _, s := range p.Shapes {
		var points []draw.Point
		switch s := s.(type) {
		case draw.Rect:
			points = []draw.Point{{s.X, s.Y}, {s.X + s.W, s.Y + s.H}}
		case draw.Circle:
			points = []draw.Point{{s.X - s.R, s.Y - s.R}, {s.X + s.R, s.Y + s.R}}
		case draw.Path:
			points = slices.Concat(s.Lines...)
		case draw.Text:
			points = []draw.Point{{s.X, s.Y}}
		}
		for _, at := range points {
			if at[0] < 0 || at[0] > p.W || at[1] < 0 || at[1] > p.H {
				return fmt.Errorf("%T %+v leaves the picture of %g x %g", s, s, p.W, p.H)
			}
		}
	}
	return nil
}

// Shapes returns the shapes of type S in a picture, in the order in which they are drawn.
func Shapes[S draw.Shape](p *draw.Picture) []S {
	var all []S
	for _, s := range p.Shapes {
		if s, ok := s.(S); ok {
			all = append(all, s)
		}
	}
	return all
}

// Painted counts the shapes of a picture whose fill or outline has the colour c.
func Painted(p *draw.Picture, c draw.Colour) int {
	n := 0
	for _, s := range p.Shapes {
		var style draw.Style
		switch s := s.(type) {
		case draw.Rect:
			style = s.Style
		case draw.Circle:
			style = s.Style
		case draw.Path:
			style = s.Style
		case draw.Text:
			style.Fill = s.Fill
		}
		if style.Fill == c || style.Stroke == c {
			n++
		}
	}
	return n
}

// A Drawn is a board read back from a picture that package encode/board/grid drew.
type Drawn struct {
	Title string
	// Left, Right, Top and Bottom are the texts around the board.
	Left, Right, Top, Bottom []string
	Cells                    []Shown // row-major
	// Chains lists the closed lines. Each corner is given by the cell in whose middle it is, or -1
	// if it is not in the middle of a cell.
	Chains [][]int

	middle map[draw.Point]int
	around []draw.Text
	frame  bool
}

// A Shown describes the contents of a cell in a picture.
type Shown struct {
	Fill  draw.Colour
	Disc  bool     // whether there is a disc in the middle of the cell
	Texts []string // the text in the middle first
}

// ReadBoards reads the boards of a picture. Each board must be drawn in this order: the title, the
// texts around the board, each cell followed by its contents, the frame, and the closed lines. The
// title has a font size of 15 units, and the frame has no fill.
func ReadBoards(p *draw.Picture) ([]*Drawn, error) {
	var all []*Drawn
	for _, s := range p.Shapes {
		path, isPath := s.(draw.Path)
		if !isPath && (len(all) == 0 || all[len(all)-1].frame) {
			all = append(all, &Drawn{middle: map[draw.Point]int{}})
		}
		if len(all) == 0 {
			return nil, fmt.Errorf("a path before the first board: %+v", path)
		}
		board := all[len(all)-1]
		last := len(board.Cells) - 1
		switch s := s.(type) {
		case draw.Text:
			switch {
			case last >= 0:
				board.Cells[last].Texts = append(board.Cells[last].Texts, s.Text)
			case s.Size == 15:
				board.Title = s.Text
			default:
				board.around = append(board.around, s)
			}
		case draw.Rect:
			switch {
			case s.Stroke == 0: // a heavier line, or the background of a mark
			case s.Fill == 0:
				board.frame = true
				board.sides(s)
			default:
				board.middle[draw.Point{s.X + s.W/2, s.Y + s.H/2}] = len(board.Cells)
				board.Cells = append(board.Cells, Shown{Fill: s.Fill})
			}
		case draw.Circle:
			if i, ok := board.middle[draw.Point{s.X, s.Y}]; !ok || i != last || s.Fill == 0 {
				return nil, fmt.Errorf("a circle that is not a disc in the middle of cell %d: %+v", last, s)
			}
			board.Cells[last].Disc = true
		case draw.Path:
			if !s.Closed {
				return nil, fmt.Errorf("a line that is not closed: %+v", s)
			}
			for _, line := range s.Lines {
				var cells []int
				for _, at := range line {
					i, ok := board.middle[at]
					if !ok {
						i = -1
					}
					cells = append(cells, i)
				}
				board.Chains = append(board.Chains, cells)
			}
		}
	}
	return all, nil
}

// sides sorts the texts around the frame into Left, Right, Top and Bottom.
func (p *Drawn) sides(frame draw.Rect) {
	for _, text := range p.around {
		side := &p.Bottom
		switch {
		case text.X < frame.X:
			side = &p.Left
		case text.X > frame.X+frame.W:
			side = &p.Right
		case text.Y < frame.Y:
			side = &p.Top
		}
		*side = append(*side, text.Text)
	}
}
