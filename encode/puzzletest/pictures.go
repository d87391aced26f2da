package puzzletest

import (
	"fmt"

	"counterproof/encode/draw"
)

// Shapes returns the shapes of one kind in a picture, in order.
func Shapes[S draw.Shape](p *draw.Picture) []S {
	var all []S
	for _, s := range p.Shapes {
		if s, ok := s.(S); ok {
			all = append(all, s)
		}
	}
	return all
}

// Painted counts the shapes of a picture that are filled or stroked with a colour.
func Painted(p *draw.Picture, c draw.Colour) int {
	n := 0
	for _, s := range p.Shapes {
		var style draw.Style
		switch s := s.(type) {
		case draw.Rect:
			style = s.Style
		case draw.Circle:
			style = s.Style
		case draw.Path:
			style = s.Style
		case draw.Text:
			style.Fill = s.Fill
		}
		if style.Fill == c || style.Stroke == c {
			n++
		}
	}
	return n
}

// Drawn is a board in a picture, as package encode/grid draws it.
type Drawn struct {
	Title string
	// The texts around the board.
	Left, Right, Top, Bottom []string
	Cells                    []Shown // row-major
	// Chains are the cells in whose middle the corners of the closed lines are;
	// -1: a corner is in the middle of none.
	Chains [][]int

	middle map[draw.Point]int
	around []draw.Text
	frame  bool
}

// Shown is what a cell shows.
type Shown struct {
	Fill  draw.Colour
	Disc  bool     // in its middle
	Texts []string // the one in the middle first
}

// ReadBoards reads the boards of a picture. It expects of each a title in letters
// of 15 units, the texts of the sides, the cells, each followed by what it
// shows, a frame without a fill, and the chains.
func ReadBoards(p *draw.Picture) ([]*Drawn, error) {
	var all []*Drawn
	for _, s := range p.Shapes {
		path, isPath := s.(draw.Path)
		if !isPath && (len(all) == 0 || all[len(all)-1].frame) {
			all = append(all, &Drawn{middle: map[draw.Point]int{}})
		}
		if len(all) == 0 {
			return nil, fmt.Errorf("a path before the first board: %+v", path)
		}
		board := all[len(all)-1]
		last := len(board.Cells) - 1
		switch s := s.(type) {
		case draw.Text:
			switch {
			case last >= 0:
				board.Cells[last].Texts = append(board.Cells[last].Texts, s.Text)
			case s.Size == 15:
				board.Title = s.Text
			default:
				board.around = append(board.around, s)
			}
		case draw.Rect:
			switch {
			case s.Stroke == 0: // a heavier line, or behind a mark
			case s.Fill == 0:
				board.frame = true
				board.sides(s)
			default:
				board.middle[draw.Point{s.X + s.W/2, s.Y + s.H/2}] = len(board.Cells)
				board.Cells = append(board.Cells, Shown{Fill: s.Fill})
			}
		case draw.Circle:
			if i, ok := board.middle[draw.Point{s.X, s.Y}]; !ok || i != last || s.Fill == 0 {
				return nil, fmt.Errorf("a circle that is no disc in the middle of cell %d: %+v", last, s)
			}
			board.Cells[last].Disc = true
		case draw.Path:
			if !s.Closed {
				return nil, fmt.Errorf("no closed line: %+v", s)
			}
			for _, line := range s.Lines {
				var cells []int
				for _, at := range line {
					i, ok := board.middle[at]
					if !ok {
						i = -1
					}
					cells = append(cells, i)
				}
				board.Chains = append(board.Chains, cells)
			}
		}
	}
	return all, nil
}

// sides sorts the texts around the frame by its sides.
func (p *Drawn) sides(frame draw.Rect) {
	for _, text := range p.around {
		side := &p.Bottom
		switch {
		case text.X < frame.X:
			side = &p.Left
		case text.X > frame.X+frame.W:
			side = &p.Right
		case text.Y < frame.Y:
			side = &p.Top
		}
		*side = append(*side, text.Text)
	}
}
