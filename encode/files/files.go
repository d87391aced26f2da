// Package files reads boards from what people paste or keep in files. It cleans the characters of a
// text, removes comments, and divides a text into boards: one board per line, or boards that are
// drawn over several lines. The readers of the single formats are in the packages of the puzzles. They
// share Uncomment and ReadGraph.
package files

import (
	"errors"
	"iter"
	"slices"
	"strings"

	"counterproof/encode"
)

// Reading says how Read reads a text.
type Reading struct {
	Lines bool              // every line is a board, also if the lines could be the rows of one board
	Warn  func(text string) // called with a line of text for each choice between two readings; nil ignores them
}

type boards struct {
	puzzle *encode.Puzzle
	Reading
}

// Read reads the boards of a text in UTF-8 or UTF-16. It tries, in this order,
//
//   - the output of the command show: the canonical notation of a board, and its drawing below,
//   - the method Import of the puzzle on the whole text,
//   - for each part of the text between empty lines, the rows of one board, and
//   - one board per line.
//
// In the last two cases, the sequence parses the boards while it is read, and it ends after the first
// error. If the lines are boards of one row each and also the rows of one board, Read takes the one
// board and warns. All errors about the text are *encode.ParseError, with the line and the column in
// the parameter data.
func Read(p *encode.Puzzle, data []byte, r Reading) (iter.Seq2[encode.Instance, error], error) {
	t, err := clean(data)
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(t.text) == "" {
		return nil, encode.Errorf(1, 1, "want at least one instance, got none")
	}
	b := &boards{p, r}
	if r.Warn == nil {
		b.Warn = func(string) {}
	}
	all, err := b.whole(t.text)
	switch {
	case errors.Is(err, encode.ErrOneLine):
		return t.placed(b.parts(t.text)), nil
	case err != nil:
		return nil, t.place(err)
	}
	return t.placed(func(yield func(encode.Instance, error) bool) {
		for _, in := range all {
			if !yield(in, nil) {
				return
			}
		}
	}), nil
}

// whole reads a text that is the output of show or that the method Import of the puzzle reads. For
// any other text, the error is encode.ErrOneLine.
func (b *boards) whole(text string) ([]encode.Instance, error) {
	if b.Lines {
		return nil, encode.ErrOneLine
	}
	if all, err := b.shown(text); !errors.Is(err, encode.ErrOneLine) {
		return all, err
	}
	if b.puzzle.Import == nil {
		return nil, encode.ErrOneLine
	}
	return b.puzzle.Import([]byte(text))
}

// parts yields the boards of a text, part by part. An empty line ends a part. A part that has more
// lines than any board has rows is a list of boards.
func (b *boards) parts(text string) iter.Seq2[encode.Instance, error] {
	return func(yield func(encode.Instance, error) bool) {
		var part []encode.Span
		found := false
		flush := func() bool {
			lines := part
			part = part[:0]
			for in, err := range b.part(lines) {
				found = true
				if !yield(in, err) || err != nil {
					return false
				}
			}
			return true
		}
		for line := range encode.TextLines(text) {
			trimmed := line.Trim()
			if trimmed.Text != "" {
				if bare := b.uncomment(trimmed); bare.Text != "" { // a line with nothing but a comment ends no board
					part = append(part, bare)
				}
			}
			if (trimmed.Text == "" || b.Lines || len(part) > maxRows) && !flush() {
				return
			}
		}
		if flush() && !found {
			yield(nil, encode.Errorf(1, 1, "want at least one instance, got only comments"))
		}
	}
}

// maxRows is larger than the number of rows of any board.
const maxRows = 1 << 16

func (b *boards) uncomment(line encode.Span) encode.Span {
	bare := encode.Span{Text: Uncomment(line.Text, b.puzzle.HashCells), Line: line.Line, Column: line.Column}.Trim()
	if bare.Text != line.Text {
		if in, err := b.puzzle.Parse(line.Text); err == nil && len(in.Sites()) > 0 {
			return line
		}
	}
	return bare
}

// part yields the boards of some lines: one board that is drawn over all lines, or one board per line.
func (b *boards) part(lines []encode.Span) iter.Seq2[encode.Instance, error] {
	return func(yield func(encode.Instance, error) bool) {
		if in, err := b.drawn(lines); err != encode.ErrOneLine {
			yield(in, err)
			return
		}
		for _, line := range lines {
			in, err := b.puzzle.Parse(line.Text)
			if !yield(in, moved(err, line)) || err != nil {
				return
			}
		}
	}
}

// drawn reads lines that are the rows of one board. If every line is a board of its own that has
// more than one row or cannot be a row, the error is encode.ErrOneLine.
func (b *boards) drawn(lines []encode.Span) (encode.Instance, error) {
	if b.Lines || len(lines) < 2 || len(lines) > maxRows || slices.ContainsFunc(lines, func(l encode.Span) bool { return strings.Contains(l.Text, "/") }) {
		return nil, encode.ErrOneLine
	}
	first := lines[0].Text
	_, alone := b.puzzle.Parse(first)
	rows := alone == nil && (b.rows(first, first) || b.rows(first, lines[1].Text))
	if alone == nil && !rows {
		return nil, encode.ErrOneLine
	}
	var text strings.Builder
	for i, line := range lines {
		if i > 0 {
			text.WriteString(joint(lines[i-1], line))
		}
		text.WriteString(line.Text)
	}
	in, err := b.puzzle.Parse(text.String())
	switch {
	case err != nil && rows:
		return nil, rowOf(err, lines, "; to read one board per line, set --lines or put an empty line between the boards")
	case err != nil:
		if at, ok := errors.AsType[*encode.ParseError](rowOf(err, lines, "")); ok && at.Line > lines[0].Line {
			return nil, at
		}
		return nil, encode.ErrOneLine
	case rows && !slices.ContainsFunc(lines, func(l encode.Span) bool { _, err := b.puzzle.Parse(l.Text); return err != nil }):
		b.warn(lines, "read %s as the rows of one board; to read one board per line, set --lines or put an empty line between the boards")
	}
	return in, nil
}

// joint returns what joins two lines of a drawing: '/', or nothing if one of the lines is a heading
// such as "torus:" or an end such as ":FILPV".
func joint(line, next encode.Span) string {
	if strings.HasSuffix(line.Text, ":") || strings.HasPrefix(next.Text, ":") {
		return ""
	}
	return "/"
}

func (b *boards) rows(text, next string) bool { return b.board(text + "/" + next) }

// NeedsGap reports whether an empty line must follow a board with the given canonical text in a list
// of boards, because the lines of the list would otherwise be the rows of one board.
func NeedsGap(p *encode.Puzzle, text string) bool {
	in, err := p.Parse(text)
	return err == nil && in.String() == text && !strings.Contains(text, "/") && (&boards{puzzle: p}).rows(text, text)
}
