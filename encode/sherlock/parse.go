package sherlock

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"counterproof/encode"
)

// A part of a text, and where it stands in the file, from 1.
type part struct {
	text         string
	line, column int
}

func (p part) errorf(format string, args ...any) error {
	return encode.Errorf(p.line, p.column, format, args...)
}

// from is the part behind the first n bytes.
func (p part) from(n int) part { return part{p.text[n:], p.line, p.column + n} }

// split returns the parts between separators, and no more than most of them: what is
// behind one that is too many changes nothing.
func (p part) split(separator string, most int) []part {
	var all []part
	for len(all) < most {
		n := strings.Index(p.text, separator)
		if n < 0 {
			return append(all, p)
		}
		all = append(all, part{p.text[:n], p.line, p.column})
		p = p.from(n + len(separator))
	}
	return all
}

const blanks = " \t\r"

// trim is the part without blanks around it; of blanks alone it is their end.
func (p part) trim() part {
	p = p.from(len(p.text) - len(strings.TrimLeft(p.text, blanks)))
	p.text = strings.TrimRight(p.text, blanks)
	return p
}

// maxWords is more words than a clue has.
const maxWords = 6

// words returns the parts between blanks, the first maxWords of them.
func (p part) words() []part {
	var all []part
	for p = p.trim(); p.text != "" && len(all) < maxWords; p = p.trim() {
		n := strings.IndexAny(p.text, blanks)
		if n < 0 {
			n = len(p.text)
		}
		all = append(all, part{p.text[:n], p.line, p.column})
		p = p.from(n)
	}
	return all
}

// end is the empty part at the end of p.
func (p part) end() part { return p.from(len(p.text)) }

// quoted is p for a message.
func quoted(p part) string {
	if p.text == "" {
		return "nothing"
	}
	return strconv.Quote(encode.Short(p.text))
}

// parse reads the notation of one line.
func parse(text string) (*Board, error) {
	all := part{text, 1, 1}.split(";", 1+maxClues+1)
	return build(all[0].split("/", maxCategories+1), all[1:])
}

// read reads a file with a category a line, then a clue a line: the categories
// are the lines up to the first without ':'. If there are none, or if one of them
// has a '/' or ';', the file is in no such notation.
func read(data []byte) ([]encode.Instance, error) {
	var categories, clues []part
	n := 0
	for line := range strings.SplitSeq(string(data), "\n") {
		n++
		switch p := (part{line, n, 1}).trim(); {
		case p.text == "":
		case len(clues) == 0 && strings.Contains(p.text, ":"):
			if strings.ContainsAny(p.text, "/;") {
				return nil, encode.ErrOneLine
			}
			if len(categories) <= maxCategories { // one more than that is refused
				categories = append(categories, p)
			}
		case len(clues) <= maxClues:
			clues = append(clues, p)
		}
	}
	if len(categories) == 0 {
		return nil, encode.ErrOneLine
	}
	b, err := build(categories, clues)
	if err != nil {
		return nil, err
	}
	return []encode.Instance{b}, nil
}

// build makes a board of its parts.
func build(categories, clues []part) (*Board, error) {
	b := &Board{}
	icons := map[string]int{}
	named := map[string]bool{} // categories
	for i, p := range categories {
		if i == maxCategories {
			return nil, p.errorf("want at most %d categories", maxCategories)
		}
		if err := b.category(p, named, icons); err != nil {
			return nil, err
		}
	}
	for i, p := range clues {
		if i == maxClues {
			return nil, p.errorf("want at most %d clues", maxClues)
		}
		c, err := b.clue(p, icons)
		if err != nil {
			return nil, err
		}
		b.clues = append(b.clues, c)
	}
	return b, nil
}

