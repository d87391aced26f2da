// Package pairplace implements Pair Place: tables of reflexive pairs. A table is an edge colouring
// of a graph whose vertices are the columns and whose colours are the rows. A full table has as
// many rows as possible. A full table is a one-factorization of the complete graph with ordered
// factors. If the number of columns is odd, it is a near-one-factorization. In a loose table, rows
// leave more columns unpaired, so that the table can be any edge colouring. The native method is
// exact cover. The package native/edgecolour turns graphs into tables.
package pairplace

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
	"counterproof/encode/constraint"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/edgecolour"
)

// Puzzle is the entry of this puzzle in the catalogue.
var Puzzle = encode.Puzzle{
	Name:  "pairplace",
	Title: "Pair Place",
	Rules: "Pair up the columns in every row so that no two columns are paired more than once in the table. " +
		"If A is in column B of a row, then B is in column A of that row. " +
		"With an odd number of columns, each row leaves one column unpaired. An unpaired column holds its own letter. No column is unpaired twice. " +
		"With an even number of columns, a row leaves only those columns unpaired whose own letter is given. " +
		"If free: precedes the table, every row may leave any columns unpaired.",
	Paper: "Write a letter into every cell. The drawing next to the table shows the same pairs: " +
		"a line joins the two letters of a pair and has the colour of its row.",
	Sites:   "The sites are the cells under the header in reading order. The value is 0 for the letter A, 1 for B, and so on. If a cell holds the letter of its own column, the column is unpaired.",
	Example: ".CBED./.E..B./E...A./BAE.C./......",
	Source:  "one solution: the 6x6 table of the essay that introduced Pair Place",
	Styles:  constraint.AtMostOneStyles,
	Formats: []string{
		"'.CBED./.E..B./E...A./BAE.C./......': the rows under the header, '.' blank. The columns are A-Z and then a-z, 1 to 52 of them. With an even number n of columns there are up to n-1 rows, and with an odd number n up to n rows",
		"'free:.../...': with free: before the rows or before the header, every row may leave any columns unpaired",
		"the table with its header: 'A B C D', then the rows, with blanks between the cells, and a blank or '.' for an empty cell. An empty line ends the table",
		"a list of edges: 'A B' on each line, with or without a label after it, 2 to 52 vertices. Between the names may also be ',', ';', '--' or '->', and 'A: B, C' lists the neighbours of A. " +
			"Comments begin with '#'. DIMACS '.col' files ('p edge N M', 'e U V') are read, too. " +
			"The columns are in the order of the letters or numbers if all names are letters or numbers, and otherwise in the order of their first use. " +
			"The edges are coloured with the fewest colours, and each colour becomes a row. " +
			"A vertex without an edge of a colour holds its own letter in that row. If the number of columns is odd, this can make a table with free:. A first line such as 'A B C' is the header of a table, not an edge with a label",
	},
	Parse:    parse,
	Import:   read,
	Generate: encode.Generator(sizeError, sample, generate),
	Size:     encode.Size{H: 5, W: 6},
	Sizes:    "3x4; 5x6; 7x8",
	Paired:   true,
	Daily:    encode.Daily{Week: "3x4 easy, 5x6 easy, 7x8 easy, 7x8 normal, 7x8 normal, 7x8 hard, 7x8 extreme"},
}

const (
	letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	blank   = -1
)

// most returns the number of rows of a table with n columns that contains every pair.
func most(n int) int { return n - 1 + n%2 }

// A Table is one instance, with h rows below the header and n columns.
type Table struct {
	h, n     int
	free     bool   // every row may leave any columns unpaired
	given    []int  // by cell, in reading order: the column of its letter, or blank
	graph    *graph // the graph from which the table was made, or nil
	warnings []string
}

// freeSign precedes the rows or the header of a free table.
const freeSign = "free:"

func (t *Table) String() string {
	text := strings.Join(wording.Fill(t.h, func(r int) string { return string(t.row(r, nil)) }), "/")
	if t.free {
		text = freeSign + text
	}
	return text
}

