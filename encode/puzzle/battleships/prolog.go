package battleships

import (
	"regexp"
	"slices"
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
