package cover

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A TextError is an error with its position in a text. Line and Column count from 1; a column
// counts bytes.
type TextError struct {
	Line, Column int
	Err          error
}

func (e *TextError) Error() string {
	return fmt.Sprintf("line %d, column %d: %v", e.Line, e.Column, e.Err)
}

func (e *TextError) Unwrap() error { return e.Err }

// Read reads the text format of Knuth's DLX programs (dlx2, dlx3):
//
//	| a comment: a line that starts with a bar
//	A B 0:2|C | X Y
//	A X:red Y
//	B C X:red
//
// The first line names the items, one word each: first the primary items and then, after a bar, the
// secondary items. LO:HI|NAME is a primary item that LO to HI chosen options must hold. HI|NAME is
// a primary item that exactly HI options must hold. Exactly one option must hold any other primary
// item.
//
// Each further line is an option: a list of its items. A secondary item may have a colour, after a
// colon. Names contain neither bars nor colons. Colours may contain any printable character except
// spaces. Colours are numbered in the order in which they first occur.
//
// In the one-line form, " ; " joins the lines. Since the word ; ends a line, an item cannot have
// that name. Read skips blank lines. It drops an option without a primary item and returns a
// warning. Every error is a *TextError. The Problem is valid, and reading the output of WriteText
// or OneLine gives the same Problem again.
func Read(text string) (p *Problem, warnings []string, err error) {
	r := &reader{p: &Problem{}, items: map[string]int{}, colours: map[string]int{}}
	for line := range strings.SplitSeq(text, "\n") {
		r.lines++
		for w := range split(line, r.lines) {
			if bad := unprintable(w.text); bad >= 0 {
				return nil, nil, &TextError{w.line, w.column + bad, fmt.Errorf("want printable UTF-8, got %+q", short(w.text))}
			}
		}
		for w := range split(line, r.lines) {
			if w.text == ";" {
				r.end()
			} else if err := r.word(w); err != nil {
				return nil, nil, err
			}
		}
		r.end()
	}
	if len(r.p.Items) == 0 {
		return nil, nil, &TextError{r.lines, 1, errors.New("no items: the first line must name them")}
	}
	return r.p, r.warnings, nil
}

type word struct {
	text         string
	line, column int
}

// errorf returns a TextError at the position of the word. It shortens string arguments to their
// beginning (see short).
func (w word) errorf(format string, args ...any) error {
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = short(text)
		}
	}
	return &TextError{w.line, w.column, fmt.Errorf(format, args...)}
}

// short returns at most the first 20 characters of a text, for an error message. The user might
// have named the wrong file, with secret content.
func short(text string) string {
	const most = 20
	if runes := []rune(text[:min(len(text), 4*most+4)]); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return text
}

// split yields the words of a line, which white space separates. The parameter n is the number of
// the line in the text.
func split(line string, n int) iter.Seq[word] {
	return func(yield func(word) bool) {
		from := -1 // start of the current word, or -1
		for i, r := range line {
			switch space := unicode.IsSpace(r); {
			case space && from >= 0:
				if !yield(word{line[from:i], n, from + 1}) {
					return
				}
				from = -1
			case !space && from < 0:
				from = i
			}
		}
		if from >= 0 {
			yield(word{line[from:], n, from + 1})
		}
	}
}

type lineKind int

const (
	unknown lineKind = iota // no word of the line has been read
	comment
	header
	option
)

type reader struct {
	p        *Problem
	items    map[string]int // index by name
	colours  map[string]int // from 1
	seen     []int          // for each item, the number of the last option that held it
	options  int
	warnings []string
	lines    int

	line      lineKind // kind of the current line
	secondary bool     // in a header: a bar has been read
	first     word     // first word of an option
	uses      Option   // items of an option
	names     []string // colours of the items, "" for none
	primary   bool     // the option has a primary item
}

func (r *reader) word(w word) error {
	if r.line == unknown {
		switch {
		case w.text[0] == '|':
			r.line = comment
		case len(r.p.Items) > 0:
			r.line = option
			r.options++
			r.first, r.uses, r.names, r.primary = w, r.uses[:0], r.names[:0], false
		default:
			r.line, r.secondary = header, false
		}
	}
	switch r.line {
	case header:
		return r.item(w)
	case option:
		return r.use(w)
	}
	return nil
}

func (r *reader) item(w word) error {
	if w.text == "|" {
		if r.secondary {
			return w.errorf("a second bar |; only one bar may separate primary from secondary items")
		}
		r.secondary = true
		return nil
	}
	it := Item{Name: w.text, Secondary: r.secondary}
	if !r.secondary {
		it.Lo, it.Hi = 1, 1
		if count, name, ok := strings.Cut(w.text, "|"); ok {
			var err error
			if it.Lo, it.Hi, err = bounds(count); err != nil {
				return w.errorf("%w", err)
			}
			it.Name = name
		}
	}
	if badName(it.Name) {
		return w.errorf("bad item name %q; a name must not be empty and must not contain | or :", it.Name)
	}
	if _, ok := r.items[it.Name]; ok {
		return w.errorf("item %q is named twice", it.Name)
	}
	r.items[it.Name] = len(r.p.Items)
	r.p.Items = append(r.p.Items, it)
	r.seen = append(r.seen, 0)
	return nil
}

