package certificate

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"

	"counterproof/sat/cnf"
)

type lines struct {
	file string
	r    *bufio.Reader
	most int // the longest accepted line, in bytes
	n    int // the number of the last line read, from 1
}

func newLines(file string, r io.Reader, most int) *lines {
	return &lines{file: file, r: bufio.NewReaderSize(r, max(1<<16, most+1)), most: most}
}

// next returns the next line without its newline, valid until the next call, or nil at the end.
func (l *lines) next() ([]byte, error) {
	l.n++
	line, err := l.r.ReadSlice('\n')
	switch {
	case len(line) > l.most:
		return nil, l.refuse("the line is longer than any valid line")
	case errors.Is(err, io.EOF) && len(line) == 0:
		return nil, nil
	case errors.Is(err, io.EOF):
		return nil, l.refuse("the file ends in the middle of a line")
	case err != nil:
		return nil, err
	}
	return line[:len(line)-1], nil
}

func (l *lines) refuse(format string, args ...any) error {
	return refuse(l.file, l.n, format, args...)
}

// literals appends the literals of a line to list. The line has single spaces and ends with 0.
func (l *lines) literals(text []byte, vars int, list []cnf.Lit) ([]cnf.Lit, error) {
	for len(text) > 0 {
		word, rest, more := bytes.Cut(text, []byte{' '})
		n, ok := literal(word)
		switch {
		case !ok:
			return nil, l.refuse("want a literal, got %s", firstLine(string(word)))
		case n == 0 && more:
			return nil, l.refuse("want nothing after 0, got %s", firstLine(string(rest)))
		case n == 0:
			return list, nil
		case n > vars || -n > vars:
			return nil, l.refuse("want a literal of the variables 1 to %d, got %s", vars, word)
		}
		list = append(list, cnf.Lit(n))
		text = rest
	}
	return nil, l.refuse("want 0 after the literals")
}

// literal reads a decimal number of at most 9 digits, without leading zeros and without a plus sign.
func literal(word []byte) (n int, ok bool) {
	text := string(word)
	n, err := strconv.Atoi(text)
	return n, err == nil && -1e9 < n && n < 1e9 && strconv.Itoa(n) == text
}

func (l *lines) header(vars int) (clauses int64, err error) {
	line, err := l.next()
	if err != nil {
		return 0, err
	}
	if rest, ok := bytes.CutPrefix(line, []byte("p cnf "+strconv.Itoa(vars)+" ")); ok {
		if n, ok := literal(rest); ok && n >= 0 {
			return int64(n), nil
		}
	}
	return 0, l.refuse("want \"p cnf %d CLAUSES\", got %s", vars, firstLine(string(line)+"\n"))
}
