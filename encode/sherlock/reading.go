package sherlock

import (
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/grid"
)

// ReadDrawing implements encode.HasDrawing. Each category has a line with the icons of each column.
func (b *Board) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	lines, err := grid.Lines(lines, 1, len(b.icons))
	if err != nil {
		return "", err
	}
	columns := make([]byte, len(b.icons)*b.columns())
	for k, line := range lines {
		n := strings.IndexByte(line.Text, '|')
		if n < 0 {
			return "", line.End().Errorf("want '|' after the category %s", b.categories[k])
		}
		seen := make([]bool, b.columns())
		cells, err := grid.Words([]encode.Span{line.From(n + 1)}, b.columns())
		if err != nil {
			return "", err
		}
		for column, cell := range cells {
			if cell.Text == "." {
				continue
			}
			for _, name := range cell.Split("/", b.columns()) {
				i := slices.Index(b.icons[k], name.Text)
				if i < 0 {
					return "", name.Errorf("want one of %s, got %q", strings.Join(b.icons[k], ", "), name.Text)
				}
				if seen[i] {
					return "", name.Errorf("%s is in two columns", name.Text)
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
