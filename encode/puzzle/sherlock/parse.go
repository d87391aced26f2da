package sherlock

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/files"
	"counterproof/encode/wording"
)

// maxWords is larger than the number of words of any valid clue, so that extra words
// are noticed.
const maxWords = 6

func quoted(p encode.Span) string {
	if p.Text == "" {
		return "nothing"
	}
	return strconv.Quote(wording.Short(unmask(p.Text)))
}

// special holds the characters that separate names. Within double quotes, mask replaces them by bytes
// of their own, so that the text can be cut as if all names were without them.
const special = " /;,:|"

func mask(text string) string {
	masked, quoted := []byte(text), false
	for i, c := range masked {
		at := strings.IndexByte(special, c)
		switch {
		case c == '"' || c == '\n': // no name goes on in the next line
			quoted = c == '"' && !quoted
		case quoted && at >= 0:
			masked[i] = byte(1 + at)
		case int(c) <= len(special):
			masked[i] = '\a' // never part of a name
		}
	}
	return string(masked)
}

// unmasked is the opposite of mask: it gives the bytes 1 to 6 the characters of special again.
var unmasked = strings.NewReplacer("\x01", " ", "\x02", "/", "\x03", ";", "\x04", ",", "\x05", ":", "\x06", "|")

func unmask(text string) string { return unmasked.Replace(text) }

// plain returns a name without double quotes around it.
func plain(text string) string {
	if n := len(text); n > 1 && text[0] == '"' && text[n-1] == '"' {
		return unmask(text[1 : n-1])
	}
	return text
}

// written is the opposite of plain.
func written(name string) string {
	if strings.ContainsFunc(name, odd) {
		return `"` + name + `"`
	}
	return name
}

// odd reports whether a name with the character needs double quotes.
func odd(r rune) bool {
	return !unicode.In(r, unicode.Letter, unicode.Mark, unicode.Digit) && r != '_' && r != '-'
}

