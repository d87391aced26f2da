package puzzletest

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
)

// A Matrix maps a cell, given as row and column, to another cell.
type Matrix [2][2]int

func (m Matrix) of(x [2]int) [2]int {
	return [2]int{m[0][0]*x[0] + m[0][1]*x[1], m[1][0]*x[0] + m[1][1]*x[1]}
}

// matrices returns the rotations and reflections of the square grid, the identity first. They are
// all integer matrices with rows of length 1 at right angles. matrices tries all matrices with
// entries -1, 0 and 1, so that it does not depend on the code under test.
func matrices() []Matrix {
	identity := Matrix{{1, 0}, {0, 1}}
	all := []Matrix{identity}
	for code := range 81 {
		d := [4]int{code%3 - 1, code/3%3 - 1, code/9%3 - 1, code/27 - 1}
		m := Matrix{{d[0], d[1]}, {d[2], d[3]}}
		square := d[0]*d[0]+d[1]*d[1] == 1 && d[2]*d[2]+d[3]*d[3] == 1 && d[0]*d[2]+d[1]*d[3] == 0
		if square && m != identity {
			all = append(all, m)
		}
	}
	return all
}

// determinant returns 1 for a rotation and -1 for a reflection.
func (m Matrix) determinant() int { return m[0][0]*m[1][1] - m[0][1]*m[1][0] }

// A Motion is a rotation or reflection followed by a shift that maps a set of cells to itself.
type Motion struct {
	Matrix Matrix
	To     []int // for each cell, the index of its image
}

// Motions lists all motions of the cells, the identity first. Two motions with different matrices
// are both listed, even if they move the cells alike. For each matrix, Motions tries every cell as
// the image of the first cell, so it needs no bounding box.
func Motions(cells [][2]int) []Motion {
	at := map[[2]int]int{}
	for i, x := range cells {
		at[x] = i
	}
	var all []Motion
	for _, m := range matrices() {
		first := m.of(cells[0])
		for _, goal := range cells {
			to := make([]int, len(cells))
			for i, x := range cells {
				y := m.of(x)
				k, ok := at[[2]int{y[0] - first[0] + goal[0], y[1] - first[1] + goal[1]}]
				if !ok {
					to = nil
					break
				}
				to[i] = k
			}
			if to != nil {
				all = append(all, Motion{m, to})
			}
		}
	}
	return all
}

// A Tile is a piece for Tiles: its cells, whether it may be rotated (Turn) or also reflected (Flip),
// and the smallest and the largest number of copies that are used.
type Tile struct {
	Cells      [][2]int
	Turn, Flip bool // Flip is only set together with Turn
	Lo, Hi     int
}

// forms returns the shapes that a tile may take on the board, as one text. Each shape is
// transformed by the given matrix. Two tiles that can take the same shapes have the same text.
func (p *Tile) forms(by Matrix) string {
	var shapes []string
	for _, m := range matrices() {
		if m != matrices()[0] && !p.Turn || m.determinant() < 0 && !p.Flip {
			continue
		}
		moved := make([][2]int, len(p.Cells))
		for i, x := range p.Cells {
			moved[i] = by.of(m.of(x))
		}
		shapes = append(shapes, shape(moved))
	}
	slices.Sort(shapes)
	return strings.Join(slices.Compact(shapes), " ")
}

// shape returns a set of cells as a text that stays the same if the set is shifted.
func shape(cells [][2]int) string {
	cells = slices.Clone(cells)
	slices.SortFunc(cells, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	low := cells[0][1]
	for _, x := range cells {
		low = min(low, x[1])
	}
	var b strings.Builder
	for _, x := range cells {
		fmt.Fprintf(&b, "%d,%d;", x[0]-cells[0][0], x[1]-low)
	}
	return b.String()
}

// Tiles holds the symmetries of a packing, for Orbits. They are the motions that map the set of
// cells to itself and the set of tiles to itself. A motion may map a tile to another tile, such as
// its mirror image, if both are used equally often. In a solution, the value of a cell is the
// number of the copy that covers it. Copies of equal tiles are numbered in the order of their first
// cells.
type Tiles struct {
	motions []tileMotion
	values  []string // for each value of a solution, the forms of its tile
	numbers [][]byte // for each element of kinds, the values of its tiles
	kinds   []string // the different results of forms
}

type tileMotion struct {
	to   []int
	kind map[string]string // maps the forms of a tile to the forms of its image
}

// NewTiles finds the symmetries of a packing of the cells by the tiles. The cells must be in the
// order of the sites.
func NewTiles(cells [][2]int, tiles []Tile) *Tiles {
	t := &Tiles{}
	uses := map[string][2]int{} // for each result of forms, the smallest and largest number of copies
	identity := matrices()[0]
	for i := range tiles {
		p := &tiles[i]
		forms := p.forms(identity)
		if !slices.Contains(t.kinds, forms) {
			t.kinds = append(t.kinds, forms)
		}
		n := uses[forms]
		uses[forms] = [2]int{n[0] + p.Lo, n[1] + p.Hi}
		for range p.Hi {
			t.values = append(t.values, forms)
		}
	}
	for _, forms := range t.kinds {
		var numbers []byte
		for v, f := range t.values {
			if f == forms {
				numbers = append(numbers, byte(v))
			}
		}
		t.numbers = append(t.numbers, numbers)
	}
	for _, m := range Motions(cells) {
		move := tileMotion{m.To, map[string]string{}}
		for i := range tiles {
			from, to := tiles[i].forms(identity), tiles[i].forms(m.Matrix)
			if n, ok := uses[to]; !ok || n != uses[from] {
				move.kind = nil
				break
			}
			move.kind[from] = to
		}
		if move.kind != nil {
			t.motions = append(t.motions, move)
		}
	}
	return t
}

// Len returns the number of symmetries, including the identity.
func (t *Tiles) Len() int { return len(t.motions) }

// Exchanges reports whether some symmetry maps a tile to a different tile.
func (t *Tiles) Exchanges() bool {
	for _, m := range t.motions {
		for from, to := range m.kind {
			if from != to {
				return true
			}
		}
	}
	return false
}

// Images returns the images of a solution under all symmetries, including the identity.
func (t *Tiles) Images(s encode.Solution) []encode.Solution {
	var all []encode.Solution
	for _, m := range t.motions {
		old := make([]int, len(s)) // for each cell, the old number of the tile that moves there
		for i := range len(s) {
			old[m.to[i]] = int(s[i])
		}
		image := make([]byte, len(s))
		used := make([]int, len(t.kinds))
		number := map[int]byte{} // the new number of each old number
		for i, v := range old {
			if _, ok := number[v]; !ok {
				k := slices.Index(t.kinds, m.kind[t.values[v]])
				number[v] = t.numbers[k][used[k]]
				used[k]++
			}
			image[i] = number[v]
		}
		all = append(all, encode.Solution(image))
	}
	return all
}
