package puzzletest

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"counterproof/encode"
)

// drawn is the number of solutions of a board that are drawn.
const drawn = 40

// drawing tries the drawings: lines of plain text that tell the solutions
// apart, a tint for each character, well-formed SVG.
func (t *trial) drawing(b *board) {
	solutions := []*encode.Solution{nil}
	for _, s := range b.all[:min(len(b.all), drawn)] {
		solutions = append(solutions, &s)
	}
	seen := map[string]encode.Solution{}
	for _, s := range solutions {
		name := "Draw of the clues"
		if s != nil {
			name = "Draw of a solution"
		}
		text := ""
		t.guard("drawing", b.Text, name, func() { text = t.draw(b, name, s) })
		t.guard("drawing", b.Text, "Tints", func() { t.tints(b, s, text) })
		t.guard("drawing", b.Text, "SVG", func() { t.picture(b, s) })
		if s == nil {
			continue
		}
		if other, ok := seen[text]; ok {
			t.fail("drawing", b.Text, name, "%s and %s are drawn alike:\n%s", b.show(other), b.show(*s), text)
		}
		seen[text] = *s
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
	in, ok := b.in.(encode.Tinted)
	if !ok {
		return
	}
	tints := in.Tints(s)
	if n := utf8.RuneCountInString(text); len(tints) != n {
		t.fail("drawing", b.Text, "Tints", "%d entries for the %d characters of\n%s", len(tints), n, text)
	}
	for i, tint := range tints {
		if tint < 0 {
			t.fail("drawing", b.Text, "Tints", "entry %d is %d, want 0 or a colour from 1", i, tint)
		}
	}
}

func (t *trial) picture(b *board, s *encode.Solution) {
	in, ok := b.in.(encode.Pictured)
	if !ok {
		return
	}
	var out strings.Builder
	if err := in.SVG(&out, s); err != nil {
		t.fail("drawing", b.Text, "SVG", "error %v", err)
		return
	}
	if err := wellFormed(out.String()); err != nil {
		t.fail("drawing", b.Text, "SVG", "%v", err)
	}
	broken := errors.New("a broken pipe")
	if err := in.SVG(failing{broken}, s); !errors.Is(err, broken) {
		t.fail("drawing", b.Text, "SVG", "the writer's error %q is lost: got %v", broken, err)
	}
}

// wellFormed says what keeps text from being one SVG element.
func wellFormed(text string) error {
	d := xml.NewDecoder(strings.NewReader(text))
	depth, roots := 0, 0
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if depth == 0 {
				roots++
				if token.Name.Local != "svg" || token.Name.Space != "http://www.w3.org/2000/svg" {
					return errors.New("the root is no svg element of the SVG name space")
				}
			}
			depth++
		case xml.EndElement:
			depth--
		}
	}
	if roots != 1 {
		return fmt.Errorf("%d root elements, want one", roots)
	}
	return nil
}

// failing is a writer that fails.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