// like returns a table with other letters that is free if t is.
func (t *Table) like(h, n int, given []int) *Table {
	return &Table{h: h, n: n, free: t.free, given: given}
}

// extra returns 1 if each row leaves exactly one column unpaired and no column is unpaired twice.
// Otherwise it returns 0.
func (t *Table) extra() int {
	if t.free {
		return 0
	}
	return t.n % 2
}

// own reports whether a cell may hold the letter of its own column.
func (t *Table) own(cell int) bool { return t.free || t.n%2 == 1 || t.given[cell] == cell%t.n }

// loose reports whether a column can be unpaired in several rows, and a row can leave several
// columns unpaired.
func (t *Table) loose() bool {
	for i, b := range t.given {
		if b == i%t.n && t.n%2 == 0 {
			return true
		}
	}
	return t.free
}

// full reports whether every pair must occur in some row.
func (t *Table) full() bool { return t.h == most(t.n) && !t.loose() }

// values returns the columns of the letters of a solution or, without a solution, of the clues.
func (t *Table) values(s *encode.Solution) []int {
	if s == nil {
		return t.given
	}
	return wording.Each([]byte(*s), func(v byte) int { return int(v) })
}

func (t *Table) row(r int, s *encode.Solution) []byte {
	return wording.Each(t.values(s)[r*t.n:(r+1)*t.n], func(v int) byte {
		if v == blank {
			return '.'
		}
		return letters[v]
	})
}

func (t *Table) Sites() []int { return slices.Repeat([]int{t.n}, t.h*t.n) }

// Draw draws the table in the form that Import reads. If the table was read from a graph with
// names, they are at the end of the header.
func (t *Table) Draw(s *encode.Solution) string {
	var b strings.Builder
	line := func(cells string) {
		b.WriteString(strings.Join(strings.Split(cells, ""), " "))
		b.WriteByte('\n')
	}
	line(letters[:t.n])
	for r := range t.h {
		line(string(t.row(r, s)))
	}
	text := b.String()
	if _, longest := t.names(); longest > 0 {
		text = strings.Replace(text, "\n", encode.NameSign+strings.Join(t.graph.names, ", ")+"\n", 1)
	}
	if t.free {
		text = freeSign + "\n" + text
	}
	return text
}

// Warnings warns of ignored empty lines after the table.
func (t *Table) Warnings() []string { return t.warnings }

// Layout implements layout.HasLayout. The rows are the rows under the header.
func (t *Table) Layout() (h, w int, cell []int) { return t.h, t.n, encode.Left(t.h*t.n, nil) }

// SiteName implements layout.HasSiteNames. A column is named by its letter.
func (t *Table) SiteName(site int) string {
	return fmt.Sprintf("row %d, column %c", site/t.n+1, letters[site%t.n])
}

func (t *Table) ValueName(_, value int) string { return t.letter(value) }

func (t *Table) letter(column int) string { return letters[column : column+1] }

