package packing

import (
	"context"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/board/polyomino"
)

// Orbit implements encode.HasOrbit. The symmetries are the rotations and reflections of the board together with
// its pieces. Their order, their drawings and the way in which copies are counted make no difference.
func (p *Packing) Orbit(ctx context.Context) (encode.Instance, error) {
	return grid.Orbit(ctx, func(t grid.Turn) encode.Instance {
		copies := map[string]polyomino.Piece{}
		for _, piece := range p.Pieces {
			if piece.On == nil {
				image := piece.Image(t)
				key := motions[image.Motion] + image.String()
				image.Lo, image.Hi = image.Lo+copies[key].Lo, image.Hi+copies[key].Hi
				copies[key] = image
			}
		}
		var texts []string
		for _, piece := range copies {
			texts = append(texts, pieceText(&piece))
		}
		slices.Sort(texts)
		image, err := parse(blocks(strings.Join(append([]string{t.Drawing(p.Marks())}, texts...), ";")))
		if err != nil { // the image has no more pieces, and they lie in no more ways
			panic("packing: " + err.Error())
		}
		return image
	})
}
