package nonogram

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"counterproof/encode"
)

// A block holds the clues of one side (the rows or the columns) of a board. It keeps at
// most one clue more than a board can have.
type block struct {
	clues  []clue
	length int // number of all clues, including those not kept
}

func (b *block) add(k clue) {
	if b.length++; b.length <= maxSide+1 {
		b.clues = append(b.clues, k)
	}
}

// check returns an error if the block has too many clues. The parameter side is "rows" or
// "columns".
func (b *block) check(side string) error {
	if b.length <= maxSide {
		return nil
	}
	over := b.clues[maxSide]
	return encode.Errorf(over.line, over.column, "want 1 to %d %s, got %d", maxSide, side, b.length)
}

// readBlocks reads boards one after another. Each board has the runs of the rows, an empty line,
// and the runs of the columns.
func readBlocks(text string) ([]encode.Instance, error) {
	var blocks []block
	between := true
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		n++
		if err := strange(line, n, len(blocks) == 0); err != nil {
			return nil, err
		}
		k, err := readClue(line, n)
		if err != nil {
			return nil, err
		}
		if len(k.runs) == 0 {
			between = true
			continue
		}
		if between {
			blocks = append(blocks, block{})
			between = false
		}
		blocks[len(blocks)-1].add(k)
	}
	if len(blocks) == 0 {
		return nil, encode.Errorf(1, 1, "want a list of runs, got none")
	}
	if len(blocks)%2 == 1 {
		return nil, encode.Errorf(n, len(text)-strings.LastIndexByte(text, '\n'), "want an empty line and the runs of the columns")
	}
	var all []encode.Instance
	for ; len(blocks) > 0; blocks = blocks[2:] {
		rows, cols := &blocks[0], &blocks[1]
		if err := cmp.Or(rows.check("rows"), cols.check("columns")); err != nil {
			return nil, err
		}
		b, err := board(rows.clues, cols.clues, 1, 1)
		if err != nil {
			return nil, err
		}
		all = append(all, b)
	}
	return all, nil
}

// strange returns an error for the first character that cannot be part of a list of runs, or nil if
// all characters can. The parameter first says that no runs have been read yet. If the first line
// begins with such a character, the message lists all accepted notations.
func strange(text string, line int, first bool) error {
	at := strings.IndexFunc(text, func(c rune) bool { return !strings.ContainsRune("0123456789, \t\r", c) })
	switch {
	case at < 0:
		return nil
	case first && strings.Trim(text[:at], ", \t\r") == "":
		return encode.Errorf(line, at+1, "want lists of runs, a .non file, webpbn XML or a game ID as in %s, got %q", example, text[at:])
	}
	_, size := utf8.DecodeRuneInString(text[at:])
	return encode.Errorf(line, at+1, "want the lengths of runs, spaces and commas, got %q", text[at:at+size])
}
