package sudoku

import (
	"errors"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/files"
	"counterproof/encode/wording"
)

func parse(text string) (*Board, error) {
	if b := plain(text); b != nil {
		return b, nil
	}
	all, err := readText(files.Uncomment(text, false))
	if err != nil {
		return nil, err
	}
	if len(all) > 1 {
		return nil, encode.Errorf(1, 1, "want one board, got %d", len(all))
	}
	return all[0], nil
}

// read reads the boards of a file. If its first line has only the cells of a board of at least 9x9
// cells, read returns encode.ErrOneLine, so that the caller reads one board per line.
func read(data []byte) ([]encode.Instance, error) {
	text := files.Uncomment(string(data), false)
	first, _, _ := strings.Cut(strings.TrimLeft(text, "\r\n"), "\n")
	if b := plain(strings.TrimRight(first, "\r")); b != nil && b.side() > 4 && !strings.Contains(text, "\n#") {
		return nil, encode.ErrOneLine
	}
	all, err := readText(text)
	return wording.Each(all, func(b *Board) encode.Instance { return b }), err
}

func readText(text string) ([]*Board, error) {
	flat := frames.Replace(text)
	if at := object.FindStringIndex(flat); at != nil {
		return nil, place(encode.Errorf(1, at[0]+1, "want a list of rows, got an object: paste only the list of its board"), text)
	}
	x, below := box{}, flat
	if at := aboveRows.FindStringSubmatchIndex(flat); at != nil {
		var err error
		if x, err = boxOf(encode.OneLine(flat[:at[1]-1]), flat[at[2]:at[3]], flat[at[4]:at[5]]); err != nil {
			return nil, place(err, text)
		}
		below = strings.Repeat(" ", at[1]-1) + flat[at[1]-1:]
	}
	lines, err := split(unnested(below))
	if err != nil {
		return nil, place(err, text)
	}
	found, drawn := kind(0), false
	for _, l := range lines {
		found |= l.kind
		drawn = drawn || l.kind&(dashedLine|ruleLine) > 0 || l.kind == rowLine && strings.ContainsAny(strings.Trim(l.Text, separators), separators)
	}
	all := []reading{{good: -1, err: miscounted(append(lines, line{encode.OneLine(""), 0})[0].Span)}}
	for _, more := range []kind{rowLine, hollowLine, dashedLine} {
		if found&more > 0 {
			kept := slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return l.kind&(rowLine|titleLine|more) == 0 })
			all = append(all, readings(kept, drawn)...)
		}
	}
	r := agreed(all, encode.OneLine(flat))
	if r.err != nil {
		return nil, place(r.err, text)
	}
	first := r.boards[0]
	if x == (box{}) && r.drawn {
		if x, err = boxIn(lines, first.side()); err != nil {
			return nil, place(err, text)
		}
	}
	for _, b := range r.boards {
		switch n := b.side(); {
		case x == (box{}):
		case x.side() != n:
			return nil, encode.Errorf(1, 1, "want a board of %dx%[1]d cells after %dx%d:, got %dx%[4]d cells", x.side(), x.h, x.w, n)
		default:
			b.box = x
		}
	}
	first.warnings = append(first.warnings, r.warnings...)
	for _, name := range section.FindAllString(flat, -1) {
		first.warnings = append(first.warnings, "ignored the section "+strings.TrimSpace(name)+", because a board has only clues")
	}
	return r.boards, nil
}

// frames replaces '!', box-drawing characters and blocks by as many bytes.
var frames = func() *strings.Replacer {
	pairs := []string{"!", "|"}
	for r := '\u2500'; r <= '\u259f'; r++ {
		as := "|\v|"
		if strings.ContainsRune("─━┄┅┈┉╌╍═╴╶╸╺╼╾", r) {
			as = "==="
		}
		pairs = append(pairs, string(r), as)
	}
	return strings.NewReplacer(pairs...)
}()

// place changes the position of an error from a column of the text, where a line break counts as one
// column, to a line and a column.
func place(err error, text string) error {
	var at *encode.ParseError
	if !errors.As(err, &at) {
		return err
	}
	before := text[:min(at.Column-1, len(text))]
	return &encode.ParseError{Line: 1 + strings.Count(before, "\n"), Column: len(before) - strings.LastIndex(before, "\n"), Err: at.Err}
}
