// Package sherlock implements puzzles of icons in columns, after Everett Kaser's game
// of that name and the zebra puzzle. Each icon is in one of n columns, and each column
// has one icon of each category. Clues of fifteen types relate the columns of two or
// three icons, or give the column of an icon. The native method is the propagation of
// native/domain: an icon is a variable, a category is a set of variables that are all
// different, and a clue is a table.
//
// The deduction rules consider a single clue, two clues, a category, which icons can be
// together, and one supposition. The package does not look for categories that could
// change places.
package sherlock

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
	"counterproof/encode/constraint"
	"counterproof/encode/wording"
)

const (
	minColumns, maxColumns = 2, 8
	maxCategories          = 8
	maxName                = 64   // characters
	maxClues               = 1000 // 64 icons need about 60 clues
)

// support is the name of a style that only this puzzle has. See Board.Encode.
const support = "support"

// Puzzle is the entry of this puzzle in the catalogue.
var Puzzle = encode.Puzzle{
	Name:  "sherlock",
	Title: "Sherlock",
	Rules: "Put every icon into a column, one icon of each category into each column, so that all clues hold.",
	Signs: "'next a b': in neighbouring columns. 'apart a b': not in neighbouring columns; the same column is allowed. " +
		"'left a b': a is somewhere to the left of b. 'between a b c': in three consecutive columns, b in the middle. " +
		"'gap a b c': a and c are two columns apart, and b is not in the column between them. " +
		"'same a b' and 'same a b c': in the same column. 'differ a b': in different columns. " +
		"'without a b c': a and c are in the same column, and b is in another. 'either a b c': a is in the column of exactly one of b and c. " +
		"'at a k': in column k. 'notat a k': not in column k. 'directly a b': a is in the column just to the left of b's. " +
		"'apart1 a b': there is one column between them, a on either side. 'apart2 a b': there are two columns between them.",
	Paper: "Each row of the table is a category; its icons are listed below the table. Write the icons into the cells. " +
		"\"Next to\" means in neighbouring columns, and \"left of\" means somewhere to the left. \"To share a column\" means to be in the same column. " +
		"Icons that are not next to each other may share a column.",
	Sites:   "The sites are the icons, category by category, in the order of the text. The value is the column, counted from 0.",
	Example: zebra,
	Source:  "one solution: the zebra puzzle, Life International, 1962",
	Styles:  append(slices.Clone(constraint.AtMostOneStyles), support),
	Formats: []string{
		"'drink:tea,milk,juice/pet:cat,dog,fox;next tea cat;left dog milk;at fox 3': 1 to 8 categories, then up to 1000 clues. " +
			"There are 2 to 8 columns, and each category has as many icons as there are columns. The icons of a clue are all different. Names consist of letters of any language, digits, '_' and '-', or are in double quotes, which allow all characters but double quotes themselves, such as '\"Old Gold\"'; at most 64 characters. All icons have different names, and so have all categories. " +
			"Spaces around names are dropped",
		"a file of one board: one category per line, then one clue per line",
	},
	Parse: func(text string) (encode.Instance, error) {
		all := encode.OneLine(mask(text)).Split(";", 1+maxClues+1)
		return build(all[0].Split("/", maxCategories+1), all[1:])
	},
	Import:   read,
	Generate: encode.Generator(sizeError, small, generate),
	Size:     encode.Size{H: 5, W: 6}, // columns, categories
	Sizes:    "3x3 3 columns, 3 categories; 4x4 4 columns, 4 categories; 5x6 5 columns, 6 categories",
	Daily:    encode.Daily{Week: "3x3 easy, 4x4 easy, 4x4 normal, 5x5 normal, 5x5 hard, 5x6 hard, 5x6 extreme"},
}

// zebra has the fourteen statements of the zebra puzzle in their original order. The
// statement "immediately to the right" is two clues.
const zebra = "nation:Englishman,Spaniard,Ukrainian,Norwegian,Japanese/" +
	"colour:red,green,ivory,yellow,blue/" +
	"drink:coffee,tea,milk,orange-juice,water/" +
	"pet:dog,snails,fox,horse,zebra/" +
	"smoke:Old-Gold,Kools,Chesterfields,Lucky-Strike,Parliaments;" +
	"same Englishman red;same Spaniard dog;same coffee green;same Ukrainian tea;left ivory green;next ivory green;" +
	"same Old-Gold snails;same Kools yellow;at milk 3;at Norwegian 1;next Chesterfields fox;next Kools horse;" +
	"same Lucky-Strike orange-juice;same Japanese Parliaments;next Norwegian blue"

