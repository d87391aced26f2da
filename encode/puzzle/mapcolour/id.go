package mapcolour

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode"
)

type picture struct {
	h, w int
	cell []int // by cell, in reading order: its region; regions are numbered by their first cells
}

// at returns the region of a cell, or none outside the grid.
func (p *picture) at(row, col int) int {
	if row < 0 || row >= p.h || col < 0 || col >= p.w {
		return none
	}
	return p.cell[row*p.w+col]
}

const (
	gameColours = 4
	maxCells    = 1 << 16
	minSide     = 2 // like minRegions, as in Simon Tatham's Map
	minRegions  = 5
)

// parseID reads a game ID of the form WxHnN:EDGES,CLUES. The part before the colon can end in d and
// a letter of difficulty.
//
// For each boundary between neighbouring cells, EDGES says whether the boundary is a border between
// regions. The boundaries are in the order of the function borders. EDGES consists of run lengths.
// Runs of borders alternate with runs of other boundaries. A letter from a to y means 1 to 25
// boundaries and ends the run. The letter z means 25 boundaries and does not end the run. The first
// run has no borders, and its length is one too large.
//
// CLUES lists the regions in order: a digit is a given colour, and a letter from a to z means 1 to
// 26 regions without a given colour.
func parseID(text string) (*Map, error) {
	rest, desc, ok := encode.OneLine(text).Cut(":")
	if !ok {
		return nil, desc.Errorf("want ':' after the size, as in 20x15n30:EDGES,CLUES")
	}
	p := &picture{}
	n := 0
	for _, part := range []struct {
		to    *int
		after string
		low   int
		high  int
		name  string
	}{{&p.w, "x", minSide, maxCells, "a width"}, {&p.h, "n", minSide, maxCells, "a height"}, {&n, "", minRegions, maxRegions, "a number of regions"}} {
		var digits int
		if *part.to, digits = encode.LeadingNumber(rest.Text, part.high); *part.to < part.low || *part.to > part.high {
			return nil, rest.Errorf("want %s from %d to %d, got %q", part.name, part.low, part.high, rest.Text[:digits])
		}
		rest = rest.From(digits)
		if !strings.HasPrefix(rest.Text, part.after) {
			return nil, rest.Errorf("want %q after %s, as in 20x15n30:EDGES,CLUES", part.after, part.name)
		}
		rest = rest.From(len(part.after))
	}
	if !slices.Contains([]string{"", "de", "dn", "dh", "du"}, rest.Text) {
		return nil, rest.Errorf("want ':', or a difficulty de, dn, dh or du, got %q", rest.Text)
	}
	if p.h*p.w > maxCells || n > p.h*p.w {
		return nil, encode.Errorf(1, 1, "want at most %d cells, and no more regions than cells, got %d cells and %d regions", maxCells, p.h*p.w, n)
	}
	edges, clues, ok := desc.Cut(",")
	if err := p.readEdges(edges, n); err != nil {
		return nil, err
	}
	if !ok {
		return nil, clues.Errorf("want ',' after the edges")
	}
	m := p.graph(n)
	return m, m.readClues(clues)
}

// borders calls f for each boundary between two neighbouring cells, with these cells.
// First come the boundaries between cells above one another, row by row. Then come the
// boundaries between cells side by side, column by column.
func (p *picture) borders(f func(a, b int)) {
	for i := range (p.h - 1) * p.w {
		f(i, i+p.w)
	}
	for c := range p.w - 1 {
		for r := range p.h {
			f(r*p.w+c, r*p.w+c+1)
		}
	}
}

func (p *picture) readEdges(edges encode.Span, n int) error {
	want := (p.h-1)*p.w + (p.w-1)*p.h
	walls := make([]bool, 0, want+26)
	walls = append(walls, false) // the extra boundary of the first run
	wall := false
	for i, c := range []byte(edges.Text) {
		if c < 'a' || c > 'z' {
			return edges.From(i).Errorf("want a run of edges from a to z, got %q", edges.Text[i:i+1])
		}
		run := min(int(c-'a')+1, 25)
		if i == 0 {
			run-- // without the extra boundary
		}
		walls = append(walls, slices.Repeat([]bool{wall}, run)...)
		wall = wall != (c != 'z')
		if len(walls) > want+1 {
			return edges.From(i).Errorf("want %d boundaries between cells, got more", want)
		}
	}
	if len(walls) < want+1 {
		return edges.End().Errorf("want %d boundaries between cells, got %d", want, len(walls)-1)
	}
	walls = walls[1:]
	joined := make([][]int, p.h*p.w)
	p.borders(func(a, b int) {
		if !walls[0] {
			joined[a], joined[b] = append(joined[a], b), append(joined[b], a)
		}
		walls = walls[1:]
	})
	p.cell = slices.Repeat([]int{none}, p.h*p.w)
	regions := 0
	for i := range p.cell {
		if p.cell[i] != none {
			continue
		}
		p.cell[i] = regions
		for open := []int{i}; len(open) > 0; {
			a := open[len(open)-1]
			open = open[:len(open)-1]
			for _, b := range joined[a] {
				if p.cell[b] == none {
					p.cell[b] = regions
					open = append(open, b)
				}
			}
		}
		regions++
	}
	if regions != n {
		return edges.Errorf("want %d regions, got edges around %d", n, regions)
	}
	return nil
}

func (p *picture) graph(n int) *Map {
	m := newMap(n, gameColours)
	m.picture = p
	p.borders(func(a, b int) {
		if p.cell[a] != p.cell[b] {
			m.edges = append(m.edges, [2]int{p.cell[a], p.cell[b]})
		}
	})
	m.order()
	return m
}

func (m *Map) readClues(clues encode.Span) error {
	r, n := 0, len(m.given)
	for i, c := range []byte(clues.Text) {
		switch {
		case 'a' <= c && c <= 'z':
			r += int(c-'a') + 1
		case '0' <= c && c < '0'+gameColours:
			if r < n {
				m.given[r] = int(c - '0')
			}
			r++
		default:
			return clues.From(i).Errorf("want a colour from 0 to %d or a gap from a to z, got %q", gameColours-1, clues.Text[i:i+1])
		}
		if r > n {
			return clues.From(i).Errorf("want clues for %d regions, got more", n)
		}
	}
	if r < n {
		return clues.End().Errorf("want clues for %d regions, got %d", n, r)
	}
	return nil
}

func (p *picture) id(given []int) string {
	b := []byte(strconv.Itoa(p.w) + "x" + strconv.Itoa(p.h) + "n" + strconv.Itoa(len(given)) + ":")
	run, wall := 1, false
	p.borders(func(a, c int) {
		if wall != (p.cell[a] != p.cell[c]) {
			b = append(b, byte('a'-1+run))
			run, wall = 1, !wall
			return
		}
		if run == 25 {
			b = append(b, 'z')
			run = 0
		}
		run++
	})
	b = append(b, byte('a'-1+run), ',')
	for _, v := range given {
		if v == none {
			b = append(b, '.')
		} else {
			b = append(b, byte('0'+v))
		}
	}
	return gaps.ReplaceAllStringFunc(string(b), func(gap string) string { return string(rune('a' - 1 + len(gap))) })
}

// gaps matches regions without a given colour, as many as one letter can stand for.
var gaps = regexp.MustCompile(`\.{1,26}`)
