package battleships

import (
	"regexp"
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

func isFact(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '%' {
			rest, ok := strings.CutPrefix(line, "problem")
			return ok && strings.HasPrefix(strings.TrimSpace(rest), "(")
		}
	}
	return false
}

// A prolog reads a Prolog text token by token. A token is a name, a number or one character of
// punctuation. The token at the end of the text is empty.
type prolog struct {
	word, rest encode.Span // the rest of the current word, and the text after the word
	err        error       // the first error; after it, what was read means nothing
}

func (p *prolog) next() encode.Span {
	if p.word.Text == "" {
		p.word, p.rest = p.rest.Word()
	}
	n := len(p.word.Text) - len(strings.TrimLeftFunc(p.word.Text, named))
	t := p.word.Until(min(max(n, 1), len(p.word.Text)))
	p.word = p.word.From(len(t.Text))
	return t
}

var comment = regexp.MustCompile(`%.*`)

func named(c rune) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

func (p *prolog) fail(at encode.Span, format string, args ...any) {
	if p.err == nil {
		p.err = at.Errorf(format, args...)
	}
}

func (p *prolog) want(texts ...string) {
	for _, text := range texts {
		if t := p.next(); t.Text != text {
			p.fail(t, "want %q, got %v", text, t)
		}
	}
}

func (p *prolog) skip(text string) bool {
	after := *p
	if after.next().Text != text {
		return false
	}
	*p = after
	return true
}

func (p *prolog) number(what string, lo, hi int) int {
	t := p.next()
	n, ok := encode.Number(t.Text, hi)
	if !ok || n < lo {
		p.fail(t, "want %s from %d to %d, got %v", what, lo, hi, t)
	}
	return n
}

func (p *prolog) list(item func()) {
	p.want("[")
	if p.skip("]") {
		return
	}
	for p.err == nil {
		item()
		switch t := p.next(); t.Text {
		case ",":
		case "]":
			return
		default:
			p.fail(t, `want "," or "]", got %v`, t)
		}
	}
}

func facts(text string) ([]placed, error) {
	text = comment.ReplaceAllStringFunc(text, func(c string) string { return strings.Repeat(" ", len(c)) })
	p := &prolog{rest: encode.OneLine(text)}
	var all []placed
	for p.err == nil {
		first := p.next()
		if first.Text == "" && len(all) > 0 {
			return all, nil
		}
		if first.Text != "problem" {
			return nil, first.Errorf("want problem(ID,FLEET,ROWS,COLUMNS,HINTS)., got %v", first)
		}
		all = append(all, placed{p.fact(), first})
	}
	return nil, p.err
}

func (p *prolog) fact() *Board {
	p.want("(")
	if id := p.next(); id.Text == "" || !named(rune(id.Text[0])) {
		p.fail(id, "want the number of a problem, got %v", id)
	}
	p.want(",")
	var fleet []int
	p.list(func() {
		length := p.number("the length of a ship", 1, maxSide)
		p.want(":")
		n := p.number("a number of ships", 0, maxShips-len(fleet))
		fleet = append(fleet, slices.Repeat([]int{length}, n)...)
	})
	descend(fleet)
	p.want(",")
	rows := p.sums()
	p.want(",")
	b := blank(rows, p.sums(), fleet)
	p.want(",")
	p.list(func() { p.hint(b) })
	p.want(")", ".")
	return b
}

func (p *prolog) sums() (all []int) {
	p.list(func() {
		switch {
		case len(all) == maxSide:
			p.fail(p.next(), "want at most %d sums", maxSide)
		case p.skip("_"):
			all = append(all, missing)
		default:
			all = append(all, p.number("a sum", 0, maxSide))
		}
	})
	if len(all) == 0 && p.err == nil {
		p.fail(p.next(), "want at least one sum before this")
	}
	return all
}

func (p *prolog) hint(b *Board) {
	t := p.next()
	if len(t.Text) != 1 || t.Text == string(none) || !strings.Contains(letters, t.Text) {
		p.fail(t, "want one of w c m t b l r, got %v", t)
	}
	p.want("@", "[")
	r := p.number("a row", 1, len(b.rows))
	p.want(",")
	c := p.number("a column", 1, len(b.cols))
	p.want("]")
	if p.err != nil {
		return
	}
	cell := &b.given[(r-1)*len(b.cols)+c-1]
	if *cell != none {
		p.fail(t, "want one hint for each cell, got a second one at row %d, column %d", r, c)
	}
	*cell = t.Text[0]
}
