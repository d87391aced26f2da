package nonogram

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/layout"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
	"counterproof/encode/files"
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
	total := func(lines [][]int) int { return wording.Sum(lines, blacks) }
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
func (b *Board) Demands() []string {
	cells := wording.Each(b.givenCells(), func(at int) string {
		return fmt.Sprintf("the %s cell in %s", kinds[b.given[at]], layout.SiteName(b, at))
	})
	return append(cells, wording.Each(encode.Left(len(b.rows)+len(b.cols), nil), b.clueName)...)
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

func (b *Board) ReadCell(_ int, cell encode.Span) (int, error) {
	return grid.Sign(cell, ".#", "want '#' for a black cell or '.' for a white one")
}

// ReadDrawing implements encode.HasDrawing. The clues are above and to the left of the cells.
func (b *Board) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	rows, err := grid.Lines(lines, height(shown(b.cols)), len(b.rows))
	if err != nil {
		return "", err
	}
	var cells []encode.Span
	for r, runs := range shown(b.rows) {
		words := rows[r].Words(len(runs) + len(b.cols))
		if len(words) < len(runs)+len(b.cols) {
			return "", rows[r].End().Errorf("want %d runs and %d cells in this line, got %d words", len(runs), len(b.cols), len(words))
		}
		cells = append(cells, words[len(runs):]...)
	}
	return encode.ReadCells(b, cells)
}

const cells = "?.#"

func isDrawing(text string) bool {
	for line := range strings.SplitSeq(text, "\n") {
		n := strings.IndexAny(line, cells)
		if n > 0 && strings.Trim(line[:n], "0123456789 \t") == "" && strings.TrimRight(line[:n], " \t") != line[:n] && strings.Trim(line[:n], " \t") != "" {
			return true
		}
	}
	return false
}

// readDrawings reads boards from what Draw draws, with empty lines in between. Only the clues count. If
// a drawing shows black or white cells, its board gets a warning, because they may be given cells or
// entries.
func readDrawings(text string) ([]encode.Instance, error) {
	var all []encode.Instance
	for lines := range files.Blocks(text, true, 2*maxSide) {
		if len(lines) > 2*maxSide {
			return nil, lines[2*maxSide].Errorf("want a drawing of 1 to %d rows", maxSide)
		}
		b, err := readDrawn(lines)
		if err != nil {
			return nil, err
		}
		all = append(all, b)
	}
	return all, nil
}

func readDrawn(lines []encode.Span) (*Board, error) {
	top := max(0, slices.IndexFunc(lines, func(line encode.Span) bool { return strings.ContainsAny(line.Text, cells) }))
	var rows []clue
	for _, line := range lines[top:] {
		at := max(0, strings.IndexAny(line.Text, cells))
		k, err := readClue(line.Until(at), nil)
		if err = cmp.Or(err, line.From(at).Only(cells+" ", "cells that are '?', '.' or '#'")); err != nil {
			return nil, err
		}
		rows = append(rows, k)
	}
	var ends []int // by column: the column of the text where its cells and the last digits of its runs are
	for at, sign := range lines[top].Text {
		if strings.ContainsRune(cells, sign) {
			ends = append(ends, lines[top].From(at).Column)
		}
	}
	cols := make([]clue, len(ends))
	for _, line := range lines[:top] {
		for _, word := range line.Words(maxSide + 1) {
			r, err := readRun(word)
			if err != nil {
				return nil, err
			}
			i := slices.Index(ends, word.End().Column-1)
			if i < 0 {
				return nil, word.Errorf("want the last digit of each run above the cells of its column, as the command show draws them")
			}
			cols[i].runs = append(cols[i].runs, r)
		}
	}
	b, err := board(rows, cols, lines[0])
	if err != nil {
		return nil, err
	}
	hide := strings.NewReplacer(".", "?", "#", "?")
	drawn := strings.Split(b.Draw(nil), "\n")
	for i, line := range lines {
		if hidden := hide.Replace(line.Text); i >= len(drawn) || hidden != drawn[i] {
			return nil, line.Errorf("want the line of a drawing as the command show draws it, %q, got %q", drawn[min(i, len(drawn)-1)], line.Text)
		} else if hidden != line.Text && b.warnings == nil {
			b.warnings = []string{fmt.Sprintf("line %d: ignored the black and white cells of the drawing, because only its clues are read; for given cells, use a game ID", line.Line)}
		}
	}
	return b, nil
}

// read reads the boards of a file: webpbn XML, .g, .non, drawings, or lists of runs. If the file
// starts with a game ID, it has one board per line, and read returns encode.ErrOneLine. Lists,
// drawings and game IDs may have comments. The other formats have rules of their own.
func read(data []byte) ([]encode.Instance, error) {
	text := string(data)
	bare := files.Uncomment(text, true)
	switch {
	case isPicture(text):
		return nil, encode.Errorf(1, 1, wantClues)
	case strings.HasPrefix(strings.TrimSpace(text), "<"):
		return readXML(text)
	case isG(text):
		return readG(text)
	case isNon(text):
		return readNon(text)
	case isID(bare): // or only comments
		return nil, encode.ErrOneLine
	case isDrawing(bare):
		return readDrawings(text)
	}
	return readLists(text)
}

// isID reports whether the first non-empty line looks like a game ID: it starts with a size and
// ':', or consists of a size only. The game ID need not be valid. isID is true for an empty text.
func isID(text string) bool {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	line = strings.TrimSpace(line)
	return line == "" || looksID.MatchString(line[:min(len(line), 80)]) // a longer prefix would not help, and would take a minute for 300 MB
}

var looksID = regexp.MustCompile(`^[0-9]*([xX][^ \t,:]*)?:|^[0-9]+x[0-9]+$`)