// A Board is one instance: its categories with their icons, and its clues.
type Board struct {
	categories []string
	icons      [][]string // by category; every category has as many icons as there are columns
	clues      []clue
}

type kind int

const (
	next kind = iota
	apart
	left
	between
	gap
	same
	differ
	without
	either
	at
	notat
	directly
	apart1
	apart2
	kinds // number of kinds

	drawn = notat // the generator draws only the kinds before; otherwise its boards would change
)

// A form is the notation of a kind of clue, its word and how many icons follow, and its sentence for
// messages. The sentence is a format that uses the names of the icons, and the number of the column.
type form struct {
	word     string
	icons    int
	sentence string
}

var forms = [kinds]form{
	next:    {"next", 2, "%[1]s is next to %[2]s"},
	apart:   {"apart", 2, "%[1]s is not next to %[2]s"},
	left:    {"left", 2, "%[1]s is left of %[2]s"},
	between: {"between", 3, "%[2]s is between %[1]s and %[3]s and next to both"},
	gap:     {"gap", 3, "%[1]s and %[3]s are two columns apart without %[2]s between them"},
	same:    {"same", 3, "%[1]s and %[2]s share a column"}, // the third icon can be left out
	differ:  {"differ", 2, "%[1]s and %[2]s are in different columns"},
	without: {"without", 3, "%[1]s shares its column with %[3]s and not with %[2]s"},
	either:  {"either", 3, "%[1]s shares its column with exactly one of %[2]s and %[3]s"},
	at:      {"at", 1, "%[1]s is in column %[2]s"},

	notat:    {"notat", 1, "%[1]s is not in column %[2]s"},
	directly: {"directly", 2, "%[1]s is directly left of %[2]s"},
	apart1:   {"apart1", 2, "one column is between %[1]s and %[2]s"},
	apart2:   {"apart2", 2, "two columns are between %[1]s and %[2]s"},
}

// A clue is one statement about icons. The number of an icon is the number of its site.
type clue struct {
	kind   kind
	icons  []int // in the order written, all different
	column int   // only for at and notat, from 0
}

// numbered reports whether the clue names a column.
func (c clue) numbered() bool { return c.kind == at || c.kind == notat }

func (b *Board) columns() int { return len(b.icons[0]) }

func (b *Board) name(icon int) string { return b.icons[icon/b.columns()][icon%b.columns()] }

func (b *Board) text(c clue) string {
	words := append([]string{forms[c.kind].word}, wording.Each(c.icons, func(i int) string { return written(b.name(i)) })...)
	if c.numbered() {
		words = append(words, strconv.Itoa(c.column+1))
	}
	return strings.Join(words, " ")
}

func (b *Board) String() string {
	categories := wording.Fill(len(b.icons), func(k int) string {
		return written(b.categories[k]) + ":" + strings.Join(wording.Each(b.icons[k], written), ",")
	})
	return strings.Join(append([]string{strings.Join(categories, "/")}, wording.Each(b.clues, b.text)...), ";")
}

func (b *Board) Sites() []int {
	return slices.Repeat([]int{b.columns()}, len(b.categories)*b.columns())
}

// Clues does not count the categories, so Without never removes them.
func (b *Board) Clues() int { return len(b.clues) }

func (b *Board) Without(i ...int) clues.HasClues {
	left := encode.Left(len(b.clues), slices.Sorted(slices.Values(i)))
	return &Board{categories: b.categories, icons: b.icons, clues: encode.Keep(b.clues, left)}
}

func (b *Board) SiteName(site int) string { return b.name(site) }

func (b *Board) ValueName(_, value int) string { return fmt.Sprintf("column %d", value+1) }