// category reads NAME:ICON,ICON,... and adds to the names of categories and to
// the numbers of the icons.
func (b *Board) category(p part, named map[string]bool, numbers map[string]int) error {
	head, list, ok := strings.Cut(p.text, ":")
	if !ok {
		p = p.trim()
		return p.errorf("want a category such as drink:tea,milk,juice, got %s", quoted(p))
	}
	name := part{head, p.line, p.column}.trim()
	if err := name.valid("a category"); err != nil {
		return err
	}
	if named[name.text] {
		return name.errorf("want categories of different names, got %q twice", name.text)
	}
	named[name.text] = true
	var icons []string
	for _, icon := range p.from(len(p.text)-len(list)).split(",", maxColumns+1) {
		icon = icon.trim()
		switch {
		case len(b.icons) == 0 && len(icons) == maxColumns:
			return icon.errorf("want at most %d icons, one for each column", maxColumns)
		case len(b.icons) > 0 && len(icons) == b.columns():
			return icon.errorf("want %d icons as in the first category, got more", b.columns())
		}
		if err := icon.valid("an icon"); err != nil {
			return err
		}
		if _, ok := numbers[icon.text]; ok {
			return icon.errorf("want icons of different names, got %q twice", icon.text)
		}
		numbers[icon.text] = len(numbers)
		icons = append(icons, icon.text)
	}
	switch {
	case len(b.icons) == 0 && len(icons) < minColumns:
		return p.end().errorf("want at least %d icons, one for each column, got %d", minColumns, len(icons))
	case len(b.icons) > 0 && len(icons) < b.columns():
		return p.end().errorf("want %d icons as in the first category, got %d", b.columns(), len(icons))
	}
	b.categories = append(b.categories, name.text)
	b.icons = append(b.icons, icons)
	return nil
}

// valid returns an error where p is no name of what it should name.
func (p part) valid(what string) error {
	switch {
	case p.text == "":
		return p.errorf("want the name of %s, got nothing", what)
	case len(p.text) > maxName:
		return p.errorf("want a name of at most %d characters, got %d", maxName, len(p.text))
	}
	for i := range len(p.text) {
		switch c := p.text[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '-':
		default:
			r, _ := utf8.DecodeRuneInString(p.text[i:])
			return p.from(i).errorf("want a name of letters, digits, '_' and '-', got %q", r)
		}
	}
	return nil
}

// clue reads one clue.
func (b *Board) clue(p part, numbers map[string]int) (clue, error) {
	words := p.words()
	if len(words) == 0 {
		return clue{}, p.trim().errorf("want a clue such as next a b, got nothing")
	}
	c := clue{kind: kinds}
	for k, form := range forms {
		if words[0].text == form.word {
			c.kind = kind(k)
		}
	}
	if c.kind == kinds {
		return clue{}, words[0].errorf("want next, apart, left, between, gap, same, differ, without, either or at, got %s", quoted(words[0]))
	}
	form, rest := forms[c.kind], words[1:]
	least, most := len(form.icons), len(form.icons)
	shape := form.word + " " + strings.Join(form.icons, " ")
	switch c.kind {
	case same:
		least, shape = 2, "same a b or same a b c"
	case at:
		least, most, shape = 2, 2, "at a k"
	}
	switch {
	case len(rest) < least:
		return clue{}, words[len(rest)].end().errorf("want %s, got the end of the clue", shape)
	case len(rest) > most:
		return clue{}, rest[most].errorf("want %s, got %s too", shape, quoted(rest[most]))
	}
	if c.kind == at {
		k := rest[1]
		if len(k.text) != 1 || k.text[0] < '1' || int(k.text[0]-'0') > b.columns() {
			return clue{}, k.errorf("want a column from 1 to %d, got %s", b.columns(), quoted(k))
		}
		c.column = int(k.text[0] - '1')
		rest = rest[:1]
	}
	for i, w := range rest {
		icon, ok := numbers[w.text]
		if !ok {
			return clue{}, w.errorf("want an icon, got %s", quoted(w))
		}
		for _, other := range rest[:i] {
			if other.text == w.text {
				return clue{}, w.errorf("want different icons in a clue, got %q twice", w.text)
			}
		}
		c.icons = append(c.icons, icon)
	}
	return c, nil
}
