package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/wording"
	"counterproof/sat/cnf"
)

// A cleaned is a text with ordinary characters, and the text from which it was made.
type cleaned struct {
	text   string
	before string // in UTF-8, with "\n" at the ends of lines
}

// clean decodes UTF-16, drops a byte-order mark, and makes every line end "\n". It replaces the
// characters of cnf.Ordinary. It refuses compressed input by its name.
func clean(data []byte) (cleaned, error) {
	if kind := cnf.Compressed(data); kind != "" {
		return cleaned{}, encode.Errorf(1, 1, "want text, got compressed input (%s): decompress it first", kind)
	}
	if cnf.UTF16(data) != nil {
		data, _ = io.ReadAll(cnf.UTF8(bytes.NewReader(data)))
	}
	text := string(data)
	text = strings.TrimPrefix(text, "\ufeff")
	if strings.ContainsRune(text, '\r') {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	t := cleaned{text, text}
	if strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		t.text = cnf.Ordinary.Replace(text)
	}
	return t, nil
}

func (t cleaned) place(err error) error {
	at, ok := errors.AsType[*encode.ParseError](err)
	if !ok || t.text == t.before {
		return err
	}
	for line := range encode.TextLines(t.before) {
		if line.Line < at.Line {
			continue
		}
		column, done := 1, 0
		for _, r := range line.Text {
			if done += len(cnf.Ordinary.Replace(string(r))); done >= at.Column {
				break
			}
			column += utf8.RuneLen(r)
		}
		return &encode.ParseError{Line: at.Line, Column: column, Err: at.Err}
	}
	return err
}

func (t cleaned) placed(all iter.Seq2[encode.Instance, error]) iter.Seq2[encode.Instance, error] {
	return func(yield func(encode.Instance, error) bool) {
		for in, err := range all {
			if !yield(in, t.place(err)) {
				return
			}
		}
	}
}

func moved(err error, in encode.Span) error {
	if at, ok := errors.AsType[*encode.ParseError](err); ok {
		return &encode.ParseError{Line: at.Line + in.Line - 1, Column: at.Column + in.Column - 1, Err: at.Err}
	}
	return err
}

func rowOf(err error, lines []encode.Span, advice string) error {
	at, ok := errors.AsType[*encode.ParseError](err)
	if !ok {
		return err
	}
	before := at.Column - 1
	for len(lines) > 1 && before >= len(lines[0].Text+joint(lines[0], lines[1])) {
		before -= len(lines[0].Text + joint(lines[0], lines[1]))
		lines = lines[1:]
	}
	line := lines[0]
	return &encode.ParseError{Line: line.Line, Column: line.Column + min(before, len(line.Text)), Err: fmt.Errorf("%w%s", at.Err, advice)}
}

func (b *boards) warn(lines []encode.Span, format string) {
	b.Warn(fmt.Sprintf(format, fmt.Sprintf("lines %d to %d", lines[0].Line, lines[len(lines)-1].Line)))
}

// Uncomment replaces the comments of a text by nothing. All other text keeps its line and column. A
// comment is a '#' and a blank at the beginning of a line or after a blank, and all that follows on
// the line. A '#' at the end of a line is a comment too. If cells is true, a '#' may also be a cell,
// and is a comment only if blanks and a letter follow. A '#' between double quotes is not a comment.
func Uncomment(text string, cells bool) string {
	if !strings.Contains(text, "#") {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		body := strings.TrimSuffix(line, "\n")
		b.WriteString(body[:commentAt(body, cells)])
		b.WriteString(line[len(body):])
	}
	return b.String()
}

const blanks = " \t"

func commentAt(line string, cells bool) int {
	quoted := false
	for i, r := range line {
		switch {
		case r == '"':
			quoted = !quoted
		case r != '#' || quoted || i > 0 && strings.IndexByte(blanks, line[i-1]) < 0:
		case starts(line[i+1:], cells):
			return i
		}
	}
	return len(line)
}

func starts(after string, cells bool) bool {
	body := strings.TrimLeft(after, blanks)
	if !cells {
		return body != after || after == ""
	}
	for _, r := range body {
		return body != after && unicode.IsLetter(r)
	}
	return false
}

// Blocks yields the blocks of lines of a text. Empty lines are between blocks. Blocks removes comments,
// and a line with nothing but a comment ends no block. It also removes blanks at the ends of lines, and
// the blanks with which all lines of the text begin. Blocks drops all but the first lines of a block
// with more lines than the parameter most; these are most+1 lines. The parameter cells has the same
// meaning as for Uncomment.
func Blocks(text string, cells bool, most int) iter.Seq[[]encode.Span] {
	bare := func(line encode.Span) string { return strings.TrimRight(Uncomment(line.Text, cells), blanks+"\r") }
	indent := len(text)
	for line := range encode.TextLines(text) {
		if line := bare(line); line != "" {
			indent = min(indent, len(line)-len(strings.TrimLeft(line, blanks)))
		}
	}
	return func(yield func([]encode.Span) bool) {
		var block []encode.Span
		for line := range encode.TextLines(text + "\n") {
			text := bare(line)
			switch {
			case text != "" && len(block) <= most:
				block = append(block, encode.Span{Text: text, Line: line.Line, Column: 1}.From(indent))
			case strings.TrimRight(line.Text, blanks+"\r") == "" && block != nil:
				if !yield(block) {
					return
				}
				block = nil
			}
		}
	}
}

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
