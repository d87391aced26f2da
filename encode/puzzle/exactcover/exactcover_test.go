package exactcover

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
)

// queens returns the problem of placing n queens on a board of n x n cells. Every row and every
// column must have one queen, and every diagonal at most one.
func queens(n int) string {
	var items, secondary, options []string
	for i := range n {
		items = append(items, fmt.Sprintf("r%d c%d", i, i))
	}
	for d := range 2*n - 1 {
		secondary = append(secondary, fmt.Sprintf("a%d b%d", d, d))
	}
	for r := range n {
		for c := range n {
			options = append(options, fmt.Sprintf("r%d c%d a%d b%d", r, c, r+c, r-c+n-1))
		}
	}
	return strings.Join(items, " ") + " | " + strings.Join(secondary, " ") + " ; " + strings.Join(options, " ; ")
}

// latin returns the problem of filling a Latin square of n x n cells. If box is not 0, every box of
// box x box cells must also contain each number once.
func latin(n, box int) string {
	var items, options []string
	for i := range n {
		for j := range n {
			items = append(items, fmt.Sprintf("p%d,%d r%d,%d c%d,%d", i, j, i, j, i, j))
			if box > 0 {
				items = append(items, fmt.Sprintf("b%d,%d", i, j))
			}
		}
	}
	for r := range n {
		for c := range n {
			for v := range n {
				o := fmt.Sprintf("p%d,%d r%d,%d c%d,%d", r, c, r, v, c, v)
				if box > 0 {
					o += fmt.Sprintf(" b%d,%d", r/box*box+c/box, v)
				}
				options = append(options, o)
			}
		}
	}
	return strings.Join(items, " ") + " ; " + strings.Join(options, " ; ")
}

// dominoes returns the problem of covering an n x n board with dominoes.
func dominoes(n int) string {
	var items, options []string
	for r := range n {
		for c := range n {
			items = append(items, fmt.Sprintf("%d,%d", r, c))
			if c+1 < n {
				options = append(options, fmt.Sprintf("%d,%d %d,%d", r, c, r, c+1))
			}
			if r+1 < n {
				options = append(options, fmt.Sprintf("%d,%d %d,%d", r, c, r+1, c))
			}
		}
	}
	return strings.Join(items, " ") + " ; " + strings.Join(options, " ; ")
}

func TestPublishedCounts(t *testing.T) {
	type row struct{ name, text, want string }
	rows := []row{
		{"Latin squares 1 (A002860)", latin(1, 0), "1"},
		{"Latin squares 2", latin(2, 0), "2"},
		{"Latin squares 3", latin(3, 0), "12"},
		{"Latin squares 4", latin(4, 0), "576"},
		{"Latin squares 5", latin(5, 0), "161280"},
		{"sudoku grids 4x4", latin(4, 2), "288"},
		{"dominoes 2x2 (A004003)", dominoes(2), "2"},
		{"dominoes 4x4", dominoes(4), "36"},
		{"dominoes 6x6", dominoes(6), "6728"},
		{"dominoes 8x8", dominoes(8), "12988816"},
		{"Algorithm X", Puzzle.Example, "1"},
		{"colours", "A B | X ; A X:1 ; A X:2 ; B X:1 ; B X", "1"},
	}
	for n, want := range []int{1, 0, 0, 2, 10, 4, 40, 92, 352} { // A000170
		rows = append(rows, row{fmt.Sprintf("%d queens", n+1), queens(n + 1), fmt.Sprint(want)})
	}
	for _, c := range rows {
		in, err := parse(c.text)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := puzzletest.Count(t, &Puzzle, in, "native"); got.String() != c.want {
			t.Errorf("%s: %s, published %s", c.name, got, c.want)
		}
	}
}

func TestReadDLX(t *testing.T) {
	in, err := parse("A B C | X ; A X:1 ; B C")
	if err != nil || in.String() != "A B C | X ; A X:1 ; B C" {
		t.Errorf("one line: %v, %v", in, err)
	}
	ins, err := read([]byte("| by hand\nA B | X\n\nA X:1\nB\nX:2\nA B\n"))
	if err != nil || len(ins) != 1 || ins[0].String() != "A B | X ; A X:1 ; B ; A B" {
		t.Fatalf("many lines: %v, %v", ins, err)
	}
	if w := ins[0].(encode.HasWarnings).Warnings(); len(w) != 1 || !strings.Contains(w[0], "line 6") {
		t.Errorf("the option without a primary item: warnings %q", w)
	}
	if ins, err := read([]byte("A B ; A ; B\nA B ; A B\n")); err != encode.ErrOneLine {
		t.Errorf("two problems on one line each: %v, %v", ins, err)
	}
	// An option that is written twice counts twice.
	if in, err = parse("A ; A ; A"); err != nil || puzzletest.Count(t, &Puzzle, in, "native").Int64() != 2 {
		t.Errorf("a repeated option: %v, %v", in, err)
	}
	for _, c := range []struct{ name, text string }{
		{"unknown item", "A B ; A C"},
		{"item twice", "A B ; A A"},
		{"no items", ""},
		{"coloured primary item", "A ; A:1"},
		{"item named twice", "A A ; A"},
	} {
		_, err := parse(c.text)
		var at *encode.ParseError
		if !errors.As(err, &at) {
			t.Errorf("%s: %q: %v, want an error with a position", c.name, c.text, err)
		}
	}
	_, err = parse("A B ; A C")
	var at *encode.ParseError
	if errors.As(err, &at); at == nil || at.Line != 1 || at.Column != 9 {
		t.Errorf("unknown item: %v, want line 1, column 9", err)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"A B C | X ; A X:1 ; B C", "A ; A ; A", "0:2|A ; A", "| ; |", "A | B | C"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := puzzletest.Reads(&Puzzle, text); err != nil {
			t.Error(err)
		}
	})
}

// TestSchedules checks the numbers of docs/schedules.md. The jobs on one machine are ordered by
// brute force, from their lengths. The games of six teams fall into rounds in 6 ways (OEIS A000438), which
// can be played in 120 orders.
func TestSchedules(t *testing.T) {
	orders, due := 0, 0
	var order func(left []int, hour int, done bool)
	order = func(left []int, hour int, done bool) {
		if len(left) == 0 {
			orders++
			if done {
				due++
			}
		}
		for i, hours := range left {
			rest := slices.Delete(slices.Clone(left), i, i+1)
			order(rest, hour+hours, done || hours == 3 && hour+hours <= 5)
		}
	}
	order([]int{3, 2, 2, 1}, 0, false)
	for file, want := range map[string]int{"machine": orders, "due": due, "tournament": 6 * 120} {
		data, err := os.ReadFile("../../testdata/schedules/" + file + ".dlx")
		if err != nil {
			t.Fatal(err)
		}
		ins, err := Puzzle.Import(data)
		if err != nil || len(ins) != 1 {
			t.Fatal(file, err)
		}
		for _, method := range []string{"native", "sat"} {
			if got := len(puzzletest.List(t, &Puzzle, ins[0], method, 1000)); got != want {
				t.Errorf("%s by %s: %d schedules, want %d", file, method, got, want)
			}
		}
	}
}
