package nonogram

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/wording"
)

type run struct {
	n  int
	at encode.Span
}

type clue struct {
	runs []run
	at   encode.Span
}

func readRun(text encode.Span) (run, error) {
	n, digits := encode.LeadingNumber(text.Text, maxSide)
	switch rest := text.Text[digits:]; {
	case digits > 0 && len(rest) == 1 && letter(rest[0]):
		return run{}, text.Errorf("colours are not supported: want the length of a run, got %q", text.Text)
	case digits == 0 || rest != "" || n > maxSide:
		return run{}, text.Errorf("want the length of a run from 1 to %d, got %q", maxSide, text.Text)
	}
	return run{n, text}, nil
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// An ink is the first run of a file that has another length than 0, with the colour that may follow
// it, as in 3b. Only one colour is allowed.
type ink string

func (i *ink) drop(text encode.Span) (encode.Span, error) {
	const digits = "0123456789"
	sign := strings.TrimLeft(text.Text, digits)
	switch {
	case i == nil || strings.Trim(text.Text, "0") == sign || utf8.RuneCountInString(sign) > 1: // not a run with a colour
		return text, nil
	case *i == "":
		*i = ink(text.Text)
	case strings.TrimLeft(string(*i), digits) != sign:
		return text, text.Errorf("colours are not supported: want runs of one colour, as in %q, got %q", string(*i), text.Text)
	}
	return text.Until(len(text.Text) - len(sign)), nil
}

// readClue reads runs separated by blanks and commas from a line. It stops after maxSide+1 runs,
// because no line of a board has that many runs. If the ink is nil, the runs have no colours.
func readClue(line encode.Span, ink *ink) (clue, error) {
	k := clue{at: line}
	line.Text = strings.ReplaceAll(line.Text, ",", " ")
	for _, word := range line.Words(maxSide + 1) {
		word, err := ink.drop(word)
		r, wrong := readRun(word)
		if err = cmp.Or(err, wrong); err != nil {
			return k, err
		}
		k.runs = append(k.runs, r)
	}
	return k, nil
}

func lengths(clues []clue, n int, name string) ([][]int, error) {
	all := make([][]int, len(clues))
	for i, k := range clues {
		if len(k.runs) == 1 && k.runs[0].n == 0 {
			continue
		}
		need := -1
		for _, r := range k.runs {
			need += r.n + 1
			switch {
			case r.n == 0:
				return nil, r.at.Errorf("want no 0 next to other runs of %s %d", name, i+1)
			case need > n:
				return nil, r.at.Errorf("want runs of %s %d that fit in its %d cells, got %d with the gaps", name, i+1, n, need)
			}
			all[i] = append(all[i], r.n)
		}
	}
	return all, nil
}

// board returns the board with these clues and no given cells. The board must have rows and
// columns. The parameter at is the position for the error.
func board(rows, cols []clue, at encode.Span) (*Board, error) {
	for i, clues := range [][]clue{rows, cols} {
		name, n := [...]string{"rows", "columns"}[i], len(clues)
		if n > maxSide {
			at = clues[maxSide].at
		}
		if n == 0 || n > maxSide {
			return nil, at.Errorf("want 1 to %d %s, got %d", maxSide, name, n)
		}
	}
	b := &Board{}
	var err error
	if b.rows, err = lengths(rows, len(cols), "row"); err != nil {
		return nil, err
	}
	b.cols, err = lengths(cols, len(rows), "column")
	return b, err
}

// balanced returns an error at the given position if the rows and the columns need different numbers of
// black cells. A file of another program with such clues was probably meant otherwise. The board must
// have no given cells.
func (b *Board) balanced(at encode.Span) error {
	if why := b.Obstacle(); why != "" {
		return at.Errorf("want as many black cells in the rows as in the columns of a .mk, .nin, CWD or .g file: %s", why)
	}
	return nil
}

func parse(text string) (encode.Instance, error) {
	if strings.Contains(text, "\n") || strings.HasPrefix(strings.TrimSpace(text), "<") {
		switch all, err := read([]byte(text)); {
		case err == encode.ErrOneLine:
		case err != nil:
			return nil, err
		case len(all) > 1:
			return nil, encode.Errorf(1, 1, "want one board, got %d", len(all))
		default:
			return all[0], nil
		}
	}
	return parseID(text)
}

// parseID reads a game ID as sgt-pattern does: WxH:CLUES or WxH:CLUES,GIVEN. A single W
// before the colon is short for WxW.
func parseID(text string) (*Board, error) {
	params, desc, ok := encode.OneLine(text).Cut(":")
	if !ok {
		return nil, encode.Errorf(1, 1, "want the size and the runs, for example %s, got %q", example, text)
	}
	across, down, two := params.Cut("x")
	w, err := side(across)
	if err != nil {
		return nil, err
	}
	h := w
	if two {
		if h, err = side(down); err != nil {
			return nil, err
		}
	}
	desc, given, some := desc.Cut(",")
	lines := desc.Split("/", w+h+1)
	switch n := len(lines); {
	case n > w+h:
		return nil, lines[w+h-1].End().Errorf("want the runs of %d columns and %d rows, got more", w, h)
	case n < w+h:
		return nil, lines[n-1].End().Errorf("want the runs of %d columns and %d rows, got %d lines", w, h, n)
	}
	clues := make([]clue, w+h)
	for i, line := range lines {
		clues[i].at = line
		for more := line.Text != ""; more; {
			var word encode.Span
			word, line, more = line.Cut(".")
			r, err := readRun(word)
			if err != nil {
				return nil, err
			}
			clues[i].runs = append(clues[i].runs, r)
		}
	}
	b, err := board(clues[w:], clues[:w], params)
	if err != nil || !some {
		return b, err
	}
	return b, b.readGiven(given)
}

func side(text encode.Span) (int, error) {
	n, ok := encode.Number(text.Text, maxSide)
	if !ok || n == 0 {
		return 0, text.Errorf("want a side of 1 to %d cells, got %q", maxSide, text.Text)
	}
	return n, nil
}

// readGiven reads the given cells. Each letter means a gap and then a given cell. If a gap ends at the
// last cell of the board, no cell is given.
func (b *Board) readGiven(text encode.Span) error {
	cells := make([]byte, len(b.rows)*len(b.cols))
	at := 0
	for i := range len(text.Text) {
		c := text.Text[i]
		gap := int(c|0x20) - 'a'
		switch {
		case !letter(c):
			return text.From(i).Errorf("want a letter for a gap and a given cell, got %q", text.Text[i:i+1])
		case at == len(cells) || at+gap > len(cells):
			return text.From(i).Errorf("want %d cells, got more", len(cells))
		}
		if at += gap; gap < 25 && at < len(cells) {
			if cells[at] = white; c < 'a' {
				cells[at] = black
			}
			at++
		}
	}
	if at < len(cells) {
		return text.End().Errorf("want %d cells, got %d", len(cells), at)
	}
	b.give(cells)
	return nil
}

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
	lines      []encode.Span
	h, w       int
	rows, cols []clue
	goal       *goal
	ink        ink
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

func (g *goal) clues(lines [][]int) []clue {
	return wording.Each(lines, func(runs []int) clue {
		return clue{wording.Each(runs, func(n int) run { return run{n, g.at} }), g.at}
	})
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