// bounds parses a multiplicity of the form LO:HI, or HI if both bounds are equal.
func bounds(text string) (lo, hi int, err error) {
	l, h, two := strings.Cut(text, ":")
	if !two {
		h = l
	}
	lo, errLo := strconv.Atoi(l)
	hi, errHi := strconv.Atoi(h)
	if errLo != nil || errHi != nil || multiplicity(lo, hi) != nil {
		return 0, 0, fmt.Errorf("want lo:hi or hi before the bar, with 0 <= lo <= hi and hi at least 1, got %q", short(text))
	}
	return lo, hi, nil
}

func (r *reader) use(w word) error {
	name, colour, coloured := strings.Cut(w.text, ":")
	i, ok := r.items[name]
	secondary := ok && r.p.Items[i].Secondary
	switch {
	case !ok:
		return w.errorf("unknown item %q; the first line must name every item", name)
	case r.seen[i] == r.options:
		return w.errorf("item %q twice in one option", name)
	case coloured && !secondary:
		return w.errorf("primary item %q has a colour; only secondary items may have one", name)
	case coloured && colour == "":
		return w.errorf("item %q has an empty colour; write a colour after the colon or omit the colon", name)
	}
	r.seen[i] = r.options
	r.uses, r.names = append(r.uses, Use{Item: i}), append(r.names, colour)
	r.primary = r.primary || !secondary
	return nil
}

// end completes the current line. If the line is an option, end adds it to the problem or, if it
// has no primary item, drops it with a warning.
func (r *reader) end() {
	line := r.line
	r.line = unknown
	if line != option {
		return
	}
	if !r.primary {
		r.warnings = append(r.warnings, fmt.Sprintf("line %d, column %d: dropped an option without a primary item", r.first.line, r.first.column))
		return
	}
	o := slices.Clone(r.uses)
	for k, name := range r.names { // number the colours only now, so that the colours of a dropped option get no number
		if name == "" {
			continue
		}
		if r.colours[name] == 0 {
			r.p.Colours = append(r.p.Colours, name)
			r.colours[name] = len(r.p.Colours)
		}
		o[k].Colour = r.colours[name]
	}
	r.p.Options = append(r.p.Options, o)
}

// WriteText writes p in the format that Read reads: one line for the items and one line for each
// option. It returns an error if writing fails, if p is invalid, or if Read would reject a name in
// p.
func (p *Problem) WriteText(w io.Writer) error {
	if err := p.writable(); err != nil {
		return err
	}
	_, err := io.WriteString(w, strings.Join(p.lines(), "\n")+"\n")
	return err
}

// OneLine returns the text that WriteText writes, in the one-line form. Unlike WriteText, it does
// not check the problem and its names.
func (p *Problem) OneLine() string { return strings.Join(p.lines(), " ; ") }

func (p *Problem) lines() []string {
	var primary, secondary []string
	for _, it := range p.Items {
		switch {
		case it.Secondary:
			secondary = append(secondary, it.Name)
		case it.Lo == 1 && it.Hi == 1:
			primary = append(primary, it.Name)
		case it.Lo == it.Hi:
			primary = append(primary, fmt.Sprintf("%d|%s", it.Hi, it.Name))
		default:
			primary = append(primary, fmt.Sprintf("%d:%d|%s", it.Lo, it.Hi, it.Name))
		}
	}
	if len(secondary) > 0 {
		primary = append(append(primary, "|"), secondary...)
	}
	lines := []string{strings.Join(primary, " ")}
	for _, option := range p.Options {
		var words []string
		for _, u := range option {
			name := p.Items[u.Item].Name
			if u.Colour > 0 {
				name += ":" + p.Colours[u.Colour-1]
			}
			words = append(words, name)
		}
		lines = append(lines, strings.Join(words, " "))
	}
	return lines
}

func (p *Problem) writable() error {
	if err := p.Validate(); err != nil {
		return err
	}
	seen := map[string]bool{}
	primary := false
	for i, it := range p.Items {
		if badName(it.Name) || seen[it.Name] {
			return fmt.Errorf("item %d: bad or repeated name %q", i, it.Name)
		}
		seen[it.Name] = true
		primary = primary || !it.Secondary
	}
	if !primary {
		return errors.New("no primary item")
	}
	for _, c := range p.Colours {
		if c == "" || badWord(c) {
			return fmt.Errorf("bad colour %q", c)
		}
	}
	return nil
}

func badName(name string) bool {
	return name == "" || name == ";" || strings.ContainsAny(name, "|:") || badWord(name)
}

func badWord(text string) bool {
	return unprintable(text) >= 0 || strings.ContainsFunc(text, unicode.IsSpace)
}

// unprintable returns the position of the first character that a name must not contain, or -1. Such
// characters are invalid UTF-8, control characters, line and paragraph separators, and controls of
// bidirectional text. Names with such characters would not survive JSON or a terminal.
func unprintable(text string) int {
	for i, r := range text {
		if unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control) || r == utf8.RuneError {
			return i
		}
	}
	return -1
}
