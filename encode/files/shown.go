package files

import (
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/wording"
)

// shown reads the output of the command show, perhaps with comments, or indented.
func (b *boards) shown(text string) ([]encode.Instance, error) {
	all, err := b.drawings(text)
	if err != nil && (strings.Contains(text, "#") || strings.HasPrefix(text, " ") || strings.HasPrefix(text, "\t")) {
		if bare, err := b.drawings(plain(text, b.puzzle.HashCells)); err == nil {
			return bare, nil
		}
	}
	return all, err
}

func plain(text string, cells bool) string {
	var b strings.Builder
	indent := -1
	for line := range strings.Lines(text) {
		bare := strings.TrimRight(Uncomment(line, cells), blanks+"\n")
		if bare == "" && strings.Trim(line, blanks+"\n") != "" {
			continue
		}
		before := len(bare) - len(strings.TrimLeft(bare, blanks))
		if indent < 0 && bare != "" {
			indent = before
		}
		b.WriteString(bare[min(max(indent, 0), before):] + "\n")
	}
	return b.String()
}

// drawings reads, for each board, its canonical notation and, on the lines below, its drawing.
func (b *boards) drawings(text string) ([]encode.Instance, error) {
	text = strings.TrimRight(text, blanks+"\n")
	if !strings.Contains(text, "\n") || !b.begins(text) {
		return nil, encode.ErrOneLine
	}
	var lines []encode.Span
	for line := range encode.TextLines(text) {
		line.Text = strings.TrimRight(line.Text, blanks)
		lines = append(lines, line)
	}
	var all []encode.Instance
	for len(lines) > 0 {
		if lines[0].Text == "" {
			lines = lines[1:]
			continue
		}
		in, err := b.puzzle.Parse(lines[0].Text)
		if err != nil {
			return nil, moved(err, lines[0])
		}
		n, err := b.drawing(in, lines[0].Line, lines[1:])
		if err != nil {
			// A list of boards may begin so, if no line repeats a line of the drawing of its first board.
			if len(all) == 0 && !repeats(in, lines[1:]) {
				return nil, encode.ErrOneLine
			}
			return nil, err
		}
		all, lines = append(all, in), lines[1+n:]
	}
	return all, nil
}

func repeats(in encode.Instance, lines []encode.Span) bool {
	drawn := drawnLines(in, nil)
	for _, line := range lines {
		if line.Text == "" {
			break
		}
		if slices.ContainsFunc(drawn, func(d string) bool { return encode.SameLine(line.Text, d) }) {
			return true
		}
	}
	return false
}

func (b *boards) board(text string) bool {
	_, err := b.puzzle.Parse(text)
	return err == nil
}

// begins reports whether the first line of a text is the canonical notation of a board, and the
// second can be a line of its drawing or of the drawing of a solution. It skips boards that
// draw themselves, with an empty line after each.
func (b *boards) begins(text string) bool {
	var in encode.Instance // the board on the line above, if it does not draw itself
	itself := false        // whether the board on the line above draws itself
	for at := range encode.TextLines(text) {
		line := strings.TrimRight(at.Text, blanks)
		switch {
		case in != nil:
			_, readable := in.(encode.HasDrawing)
			few := strings.Count(text, "\n") < 1000 // a long list may repeat any line
			return encode.SameLine(line, drawnLines(in, nil)[0]) || few && repeats(in, []encode.Span{at}) || readable && line != "" && !b.board(line)
		case line == "":
			itself = false
			continue
		case itself:
			return false
		}
		var err error
		if in, err = b.puzzle.Parse(line); err != nil || in.String() != line {
			return false
		}
		if itself = drawsItself(in); itself {
			in = nil
		}
	}
	return false
}

// drawsItself reports whether a board is drawn as its notation, which show does not repeat then.
func drawsItself(in encode.Instance) bool { return in.Draw(nil) == in.String()+"\n" }

func drawnLines(in encode.Instance, s *encode.Solution) []string {
	lines := strings.Split(strings.TrimRight(in.Draw(s), "\n"), "\n")
	return wording.Each(lines, func(line string) string { return strings.TrimRight(line, blanks) })
}

// drawing checks that the lines begin with the drawing of a board, or of a solution of the board. It
// returns the number of lines of the drawing. If it shows a solution, drawing warns that the entries
// are ignored. A board that draws itself has no drawing. The parameter at is the line of the board.
func (b *boards) drawing(in encode.Instance, at int, lines []encode.Span) (int, error) {
	if drawsItself(in) {
		return 0, nil
	}
	want := drawnLines(in, nil)
	wrong := 0 // the first line that differs
	for wrong < len(want) && wrong < len(lines) && encode.SameLine(lines[wrong].Text, want[wrong]) {
		wrong++
	}
	if wrong == len(want) {
		return wrong, nil
	}
	switch n := b.solved(in, lines); {
	case n > 0:
		b.warn(lines[:n], "ignored the entries in %s, because a board has only clues")
		return n, nil
	case wrong == len(lines):
		return 0, encode.Errorf(at, 1, "want a drawing of %s below this board, as the command show draws it, or an empty line between boards", wording.Plural(len(want), "line"))
	}
	return 0, lines[wrong].Errorf("want %q, as the command show draws the board in line %d, got %q", want[wrong], at, lines[wrong].Text)
}

func (b *boards) solved(in encode.Instance, lines []encode.Span) int {
	if _, ok := in.(encode.HasDrawing); !ok || slices.Contains(in.Sites(), 0) {
		return 0
	}
	zero := encode.Solution(make([]byte, len(in.Sites())))
	n := len(drawnLines(in, &zero))
	if n < 2 || n > len(lines) {
		return 0
	}
	texts := wording.Each(lines[:n], func(line encode.Span) string { return line.Text })
	if _, err := encode.ReadSolution(in, strings.Join(texts, "\n")); err != nil {
		return 0
	}
	return n
}
