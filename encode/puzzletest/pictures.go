package puzzletest

import (
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// A Picture is a board in an SVG drawing, as package encode/grid draws it.
type Picture struct {
	Title string
	// The texts around the board.
	Left, Right, Top, Bottom []string
	Cells                    []Shown // row-major
	// Chains are the cells in whose middle the corners of the closed lines are;
	// -1: a corner is in the middle of none.
	Chains [][]int

	middle map[[2]int]int
	around []around
	frame  bool
}

type around struct {
	text string
	x, y int
}

// Shown is what a cell shows.
type Shown struct {
	Fill  string   // #rrggbb
	Disc  bool     // in its middle
	Texts []string // the one in the middle first
}

var (
	closed = regexp.MustCompile(`^M\d+ \d+(L\d+ \d+)*Z$`)
	corner = regexp.MustCompile(`(\d+) (\d+)`)
)

// Pictures reads the boards of a drawing. It expects of each a title in letters
// of 15 units, the texts of the sides, the cells, each followed by what it
// shows, a frame without a fill, and the chains.
func Pictures(svg string) ([]*Picture, error) {
	var all []*Picture
	current := func() *Picture {
		if len(all) == 0 || all[len(all)-1].frame {
			all = append(all, &Picture{middle: map[[2]int]int{}})
		}
		return all[len(all)-1]
	}
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		is := map[string]string{}
		for _, a := range element.Attr {
			is[a.Name.Local] = a.Value
		}
		n := func(name string) int {
			v, _ := strconv.Atoi(is[name])
			return v
		}
		switch element.Name.Local {
		case "text":
			var s string
			if err := d.DecodeElement(&s, &element); err != nil {
				return nil, err
			}
			p := current()
			switch k := len(p.Cells); {
			case k > 0:
				p.Cells[k-1].Texts = append(p.Cells[k-1].Texts, s)
			case n("font-size") == 15:
				p.Title = s
			default:
				p.around = append(p.around, around{s, n("x"), n("y")})
			}
		case "rect":
			switch p := current(); {
			case is["stroke"] == "": // the paper
			case is["fill"] == "none":
				p.frame = true
				for _, a := range p.around {
					side := &p.Bottom
					switch {
					case a.x < n("x"):
						side = &p.Left
					case a.x > n("x")+n("width"):
						side = &p.Right
					case a.y < n("y"):
						side = &p.Top
					}
					*side = append(*side, a.text)
				}
			default:
				p.middle[[2]int{n("x") + n("width")/2, n("y") + n("height")/2}] = len(p.Cells)
				p.Cells = append(p.Cells, Shown{Fill: is["fill"]})
			}
		case "circle":
			p := current()
			i, ok := p.middle[[2]int{n("cx"), n("cy")}]
			if !ok || i != len(p.Cells)-1 || is["fill"] == "none" {
				return nil, fmt.Errorf("a circle that is no disc in the middle of cell %d: %v", len(p.Cells)-1, element.Attr)
			}
			p.Cells[i].Disc = true
		case "path":
			if len(all) == 0 || !closed.MatchString(is["d"]) {
				return nil, fmt.Errorf("no closed line: %v", element.Attr)
			}
			p := all[len(all)-1]
			var cells []int
			for _, at := range corner.FindAllStringSubmatch(is["d"], -1) {
				x, _ := strconv.Atoi(at[1])
				y, _ := strconv.Atoi(at[2])
				i, ok := p.middle[[2]int{x, y}]
				if !ok {
					i = -1
				}
				cells = append(cells, i)
			}
			p.Chains = append(p.Chains, cells)
		}
	}
}
