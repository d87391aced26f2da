package mapcolour

import (
	"strings"

	"counterproof/encode"
)

func parse(text string) (*Map, error) {
	if text != "" && '0' <= text[0] && text[0] <= '9' {
		return parseID(text)
	}
	t := &terms{rest: encode.OneLine(text)}
	m := newMap(t.number("regions=", maxRegions), t.number(" colours=", maxColours))
	n := len(m.given)
	t.pairs(" edges=", "-", n, n, func(pair encode.Span, a, b int) error {
		if a == b {
			return pair.Errorf("want an edge between two regions, got %d-%d", a, b)
		}
		if len(m.edges) == maxEdges {
			return pair.Errorf("want at most %d edges", maxEdges)
		}
		m.edges = append(m.edges, [2]int{a, b})
		return nil
	})
	t.pairs(" given=", ":", n, m.colours, func(pair encode.Span, r, v int) error {
		if m.given[r] != none {
			return pair.Errorf("want one colour for region %d, got another", r)
		}
		m.given[r] = v
		return nil
	})
	if t.err == nil && t.rest.Text != "" {
		t.err = t.rest.Errorf("want edges=0-1,... or given=0:2,... or the end, in this order, got %q", t.rest.Text)
	}
	if t.err != nil {
		return nil, t.err
	}
	m.order()
	return m, nil
}

type terms struct {
	rest encode.Span
	err  error
}

func (t *terms) value(name string) encode.Span {
	value, _, _ := t.rest.From(len(name)).Cut(" ")
	t.rest = t.rest.From(len(name) + len(value.Text))
	return value
}

func (t *terms) number(name string, most int) int {
	if t.err != nil {
		return 0
	}
	if !strings.HasPrefix(t.rest.Text, name) {
		t.err = t.rest.Errorf("want %q, as in regions=3 colours=4 edges=0-1,0-2 given=0:2, got %q", name, t.rest.Text)
		return 0
	}
	value := t.value(name)
	n, ok := encode.Number(value.Text, most)
	if !ok || n < 1 {
		t.err = value.Errorf("want a number from 1 to %d, got %q", most, value.Text)
	}
	return n
}

func (t *terms) pairs(name, sign string, first, second int, add func(pair encode.Span, a, b int) error) {
	if t.err != nil || !strings.HasPrefix(t.rest.Text, name) {
		return
	}
	list := t.value(name)
	for more := true; more && t.err == nil; {
		var pair encode.Span
		pair, list, more = list.Cut(",")
		left, right, ok := pair.Cut(sign)
		a, aOK := encode.Number(left.Text, first-1)
		b, bOK := encode.Number(right.Text, second-1)
		switch {
		case !ok:
			t.err = pair.Errorf("want a pair like 0%s1, got %q", sign, pair.Text)
		case !aOK:
			t.err = left.Errorf("want a number from 0 to %d, got %q", first-1, left.Text)
		case !bOK:
			t.err = right.Errorf("want a number from 0 to %d, got %q", second-1, right.Text)
		default:
			t.err = add(pair, a, b)
		}
	}
}
