package mapcolour

import (
	"fmt"
	"strings"

	"counterproof/encode"
)

func parse(text string) (*Map, error) {
	if text != "" && '0' <= text[0] && text[0] <= '9' {
		return parseID(text)
	}
	if drawn.MatchString(text) {
		return parseDrawn(text)
	}
	t := &terms{rest: encode.OneLine(text)}
	m := newMap(t.number("regions=", maxRegions), t.number(" colours=", maxColours))
	n := len(m.given)
	t.regions = fmt.Sprintf("a number from 0 to %d", n-1)
	number := func(text string) (int, bool) { return encode.Number(text, n-1) }
	t.pairs(" edges=", "-", number, n, func(pair encode.Span, a, b int) error {
		if a == b {
			return pair.Errorf("want an edge between two regions, got %d-%d", a, b)
		}
		if len(m.edges) == maxEdges {
			return pair.Errorf("want at most %d edges", maxEdges)
		}
		m.edges = append(m.edges, [2]int{a, b})
		return nil
	})
	t.readGiven(m, number)
	m.readNames(t)
	m.order()
	return m, t.end()
}

// readGiven reads the given colours. The function region returns the number of a region.
func (t *terms) readGiven(m *Map, region func(text string) (int, bool)) {
	t.pairs(" given=", ":", region, m.colours, func(pair encode.Span, r, v int) error {
		if m.given[r] != none {
			return pair.Errorf("want one colour for region %d, got another", r)
		}
		m.given[r] = v
		return nil
	})
}

// end returns the first error. It is an error if a part of the text is not read.
func (t *terms) end() error {
	if t.err == nil && t.rest.Text != "" {
		return t.rest.Errorf("want edges=0-1,... or given=0:2,... or names=a,b,... or the end, in this order, got %q", t.rest.Text)
	}
	return t.err
}

type terms struct {
	rest    encode.Span
	regions string // what stands for a region, for messages
	err     error
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

func (t *terms) pairs(name, sign string, region func(text string) (int, bool), second int, add func(pair encode.Span, a, b int) error) {
	if t.err != nil || !strings.HasPrefix(t.rest.Text, name) {
		return
	}
	list := t.value(name)
	for more := true; more && t.err == nil; {
		var pair encode.Span
		pair, list, more = list.Cut(",")
		left, right, ok := pair.Cut(sign)
		a, aOK := region(left.Text)
		b, bOK := encode.Number(right.Text, second-1)
		switch {
		case !ok:
			t.err = pair.Errorf("want a pair like 0%s1, got %q", sign, pair.Text)
		case !aOK:
			t.err = left.Errorf("want "+t.regions+", got %q", left.Text)
		case !bOK:
			t.err = right.Errorf("want a number from 0 to %d, got %q", second-1, right.Text)
		default:
			t.err = add(pair, a, b)
		}
	}
}
