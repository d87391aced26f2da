package puzzletest

import (
	"context"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/native"
)

// A latin is the correct example puzzle that uses the default projection: a Latin square in which
// some digits are given. A site is a cell, row-major, and its value v stands for the digit v+1.
type latin struct {
	n     int
	given []int // the digit of each cell, or 0 if it is not given
}

func latinPuzzle() *encode.Puzzle {
	return &encode.Puzzle{
		Name:     "latin",
		Title:    "Latin square",
		Rules:    "Every row and every column holds each digit once.",
		Sites:    "A site is a cell, row by row; the value v is the digit v+1.",
		Example:  "12./2../...",
		Source:   "the rules are Euler's; the example was solved by hand",
		Styles:   []string{"pairwise", "sequential", "product"},
		Formats:  []string{"rows of digits and '.', joined by '/'"},
		Parse:    parseLatin,
		Generate: generateLatin,
	}
}

func latinSuite() Suite {
	return Suite{
		Puzzle: latinPuzzle(),
		Boards: []Board{
			{Text: ".", Count: "1", ClueFree: true, Size: encode.Size{H: 1, W: 1}, Also: []string{"0"}},
			{Text: "../..", ClueFree: true, Size: encode.Size{H: 2, W: 2}},
			{Text: ".../.../...", Count: "12", Note: "OEIS A002860", ClueFree: true, Also: []string{"000/.../..."}},
			{Text: "1../..1/...", Count: "2"},
			{Text: "1../1../...", Count: "0"},
			{Text: "12/12", Count: "0"},
			{Text: "..../..../..../....", Count: "576", Note: "OEIS A002860", ClueFree: true},
			{Text: "12345/...../...../...../.....", Count: "1344", Note: "A002860(5) / 5!"},
		},
		Bad: []Bad{
			{Text: "", Line: 1, Column: 1, Want: "no cell"},
			{Text: "../.x", Line: 1, Column: 5, Want: "got 'x'"},
			{Text: "../.", Want: "want 2 cells"},
			{Text: "13/..", Column: 2},
		},
		Sizes: []encode.Size{{H: 3, W: 3}, {H: 1, W: 1}},
		Without: map[string]string{
			"1xn": "a Latin square is a square", "nx1": "a Latin square is a square", "oblong": "a Latin square is a square",
		},
	}
}

func parseLatin(text string) (encode.Instance, error) {
	rows := strings.Split(text, "/")
	in := &latin{n: len(rows)}
	column := 1
	for _, row := range rows {
		for i := range len(row) {
			d := int(row[i]) - '0'
			if row[i] == '.' {
				d = 0
			}
			if d < 0 || d > min(in.n, 9) {
				return nil, encode.Errorf(1, column+i, "want '.' or a digit up to %d, got %q", in.n, row[i])
			}
			in.given = append(in.given, d)
		}
		if len(row) != in.n || text == "" {
			if text == "" {
				return nil, encode.Errorf(1, 1, "no cell")
			}
			return nil, encode.Errorf(1, column, "want %d cells, got %d", in.n, len(row))
		}
		column += len(row) + 1
	}
	if in.n > 9 {
		return nil, encode.Errorf(1, 1, "want at most 9 rows, got %d", in.n)
	}
	return in, nil
}

func generateLatin(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	return encode.Pick(ctx, size, 1000, keep, func() (encode.Instance, error) {
		in := &latin{n: size.H, given: make([]int, size.H*size.H)}
		for i := range in.given {
			if rng.IntN(3) == 0 {
				in.given[i] = 1 + rng.IntN(in.n)
			}
		}
		return in, nil
	})
}

func (in *latin) String() string {
	return strings.TrimSuffix(strings.ReplaceAll(in.Draw(nil), "\n", "/"), "/")
}

func (in *latin) Sites() []int {
	sites := make([]int, in.n*in.n)
	for i := range sites {
		sites[i] = in.n
	}
	return sites
}

