package nonogram

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/files"
)

func (b *Board) ReadCell(_ int, cell encode.Span) (byte, error) {
	switch cell.Text {
	case ".":
		return 0, nil
	case "#":
		return 1, nil
	}
	return 0, cell.Errorf("want '#' for a black cell or '.' for a white one, got %q", cell.Text)
}

// ReadDrawing implements encode.HasDrawing. The clues are above and to the left of the cells.
func (b *Board) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	deep := 0
	for _, runs := range shown(b.cols) {
		deep = max(deep, len(runs))
	}
	rows, err := grid.Lines(lines, deep, len(b.rows))
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
