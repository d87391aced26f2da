package battleships

import (
	"strings"

	"counterproof/encode"
)

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
	lines  []string
	line   int // position of the next token, from 0
	column int
}

func (p *prolog) next() encode.Span {
	for ; p.line < len(p.lines); p.line, p.column = p.line+1, 0 {
		for line := p.lines[p.line]; p.column < len(line) && line[p.column] != '%'; p.column++ {
			if strings.IndexByte(" \t\r", line[p.column]) >= 0 {
				continue
			}
			n := 1
			for named(line[p.column]) && p.column+n < len(line) && named(line[p.column+n]) {
				n++
			}
			t := encode.Span{Text: line[p.column : p.column+n], Line: p.line + 1, Column: p.column + 1}
			p.column += n
			return t
		}
	}
	last := len(p.lines) - 1
	return encode.Span{Line: last + 1, Column: len(p.lines[last]) + 1}
}

func named(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

func (p *prolog) want(texts ...string) error {
	for _, text := range texts {
		if t := p.next(); t.Text != text {
			return t.Errorf("want %q, got %v", text, t)
		}
	}
	return nil
}

func (p *prolog) number(what string, lo, hi int) (int, error) {
	t := p.next()
	n, ok := encode.Number(t.Text, hi)
	if !ok || n < lo {
		return 0, t.Errorf("want %s from %d to %d, got %v", what, lo, hi, t)
	}
	return n, nil
}

func (p *prolog) list(item func() error) error {
	if err := p.want("["); err != nil {
		return err
	}
	before := *p
	if p.next().Text == "]" {
		return nil
	}
	*p = before
	for {
		if err := item(); err != nil {
			return err
		}
		switch t := p.next(); t.Text {
		case ",":
		case "]":
			return nil
		default:
			return t.Errorf(`want "," or "]", got %v`, t)
		}
	}
}

func facts(text string) ([]placed, error) {
	p := &prolog{lines: strings.Split(text, "\n")}
	var all []placed
	for {
		first := p.next()
		if first.Text == "" && len(all) > 0 {
			return all, nil
		}
		if first.Text != "problem" {
			return nil, first.Errorf("want problem(ID,FLEET,ROWS,COLUMNS,HINTS)., got %v", first)
		}
		b, err := p.fact()
		if err != nil {
			return nil, err
		}
		all = append(all, placed{b, first})
	}
}

func (p *prolog) fact() (*Board, error) {
	if err := p.want("("); err != nil {
		return nil, err
	}
	if id := p.next(); id.Text == "" || !named(id.Text[0]) {
		return nil, id.Errorf("want the number of a problem, got %v", id)
	}
	b := &Board{}
	err := p.want(",")
	if err == nil {
		err = p.list(func() error { return p.ships(b) })
	}
	descend(b.fleet)
	for _, sums := range []*[]int{&b.rows, &b.cols} {
		if err == nil {
			err = p.want(",")
		}
		if err == nil {
			err = p.sums(sums)
		}
	}
	if err == nil {
		err = p.want(",")
	}
	if err == nil {
		b.given = blank(b.rows, b.cols, nil).given
		err = p.list(func() error { return p.hint(b) })
	}
	if err == nil {
		err = p.want(")", ".")
	}
	return b, err
}

func (p *prolog) ships(b *Board) error {
	length, err := p.number("the length of a ship", 1, maxSide)
	if err != nil {
		return err
	}
	if err := p.want(":"); err != nil {
		return err
	}
	n, err := p.number("a number of ships", 0, maxShips-len(b.fleet))
	for range n {
		b.fleet = append(b.fleet, length)
	}
	return err
}

func (p *prolog) sums(all *[]int) error {
	err := p.list(func() error {
		before := *p
		if len(*all) == maxSide {
			return p.next().Errorf("want at most %d sums", maxSide)
		}
		n := missing
		if p.next().Text != "_" {
			*p = before
			var err error
			if n, err = p.number("a sum", 0, maxSide); err != nil {
				return err
			}
		}
		*all = append(*all, n)
		return nil
	})
	if err == nil && len(*all) == 0 {
		return p.next().Errorf("want at least one sum before this")
	}
	return err
}

func (p *prolog) hint(b *Board) error {
	t := p.next()
	if len(t.Text) != 1 || t.Text == string(none) || !strings.Contains(letters, t.Text) {
		return t.Errorf("want one of w c m t b l r, got %v", t)
	}
	err := p.want("@", "[")
	if err != nil {
		return err
	}
	r, err := p.number("a row", 1, len(b.rows))
	if err == nil {
		err = p.want(",")
	}
	if err != nil {
		return err
	}
	c, err := p.number("a column", 1, len(b.cols))
	if err == nil {
		err = p.want("]")
	}
	if err != nil {
		return err
	}
	cell := &b.given[(r-1)*len(b.cols)+c-1]
	if *cell != none {
		return t.Errorf("want one hint for each cell, got a second one at row %d, column %d", r, c)
	}
	*cell = t.Text[0]
	return nil
}
