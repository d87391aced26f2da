//go:build unix

package pool

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"counterproof/bench/system/usage"
)

// These are a sudoku with one solution, and the solution.
const (
	clues    = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)

// sudokus yields n different boards with their solutions as lists of values from 0, -1 for an open cell. All are equal
// to one board but for the order of the digits, rows and columns.
func sudokus(n int, yield func(board, open, solved string)) {
	r := rand.New(rand.NewPCG(1, 0))
	lines := func() (all []int) {
		for _, band := range r.Perm(3) {
			for _, line := range r.Perm(3) {
				all = append(all, 3*band+line)
			}
		}
		return all
	}
	for range n {
		digits, rows, columns := r.Perm(9), lines(), lines()
		var board strings.Builder
		var open, solved []string
		for i := range 81 {
			at := 9*rows[i/9] + columns[i%9]
			value := fmt.Sprint(digits[solution[at]-'1'])
			solved = append(solved, value)
			if clues[at] == '.' {
				board.WriteByte('.')
				value = "-1"
			} else {
				board.WriteByte('1' + byte(digits[clues[at]-'1']))
			}
			open = append(open, value)
		}
		yield(board.String(), strings.Join(open, ","), strings.Join(solved, ","))
	}
}

// BenchmarkStream answers 10,000 questions whether a sudoku is solved, and 1,000 for a hint. The aims on 2 idle cores are
// 2 s and 10 s.
func BenchmarkStream(b *testing.B) {
	for _, c := range []struct {
		name, more, solved string
		n                  int
	}{
		{"check", `, "brief": true`, `"solved":true`, 10_000},
		{"hint", "", `"level":`, 1_000},
	} {
		b.Run(c.name, func(b *testing.B) {
			var in bytes.Buffer
			sudokus(c.n, func(board, open, solved string) {
				entries := open
				if c.name == "check" {
					entries = solved
				}
				fmt.Fprintf(&in, `{"ask": %q, "puzzle": "sudoku", "instance": %q, "entries": [%s]%s}`+"\n", c.name, board, entries, c.more)
			})
			for b.Loop() {
				p := &Pool{Idle: 2}
				var out bytes.Buffer
				before, _ := usage.CPU()
				err := (&Stream{Pool: p, Jobs: 2}).Run(b.Context(), bytes.NewReader(in.Bytes()), &out)
				p.Close()
				after, _ := usage.CPU()
				b.ReportMetric((after - before).Seconds(), "cpu-s")
				if err != nil || bytes.Count(out.Bytes(), []byte(c.solved)) != c.n {
					b.Fatalf("%v: %.300s", err, out.Bytes())
				}
			}
		})
	}
}
