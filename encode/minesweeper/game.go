package minesweeper

import (
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"counterproof/encode"
)

// A game is a board with its mines, and the square that is opened first.
type game struct {
	h, w  int
	mine  []bool // row-major
	first int    // the cell; -1: none
}

// String is the ID that sgt-mines prints: masked, so that nobody reads the mines
// off it.
func (g *game) String() string {
	bits := pack(g.mine)
	mask(bits, len(g.mine), 0)
	mask(bits, len(g.mine), 1)
	text := hex.EncodeToString(bits)[:digits(len(g.mine))]
	if g.first < 0 {
		return fmt.Sprintf("%dx%d:m%s", g.w, g.h, text)
	}
	return fmt.Sprintf("%dx%d:%d,%d,m%s", g.w, g.h, g.first%g.w, g.first/g.w, text)
}

// digits is the number of hex digits of so many bits.
func digits(bits int) int { return (bits + 3) / 4 }

// pack is bits in bytes, the first one highest.
func pack(bits []bool) []byte {
	b := make([]byte, (len(bits)+7)/8)
	for i, bit := range bits {
		if bit {
			b[i/8] |= 0x80 >> (i % 8)
		}
	}
	return b
}

// mask is one of the two steps of masking: step 0 changes the first half by the
// second, step 1 the second by the first. Unmasking is step 1, then step 0.
// What one half is changed by is SHA-1 of the other half and "0", then of it and
// "1", and so on. The bits of padding are cleared.
func mask(b []byte, bits, step int) {
	half := len(b) / 2
	target, seed := b[:half], b[half:]
	if step == 1 {
		target, seed = seed, target
	}
	for i := 0; i*sha1.Size < len(target); i++ {
		sum := sha1.Sum(strconv.AppendInt(append([]byte(nil), seed...), int64(i), 10))
		for j, x := range sum {
			if at := i*sha1.Size + j; at < len(target) {
				target[at] ^= x
			}
		}
	}
	if n := bits % 8; n > 0 {
		b[len(b)-1] &= 0xff << (8 - n)
	}
}

// around calls f with the cells of the board next to the cell i.
func around(h, w, i int, f func(j int)) {
	for r := max(i/w-1, 0); r <= min(i/w+1, h-1); r++ {
		for c := max(i%w-1, 0); c <= min(i%w+1, w-1); c++ {
			if j := r*w + c; j != i {
				f(j)
			}
		}
	}
}

// number is that of the mines around a cell.
func (g *game) number(i int) int8 {
	n := int8(0)
	around(g.h, g.w, i, func(j int) {
		if g.mine[j] {
			n++
		}
	})
	return n
}

// open opens a cell without a mine, on a board that shows the game, and while it
// opens cells with 0 all around them too. It returns the cells that it opened.
func (g *game) open(shows []int8, i int) (opened []int) {
	if shows[i] >= 0 {
		return nil
	}
	shows[i] = g.number(i)
	opened = []int{i}
	for k := 0; k < len(opened); k++ {
		if shows[opened[k]] > 0 {
			continue
		}
		around(g.h, g.w, opened[k], func(j int) {
			if shows[j] < 0 {
				shows[j] = g.number(j)
				opened = append(opened, j)
			}
		})
	}
	return opened
}

// board is the game after its first square is opened.
func (g *game) board() *Board {
	b := &Board{h: g.h, w: g.w, game: g, cells: make([]int8, len(g.mine))}
	for i, mine := range g.mine {
		b.cells[i] = covered
		if mine {
			b.mines++
		}
	}
	if g.first >= 0 {
		g.open(b.cells, g.first)
	}
	return b
}

// parseID reads WxH[nN][letters]:[X,Y,][m|u]BITMAP. The number of mines is that
// of the bitmap. Sides below 3, which sgt-mines does not take, are read.
func parseID(text string) (*Board, error) {
	params, desc, _ := strings.Cut(text, ":")
	g := &game{first: -1}
	sizes, rest := [2]int{}, params
	for k := range sizes {
		n, digits := number(rest)
		if n < 1 || n > maxCells {
			return nil, encode.Errorf(1, len(params)-len(rest)+1, "want a side of 1 to %d cells, got %q", maxCells, rest[:digits])
		}
		sizes[k], rest = n, rest[digits:]
		if k == 0 {
			if !strings.HasPrefix(rest, "x") {
				return nil, encode.Errorf(1, len(params)-len(rest)+1, "want 'x' after the width, as in 9x9:4,4,m and a bitmap")
			}
			rest = rest[1:]
		}
	}
	g.w, g.h = sizes[0], sizes[1]
	for i := range len(rest) {
		if x := rest[i] | ' '; (rest[i] < '0' || rest[i] > '9') && (x < 'a' || x > 'z') {
			r, _ := utf8.DecodeRuneInString(rest[i:])
			return nil, encode.Errorf(1, len(params)-len(rest)+i+1, "want ':' after the size, got %q", r)
		}
	}
	if g.h > maxCells/g.w {
		return nil, encode.Errorf(1, 1, "want at most %d cells, got %d", maxCells, g.h*g.w)
	}
	at := len(params) + 1
	if strings.Contains(desc, ",") {
		var place [2]int
		for k, side := range [2]int{g.w, g.h} {
			n, digits := number(desc)
			if digits == 0 || n >= side {
				return nil, encode.Errorf(1, at+1, "want the %s of the opened square, 0 to %d, got %q", [2]string{"column", "row"}[k], side-1, word(desc))
			}
			if !strings.HasPrefix(desc[digits:], ",") {
				return nil, encode.Errorf(1, at+digits+1, "want ',' after a number of the opened square, got %q", word(desc[digits:]))
			}
			place[k], desc = n, desc[digits+1:]
			at += digits + 1
		}
		g.first = place[1]*g.w + place[0]
	}
	masked := strings.HasPrefix(desc, "m")
	if masked || strings.HasPrefix(desc, "u") {
		desc = desc[1:]
		at++
	}
	if err := g.bitmap(desc, at+1, masked); err != nil {
		return nil, err
	}
	if g.first >= 0 && g.mine[g.first] {
		return nil, encode.Errorf(1, len(params)+2, "the opened square, column %d and row %d from 0, is a mine", g.first%g.w, g.first/g.w)
	}
	return g.board(), nil
}

// bitmap reads the mines from hex digits that stand at the column.
func (g *game) bitmap(text string, column int, masked bool) error {
	n := g.h * g.w
	b := make([]byte, (n+7)/8)
	for i := range len(text) {
		d := strings.IndexByte("0123456789abcdef", text[i]|' ')
		if d < 0 || text[i] < '0' {
			r, _ := utf8.DecodeRuneInString(text[i:])
			return encode.Errorf(1, column+i, "want a hex digit of the bitmap, got %q", r)
		}
		if i < digits(n) {
			b[i/2] |= byte(d) << (4 - 4*(i%2))
		}
	}
	if len(text) != digits(n) {
		return encode.Errorf(1, column+min(len(text), digits(n)), "want %d hex digits for the %d bits of the bitmap, got %d", digits(n), n, len(text))
	}
	if masked {
		mask(b, n, 1)
		mask(b, n, 0)
	}
	g.mine = make([]bool, n)
	for i := range g.mine {
		g.mine[i] = b[i/8]<<(i%8)&0x80 != 0
	}
	return nil
}
