package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"counterproof/bench/ask"
)

// TestPaper checks that the documents for the pages of a browser have the same bytes as the files of the
// commands sheet and show.
func TestPaper(t *testing.T) {
	for _, board := range [][2]string{{"calendar", "10-06"}, {"sudoku", "..1.4......3.2.."}, {"minesweeper", "9x9:4,4,mc5d2ea5a4b015e0ac6100"}} {
		for _, sheet := range []bool{true, false} {
			file := filepath.Join(t.TempDir(), "paper.pdf")
			words := []string{"show", "--pdf", file, board[0], board[1]}
			if sheet {
				words = []string{"sheet", "-o", file, board[0], board[1]}
			}
			if out, err := exec.Command("counterproof", words...).CombinedOutput(); err != nil {
				t.Fatalf("%v: %v, %s", words, err, out)
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			question := exec.Command("counterproof", "ask")
			question.Stdin = strings.NewReader(fmt.Sprintf(`{"ask": "pdf", "puzzle": %q, "instance": %q, "sheet": %v}`, board[0], board[1], sheet))
			out, err := question.Output()
			if err != nil {
				t.Fatal(err)
			}
			var got struct{ Answer []ask.Printed }
			if err := json.Unmarshal(out, &got); err != nil || len(got.Answer) != 1 {
				t.Fatalf("%v: %.200s", err, out)
			}
			if pdf := got.Answer[0].PDF; !bytes.HasPrefix(want, []byte("%PDF-")) || !bytes.Equal(pdf, want) {
				t.Errorf("%v: the page gets %d bytes that differ from the %d bytes of the file", words, len(pdf), len(want))
			}
		}
	}
}