// Obstacle adds the second letter of every given pair. Then it looks for a cell with two letters,
// and for a letter that repeats in a row or a column. If the number of columns is even, it also
// looks for a row that leaves an odd number of columns to be paired up.
func (t *Table) Obstacle() string {
	full := slices.Clone(t.given)
	for i, b := range t.given {
		if b == blank {
			continue
		}
		a, mate := i%t.n, i-i%t.n+b
		if full[mate] != blank && full[mate] != a {
			return fmt.Sprintf("the given letters put both %c and %c at %s", letters[full[mate]], letters[a], t.SiteName(mate))
		}
		full[mate] = a
	}
	for line := range t.h + t.n {
		unpaired, row := 0, map[int]int{} // by letter: the row, from 1, where the line holds this letter
		for _, i := range grid.Line(t.h, t.n, line) {
			r, a, b := i/t.n+1, i%t.n, full[i]
			if b == blank {
				continue
			}
			switch first, again := row[b]; {
			case !again || a == b && t.extra() == 0:
			case line < t.h:
				return fmt.Sprintf("the given letters put %c into row %d twice", letters[b], r)
			case a == b:
				return fmt.Sprintf("the given letters leave %c unpaired in rows %d and %d", letters[a], first, r)
			default:
				return fmt.Sprintf("the given letters pair %c with %c in rows %d and %d", letters[a], letters[b], first, r)
			}
			row[b] = r
			if a == b {
				unpaired++
			}
		}
		switch {
		case line < t.h && unpaired > 1 && t.extra() == 1:
			return fmt.Sprintf("two columns are given as unpaired in row %d", line+1)
		case line < t.h && unpaired%2 == 1 && t.n%2 == 0 && !t.free:
			return fmt.Sprintf("row %d leaves %d columns to be paired up, which is an odd number", line+1, t.n-unpaired)
		}
	}
	return ""
}

// Demands names each pair or unpaired column, as for the method Clues.
func (t *Table) Demands() (names []string) {
	for _, group := range t.groups() {
		i := group[0]
		if a, b := i%t.n, t.given[i]; a == b {
			names = append(names, fmt.Sprintf("the unpaired column %c in row %d", letters[a], i/t.n+1))
		} else {
			names = append(names, fmt.Sprintf("the pair of %c and %c in row %d", letters[a], letters[b], i/t.n+1))
		}
	}
	return names
}

func (t *Table) Relaxed(gone []int) encode.Instance { return t.Without(gone...) }

func (t *Table) ReduceGiven(values []int) []encode.Reduction {
	for i, v := range values { // as a clue, the value would permit this column to be left over
		if !t.free && t.n%2 == 0 && v == i%t.n && t.given[i] != v {
			return clues.Unsolvable(t.Reduce())
		}
	}
	return clues.ReduceMore(t, func(i int) int { return t.given[i] }, values)
}

func (t *Table) WithValues(s encode.Solution, sites []int) encode.Instance {
	more := t.like(t.h, t.n, slices.Clone(t.given))
	for _, i := range sites {
		more.given[i] = int(s[i])
	}
	return more
}

func (t *Table) ReadCell(_ int, cell encode.Span) (int, error) {
	return grid.Sign(cell, letters[:t.n], "want a letter of "+letters[:t.n])
}

func (t *Table) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	skip := 1 // the header
	if t.free {
		skip++
	}
	return grid.ReadRows(t, lines, skip, t.h, t.n)
}

// maxColumns is the largest number of columns of a generated table. In one run with 40
// tables of each size, the slowest table took 0.5 s with 16 columns and 2 s with 18.
const maxColumns = 16

var sizeError = encode.Sizes(
	fmt.Sprintf("1 to %d columns, and at most one row less than columns, "+
		"or equally many if the number of columns is odd", maxColumns),
	func(z encode.Size) bool { return min(z.H, z.W) >= 1 && z.W <= maxColumns && z.H <= most(z.W) })

// generate fills a table at random, though not uniformly, and then removes clues while the function
// keep still accepts the table.
func generate(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	in, err := encode.Pick(ctx, size, 1000, keep, func() (encode.Instance, error) { return fill(rng, size.H, size.W), nil })
	if err != nil {
		return nil, err
	}
	return clues.Dig(ctx, rng, in.(*Table), keep), ctx.Err()
}

