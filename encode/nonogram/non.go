package nonogram

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
)

// cut returns the first word of a line, the rest of the line, and the column where the
// rest starts.
func cut(line string) (word, rest string, column int) {
	rest = strings.TrimLeft(line, " \t")
	n := strings.IndexAny(rest, " \t\r")
	if n < 0 {
		n = len(rest)
	}
	word = rest[:n]
	rest = strings.TrimLeft(rest[n:], " \t\r")
	return word, strings.TrimRight(rest, " \t\r"), len(line) - len(rest) + 1
}

// isNon reports whether a line of the text starts with a key of .non files for the size, the clues
// or the goal.
func isNon(text string) bool {
	for line := range strings.SplitSeq(text, "\n") {
		switch word, rest, _ := cut(line); word {
		case "rows", "columns":
			if rest == "" {
				return true
			}
		case "width", "height", "goal":
			if rest != "" {
				return true
			}
		}
	}
	return false
}

// readNon reads the puzzles of a .non file, which are separated by lines of '===='.
func readNon(lines []string) ([]encode.Instance, error) {
	var all []encode.Instance
	first := 0
	for i := 0; i <= len(lines); i++ {
		if i < len(lines) {
			if mark := strings.TrimSpace(lines[i]); len(mark) < 4 || strings.Trim(mark, "=") != "" {
				continue
			}
		}
		if part := lines[first:i]; strings.TrimSpace(strings.Join(part, "")) != "" {
			n := &non{lines: part, first: first + 1}
			b, err := n.board()
			if err != nil {
				return nil, err
			}
			all = append(all, b)
		}
		first = i + 1
	}
	if len(all) == 0 {
		return nil, encode.Errorf(1, 1, "want a puzzle, got none")
	}
	return all, nil
}

// A non is one puzzle of a .non file that is being read.
type non struct {
	lines []string
	first int // number of the first line
	h, w  int
	rows  []clue
	cols  []clue
	goal  *goal
	ink   ink
}

// board reads the puzzle. The keys can come in any order, so the height and the width can follow
// the runs. The reader ignores unknown keys, such as colours, but rejects lines that start with a
// number.
func (n *non) board() (*Board, error) {
	for _, key := range []struct {
		name, other string // without a number, the other name begins a list of runs
		to          *int
	}{{"width", "columns", &n.w}, {"height", "rows", &n.h}} {
		for i, line := range n.lines {
			word, rest, column := cut(line)
			if _, number := encode.Number(rest, maxSide); word != key.name && (word != key.other || !number) {
				continue
			}
			if *key.to != 0 {
				return nil, encode.Errorf(n.first+i, 1, "want one %s, got another", key.name)
			}
			r, err := readRun(rest, n.first+i, column)
			if err != nil || r.n == 0 {
				return nil, encode.Errorf(n.first+i, column, "want a %s from 1 to %d, got %q", key.name, maxSide, rest)
			}
			*key.to = r.n
		}
		if *key.to == 0 {
			return nil, encode.Errorf(n.first, 1, "want a line with the %s of the puzzle", key.name)
		}
	}
	for i := 0; i < len(n.lines); i++ {
		var err error
		switch word, rest, column := cut(n.lines[i]); {
		case word == "rows" && rest == "":
			n.rows, err = n.clues(i, n.h, n.rows)
			i += n.h
		case word == "columns" && rest == "":
			n.cols, err = n.clues(i, n.w, n.cols)
			i += n.w
		case word == "goal" && n.goal != nil:
			err = encode.Errorf(n.first+i, 1, "want one goal, got another")
		case word == "goal":
			n.goal, i, err = n.readGoal(rest, i, column)
		case word != "" && strings.IndexByte("0123456789,", word[0]) >= 0:
			at := len(n.lines[i]) - len(strings.TrimLeft(n.lines[i], " \t")) + 1
			err = encode.Errorf(n.first+i, at, "want %d lines after rows and %d after columns, got another line: %q", n.h, n.w, word)
		}
		if err != nil {
			return nil, err
		}
	}
	return n.goal.board(n.rows, n.cols, n.first, 1)
}

