package sudoku

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A dress writes the cells of a board in one form.
type dress struct {
	name     string
	blanks   []string // the signs that may stand for an empty cell
	decimals bool     // whether numbers above 9 are decimals
	text     func(rows [][]string) string
}

// joined returns a dress with a text between cells, and a text between rows.
func joined(cells, rows string) func([][]string) string {
	return func(all [][]string) string {
		var lines []string
		for _, row := range all {
			lines = append(lines, strings.Join(row, cells))
		}
		return strings.Join(lines, rows)
	}
}

// framed returns a dress with lines between boxes.
func framed(upright, before, cells, rule, crossing string) func([][]string) string {
	return func(all [][]string) string {
		high, box := max(usual(len(all)).h, 1), max(usual(len(all)).w, 1)
		var lines []string
		line := crossing + strings.Repeat(strings.Repeat(rule, 2*box+1)+crossing, high)
		for r, row := range all {
			var parts []string
			for part := range slices.Chunk(row, box) {
				parts = append(parts, before+strings.Join(part, cells)+before)
			}
			if r%high == 0 {
				lines = append(lines, line)
			}
			lines = append(lines, upright+strings.Join(parts, upright)+upright)
		}
		return strings.Join(append(lines, line), "\n")
	}
}

func around(before string, inner func([][]string) string, after string) func([][]string) string {
	return func(all [][]string) string { return before + inner(all) + after }
}

var (
	characters = strings.Split(".0_-*xX?", "")
	dotted     = []string{".", "0", "x", "?"}
	dresses    = []dress{
		{"a line", append(characters, " "), false, joined("", "")},
		{"lines", append(characters, " "), false, joined("", "\n")},
		{"lines with spaces", characters, false, joined(" ", "\n")},
		{"rows with /", characters, false, joined("", "/")},
		{"a line and a rating", characters, false, around("", joined("", ""), " 7.2/1.2")},
		{"a line and a name", characters, false, around("", joined("", ""), ";hard")},
		{"CSV", []string{"0", ".", ""}, true, joined(",", "\n")},
		{"semicolons", []string{"0", ".", ""}, true, joined(";", "\n")},
		{"tabs", []string{"0", ".", ""}, true, joined("\t", "\n")},
		{"words", dotted, true, joined(" ", "\n")},
		{"frame", append(dotted, " "), false, framed("|", " ", " ", "-", "+")},
		{"narrow frame", append(dotted, " "), false, framed("|", "", "", "-", "+")},
		{"box-drawing characters", append(dotted, " "), false, framed("│", " ", " ", "─", "┼")},
		{"Markdown", append(dotted, " "), true, around("| ", joined(" | ", " |\n| "), " |")},
		{"JSON", []string{"0", "null"}, true, around("[[", joined(", ", "],\n["), "]]")},
		{"JSON texts", characters, false, around(`["`, joined("", `", "`), `"]`)},
		{"Python", []string{"'.'", "None", "'0'"}, true, around("[[", joined(", ", "],\n ["), "]]\n")},
		{"C", []string{"0"}, true, around("{{", joined(", ", "},\n {"), "}};")},
		{"CSV of boards", []string{"0", "."}, false, around("id,puzzle,solution\n7,", joined("", ""), ",\n")},
		{"library", []string{"."}, false, around(":0300:4:", joined("", ""), ":412::")},
	}
)

// cellsOf writes a board, with the given sign for empty cells, in rows.
func (d dress) cellsOf(b *Board, blank string) [][]string {
	var cells []string
	for i, v := range []byte(b.clues) {
		switch text := string(b.symbol(i, nil)); {
		case v == 0:
			cells = append(cells, blank)
		case d.decimals:
			cells = append(cells, strconv.Itoa(int(v)))
		default:
			cells = append(cells, text)
		}
	}
	return slices.Collect(slices.Chunk(cells, b.side()))
}

// TestDresses writes random boards in many forms and reads them again. Comments, line ends and empty
// lines must not change a board. A text with a missing cell or row, or with two rows on a line, must be
// refused, or be read as the same board.
func TestDresses(t *testing.T) {
	rng := rand.New(rand.NewPCG(30, 7))
	texts := 0
	for _, d := range dresses {
		for trial := range 27 {
			n := sides[trial%9]
			clues := make([]byte, n*n)
			for i := range clues {
				if rng.IntN(3) == 0 {
					clues[i] = byte(1 + rng.IntN(n))
				}
			}
			clues[rng.IntN(n*n)] = byte(n)
			b := &Board{box: usual(n), clues: string(clues)}
			cells := d.cellsOf(b, d.blanks[rng.IntN(len(d.blanks))])
			text := d.text(cells)
			same := []string{text, text + "\n\n", strings.ReplaceAll(text, "\n", "\r\n")}
			if !strings.HasPrefix(d.name, "CSV of") {
				same = append(same, "# a comment, 1\n"+text+"\n# another one")
			}
			for _, text := range same {
				if got, _, err := readAll(text); err != nil || got != b.String() {
					t.Fatalf("%s: %q is read as %q, %v, want %s", d.name, text, got, err, b)
				}
			}
			r, c := rng.IntN(n), rng.IntN(n)
			less := slices.Clone(cells)
			less[r] = slices.Delete(slices.Clone(cells[r]), c, c+1)
			for how, text := range map[string]string{
				fmt.Sprintf("without the cell %d of row %d", c+1, r+1): d.text(less),
				fmt.Sprintf("without row %d", r+1):                     d.text(slices.Delete(slices.Clone(cells), r, r+1)),
				"with two lines joined":                                strings.Replace(text, "\n", "", 1+r%2),
			} {
				if got, _, err := readAll(text); err == nil && got != b.String() {
					t.Errorf("%s, %s: %q is read as %q, want an error, or %s", d.name, how, text, got, b)
				}
			}
			texts += len(same) + 3
		}
	}
	if texts < 2000 {
		t.Errorf("%d texts, want 2000", texts)
	}
}
