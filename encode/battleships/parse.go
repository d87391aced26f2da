package battleships

import (
	"iter"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/files"
	"counterproof/encode/grid"
)

// parse reads one board, in the canonical notation or as a CSPLib fact.
func parse(text string) (encode.Instance, error) {
	if isFact(text) {
		return one(facts(text))
	}
	return one(boards(text))
}

// one returns the only board in the list. Two or more boards are an error.
func one(all []placed, err error) (encode.Instance, error) {
	if err != nil {
		return nil, err
	}
	if len(all) > 1 {
		return nil, encode.Errorf(all[1].line, all[1].column, "want one board, got a second one")
	}
	return all[0].board, nil
}

// A placed is a board together with the position where it begins in the text.
type placed struct {
	board        *Board
	line, column int
}

// read reads CSPLib facts, boards that extend over several lines, or drawings. For a file with one
// board per line, or with both boards and facts, read returns encode.ErrOneLine. The caller then
// parses each line.
func read(data []byte) ([]encode.Instance, error) {
	text := files.Uncomment(string(data), false)
	facted, keyed, other := false, false, false
	for line := range strings.Lines(text) {
		switch line = strings.TrimSpace(line); {
		case line == "":
		case strings.HasPrefix(line, "rows="):
			keyed = true
		case isFact(line):
			facted = true
		default:
			other = true
		}
	}
	var all []placed
	var err error
	switch {
	case facted && !keyed:
		all, err = facts(string(data))
	case keyed && !facted && other:
		all, err = boards(text)
	case !keyed && strings.Contains(text, "|"):
		all, err = drawings(data)
	default:
		return nil, encode.ErrOneLine
	}
	if err != nil {
		return nil, err
	}
	ins := make([]encode.Instance, len(all))
	for i, p := range all {
		ins[i] = p.board
	}
	return ins, nil
}

// A word is a piece of text between white space, with its position.
type word struct {
	text         string
	line, column int
}

func (w word) errorf(skip int, format string, args ...any) error {
	return encode.Errorf(w.line, w.column+skip, format, args...)
}

// words yields the words of a text. The last word is empty and has the position of the
// text's end.
func words(text string) iter.Seq[word] {
	return func(yield func(word) bool) {
		end := word{"", 0, 1}
		for line := range strings.SplitSeq(text, "\n") {
			end.line++
			end.column = len(line) + 1
			for at := 0; at < len(line); {
				n := strings.IndexAny(line[at:], " \t\r")
				if n < 0 {
					n = len(line) - at
				}
				if n > 0 && !yield(word{line[at : at+n], end.line, at + 1}) {
					return
				}
				at += n + 1
			}
		}
		yield(end)
	}
}

var keys = []string{"rows=", "cols=", "fleet=", "given="}

// maxWords is larger than the number of words of any valid board: one per key, and one
// per row of the drawing.
const maxWords = 4 + maxSide + 1

// boards reads boards in the canonical notation, each on one line or several. Each key of a board
// occurs once, and rows= comes first. After given=, each row of the drawing can be a separate word.
func boards(text string) ([]placed, error) {
	var found []placed
	var all []word // words of the current board
	for w := range words(text) {
		begins := strings.HasPrefix(w.text, keys[0])
		switch {
		case len(all) == 0 && !begins:
			if w.text == "" {
				w.line, w.column = 1, 1
			}
			return nil, w.errorf(0, "want rows=2,?,3 cols=... fleet=3,2,1, got %q", w.text)
		case len(all) > 0 && (begins || w.text == ""):
			b, err := keyed(all, w)
			if err != nil {
				return nil, err
			}
			found = append(found, placed{b, all[0].line, all[0].column})
			all = all[:0]
		}
		if len(all) < maxWords {
			all = append(all, w)
		}
	}
	return found, nil
}

// keyed reads one board from its words. The parameter end is the word after the board. An error
// about a missing part has the position of this word.
func keyed(all []word, end word) (*Board, error) {
	b := &Board{}
	var seen [4]bool
	var drawing []encode.Span
	key := -1
	for _, w := range all {
		k := slices.IndexFunc(keys, func(key string) bool { return strings.HasPrefix(w.text, key) })
		skip := 0
		switch {
		case k >= 0 && seen[k]:
			return nil, w.errorf(0, "%s is given twice, want it once", keys[k])
		case k >= 0:
			key, seen[k], skip = k, true, len(keys[k])
		case key != 3:
			return nil, w.errorf(0, "want one of %s, got %q", strings.Join(keys, " "), w.text)
		}
		var err error
		switch text := w.text[skip:]; key {
		case 0:
			b.rows, err = w.sums(skip)
		case 1:
			b.cols, err = w.sums(skip)
		case 2:
			b.fleet, err = w.fleet(skip)
		default:
			if text != "" {
				for _, row := range grid.Rows(text, w.column+skip) {
					row.Line = w.line
					drawing = append(drawing, row)
				}
			}
		}
		if err != nil {
			return nil, err
		}
	}
	for k, ok := range seen[:3] {
		if !ok {
			return nil, end.errorf(0, "want %q", keys[k])
		}
	}
	b.given = blank(b.rows, b.cols, nil).given
	if !seen[3] {
		return b, nil
	}
	return b, b.readDrawing(drawing, end)
}

// readDrawing reads the hints from the rows of a drawing. The parameter end is the word after the
// drawing. An error about a missing row has the position of this word.
func (b *Board) readDrawing(drawing []encode.Span, end word) error {
	if len(drawing) != len(b.rows) {
		return end.errorf(0, "want a drawing of %d rows, got %d", len(b.rows), len(drawing))
	}
	for r, row := range drawing {
		for c := range min(len(row.Text), len(b.cols)) {
			if strings.IndexByte(letters, row.Text[c]) < 0 {
				return encode.Errorf(row.Line, row.Column+c, "want one of w c m t b l r and '.', got %q", row.Text[c:c+1])
			}
			b.given[r*len(b.cols)+c] = row.Text[c]
		}
		if n := len(row.Text); n != len(b.cols) {
			return encode.Errorf(row.Line, row.Column+min(n, len(b.cols)), "want a row of %d cells, got %d", len(b.cols), n)
		}
	}
	return nil
}

// letters lists the characters that are allowed in a drawing.
const letters = ".wcmtblr"

// sums reads the sums in a word. It ignores the first skip bytes, which are the key.
func (w word) sums(skip int) ([]int, error) {
	var all []int
	for _, f := range strings.Split(w.text[skip:], ",") {
		n, ok := encode.Number(f, maxSide)
		if f == "?" {
			n, ok = missing, true
		}
		if !ok {
			return nil, w.errorf(skip, "want a number from 0 to %d or '?', got %q", maxSide, f)
		}
		if all = append(all, n); len(all) > maxSide {
			return nil, w.errorf(skip, "want at most %d sums", maxSide)
		}
		skip += len(f) + 1
	}
	return all, nil
}

func (w word) fleet(skip int) ([]int, error) {
	var all []int
	if w.text[skip:] == "" {
		return nil, nil
	}
	for _, f := range strings.Split(w.text[skip:], ",") {
		n, ok := encode.Number(f, maxSide)
		if !ok || n == 0 {
			return nil, w.errorf(skip, "want the length of a ship from 1 to %d, got %q", maxSide, f)
		}
		if all = append(all, n); len(all) > maxShips {
			return nil, w.errorf(skip, "want at most %d ships", maxShips)
		}
		skip += len(f) + 1
	}
	descend(all)
	return all, nil
}

func descend(fleet []int) { slices.SortFunc(fleet, func(x, y int) int { return y - x }) }
