package puzzletest

import (
	"fmt"

	"counterproof/encode/draw"
)

// Shapes returns the shapes of type S in a picture, in the order in which they are drawn.
func Shapes[S draw.Shape](p *draw.Picture) []S {
	var all []S
	for _, s := range p.Shapes {
		if s, ok := s.(S); ok {
			all = append(all, s)
		}
	}
	return all
}

// Painted counts the shapes of a picture whose fill or outline has the colour c.
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

// A Drawn is a board read back from a picture that package encode/grid drew.
type Drawn struct {
	Title string
	// Left, Right, Top and Bottom are the texts around the board.
	Left, Right, Top, Bottom []string
	Cells                    []Shown // row-major
	// Chains lists the closed lines. Each corner is given by the cell in whose middle it is, or -1
	// if it is not in the middle of a cell.
	Chains [][]int

	middle map[draw.Point]int
	around []draw.Text
	frame  bool
}

// A Shown describes the contents of a cell in a picture.
type Shown struct {
	Fill  draw.Colour
	Disc  bool     // whether there is a disc in the middle of the cell
	Texts []string // the text in the middle first
}

// ReadBoards reads the boards of a picture. Each board must be drawn in this order: the title, the
// texts around the board, each cell followed by its contents, the frame, and the closed lines. The
// title has a font size of 15 units, and the frame has no fill.
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
			case s.Stroke == 0: // a heavier line, or the background of a mark
			case s.Fill == 0:
				board.frame = true
				board.sides(s)
			default:
				board.middle[draw.Point{s.X + s.W/2, s.Y + s.H/2}] = len(board.Cells)
				board.Cells = append(board.Cells, Shown{Fill: s.Fill})
			}
		case draw.Circle:
			if i, ok := board.middle[draw.Point{s.X, s.Y}]; !ok || i != last || s.Fill == 0 {
				return nil, fmt.Errorf("a circle that is not a disc in the middle of cell %d: %+v", last, s)
			}
			board.Cells[last].Disc = true
		case draw.Path:
			if !s.Closed {
				return nil, fmt.Errorf("a line that is not closed: %+v", s)
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

// sides sorts the texts around the frame into Left, Right, Top and Bottom.
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
