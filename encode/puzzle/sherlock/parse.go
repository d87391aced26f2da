package sherlock

import (
	"strconv"
	"strings"

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
	return strconv.Quote(wording.Short(p.Text))
}

// read reads a file with one category per line, then one clue per line. The categories
// are the lines before the first line without ':'. If there are none, or if one
// contains '/' or ';', the file has a board on each line, and read returns
// encode.ErrOneLine.
func read(data []byte) ([]encode.Instance, error) {
	var categories, clues []encode.Span
	for line := range encode.TextLines(files.Uncomment(string(data), false)) {
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
	named := map[string]bool{} // names of categories
	for i, p := range categories {
		if i == maxCategories {
			return nil, p.Errorf("want at most %d categories", maxCategories)
		}
		if err := b.category(p, named, icons); err != nil {
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

func (b *Board) category(p encode.Span, named map[string]bool, numbers map[string]int) error {
	head, list, ok := p.Cut(":")
	if !ok {
		p = p.Trim()
		return p.Errorf("want a category such as drink:tea,milk,juice, got %s", quoted(p))
	}
	name := head.Trim()
	if err := valid(name, "a category"); err != nil {
		return err
	}
	if named[name.Text] {
		return name.Errorf("want categories with different names, got %q twice", name.Text)
	}
	named[name.Text] = true
	var icons []string
	for _, icon := range list.Split(",", maxColumns+1) {
		icon = icon.Trim()
		switch {
		case len(b.icons) == 0 && len(icons) == maxColumns:
			return icon.Errorf("want at most %d icons, one for each column", maxColumns)
		case len(b.icons) > 0 && len(icons) == b.columns():
			return icon.Errorf("want %d icons as in the first category, got more", b.columns())
		}
		if err := valid(icon, "an icon"); err != nil {
			return err
		}
		if _, ok := numbers[icon.Text]; ok {
			return icon.Errorf("want icons with different names, got %q twice", icon.Text)
		}
		numbers[icon.Text] = len(numbers)
		icons = append(icons, icon.Text)
	}
	switch {
	case len(b.icons) == 0 && len(icons) < minColumns:
		return p.End().Errorf("want at least %d icons, one for each column, got %d", minColumns, len(icons))
	case len(b.icons) > 0 && len(icons) < b.columns():
		return p.End().Errorf("want %d icons as in the first category, got %d", b.columns(), len(icons))
	}
	b.categories = append(b.categories, name.Text)
	b.icons = append(b.icons, icons)
	return nil
}

// valid returns an error if p is not a valid name. The parameter what is used in the error message.
// It is a word for the named thing, such as "an icon".
func valid(p encode.Span, what string) error {
	switch {
	case p.Text == "":
		return p.Errorf("want the name of %s, got nothing", what)
	case len(p.Text) > maxName:
		return p.Errorf("want a name of at most %d characters, got %d", maxName, len(p.Text))
	}
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	return p.Only(letters+"0123456789_-", "a name of letters, digits, '_' and '-'")
}

func (b *Board) clue(p encode.Span, numbers map[string]int) (clue, error) {
	words := p.Words(maxWords)
	if len(words) == 0 {
		return clue{}, p.Trim().Errorf("want a clue such as next a b, got nothing")
	}
	c := clue{kind: kinds}
	for k, form := range forms {
		if words[0].Text == form.word {
			c.kind = kind(k)
		}
	}
	if c.kind == kinds {
		return clue{}, words[0].Errorf("want next, apart, left, between, gap, same, differ, without, either or at, got %s", quoted(words[0]))
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
		return clue{}, words[len(rest)].End().Errorf("want %s, got the end of the clue", shape)
	case len(rest) > most:
		return clue{}, rest[most].Errorf("want %s, got %s too", shape, quoted(rest[most]))
	}
	if c.kind == at {
		k := rest[1]
		if len(k.Text) != 1 || k.Text[0] < '1' || int(k.Text[0]-'0') > b.columns() {
			return clue{}, k.Errorf("want a column from 1 to %d, got %s", b.columns(), quoted(k))
		}
		c.column = int(k.Text[0] - '1')
		rest = rest[:1]
	}
	for i, w := range rest {
		icon, ok := numbers[w.Text]
		if !ok {
			return clue{}, w.Errorf("want an icon, got %s", quoted(w))
		}
		for _, other := range rest[:i] {
			if other.Text == w.Text {
				return clue{}, w.Errorf("want different icons in a clue, got %q twice", w.Text)
			}
		}
		c.icons = append(c.icons, icon)
	}
	return c, nil
}
