package nonogram

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
)

func cut(line encode.Span) (word string, rest encode.Span) {
	first, rest := line.Word()
	return first.Text, rest.Trim()
}

func isNon(text string) bool {
	for line := range encode.TextLines(text) {
		switch word, rest := cut(line); word {
		case "rows", "columns":
			if rest.Text == "" {
				return true
			}
		case "width", "height", "goal":
			if rest.Text != "" {
				return true
			}
		}
	}
	return false
}

func readNon(text string) ([]encode.Instance, error) {
	var all []encode.Instance
	n := &non{}
	for line := range encode.TextLines(strings.TrimSuffix(text, "\n") + "\n====") {
		if mark := strings.TrimSpace(line.Text); len(mark) < 4 || strings.Trim(mark, "=") != "" {
			n.lines = append(n.lines, line)
			continue
		}
		if slices.ContainsFunc(n.lines, func(line encode.Span) bool { return line.Trim().Text != "" }) {
			b, err := n.board()
			if err != nil {
				return nil, err
			}
			all = append(all, b)
		}
		n = &non{}
	}
	if len(all) == 0 {
		return nil, encode.Errorf(1, 1, "want a puzzle, got none")
	}
	return all, nil
}

type non struct {
	lines []encode.Span
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
		for _, line := range n.lines {
			word, rest := cut(line)
			number, ok := encode.Number(rest.Text, maxSide)
			switch {
			case word != key.name && (word != key.other || !ok):
			case *key.to != 0:
				return nil, line.Errorf("want one %s, got another", key.name)
			case !ok || number == 0:
				return nil, rest.Errorf("want a %s from 1 to %d, got %q", key.name, maxSide, rest.Text)
			default:
				*key.to = number
			}
		}
		if *key.to == 0 {
			return nil, n.lines[0].Errorf("want a line with the %s of the puzzle", key.name)
		}
	}
	for i := 0; i < len(n.lines); i++ {
		var err error
		line := n.lines[i]
		switch word, rest := cut(line); {
		case word == "rows" && rest.Text == "":
			n.rows, err = n.clues(i, n.h, n.rows)
			i += n.h
		case word == "columns" && rest.Text == "":
			n.cols, err = n.clues(i, n.w, n.cols)
			i += n.w
		case word == "goal" && n.goal != nil:
			err = line.Errorf("want one goal, got another")
		case word == "goal":
			i, err = n.readGoal(rest, i)
		case word != "" && strings.IndexByte("0123456789,", word[0]) >= 0:
			err = line.Trim().Errorf("want %d lines after rows and %d after columns, got another line: %q", n.h, n.w, word)
		}
		if err != nil {
			return nil, err
		}
	}
	return n.goal.board(n.rows, n.cols, n.lines[0])
}

// clues reads clues from the lines after line i, one per line. The parameter count is the number of
// clues, and line i holds the key. The parameter before holds the clues of an earlier line with the
// same key. If before is not nil, the second key is an error.
func (n *non) clues(i, count int, before []clue) (all []clue, err error) {
	key := n.lines[i]
	if before != nil {
		return nil, key.Errorf("want %s once, got them again", strings.TrimSpace(key.Text))
	}
	if i+count >= len(n.lines) {
		return nil, key.Errorf("want %d lines after %s, got %d", count, strings.TrimSpace(key.Text), len(n.lines)-i-1)
	}
	return readClues(n.lines[i+1:i+1+count], &n.ink)
}

// readGoal reads the cells of a goal from the rest of line i and from the lines that follow. It returns
// the number of the last line. The character '0' is white, '?' is unknown, and only one other character
// is allowed, which is black.
func (n *non) readGoal(rest encode.Span, i int) (last int, err error) {
	g := &goal{at: rest}
	size := n.h * n.w
	var ink byte
	var all []bool
	for last = i; ; last++ {
		for at := range len(rest.Text) {
			c := rest.Text[at]
			if strings.IndexByte(" \t\r\"'", c) >= 0 {
				continue
			}
			if len(all) == 0 {
				g.at = rest.From(at)
			}
			switch {
			case c == '?':
				g.unknown = true
			case c != '0' && ink != 0 && ink != c:
				return last, rest.From(at).Errorf("colours are not supported: want a goal of %d cells that are '0' or %q, got %q after %d cells", size, ink, c, len(all))
			case c != '0':
				ink = c
			}
			all = append(all, c != '0' && c != '?')
		}
		if len(all) >= size || last+1 == len(n.lines) {
			break
		}
		rest = n.lines[last+1]
	}
	if len(all) != size {
		return last, g.at.Errorf("want a goal of %d cells, got %d", size, len(all))
	}
	g.rows = slices.Collect(slices.Chunk(all, n.w))
	n.goal = g
	return last, nil
}

// A goal is the solution that a file states for its puzzle; true is black.
type goal struct {
	rows    [][]bool
	unknown bool // whether the file does not state the colour of every cell
	at      encode.Span
}

func (g *goal) clues(lines [][]int) (all []clue) {
	for _, runs := range lines {
		k := clue{at: g.at}
		for _, n := range runs {
			k.runs = append(k.runs, run{n, g.at})
		}
		all = append(all, k)
	}
	return all
}

// board returns the board with the given clues. If the list rows or the list cols is empty, the
// clues of the goal replace this list. If the goal contradicts the clues, the board gets a warning. A
// goal with unknown cells counts only if a list is empty, and then it is an error.
func (g *goal) board(rows, cols []clue, at encode.Span) (*Board, error) {
	if g == nil || g.unknown && len(rows) > 0 && len(cols) > 0 {
		return board(rows, cols, at)
	}
	if g.unknown {
		return nil, g.at.Errorf("want clues, or a goal that states the colour of every cell")
	}
	goal := (&picture{len(g.rows), len(g.rows[0]), slices.Concat(g.rows...)}).clues()
	goalRows, goalCols := g.clues(goal.rows), g.clues(goal.cols)
	if _, err := board(goalRows, goalCols, g.at); err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		rows = goalRows
	}
	if len(cols) == 0 {
		cols = goalCols
	}
	b, err := board(rows, cols, at)
	if err == nil && b.String() != goal.String() {
		b.warnings = append(b.warnings, fmt.Sprintf("line %d, column %d: ignored the goal, which contradicts the clues", g.at.Line, g.at.Column))
	}
	return b, err
}