// fill makes a random table of h rows without blanks. It colours the edges of the complete graph
// whose vertices are the columns. Each colour becomes a row, and fill keeps h of the rows. If the
// number of columns is odd, fill first adds an extra column. In each row, the partner of the extra
// column becomes the unpaired column.
func fill(rng *rand.Rand, h, n int) *Table {
	even := n + n%2
	g := &edgecolour.Graph{N: even}
	for a := range even {
		for b := range a {
			g.Edges = append(g.Edges, [2]int{b, a})
		}
	}
	rng.Shuffle(len(g.Edges), func(i, j int) { g.Edges[i], g.Edges[j] = g.Edges[j], g.Edges[i] })
	var colours []int
	for colours == nil { // almost always once
		colours = edgecolour.Climb(rng, g, even-1, 100*len(g.Edges), new(native.Stats))
	}
	t := &Table{h: h, n: n, given: make([]int, h*n)}
	for i, e := range g.Edges {
		a, b := e[0], e[1]
		if colours[i] >= h {
			continue
		}
		if b == n {
			b = a
		}
		t.given[colours[i]*n+a], t.given[colours[i]*n+b] = b, a
	}
	return t
}

// sample makes a table of up to 6 columns for a cross-check, with at most 720 solutions. There are
// three kinds of such tables: minimal tables, tables with random clues of a filled table, and such
// tables with additional random letters, which usually contradict the clues.
func sample(ctx context.Context, rng *rand.Rand) encode.Instance {
	n := 1 + rng.IntN(6)
	t := fill(rng, 1+rng.IntN(most(n)), n)
	kind := rng.IntN(4)
	if kind == 0 {
		return clues.Dig(ctx, rng, t, encode.OneSolution).(*Table)
	}
	gone := encode.Where(encode.Left(t.Clues(), nil), func(int) bool { return rng.IntN(4) > 0 })
	t = t.Without(gone...).(*Table)
	if kind == 1 {
		for range 1 + rng.IntN(4) {
			t.given[rng.IntN(len(t.given))] = rng.IntN(n)
		}
	}
	return t
}

// groups returns the clues as lists of cells that can only be removed together. If both columns of
// a pair have a letter, the two letters are one clue. If only one of the two columns has a letter,
// this letter is a clue. If the number of columns is even, own letters are not clues: without them,
// the table would not have more solutions, but other ones.
func (t *Table) groups() [][]int {
	var all [][]int
	for i, b := range t.given {
		if b == blank {
			continue
		}
		a := i % t.n
		mate := i - a + b
		switch {
		case b == a && !t.free && t.n%2 == 0:
		case t.given[mate] != a || b == a:
			all = append(all, []int{i})
		case b > a:
			all = append(all, []int{i, mate})
		}
	}
	return all
}

// Clues counts the pairs of which a letter is given, and the columns that are given as unpaired.
func (t *Table) Clues() int { return len(t.groups()) }

// Size implements clues.HasFullClues. The height does not count the header.
func (t *Table) Size() encode.Size { return encode.Size{H: t.h, W: t.n} }

// FullClues counts for each row one clue per pair of columns and, if the number of columns is odd,
// one for the unpaired column. A free table can have more clues, because its rows may leave more
// columns unpaired.
func (t *Table) FullClues() int {
	fixed := encode.Where(encode.Left(len(t.given), nil), func(i int) bool { return t.n%2 == 0 && !t.free && t.own(i) })
	return (t.h*(t.n+t.n%2) - len(fixed)) / 2
}

// Without returns a table that does not keep the graph from which t was made.
func (t *Table) Without(i ...int) clues.HasClues {
	cells := slices.Concat(encode.Keep(t.groups(), i)...)
	return t.like(t.h, t.n, encode.Put(slices.Clone(t.given), cells, blank))
}

// Parts returns the rows and the columns, whose letters are removed with them. If the remaining
// columns allow fewer rows, the last rows are removed, too.
func (t *Table) Parts() []clues.Parts {
	return clues.Lines(t.h, t.n, func(rows, cols []int) encode.Instance {
		rows = rows[:min(len(rows), most(len(cols)))]
		less := t.like(len(rows), len(cols), encode.KeepCells(t.given, t.n, rows, cols))
		for i, b := range less.given {
			if b == blank {
				continue
			}
			if k, ok := slices.BinarySearch(cols, b); ok {
				less.given[i] = k
			} else {
				less.given[i] = blank
			}
		}
		return less
	})
}
