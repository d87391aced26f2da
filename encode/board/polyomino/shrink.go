package polyomino

import (
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
)

// Smaller returns the pieces as removable parts. Every copy of a piece is a separate part. The
// parameter made is a function that returns an instance of the remaining board and pieces, or nil.
// Smaller finds a solution and removes a piece together with the cells that it covers in the
// solution, so that the rest also has a solution. A piece that the solution does not use is removed
// without cells. If no method finds a solution quickly, only optional pieces can be removed.
func (t *Tiling) Smaller(made func(*Board, []Piece) encode.Instance) clues.Parts {
	s, _ := encode.Quick(t.Reduce())
	return clues.Parts{Kind: "pieces", N: len(slices.DeleteFunc(encode.Left(t.values, nil), t.empty)), Without: func(gone ...int) encode.Instance {
		lost := make([]bool, t.values)
		pieces := slices.Clone(t.Pieces)
		for _, number := range gone {
			lost[number] = true
			p := &pieces[t.pieceOf(number)]
			if s == "" && p.Lo == p.Hi {
				return nil
			}
			p.Hi--
			if strings.IndexByte(string(s), byte(number)) >= 0 { // used
				p.Lo--
			}
			p.Lo = max(0, min(p.Lo, p.Hi))
		}
		left := slices.DeleteFunc(pieces, func(p Piece) bool { return p.Hi == 0 })
		board := t.Part(func(site int) bool { return s == "" || !lost[s[site]] })
		if len(board.Cells) == 0 || !slices.ContainsFunc(left, func(p Piece) bool { return p.On == nil }) {
			return nil
		}
		return made(board, left)
	}}
}
