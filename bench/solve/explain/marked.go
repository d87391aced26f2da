package explain

import (
	"counterproof/encode"
	"counterproof/encode/draw"
)

// Picture draws the board and marks the clues and given values that contradict each other. If the
// puzzle has no such pictures, Picture returns nil.
func (c *Conflict) Picture(p *encode.Puzzle, in encode.Instance) *draw.Picture {
	board, ok := in.(encode.HasMarks)
	if !ok {
		return nil
	}
	q := board.Marked(c.Clues, c.Given)
	q.Title, q.Description = p.Title+", a contradiction", in.String()
	return q
}