// Obstacle looks for contradictions between clues "at", then for clues that put two icons of a
// category into one column. Finally it looks for a list of icons, longer than the number of
// columns, in which each icon must be left of the next.
func (b *Board) Obstacle() string {
	n := b.columns()
	column := map[int]int{}    // by icon: its given column
	holder := map[[2]int]int{} // by category and column: the icon given there
	for _, e := range b.given(b.clues) {
		icon := e.Site
		if old, ok := column[icon]; ok && old != e.Value {
			return fmt.Sprintf("%s is given in columns %d and %d", b.name(icon), old+1, e.Value+1)
		}
		place := [2]int{icon / n, e.Value}
		if other, ok := holder[place]; ok && other != icon {
			return fmt.Sprintf("%s and %s are both given in column %d, but a column has one icon of the category %s", b.name(other), b.name(icon), e.Value+1, b.categories[icon/n])
		}
		column[icon], holder[place] = e.Value, icon
	}
	for _, c := range b.clues {
		var together []int
		switch c.kind {
		case same:
			together = c.icons
		case without:
			together = []int{c.icons[0], c.icons[2]}
		}
		for i, one := range together {
			for _, other := range together[:i] {
				if one/n == other/n {
					return fmt.Sprintf("the clue %q puts two icons of the category %s into the same column", b.sentence(c), b.categories[one/n])
				}
			}
		}
	}
	return b.order()
}

// order looks for a list of icons in which each icon must be left of the next. The list must have
// more icons than there are columns. It returns a sentence about such a list, or an empty text if
// there is none.
func (b *Board) order() string {
	n := b.columns()
	dead := map[[2]int]bool{} // by icon and number: no list of that many more icons begins with the icon
	var list func(icon, more int) []string
	list = func(icon, more int) []string {
		if more == 0 {
			return []string{b.name(icon)}
		}
		for _, c := range b.clues {
			if c.kind != left && c.kind != directly || c.icons[0] != icon || dead[[2]int{c.icons[1], more - 1}] {
				continue
			}
			if rest := list(c.icons[1], more-1); rest != nil {
				return append([]string{b.name(icon)}, rest...)
			}
		}
		dead[[2]int{icon, more}] = true
		return nil
	}
	for icon := range b.Sites() {
		if names := list(icon, n); names != nil {
			return fmt.Sprintf("each of these icons is left of the next, and there are only %d columns: %s", n, strings.Join(names, ", "))
		}
	}
	return ""
}

func (b *Board) Demands() []string {
	return wording.Each(b.clues, func(c clue) string { return strconv.Quote(b.sentence(c)) })
}

func (b *Board) Relaxed(gone []int) encode.Instance { return b.Without(gone...) }

func (b *Board) ReduceGiven(values []int) []encode.Reduction {
	more := b.clone()
	for icon, v := range values {
		if v != clues.NotGiven {
			more.clues = append(more.clues, clue{kind: at, icons: []int{icon}, column: v})
		}
	}
	return more.Reduce()
}

func (b *Board) WithValues(s encode.Solution, sites []int) encode.Instance {
	more := b.clone()
	for _, icon := range sites {
		if c := (clue{kind: at, icons: []int{icon}, column: int(s[icon])}); !b.has(c) {
			more.clues = append(more.clues, c)
		}
	}
	if len(more.clues) > maxClues {
		return nil
	}
	return more
}

func (b *Board) clone() *Board {
	return &Board{categories: b.categories, icons: b.icons, clues: slices.Clip(b.clues)}
}

// ReadDrawing implements encode.HasDrawing. Each category has a line with the icons of each column.
func (b *Board) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	lines = wording.Each(lines, func(line encode.Span) encode.Span {
		return encode.Span{Text: mask(line.Text), Line: line.Line, Column: line.Column}
	})
	lines, err := grid.Lines(lines, 1, len(b.icons))
	if err != nil {
		return "", err
	}
	columns := make([]byte, len(b.icons)*b.columns())
	for k, line := range lines {
		_, row, ok := line.Cut("|")
		if !ok {
			return "", row.Errorf("want '|' after the category %s", b.categories[k])
		}
		seen := make([]bool, b.columns())
		cells, err := grid.Words([]encode.Span{row}, b.columns())
		if err != nil {
			return "", err
		}
		for column, cell := range cells {
			if cell.Text == "." {
				continue
			}
			for _, name := range cell.Split("/", b.columns()) {
				i := slices.Index(b.icons[k], plain(name.Text))
				if i < 0 {
					return "", name.Errorf("want one of %s, got %q", strings.Join(b.icons[k], ", "), unmask(name.Text))
				}
				if seen[i] {
					return "", name.Errorf("%s is in two columns", b.icons[k][i])
				}
				seen[i], columns[k*b.columns()+i] = true, byte(column)
			}
		}
		if i := slices.Index(seen, false); i >= 0 {
			return "", line.End().Errorf("want all of %s in this line, but %s is missing", strings.Join(b.icons[k], ", "), b.icons[k][i])
		}
	}
	return encode.Solution(columns), nil
}
