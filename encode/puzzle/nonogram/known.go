package nonogram

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
)

func (b *Board) Layout() (h, w int, cell []int) {
	return len(b.rows), len(b.cols), encode.Left(len(b.rows)*len(b.cols), nil)
}

// Box implements encode.HasBoxes. The thick lines help people to count cells.
func (b *Board) Box() int { return 5 }

func (b *Board) ValueName(_, value int) string { return [...]string{"white", "black"}[value] }

func (b *Board) lines() (runs [][]int, given [][]byte) {
	for i, clue := range slices.Concat(b.rows, b.cols) {
		cells := grid.Line(len(b.rows), len(b.cols), i)
		line := make([]byte, len(cells))
		if b.given != nil {
			line = encode.Keep(b.given, cells)
		}
		runs, given = append(runs, clue), append(given, line)
	}
	return runs, given
}

// lineName names a line and its runs: row 3 (2 1).
func (b *Board) lineName(i int) string {
	kind, n, runs := "row", i+1, b.rows
	if i >= len(b.rows) {
		kind, n, runs = "column", i-len(b.rows)+1, b.cols
	}
	return fmt.Sprintf("%s %d (%s)", kind, n, strings.Join(shown(runs[n-1 : n])[0], " "))
}

// Obstacle compares the numbers of black cells in the rows and in the columns, and looks for a line
// whose runs do not fit its given cells.
func (b *Board) Obstacle() string {
	total := func(lines [][]int) (n int) {
		for _, runs := range lines {
			for _, length := range runs {
				n += length
			}
		}
		return n
	}
	if r, c := total(b.rows), total(b.cols); r != c {
		return fmt.Sprintf("the runs of the rows cover %s in all, but the runs of the columns cover %d", wording.Plural(r, "cell"), c)
	}
	if b.given == nil {
		return ""
	}
	runs, given := b.lines()
	for i := range runs {
		if !matches(runs[i], given[i]) {
			return "the runs of " + b.lineName(i) + " do not fit its given cells"
		}
	}
	return ""
}

func matches(runs []int, cells []byte) bool {
	n := len(cells)
	could := make([]bool, n+2) // could[at]: the runs so far can end such that cells from at are still free
	could[0] = true
	for at := 0; at < n && cells[at] != black; at++ {
		could[at+1] = true
	}
	for _, length := range runs {
		next := make([]bool, n+2)
		for at := 0; at+length <= n; at++ {
			if !could[at] || slices.Contains(cells[at:at+length], white) || at+length < n && cells[at+length] == black {
				continue
			}
			next[at+length+1] = true // a white cell follows, perhaps beyond the end
			for free := at + length + 1; free < n && cells[free] != black; free++ {
				next[free+1] = true
			}
		}
		could = next
	}
	return could[n] || could[n+1]
}

// Demands implements encode.HasDemands. The clues are the given cells, then the rows, then the columns.
func (b *Board) Demands() (names []string) {
	for at, v := range b.given {
		if v != open {
			names = append(names, fmt.Sprintf("the %s cell in %s", [...]string{white: "white", black: "black"}[v], encode.SiteName(b, at)))
		}
	}
	for i := range len(b.rows) + len(b.cols) {
		names = append(names, b.lineName(i))
	}
	return names
}

func (b *Board) Relaxed(gone []int) encode.Instance {
	n := b.Clues()
	cells := 0
	for cells < len(gone) && gone[cells] < n {
		cells++
	}
	less := b.Without(gone[:cells]...).(*Board)
	if cells == len(gone) {
		return less
	}
	left := encode.Except(gone)
	needed := func(line int) bool { return left(n + line) }
	return &encode.Relaxed{
		Instance: less,
		Checks:   func(s encode.Solution) error { return less.check(s, needed) },
		Writes:   func(e *encode.Encoder) { less.encode(e, needed) },
		Draws:    func(s *encode.Solution) string { return less.paint(s, needed) },
	}
}

func (b *Board) Marked(clues []int, entries []encode.Given) *draw.Picture {
	return grid.Draw(b.sheet("", b.clueCell).MarkClues(b.places(), clues, encode.Entered(b, entries)))
}

func (b *Board) ClueSpots() [][]encode.Spot { return b.sheet("", b.clueCell).ClueSpots(b.places()) }

func (b *Board) places() []grid.Clue {
	given := encode.Where(b.given, func(v byte) bool { return v != open })
	h, w := len(b.rows), len(b.cols)
	return append(grid.CellClues(given), grid.LineClues(h, encode.Left(h+w, nil))...)
}

func (b *Board) ReduceGiven(values []int) []encode.Reduction {
	more := b.clone()
	for at, v := range values {
		switch cell := white + byte(v); {
		case v == encode.NotGiven:
		case more.given[at] != open && more.given[at] != cell:
			return encode.Unsolvable(b.Reduce())
		default:
			more.given[at] = cell
		}
	}
	return more.Reduce()
}

func (b *Board) WithValues(s encode.Solution, sites []int) encode.Instance {
	more := b.clone()
	for _, at := range sites {
		more.given[at] = white + s[at]
	}
	more.give(more.given)
	return more
}

func (b *Board) clone() *Board {
	more := &Board{rows: b.rows, cols: b.cols, given: slices.Clone(b.given)}
	if more.given == nil {
		more.given = make([]byte, len(b.rows)*len(b.cols))
	}
	return more
}
