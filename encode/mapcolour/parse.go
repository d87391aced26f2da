package mapcolour

import (
	"strings"

	"counterproof/encode"
)

// parse reads the canonical notation or a game ID.
func parse(text string) (*Map, error) {
	if text != "" && '0' <= text[0] && text[0] <= '9' {
		return parseID(text)
	}
	t := &terms{text: text}
	n, err := t.number("regions=", maxRegions)
	if err != nil {
		return nil, err
	}
	colours, err := t.number(" colours=", maxColours)
	if err != nil {
		return nil, err
	}
	m := newMap(n, colours)
	err = t.pairs(" edges=", '-', n, n, func(column, a, b int) error {
		if a == b {
			return encode.Errorf(1, column, "want an edge between two regions, got %d-%d", a, b)
		}
		if len(m.edges) == maxEdges {
			return encode.Errorf(1, column, "want at most %d edges", maxEdges)
		}
		m.edges = append(m.edges, [2]int{a, b})
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = t.pairs(" given=", ':', n, colours, func(column, r, v int) error {
		if m.given[r] != none {
			return encode.Errorf(1, column, "want one colour for region %d, got another", r)
		}
		m.given[r] = v
		return nil
	})
	if err != nil {
		return nil, err
	}
	if t.at < len(text) {
		return nil, encode.Errorf(1, t.at+1, "want edges=0-1,... or given=0:2,... or the end, in this order, got %q", text[t.at:])
	}
	m.order()
	return m, nil
}

// terms are the terms of a text, read one by one.
type terms struct {
	text string
	at   int
}

// until cuts what stands before the next space.
func (t *terms) until() string {
	part, _, _ := strings.Cut(t.text[t.at:], " ")
	return part
}

// number reads a term that is a number from 1.
func (t *terms) number(name string, most int) (int, error) {
	if !strings.HasPrefix(t.text[t.at:], name) {
		return 0, encode.Errorf(1, t.at+1, "want %q, as in regions=3 colours=4 edges=0-1,0-2 given=0:2, got %q", name, t.text[t.at:])
	}
	t.at += len(name)
	field := t.until()
	n, ok := number(field)
	if !ok || n < 1 || n > most {
		return 0, encode.Errorf(1, t.at+1, "want a number from 1 to %d, got %q", most, field)
	}
	t.at += len(field)
	return n, nil
}

// pairs reads a term of pairs of numbers below first and second, if it is there.
func (t *terms) pairs(name string, sign byte, first, second int, add func(column, a, b int) error) error {
	if !strings.HasPrefix(t.text[t.at:], name) {
		return nil
	}
	t.at += len(name)
	for list := t.until(); ; {
		field, rest, more := strings.Cut(list, ",")
		column := t.at + 1
		left, right, ok := strings.Cut(field, string(sign))
		if !ok {
			return encode.Errorf(1, column, "want a pair like 0%c1, got %q", sign, field)
		}
		a, ok := number(left)
		if !ok || a >= first {
			return encode.Errorf(1, column, "want a number from 0 to %d, got %q", first-1, left)
		}
		b, ok := number(right)
		if !ok || b >= second {
			return encode.Errorf(1, column+len(left)+1, "want a number from 0 to %d, got %q", second-1, right)
		}
		if err := add(column, a, b); err != nil {
			return err
		}
		t.at += len(field)
		if !more {
			return nil
		}
		t.at++
		list = rest
	}
}