// clues reads clues from the lines after line i, one per line. The parameter count is the number of
// clues, and line i holds the key. The parameter before holds the clues of an earlier line with the
// same key. If before is not nil, the second key is an error.
func (n *non) clues(i, count int, before []clue) ([]clue, error) {
	word := strings.TrimSpace(n.lines[i])
	if before != nil {
		return nil, encode.Errorf(n.first+i, 1, "want %s once, got them again", word)
	}
	if i+count >= len(n.lines) {
		return nil, encode.Errorf(n.first+i, 1, "want %d lines after %s, got %d", count, word, len(n.lines)-i-1)
	}
	var all []clue
	for j := i + 1; j <= i+count; j++ {
		k, err := readClue(n.lines[j], n.first+j, &n.ink)
		if err != nil {
			return nil, err
		}
		all = append(all, k)
	}
	return all, nil
}

// readGoal reads the cells of a goal from the rest of line i, which begins at the given column, and
// from the lines that follow. It returns the number of the last line. The character '0' is white, '?'
// is unknown, and only one other character is allowed, which is black.
func (n *non) readGoal(rest string, i, column int) (g *goal, last int, err error) {
	g = &goal{line: n.first + i, column: column}
	size := n.h * n.w
	var ink byte
	var all []bool
	for last = i; ; last++ {
		for at := range len(rest) {
			c := rest[at]
			if strings.IndexByte(" \t\r\"'", c) >= 0 {
				continue
			}
			if len(all) == 0 {
				g.line, g.column = n.first+last, column+at
			}
			switch {
			case c == '?':
				g.unknown = true
			case c != '0' && ink != 0 && ink != c:
				return nil, last, encode.Errorf(n.first+last, column+at, "colours are not supported: want a goal of %d cells that are '0' or %q, got %q after %d cells", size, ink, c, len(all))
			case c != '0':
				ink = c
			}
			all = append(all, c != '0' && c != '?')
		}
		if len(all) >= size || last+1 == len(n.lines) {
			break
		}
		rest, column = n.lines[last+1], 1
	}
	if len(all) != size {
		return nil, last, encode.Errorf(g.line, g.column, "want a goal of %d cells, got %d", size, len(all))
	}
	g.rows = slices.Collect(slices.Chunk(all, n.w))
	return g, last, nil
}

// A goal is the solution that a file states for its puzzle; true is black.
type goal struct {
	rows         [][]bool
	unknown      bool // whether the file does not state the colour of every cell
	line, column int
}

// runs returns the runs of each column if columns is true, and of each row otherwise.
func (g *goal) runs(columns bool) []clue {
	h, w := len(g.rows), len(g.rows[0])
	if columns {
		h, w = w, h
	}
	all := make([]clue, h)
	for i := range all {
		all[i] = clue{line: g.line, column: g.column}
		before := false
		for j := range w {
			now := false
			if columns {
				now = g.rows[j][i]
			} else {
				now = g.rows[i][j]
			}
			if runs := &all[i].runs; now && before {
				(*runs)[len(*runs)-1].n++
			} else if now {
				*runs = append(*runs, run{1, g.line, g.column})
			}
			before = now
		}
	}
	return all
}

// board returns the board with the given clues. If the list rows or the list cols is empty, the
// clues of the goal replace this list. If the goal contradicts the clues, the board gets a warning. A
// goal with unknown cells counts only if a list is empty, and then it is an error.
func (g *goal) board(rows, cols []clue, line, column int) (*Board, error) {
	if g == nil || g.unknown && len(rows) > 0 && len(cols) > 0 {
		return board(rows, cols, line, column)
	}
	if g.unknown {
		return nil, encode.Errorf(g.line, g.column, "want clues, or a goal that states the colour of every cell")
	}
	picture, err := board(g.runs(false), g.runs(true), g.line, g.column)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		rows = g.runs(false)
	}
	if len(cols) == 0 {
		cols = g.runs(true)
	}
	b, err := board(rows, cols, line, column)
	if err == nil && b.String() != picture.String() {
		b.warnings = append(b.warnings, fmt.Sprintf("line %d, column %d: ignored the goal, which contradicts the clues", g.line, g.column))
	}
	return b, err
}
