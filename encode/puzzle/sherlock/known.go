package sherlock

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
	"counterproof/encode/wording"
)

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
