// Package packing covers any board with any pieces. Pieces may be equal or optional. The notation
// can forbid that a piece is rotated or flipped. The package encode/board/polyomino has the rules.
package packing

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/board/polyomino"
	"counterproof/encode/capability/clues"
	"counterproof/encode/constraint"
	"counterproof/encode/files"
	"counterproof/encode/wording"
)

// Puzzle is the entry of this puzzle in the catalogue.
var Puzzle = encode.Puzzle{
	Name:  "packing",
	Title: "Packings",
	Rules: "Cover every cell of the board exactly once with the pieces. Marked cells may also stay empty. " +
		"A piece is used once, a stated number of times, or a number of times within stated limits. " +
		"A piece may be rotated and flipped, but some pieces may only be rotated, and some must lie as drawn. " +
		"Tilings that differ only by swapping equal pieces count as one solution.",
	Signs: "'k*' before a piece means exactly k times, and 'j-k*' means j to k times. '_' on the board is a cell that may stay empty. " +
		"'turn:' means that a piece may only be rotated, and 'fixed:' means that it must lie as drawn.",
	Paper: "The pieces are next to the board or below it, each with its letter. A letter alone means a piece that is used once and may be rotated and flipped. " +
		"3x means three times, and 0-2x means at most twice. White cells may stay empty. The word turn means that the piece may be rotated but not flipped; fixed means that it lies as drawn. " +
		"Draw the outlines of the pieces onto the board.",
	Sites:     "The sites are the open cells in reading order. The value of a cell is the number of the piece that covers it. The pieces are numbered from 0 in the order of the notation. Every copy has its own number, and equal pieces are numbered in the order of their first cells. Cells that stay empty are numbered in reading order, after all pieces.",
	HashCells: true,
	Example:   ".../.#.;xxx;x;x",
	Source:    "one solution: checked by hand (the row of three goes on top)",
	Styles:    constraint.AtMostOneStyles,
	Formula:   1, // since version 1, no counters where the number of pieces follows from the area
	Formats: []string{
		"'BOARD;PIECE;...'. The board is drawn in rows of '.' (open), '_' (open, but may stay empty) and '#' (closed), and each piece in rows of 'x' and '.'. Rows are joined by '/'. " +
			"A piece may begin with 'k*' or 'j-k*', and then with 'turn:' or 'fixed:'",
		"the same on several lines: a line for each row, and a blank line after the board and after each piece",
	},
	Parse:    func(text string) (encode.Instance, error) { return parse(blocks(text)) },
	Import:   read,
	Generate: generate,
	Size:     usual,
	Sizes:    "3x4; 4x5; 5x6",
	Daily:    encode.Daily{Week: "3x4, 3x5, 4x4, 4x5, 4x6, 5x5, 5x6"},
}

// A Packing is one instance: a tiling that is written in the notation of this puzzle.
type Packing struct{ *polyomino.Tiling }

func (p *Packing) String() string {
	var b strings.Builder
	b.WriteString(p.Marks())
	for i := range p.Pieces {
		piece := &p.Pieces[i]
		if piece.On != nil {
			continue
		}
		b.WriteByte(';')
		b.WriteString(pieceText(piece))
	}
	return b.String()
}

func pieceText(piece *polyomino.Piece) string {
	text := motions[piece.Motion] + piece.String()
	switch {
	case piece.Lo < piece.Hi:
		return fmt.Sprintf("%d-%d*%s", piece.Lo, piece.Hi, text)
	case piece.Hi > 1:
		return fmt.Sprintf("%d*%s", piece.Hi, text)
	}
	return text
}

// Draw implements encode.Instance. Without a solution, it draws the pieces next to the board.
func (p *Packing) Draw(s *encode.Solution) string {
	if s == nil {
		return p.DrawPieces()
	}
	return p.Tiling.Draw(s)
}

// motions holds the prefix of a piece in the notation for each motion, except for flips.
var motions = map[polyomino.Motion]string{polyomino.Turn: "turn:", polyomino.Fixed: "fixed:"}

// maxBlocks is the number of blocks after which the parser stops reading. A block is the board or a
// piece. A packing has at most 257 blocks, because a site has at most 256 values. The parser
// refuses a text with more blocks, so it need not read them all.
const maxBlocks = 1 + 256 + 1

func blocks(text string) [][]encode.Span {
	parts := encode.Span{Text: text, Line: 1, Column: 1}.Split(";", maxBlocks)
	return wording.Each(parts, func(part encode.Span) []encode.Span { return grid.Rows(part.Text, part.Column) })
}

