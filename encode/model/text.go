package model

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/wording"
)

// elementText returns an element of an output: a value, or a set such as "{1,2}".
func (p *problem) elementText(o *output, e element, s encode.Solution) string {
	if !o.set {
		return p.valueText(e.first, s.At(p.wide, e.first))
	}
	var members []string
	for i := e.first; i < e.first+e.sites; i++ {
		if p.sites[i].domain.At(s.At(p.wide, i)) == 1 {
			members = append(members, o.enum.of(p.views[i].member))
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

// format prints a solution such as "q=[3,1,4,2];s={1,2};o=<>".
func (p *problem) format(s encode.Solution) string {
	return strings.Join(wording.Each(p.outputs, func(o output) string {
		text := strings.Join(wording.Each(o.elems, func(e element) string { return p.elementText(&o, e, s) }), ",")
		if o.array {
			text = "[" + text + "]"
		}
		return o.name + "=" + text
	}), ";")
}

// A scan reads a solution. Blanks and line ends separate words.
type scan struct {
	lines []encode.Span
	comma bool // elements end at commas and brackets, instead of blanks
}

// more skips blank lines, except the last line, and reports whether a line is left.
func (t *scan) more() bool {
	for len(t.lines) > 1 && t.lines[0].Trim().Text == "" {
		t.lines = t.lines[1:]
	}
	return len(t.lines) > 0
}

// word reads the next word. A word ends at a blank, or at one of the characters in the parameter ends that is
// outside of quotes and of brackets which began in the word.
func (t *scan) word(ends string) encode.Span {
	if !t.more() {
		return encode.Span{Line: 1, Column: 1}
	}
	line := t.lines[0].Trim()
	n, depth := 0, 0
	for n < len(line.Text) && (depth > 0 || !strings.ContainsRune(ends+" \t", rune(line.Text[n]))) {
		switch line.Text[n] {
		case '\'':
			n += quoted(line.Text[n:]) - 1
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		}
		n++
	}
	t.lines[0] = line.From(n)
	return line.Until(n)
}

// take reads a sign if it is next.
func (t *scan) take(sign string) bool {
	if !t.more() || !strings.HasPrefix(t.lines[0].Trim().Text, sign) {
		return false
	}
	t.lines[0] = t.lines[0].Trim().From(len(sign))
	return true
}

func (t *scan) errorf(format string, args ...any) error {
	if len(t.lines) == 0 {
		return encode.Errorf(1, 1, format, args...)
	}
	return t.lines[0].Errorf(format, args...)
}

// read reads what format or Draw prints.
func (p *problem) read(t *scan) (encode.Solution, error) {
	values := make([]int, len(p.sites))
	for i := range p.outputs {
		o := &p.outputs[i]
		if i > 0 && t.comma && !t.take(";") {
			return "", t.errorf("want ; before %s", o.name)
		}
		if !t.take(o.name) || !t.take("=") {
			return "", t.errorf("want %s = and its value", o.name)
		}
		if o.array && t.comma && !t.take("[") {
			return "", t.errorf("want [ before the elements of %s", o.name)
		}
		for k, e := range o.elems {
			if k > 0 && t.comma && !t.take(",") {
				return "", t.errorf("want %s of %s, got %d", wording.Plural(len(o.elems), "element"), o.name, k)
			}
			ends := ""
			if t.comma {
				ends = ",];"
			}
			if err := p.readElement(o, e, t.word(ends), values); err != nil {
				return "", err
			}
		}
		if o.array && t.comma && !t.take("]") {
			return "", t.errorf("want ] after %s of %s", wording.Plural(len(o.elems), "element"), o.name)
		}
	}
	if rest := t.word(""); rest.Text != "" {
		return "", rest.Errorf("want the end of the solution, got %q", rest.Text)
	}
	return encode.MakeSolution(p.wide, values), nil
}

func (p *problem) readElement(o *output, e element, text encode.Span, values []int) (err error) {
	if !o.set {
		values[e.first], err = p.readValue(e.first, text)
		return err
	}
	if len(text.Text) < 2 || text.Text[0] != '{' || text.Text[len(text.Text)-1] != '}' {
		return text.Errorf("want a set such as {} or {1,2}, got %q", text.Text)
	}
	members := map[string]bool{}
	for _, part := range split(text.Text[1:len(text.Text)-1], ',') {
		members[strings.TrimSpace(part)] = true
	}
	for i := e.first; i < e.first+e.sites; i++ {
		name, bit := o.enum.of(p.views[i].member), 0
		if members[name] {
			bit = 1
		}
		delete(members, name)
		v, ok := p.sites[i].domain.Index(bit)
		if !ok {
			return text.Errorf("want a set in which %s is %v, got %q", p.sites[i].name, bit == 0, text.Text)
		}
		values[i] = v
	}
	for name := range members {
		return text.Errorf("want members that the set can have, got %s", wording.Short(name))
	}
	return nil
}

// draw prints one output after the other: arrays of two and more dimensions have a line for each row, in columns.
func (p *problem) draw(s encode.Solution) string {
	var b strings.Builder
	for i := range p.outputs {
		o := &p.outputs[i]
		b.WriteString(o.name + " =")
		cells := wording.Each(o.elems, func(e element) string { return p.elementText(o, e, s) })
		w, width := len(cells), 0
		if n := len(o.dims); n > 1 {
			w = max(1, o.dims[n-1].Hi-o.dims[n-1].Lo+1)
			for _, c := range cells {
				width = max(width, utf8.RuneCountInString(c))
			}
		}
		for k, c := range cells {
			if len(o.dims) > 1 && k%w == 0 {
				b.WriteString("\n ")
			}
			fmt.Fprintf(&b, " %*s", width, c)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