func (in *latin) Check(s encode.Solution) error {
	for i := range len(s) {
		if d := in.given[i]; d > 0 && int(s[i]) != d-1 {
			return &encode.Violation{Rule: "a given digit", Sites: []int{i}}
		}
		for j := range i {
			if s[i] == s[j] && (i/in.n == j/in.n || i%in.n == j%in.n) {
				return &encode.Violation{Rule: "a digit twice in a line", Sites: []int{j, i}}
			}
		}
	}
	return nil
}

func (in *latin) Encode(e *encode.Encoder) {
	for v := range in.n {
		for a := range in.n {
			var row, col []encode.Lit
			for b := range in.n {
				row = append(row, e.Is(a*in.n+b, v))
				col = append(col, e.Is(b*in.n+a, v))
			}
			e.ExactlyOne(row...)
			e.ExactlyOne(col...)
		}
	}
	for i, d := range in.given {
		if d > 0 {
			e.Add(e.Is(i, d-1))
		}
	}
}

// Reduce returns one method. It fills the cells in order and remembers which digits each row and
// column already has.
func (in *latin) Reduce() []encode.Reduction {
	search := func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
		rows, cols, s := make([]int, in.n), make([]int, in.n), make([]byte, in.n*in.n)
		var place func(i int) bool
		place = func(i int) bool {
			if ctx.Err() != nil {
				return false
			}
			if i == len(s) {
				return yield(encode.Solution(s))
			}
			r, c := i/in.n, i%in.n
			for v := range in.n {
				if bit := 1 << v; (rows[r]|cols[c])&bit == 0 && (in.given[i] == 0 || in.given[i] == v+1) {
					rows[r], cols[c], s[i] = rows[r]|bit, cols[c]|bit, byte(v)
					if !place(i + 1) {
						return false
					}
					rows[r], cols[c] = rows[r]&^bit, cols[c]&^bit
				}
			}
			return true
		}
		place(0)
		return ctx.Err()
	}
	count := func(ctx context.Context, st *native.Stats) (*big.Int, error) {
		n := int64(0)
		err := search(ctx, st, func(encode.Solution) bool { n++; return true })
		return big.NewInt(n), err
	}
	orbits := func(ctx context.Context, st *native.Stats) (*big.Int, error) {
		canonical, err := in.Canonical()
		if err != nil {
			return nil, err
		}
		n := int64(0)
		err = search(ctx, st, func(s encode.Solution) bool {
			if canonical(s) == s {
				n++
			}
			return true
		})
		return big.NewInt(n), err
	}
	return []encode.Reduction{{Method: "cells", Version: 1, Search: search, Count: count, Orbits: orbits}}
}

func (in *latin) Draw(s *encode.Solution) string {
	var b strings.Builder
	for i, d := range in.given {
		switch {
		case s != nil:
			b.WriteByte('1' + (*s)[i])
		case d > 0:
			b.WriteByte('0' + byte(d))
		default:
			b.WriteByte('.')
		}
		if i%in.n == in.n-1 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func (in *latin) TextColours(s *encode.Solution) []int {
	tints := []int{}
	for _, r := range in.Draw(s) {
		tints = append(tints, max(0, int(r-'0')))
	}
	return tints
}

func (in *latin) Picture(s *encode.Solution) *draw.Picture {
	p := &draw.Picture{W: 9, H: 9}
	p.Text(1, 1, in.Draw(s), draw.Font{Size: 1})
	return p
}

// Canonical permutes the digits that are not given. In the first of the images, these digits first
// occur in ascending order.
func (in *latin) Canonical() (func(encode.Solution) encode.Solution, error) {
	given := map[byte]bool{}
	for _, d := range in.given {
		given[byte(d-1)] = true
	}
	return func(s encode.Solution) encode.Solution {
		to := map[byte]byte{}
		image := []byte(s)
		for i, v := range image {
			if given[v] {
				continue
			}
			if _, ok := to[v]; !ok {
				next := byte(0)
				for given[next] || slices.Contains(slices.Collect(maps.Values(to)), next) {
					next++
				}
				to[v] = next
			}
			image[i] = to[v]
		}
		return encode.Solution(image)
	}, nil
}
