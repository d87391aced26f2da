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
	"counterproof/encode/draw"
)

// drawn is the largest number of solutions of a board that the law of drawing draws.
const drawn = 40

// drawing checks that drawings are lines of plain text, and that there is a colour for each
// character. Different solutions must have different drawings and pictures. It must be possible to
// write every picture as SVG, and all its shapes must lie on the paper.
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
		t.guard("drawing", b.Text, "TextColours", func() { t.tints(b, s, text) })
		picture := ""
		t.guard("drawing", b.Text, "Picture", func() { picture = t.picture(b, s) })
		if s == nil {
			continue
		}
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
		values := make([]byte, len(b.sites))
		for i, n := range b.sites {
			if n == 0 {
				return // no drawing shows a site without values
			}
			values[i] = byte(t.rng.IntN(n))
		}
		all = append(all, encode.Solution(values))
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
	in, ok := b.in.(encode.HasTextColours)
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
