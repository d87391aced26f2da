package nonogram

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/layout"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
	"counterproof/native/runlength"
)

func (b *Board) Layout() (h, w int, cell []int) {
	return len(b.rows), len(b.cols), encode.Left(len(b.rows)*len(b.cols), nil)
}

// Box implements layout.HasBoxes. The thick lines help people to count cells.
func (b *Board) Box() (h, w int) { return lines, lines }

// lines is the number of cells between two thick lines.
const lines = 5

func (b *Board) ValueName(_, value int) string { return [...]string{"left empty", "filled"}[value] }

func (b *Board) lineName(i int) string { return grid.LineName(len(b.rows), i) }

func (b *Board) clueName(i int) string {
	runs := slices.Concat(b.rows, b.cols)[i : i+1]
	return fmt.Sprintf("%s (%s)", b.lineName(i), strings.Join(shown(runs)[0], " "))
}

// Obstacle compares the numbers of black cells in the rows and in the columns, and looks for a line
// whose runs do not fit its given cells.
func (b *Board) Obstacle() string {
	total := func(lines [][]int) (n int) {
		for _, length := range slices.Concat(lines...) {
			n += length
		}
		return n
	}
	if r, c := total(b.rows), total(b.cols); r != c {
		return fmt.Sprintf("the runs of the rows cover %s in all, but the runs of the columns cover %d", wording.Plural(r, "cell"), c)
	}
	if b.given == nil {
		return ""
	}
	for i, runs := range slices.Concat(b.rows, b.cols) {
		if !runlength.Solve(runs, encode.Keep(b.given, grid.Line(len(b.rows), len(b.cols), i))) {
			return "the runs of " + b.clueName(i) + " do not fit its given cells"
		}
	}
	return ""
}

// Demands implements clues.HasDemands. The clues are the given cells, then the rows, then the columns.
func (b *Board) Demands() (names []string) {
	for _, at := range b.givenCells() {
		names = append(names, fmt.Sprintf("the %s cell in %s", kinds[b.given[at]], layout.SiteName(b, at)))
	}
	for i := range len(b.rows) + len(b.cols) {
		names = append(names, b.clueName(i))
	}
	return names
}

func (b *Board) Relaxed(gone []int) encode.Instance {
	var cells, lines []int
	for n := b.Clues(); len(gone) > 0; gone = gone[1:] {
		if gone[0] < n {
			cells = append(cells, gone[0])
		} else {
			lines = append(lines, gone[0]-n)
		}
	}
	less := b.Without(cells...).(*Board)
	if lines == nil {
		return less
	}
	less.gone = lines
	return clues.Relaxed{Instance: less}
}

func (b *Board) Marked(clues []int, entries []clues.Given) *draw.Picture {
	return grid.Draw(b.sheet("", b.clueCell).MarkClues(clues, play.Entered(b, entries)))
}

func (b *Board) ClueSpots() [][]play.Spot { return b.sheet("", b.clueCell).ClueSpots() }

func (b *Board) ReduceGiven(values []int) []encode.Reduction {
	return clues.ReduceMore(b, func(at int) int { return int(b.givenAt(at)) - int(white) }, values)
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
