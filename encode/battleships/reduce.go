package battleships

import (
	"counterproof/encode"
	"counterproof/native/bars"
)

var kinds = map[byte]bars.Kind{
	none: bars.Unknown, 'w': bars.Zero, 'c': bars.Single, 'm': bars.Middle,
	't': bars.Top, 'b': bars.Bottom, 'l': bars.Left, 'r': bars.Right,
}

func (b *Board) problem() *bars.Problem {
	p := &bars.Problem{H: len(b.rows), W: len(b.cols), Bars: b.fleet, Rows: b.rows, Cols: b.cols}
	for _, hint := range b.given {
		p.Cells = append(p.Cells, kinds[hint])
	}
	return p
}

func (b *Board) Reduce() []encode.Reduction {
	return []encode.Reduction{encode.Native("bars", bars.Version, b.problem())}
}
