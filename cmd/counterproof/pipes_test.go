package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"counterproof/cmd/counterproof/console"
	"counterproof/encode/catalog"
)

// pipeSizes lists sizes of boards for the tests of pipes. Boards of one row are among them, because
// a list of such boards looks like a board with several rows.
var pipeSizes = map[string][]string{
	"battleships": {"4x4", "6x5"}, "exactcover": {"4x6", "1x1"}, "gf2": {"4x4", "5x2", "1x1"}, "laplace": {"3x3", "2x5", "1x4"},
	"lightsout": {"3x3", "2x5", "1x5", "5x1", "1x1"}, "map": {"4x4n6", "6x5n9"}, "minesweeper": {"8x6n6", "9x9n10"},
	"nonogram": {"5x5", "3x7", "1x4", "4x1"}, "packing": {"4x5", "3x4", "1x5"}, "pairplace": {"5x6", "4x5", "1x2", "1x3"},
	"pentomino": {"5x5", "4x5", "3x5", "1x5"}, "pushpull": {"3x3", "2x4", "1x5"}, "sherlock": {"3x3", "4x5"}, "submarines": {"3x3", "4x6"},
	"sudoku": {"4x4", "9x9"},
}

// TestPipes checks two pipes for every puzzle: generate --number K | count - has the K boards in
// order, and show | count - has the one board. In neither pipe does count warn about the input.
func TestPipes(t *testing.T) {
	for _, p := range catalog.All() {
		texts := []string{p.Example}
		for i, size := range pipeSizes[p.Name] {
			out, errs, status := invoke(strings.NewReader(""), "generate", "--number", "4", "--seed", fmt.Sprint(i), "--size", size, p.Name)
			if status != console.Done {
				t.Errorf("generate %s of size %s: exit status %d, %s", p.Name, size, status, errs)
				continue
			}
			boards := slices.DeleteFunc(strings.Split(out, "\n"), func(line string) bool { return line == "" })
			reads(t, p.Name, out, boards)
			texts = append(texts, boards...)
		}
		var all strings.Builder // what show prints for all boards
		for i, text := range texts {
			out, errs, status := invoke(strings.NewReader(""), "show", p.Name, text)
			if first, _, _ := strings.Cut(out, "\n"); status != console.Done || errs != "" || first != text {
				t.Errorf("show %s %s: exit status %d, first line %q, %s", p.Name, text, status, first, errs)
			}
			if i < 2 || !strings.Contains(text, "/") {
				reads(t, p.Name, out, []string{text})
			}
			fmt.Fprintf(&all, "%s\n", out)
		}
		reads(t, p.Name, all.String(), texts)
	}
}

// reads checks that the command count reads a text as the boards, without a warning.
func reads(t *testing.T, puzzle, text string, boards []string) {
	t.Helper()
	out, errs, status := invoke(strings.NewReader(text), "count", "--limit", "1", puzzle, "-")
	var got []string
	for line := range strings.Lines(out) {
		board, _, _ := strings.Cut(line, "\t")
		got = append(got, board)
	}
	if status != console.Done || !slices.Equal(got, boards) || strings.Contains(errs, "warning") {
		t.Errorf("count %s of\n%s: exit status %d, boards %q, want %q; %s", puzzle, text, status, got, boards, errs)
	}
}