// read reads a file with one category per line, then one clue per line. The categories
// are the lines before the first line without ':'. If there are none, or if one
// contains '/' or ';', the file has a board on each line, and read returns
// encode.ErrOneLine.
func read(data []byte) ([]encode.Instance, error) {
	var categories, clues []encode.Span
	for line := range encode.TextLines(mask(files.Uncomment(string(data), false))) {
		switch p := line.Trim(); {
		case p.Text == "":
		case len(categories) == 0 && strings.HasPrefix(p.Text, "| 1 "):
			return nil, p.Errorf("a drawing does not name all icons: want the notation, which the command show prints above the drawing")
		case len(clues) == 0 && strings.Contains(p.Text, ":"):
			if strings.ContainsAny(p.Text, "/;") {
				return nil, encode.ErrOneLine
			}
			if len(categories) <= maxCategories { // one more is kept, so that build reports it
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

func build(categories, clues []encode.Span) (*Board, error) {
	b := &Board{}
	icons := map[string]int{}
	for i, p := range categories {
		if i == maxCategories {
			return nil, p.Errorf("want at most %d categories", maxCategories)
		}
		if err := b.category(p, icons); err != nil {
			return nil, err
		}
	}
	for i, p := range clues {
		if i == maxClues {
			return nil, p.Errorf("want at most %d clues", maxClues)
		}
		c, err := b.clue(p, icons)
		if err != nil {
			return nil, err
		}
		b.clues = append(b.clues, c)
	}
	return b, nil
}

func (b *Board) category(p encode.Span, numbers map[string]int) error {
	head, list, ok := p.Cut(":")
	if !ok {
		p = p.Trim()
		return p.Errorf("want a category such as drink:tea,milk,juice, got %s", quoted(p))
	}
	head = head.Trim()
	name, err := valid(head, "a category")
	if err != nil {
		return err
	}
	if slices.Contains(b.categories, name) {
		return head.Errorf("want categories with different names, got %q twice", name)
	}
	var icons []string
	for _, icon := range list.Split(",", maxColumns+1) {
		icon = icon.Trim()
		switch {
		case len(b.icons) == 0 && len(icons) == maxColumns:
			return icon.Errorf("want at most %d icons, one for each column", maxColumns)
		case len(b.icons) > 0 && len(icons) == b.columns():
			return icon.Errorf("want %d icons as in the first category, got more", b.columns())
		}
		name, err := valid(icon, "an icon")
		if err != nil {
			return err
		}
		if _, ok := numbers[name]; ok {
			return icon.Errorf("want icons with different names, got %q twice", name)
		}
		numbers[name] = len(numbers)
		icons = append(icons, name)
	}
	switch {
	case len(b.icons) == 0 && len(icons) < minColumns:
		return p.End().Errorf("want at least %d icons, one for each column, got %d", minColumns, len(icons))
	case len(b.icons) > 0 && len(icons) < b.columns():
		return p.End().Errorf("want %d icons as in the first category, got %d", b.columns(), len(icons))
	}
	b.categories = append(b.categories, name)
	b.icons = append(b.icons, icons)
	return nil
}

// valid returns the name that p states, or an error if p is not a valid name. The parameter what is used
// in the error message. It is a word for the named thing, such as "an icon".
func valid(p encode.Span, what string) (string, error) {
	name := plain(p.Text)
	switch {
	case name == "":
		return "", p.Errorf("want the name of %s, got nothing", what)
	case utf8.RuneCountInString(name) > maxName:
		return "", p.Errorf("want a name of at most %d characters, got %d", maxName, utf8.RuneCountInString(name))
	case name != p.Text:
		if at := strings.IndexFunc(name, func(r rune) bool { return r == '"' || r == utf8.RuneError || !unicode.IsPrint(r) }); at >= 0 {
			return "", p.From(1+at).Errorf("want characters that can be printed and no double quote, got %q", p.From(1+at).First())
		}
	default:
		if at := strings.IndexFunc(name, odd); at >= 0 {
			return "", p.From(at).Errorf("want a name of letters, digits, '_' and '-', or in double quotes, got %q", []rune(unmask(name[at:]))[0])
		}
	}
	return name, nil
}

func (b *Board) clue(p encode.Span, numbers map[string]int) (clue, error) {
	words := p.Words(maxWords)
	if len(words) == 0 {
		return clue{}, p.Trim().Errorf("want a clue such as next a b, got nothing")
	}
	k := slices.IndexFunc(forms[:], func(f form) bool { return f.word == words[0].Text })
	if k < 0 {
		known := wording.Each(forms[:], func(f form) string { return f.word })
		return clue{}, words[0].Errorf("want %s, got %s", wording.List(known, " or "), quoted(words[0]))
	}
	c, form, rest := clue{kind: kind(k)}, forms[k], words[1:]
	least, most := form.icons, form.icons
	shape := form.word + " " + "a b c"[:2*most-1]
	switch c.kind {
	case same:
		least, shape = 2, "same a b or same a b c"
	case at, notat:
		least, most, shape = 2, 2, form.word+" a k"
	}
	switch {
	case len(rest) < least:
		return clue{}, words[len(rest)].End().Errorf("want %s, got the end of the clue", shape)
	case len(rest) > most:
		return clue{}, rest[most].Errorf("want %s, got %s too", shape, quoted(rest[most]))
	}
	if c.numbered() {
		k := rest[1]
		if len(k.Text) != 1 || k.Text[0] < '1' || int(k.Text[0]-'0') > b.columns() {
			return clue{}, k.Errorf("want a column from 1 to %d, got %s", b.columns(), quoted(k))
		}
		c.column = int(k.Text[0] - '1')
		rest = rest[:1]
	}
	for _, w := range rest {
		icon, ok := numbers[plain(w.Text)]
		if !ok {
			return clue{}, w.Errorf("want an icon, got %s", quoted(w))
		}
		if slices.Contains(c.icons, icon) {
			return clue{}, w.Errorf("want different icons in a clue, got %q twice", plain(w.Text))
		}
		c.icons = append(c.icons, icon)
	}
	return c, nil
}