// read reads a packing over several lines, with an empty line after each block. A file
// that contains ';' has one packing on each line, and read returns encode.ErrOneLine. The function read
// stops after too many blocks or rows, because parse refuses such a packing.
func read(data []byte) ([]encode.Instance, error) {
	var parts [][]encode.Span
	blank := false
	for part := range files.Blocks(string(data), true, polyomino.MaxCells) {
		for _, line := range part {
			if strings.Contains(line.Text, ";") {
				return nil, encode.ErrOneLine
			}
			blank = blank || strings.Contains(line.Text, " ")
		}
		if parts = append(parts, part); len(parts) > maxBlocks {
			break
		}
	}
	if len(parts) == 0 {
		return nil, encode.Errorf(1, 1, "want a board, got an empty file")
	}
	p, err := parse(parts)
	if err != nil {
		if blank {
			err = parts[0][0].Errorf("want rows without blanks, or the notation that the command show prints above a drawing")
		}
		return nil, err
	}
	return []encode.Instance{p}, nil
}

func parse(blocks [][]encode.Span) (*Packing, error) {
	board, spare, err := polyomino.ParseBoard(blocks[0], true)
	if err != nil {
		return nil, err
	}
	var pieces []polyomino.Piece
	for _, rows := range blocks[1:] {
		p, err := parsePiece(rows)
		if err != nil {
			return nil, err
		}
		pieces = append(pieces, p)
	}
	if len(spare) > 0 {
		pieces = append(pieces, polyomino.Empty(spare, 0, len(spare), 0))
	}
	t, err := polyomino.NewTiling(board, pieces)
	if err != nil {
		return nil, blocks[0][0].Errorf("%w", err)
	}
	return &Packing{t}, nil
}

// maxCopies is the largest number of copies of a piece, because a site has at most 256 values.
const maxCopies = 256

func parsePiece(rows []encode.Span) (polyomino.Piece, error) {
	p := polyomino.Piece{Lo: 1, Hi: 1}
	rows = append([]encode.Span(nil), rows...)
	head := &rows[0]
	if k, _, ok := strings.Cut(head.Text, "*"); ok {
		least, most, ranged := strings.Cut(k, "-")
		if !ranged {
			most = least
		}
		lo, loOK := encode.Number(least, maxCopies)
		hi, hiOK := encode.Number(most, maxCopies)
		if !loOK || !hiOK || hi < 1 || lo > hi {
			return p, head.Errorf("want k* or j-k* in front of a piece, j from 0 to k, k from 1 to %d, got %q", maxCopies, k+"*")
		}
		p.Lo, p.Hi = lo, hi
		*head = head.From(len(k) + 1)
	}
	for m, word := range motions {
		if strings.HasPrefix(head.Text, word) {
			p.Motion = m
			*head = head.From(len(word))
			break
		}
	}
	var err error
	p.Drawn, err = polyomino.ParseCells(rows)
	return p, err
}

var usual = encode.Size{H: 4, W: 5}

// generate makes a random packing. It places random pieces of two to four cells in a grid of the
// given size or, for the zero size, of 4x5. There is one piece for every four cells of the grid.
// The covered cells become the board of the puzzle. Pieces may be equal, and there may be one more
// piece that is not needed.
func generate(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	size = cmp.Or(size, usual)
	h, w := size.H, size.W
	if h < 1 || w < 1 || h*w < 4 || h*w > 400 {
		return nil, &encode.SizeError{Size: size, Want: "4 to 400 cells"}
	}
	shapes := []string{"xx", "xxx", "xx/x", "xxxx", "xx/xx", "xxx/x", "xxx/.x", "xx/.xx"}
	return encode.Pick(ctx, size, 10_000, keep, func() (encode.Instance, error) {
		var pieces []polyomino.Piece
		for range max(1, h*w/4) {
			p := polyomino.MustPiece(shapes[rng.IntN(len(shapes))], 0)
			p.Motion = polyomino.Motion(rng.IntN(3))
			pieces = append(pieces, p)
		}
		board := polyomino.Heap(rng, h, w, pieces)
		if board == nil {
			return nil, nil
		}
		if rng.IntN(2) == 0 { // an additional piece that is not needed
			p := polyomino.MustPiece(shapes[rng.IntN(len(shapes))], 0)
			p.Lo = 0
			pieces = append(pieces, p)
		}
		t, err := polyomino.NewTiling(board, pieces)
		if err != nil {
			return nil, err
		}
		return &Packing{t}, nil
	})
}

func (p *Packing) Parts() []clues.Parts {
	return []clues.Parts{p.Smaller(func(board *polyomino.Board, pieces []polyomino.Piece) encode.Instance {
		t, err := polyomino.NewTiling(board, pieces)
		if err != nil {
			return nil
		}
		return &Packing{t}
	})}
}

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
