package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"counterproof/encode"
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
