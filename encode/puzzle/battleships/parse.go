package battleships

import (
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/files"
	"counterproof/encode/wording"
)

func parse(text string) (encode.Instance, error) {
	if isFact(text) {
		return one(facts(text))
	}
	return one(boards(text))
}

func one(all []placed, err error) (encode.Instance, error) {
	if err != nil {
		return nil, err
	}
	if len(all) > 1 {
		return nil, all[1].at.Errorf("want one board, got a second one")
	}
	return all[0].board, nil
}

type placed struct {
	board *Board
	at    encode.Span
}

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
		return nil, encode.Errorf(1, 1, "want the notation that the command show prints above a drawing, such as rows=2,?,3 cols=... fleet=3,2,1")
	default:
		return nil, encode.ErrOneLine
	}
	if err != nil {
		return nil, err
	}
	return wording.Each(all, func(p placed) encode.Instance { return p.board }), nil
}

var keys = []string{"rows=", "cols=", "fleet=", "given="}

// maxWords is larger than the number of words of any valid board: one per key, and one
// per row of the drawing.
const maxWords = 4 + maxSide + 1

func boards(text string) ([]placed, error) {
	var found []placed
	var all []encode.Span // words of the current board
	for w, rest := encode.OneLine(text).Word(); ; w, rest = rest.Word() {
		begins := strings.HasPrefix(w.Text, keys[0])
		switch {
		case len(all) == 0 && !begins:
			return nil, w.Errorf("want rows=2,?,3 cols=... fleet=3,2,1, got %q", w.Text)
		case len(all) > 0 && (begins || w.Text == ""):
			b, err := keyed(all, w)
			if err != nil {
				return nil, err
			}
			found = append(found, placed{b, all[0]})
			all = all[:0]
		}
		if w.Text == "" {
			return found, nil
		}
		if len(all) < maxWords {
			all = append(all, w)
		}
	}
}

// keyed reads one board from its words. The parameter end is the word after the board. An error
// about a missing part has the position of this word.
func keyed(all []encode.Span, end encode.Span) (*Board, error) {
	b := &Board{}
	var seen [4]bool
	var drawing []encode.Span
	key := -1
	for _, w := range all {
		switch k := slices.IndexFunc(keys, func(key string) bool { return strings.HasPrefix(w.Text, key) }); {
		case k >= 0 && seen[k]:
			return nil, w.Errorf("%s is given twice, want it once", keys[k])
		case k >= 0:
			key, seen[k], w = k, true, w.From(len(keys[k]))
		case key != 3:
			return nil, w.Errorf("want one of %s, got %q", strings.Join(keys, " "), w.Text)
		}
		var err error
		switch key {
		case 0:
			b.rows, err = sums(w)
		case 1:
			b.cols, err = sums(w)
		case 2:
			if w.Text != "" {
				b.fleet, err = numbers(w, 1, maxShips, "the length of a ship from 1 to %d", "ships")
				descend(b.fleet)
			}
		default:
			if w.Text != "" {
				drawing = append(drawing, w.Split("/", maxSide+1)...)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	for k, ok := range seen[:3] {
		if !ok {
			return nil, end.Errorf("want %q", keys[k])
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
func (b *Board) readDrawing(drawing []encode.Span, end encode.Span) error {
	if len(drawing) != len(b.rows) {
		return end.Errorf("want a drawing of %d rows, got %d", len(b.rows), len(drawing))
	}
	for r, row := range drawing {
		n := min(len(row.Text), len(b.cols))
		if err := row.Until(n).Only(letters+string(part), "one of w c m t b l r s and '.'"); err != nil {
			return err
		}
		if len(row.Text) != len(b.cols) {
			return row.From(n).Errorf("want a row of %d cells, got %d", len(b.cols), len(row.Text))
		}
		copy(b.given[r*len(b.cols):], row.Text)
	}
	return nil
}

// letters has the hints of CSPLib, and none.
const letters = ".wcmtblr"

func sums(list encode.Span) ([]int, error) {
	return numbers(list, 0, maxSide, "a number from 0 to %d or '?'", "sums")
}

// numbers reads at most most numbers from lo to maxSide. If lo is 0, a number may be missing.
func numbers(list encode.Span, lo, most int, want, plural string) ([]int, error) {
	var all []int
	for _, f := range list.Split(",", most+1) {
		n, ok := encode.Number(f.Text, maxSide)
		switch {
		case f.Text == "?" && lo == 0:
			n = missing
		case !ok || n < lo:
			return nil, f.Errorf("want "+want+", got %q", maxSide, f.Text)
		}
		if all = append(all, n); len(all) > most {
			return nil, f.Errorf("want at most %d %s", most, plural)
		}
	}
	return all, nil
}

func descend(fleet []int) { slices.SortFunc(fleet, func(x, y int) int { return y - x }) }
