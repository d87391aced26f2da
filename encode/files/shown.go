package files

import (
	"slices"
	"strings"

	"counterproof/encode"
)

// shown reads the output of the command show: for each board, its canonical notation and, on the
// lines below, its drawing. The error is encode.ErrOneLine if the text does not begin so.
func (b *boards) shown(text string) ([]encode.Instance, error) {
	var lines []encode.Span
	for line := range encode.TextLines(text) {
		line.Text = strings.TrimRight(line.Text, blanks)
		if len(lines) > 0 || line.Text != "" {
			lines = append(lines, line)
		}
		if len(lines) == 2 && !b.begins(lines) {
			return nil, encode.ErrOneLine
		}
	}
	if len(lines) < 2 {
		return nil, encode.ErrOneLine
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
		n, err := b.drawing(in, lines[1:])
		if err != nil {
			// In a list of boards, the second board may look like a row of the first.
			if len(all) == 0 && b.board(lines[1].Text) {
				return nil, encode.ErrOneLine
			}
			return nil, err
		}
		all, lines = append(all, in), lines[1+n:]
	}
	return all, nil
}

// board reports whether a text is the notation of a board.
func (b *boards) board(text string) bool {
	_, err := b.puzzle.Parse(text)
	return err == nil
}

// begins reports whether the first of two lines is the canonical notation of a board, and the second
// can be the first line of its drawing or of the drawing of a solution.
func (b *boards) begins(lines []encode.Span) bool {
	in, err := b.puzzle.Parse(lines[0].Text)
	if err != nil || in.String() != lines[0].Text || drawsItself(in) {
		return false
	}
	_, readable := in.(encode.HasDrawing)
	return lines[1].Text == drawnLines(in, nil)[0] || readable && lines[1].Text != "" && !b.board(lines[1].Text)
}

// drawsItself reports whether the drawing of a board is its notation. The command show does not
// repeat the notation then.
func drawsItself(in encode.Instance) bool { return in.Draw(nil) == in.String()+"\n" }

// drawnLines returns the lines that the command show draws, without blanks at their ends.
func drawnLines(in encode.Instance, s *encode.Solution) []string {
	lines := strings.Split(strings.TrimRight(in.Draw(s), "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, blanks)
	}
	return lines
}

// drawing checks that the lines begin with the drawing of a board, or of a solution of the board. It
// returns the number of lines of the drawing. If it shows a solution, drawing warns that the entries
// are ignored. A board that draws itself has no drawing.
func (b *boards) drawing(in encode.Instance, lines []encode.Span) (int, error) {
	if drawsItself(in) {
		return 0, nil
	}
	texts := make([]string, len(lines))
	for i, line := range lines {
		texts[i] = line.Text
	}
	want := drawnLines(in, nil)
	if len(lines) >= len(want) && slices.Equal(texts[:len(want)], want) {
		return len(want), nil
	}
	if _, ok := in.(encode.HasDrawing); ok && !slices.Contains(in.Sites(), 0) {
		zero := encode.Solution(make([]byte, len(in.Sites())))
		if n := len(drawnLines(in, &zero)); n > 1 && n <= len(lines) {
			if _, err := encode.ReadSolution(in, strings.Join(texts[:n], "\n")); err == nil {
				b.warn(lines[:n], "ignored the entries in %s, because a board has only clues")
				return n, nil
			}
		}
	}
	for i, line := range lines {
		if i < len(want) && line.Text != want[i] {
			return 0, line.Errorf("want %q, as the command show draws the board above, got %q", want[i], line.Text)
		}
	}
	last := lines[len(lines)-1]
	return 0, last.End().Errorf("want %d lines in the drawing of the board above, got %d", len(want), len(lines))
}
