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

// A TextError says where a text is wrong. Line and Column count from 1; a
// column counts bytes.
type TextError struct {
	Line, Column int
	Err          error
}

func (e *TextError) Error() string {
	return fmt.Sprintf("line %d, column %d: %v", e.Line, e.Column, e.Err)
}

func (e *TextError) Unwrap() error { return e.Err }

// Read reads the text of Knuth's DLX programs (dlx2, dlx3):
//
//	| a comment: a line that starts with a bar
//	A B 0:2|C | X Y
//	A X:red Y
//	B C X:red
//
// The first line names the items, a word each: the primary ones, then, behind
// a bar, the secondary ones. LO:HI|NAME is a primary item held by LO to HI
// chosen options, HI|NAME by exactly HI; other primary items are held once.
// Every further line is an option: its items, a secondary one with a colour
// behind a colon if it has one. Names have neither bar nor colon, colours
// nothing that ends a word. Colours are numbered as they come.
//
// In the one-line form the lines are joined by " ; ": a word ; ends a line, so
// no item has that name. Blank lines are skipped. An option without a primary
// item is dropped with a warning. All errors are *TextError; the Problem is
// valid, and a text that is read back from WriteText or OneLine is the same.
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
		return nil, nil, &TextError{r.lines, 1, errors.New("no items")}
	}
	return r.p, r.warnings, nil
}

// word is a word of the text and where it starts.
type word struct {
	text         string
	line, column int
}

// errorf is an error at the word. Of a text it shows the beginning.
func (w word) errorf(format string, args ...any) error {
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = short(text)
		}
	}
	return &TextError{w.line, w.column, fmt.Errorf(format, args...)}
}

// short returns the beginning of a text, for a message: the file may be another than
// was meant, and a secret.
func short(text string) string {
	const most = 20
	if runes := []rune(text[:min(len(text), 4*most+4)]); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return text
}

// split yields the words of a line, which are between blanks.
func split(line string, n int) iter.Seq[word] {
	return func(yield func(word) bool) {
		from := -1 // where a word began
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

// A lineKind is what a line is.
type lineKind int

const (
	unknown lineKind = iota // no word of it has been read
	comment
	header
	option
)

type reader struct {
	p        *Problem
	items    map[string]int // index by name
	colours  map[string]int // from 1
	seen     []int          // for each item, the option that held it last
	options  int
	warnings []string
	lines    int

	line      lineKind // of this line
	secondary bool     // of a header: there was a bar
	first     word     // of an option
	uses      Option
	names     []string // of the colours
	primary   bool
}

// word reads the next word of a line of items or of an option.
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

// item reads a word of the line of items.
func (r *reader) item(w word) error {
	if w.text == "|" {
		if r.secondary {
			return w.errorf("a second |")
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
		return w.errorf("bad item name %q", it.Name)
	}
	if _, ok := r.items[it.Name]; ok {
		return w.errorf("item %q twice", it.Name)
	}
	r.items[it.Name] = len(r.p.Items)
	r.p.Items = append(r.p.Items, it)
	r.seen = append(r.seen, 0)
	return nil
}

// bounds reads LO:HI, or HI alone for both.
func bounds(text string) (lo, hi int, err error) {
	l, h, two := strings.Cut(text, ":")
	if !two {
		h = l
	}
	lo, errLo := strconv.Atoi(l)
	hi, errHi := strconv.Atoi(h)
	if errLo != nil || errHi != nil || multiplicity(lo, hi) != nil {
		return 0, 0, fmt.Errorf("want lo:hi or hi in front of a name, 0 <= lo <= hi and hi at least 1, got %q", short(text))
	}
	return lo, hi, nil
}

// use reads a word of an option.
func (r *reader) use(w word) error {
	name, colour, coloured := strings.Cut(w.text, ":")
	i, ok := r.items[name]
	secondary := ok && r.p.Items[i].Secondary
	switch {
	case !ok:
		return w.errorf("unknown item %q", name)
	case r.seen[i] == r.options:
		return w.errorf("item %q twice in one option", name)
	case coloured && !secondary:
		return w.errorf("primary item %q has a colour", name)
	case coloured && colour == "":
		return w.errorf("item %q has an empty colour", name)
	}
	r.seen[i] = r.options
	r.uses, r.names = append(r.uses, Use{Item: i}), append(r.names, colour)
	r.primary = r.primary || !secondary
	return nil
}

// end ends a line.
func (r *reader) end() {
	line := r.line
	r.line = unknown
	if line != option {
		return
	}
	if !r.primary {
		r.warnings = append(r.warnings, fmt.Sprintf("line %d, column %d: option without a primary item dropped", r.first.line, r.first.column))
		return
	}
	o := slices.Clone(r.uses)
	for k, name := range r.names { // only now, so that a dropped option numbers none
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

// WriteText writes p in the form that Read reads: a line for the items and one
// for each option, with the colours by name. An error is that of w, or says
// which name Read would not take.
func (p *Problem) WriteText(w io.Writer) error {
	if err := p.writable(); err != nil {
		return err
	}
	_, err := io.WriteString(w, strings.Join(p.lines(), "\n")+"\n")
	return err
}

// OneLine is the one-line form of WriteText. It does not look at the names.
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

// writable says what Read would not read back.
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

// unprintable returns where the text has a byte that is not UTF-8, a control character, a
// line separator or a control of bidirectional text, or -1. Such a name would not survive
// JSON or a terminal.
func unprintable(text string) int {
	for i, r := range text {
		if unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control) || r == utf8.RuneError {
			return i
		}
	}
	return -1
}
