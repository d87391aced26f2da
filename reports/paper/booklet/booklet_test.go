package booklet

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/catalog"
)

// parsed returns a board.
func parsed(t *testing.T, puzzle, text string) (*encode.Puzzle, encode.Instance) {
	t.Helper()
	p := catalog.Find(puzzle)
	in, err := p.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p, in
}

// TestSheet checks the sheets of boards with known numbers of solutions: one page with the board, one
// with the answer, and the texts that pdftotext finds there.
func TestSheet(t *testing.T) {
	for _, c := range []struct {
		puzzle, board string
		first, second []string // texts of the pages
	}{
		{"calendar", "10-06", []string{"1. 6 October", "Jan", "1/2"}, []string{"Answers", "one of 7 solutions", "2/2"}},
		{"nonogram", "2x2:2/1/2/1", []string{"easy", "Each board has exactly one solution"}, []string{"Answers"}},
		{"minesweeper", "9x9:4,4,mc5d2ea5a4b015e0ac6100", []string{"Minesweeper", "Each board has exactly one solution"}, []string{"Answers"}},
	} {
		p, in := parsed(t, c.puzzle, c.board)
		data, err := Printer{}.Sheet(t.Context(), p, in)
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(data, []byte("/Type /Page\n")); !bytes.HasPrefix(data, []byte("%PDF-")) || n != 2 {
			t.Errorf("%s: a document with %d pages, want 2", c.puzzle, n)
		}
		program, err := exec.LookPath("pdftotext")
		if err != nil {
			t.Logf("the texts are not checked: %v", err)
			continue
		}
		cmd := exec.CommandContext(t.Context(), program, "-layout", "-", "-")
		cmd.Stdin = bytes.NewReader(data)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		pages := strings.Split(string(out), "\f")
		for i, want := range [][]string{c.first, c.second} {
			for _, text := range want {
				if !strings.Contains(strings.Join(strings.Fields(pages[i]), " "), text) {
					t.Errorf("%s: page %d lacks %q: %s", c.puzzle, i+1, text, pages[i])
				}
			}
		}
	}
}

// TestSheetStops checks that Sheet makes no document after its context has ended.
func TestSheetStops(t *testing.T) {
	p, in := parsed(t, "calendar", "10-06")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (Printer{}).Sheet(ctx, p, in); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
