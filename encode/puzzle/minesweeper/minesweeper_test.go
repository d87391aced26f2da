package minesweeper

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
	"counterproof/encode/test/facttest"
	"counterproof/encode/wording"
)

var mustParse = puzzletest.Parser[*Board](&Puzzle)

// hide returns a game with n mines at random places and no first square.
func hide(rng *rand.Rand, h, w, n int) *game {
	g := &game{h: h, w: w, first: -1, mine: make([]bool, h*w)}
	for _, i := range rng.Perm(h * w)[:n] {
		g.mine[i] = true
	}
	return g
}

// halfOpen returns a board of the game that does not know where the mines are. Each cell without a
// mine is open with probability 1/2.
func halfOpen(rng *rand.Rand, g *game) *Board {
	b := g.board()
	b.game = nil
	for i, mine := range g.mine {
		if !mine && rng.IntN(2) == 0 {
			b.cells[i] = g.number(i)
		}
	}
	return b
}

// worked holds the published example in encode/testdata/minesweeper.json.
type worked struct {
	Grid           []string
	Rules          [][2]any
	Configurations int
	Mines          int `json:"total_mines"`
	Covered        int `json:"total_cells"`
	Probability    map[string]string
}

// TestWorkedExample checks the board in the README of the program minesweepr. The sums, the number
// of configurations and the probabilities must be as stated in the README.
func TestWorkedExample(t *testing.T) {
	var x worked
	data, err := os.ReadFile("../../testdata/minesweeper.json")
	if err == nil {
		err = json.Unmarshal(data, &x)
	}
	if err != nil || len(x.Rules) != 7 {
		t.Fatal(x, err)
	}
	letters := strings.Join(x.Grid, "")
	drawn := strings.Join(x.Grid, "/")
	for _, letter := range "ABCDEFGHIx" {
		drawn = strings.ReplaceAll(drawn, string(letter), "?")
	}
	b := mustParse(t, fmt.Sprintf("mines=%d %s", x.Mines, drawn))
	site := b.siteOf()
	p, _ := b.problem()
	if p.N != x.Covered || p.Total != x.Mines || len(p.Sums) != len(x.Rules) {
		t.Errorf("%d variables, total %d, %d sums", p.N, p.Total, len(p.Sums))
	}
	for _, rule := range x.Rules {
		var vars []int
		for _, letter := range rule[1].(string) {
			vars = append(vars, site[strings.IndexRune(letters, letter)])
		}
		slices.Sort(vars)
		found := false
		for _, s := range p.Sums {
			has := slices.Sorted(slices.Values(s.Vars))
			found = found || slices.Equal(has, vars) && s.Value == int(rule[0].(float64))
		}
		if !found {
			t.Errorf("no sum is %v", rule)
		}
	}
	if got := puzzletest.Count(t, &Puzzle, b, "native").String(); got != fmt.Sprint(x.Configurations) {
		t.Errorf("%s configurations, want %d", got, x.Configurations)
	}
	known := puzzletest.Facts(t, b)
	if got := known["configurations"].Value; got != fmt.Sprint(x.Configurations) {
		t.Errorf("explained: %v configurations", got)
	}
	for i, row := range known["probabilities"].Value.([][]*string) {
		for j, got := range row {
			letter := x.Grid[i][j : j+1]
			want, ok := x.Probability[letter]
			if letter == "x" {
				want, ok = x.Probability["other"], true
			}
			if ok != (got != nil) || ok && *got != want {
				t.Errorf("row %d, column %d, %s: %v, want %s", i, j, letter, got, want)
			}
		}
	}
	at := func(letters string) (cells [][2]int) {
		for i, row := range x.Grid {
			for j := range row {
				if strings.Contains(letters, row[j:j+1]) {
					cells = append(cells, [2]int{i, j})
				}
			}
		}
		return cells
	}
	if diff := cmp.Diff(at("AEG"), known["safe"].Value); diff != "" {
		t.Errorf("safe: %s", diff)
	}
	if diff := cmp.Diff(at("BCD"), known["mines"].Value); diff != "" {
		t.Errorf("mines: %s", diff)
	}
}

// TestViolation checks the violation that Check reports. A number or the total can have too many
// mines, or too many cells without a mine. The sites of the violation are then the first of these
// cells, up to the first surplus cell. If there are several violations, Check must report the
// violation whose last site comes first.
func TestViolation(t *testing.T) {
	for _, c := range []struct {
		board, s, rule string
		sites          []int
	}{
		{"mines=2 ????/1221/....", "0110", "", nil},
		{"mines=2 ????/1221/....", "1110", "row 2, column 1, 1", []int{0, 1}},
		{"mines=2 ????/1221/....", "0010", "row 2, column 1, 1", []int{0, 1}},
		{"????/1221/....", "1010", "row 2, column 3, 2", []int{1, 3}},
		{"????/1221/....", "0111", "row 2, column 3, 2", []int{1, 2, 3}},
		{"mines=1 ???", "011", "1", []int{1, 2}},
		{"mines=2 ???", "001", "2", []int{0, 1}},
		{"mines=4 ???", "111", "4", nil},
		{"mines=1 **?", "0", "1", nil},
		{"?/3/?", "11", "row 2, column 1, 3", nil},
		{"*/./?", "0", "row 2, column 1, 0", nil},
		{"*/2/?", "0", "row 2, column 1, 2", []int{0}},
		{"1", "", "row 1, column 1, 1", nil},
		{"mines=1 ?1?", "11", "row 1, column 2, 1", []int{0, 1}},
	} {
		b := mustParse(t, c.board)
		s := []byte(c.s)
		for i := range s {
			s[i] -= '0'
		}
		var v *encode.Violation
		err := b.Check(encode.Solution(s))
		errors.As(err, &v)
		if (v == nil) != (c.rule == "") || v != nil && (!facttest.States(v.Rule, c.rule) || !slices.Equal(v.Sites, c.sites)) {
			t.Errorf("%s: %s: %v, want %q, sites %v", c.board, c.s, err, c.rule, c.sites)
		}
	}
}

// TestSmallest compares the native method with the definition, on all boards of 1x2, 2x2 and 1x4
// cells. Each cell is covered, a known mine or a number up to 2, and the total is missing or any
// possible value. SAT is checked on every seventh of these boards.
func TestSmallest(t *testing.T) {
	signs := "?*012"
	for _, shape := range [][2]int{{1, 2}, {2, 2}, {1, 4}} {
		h, w := shape[0], shape[1]
		for number := range pow(len(signs), h*w) {
			code := number
			cells := make([]byte, h*w)
			for i := range cells {
				cells[i] = signs[code%len(signs)]
				code /= len(signs)
			}
			rows := make([]string, h)
			for r := range rows {
				rows[r] = string(cells[r*w : (r+1)*w])
			}
			for total := -1; total <= h*w; total++ {
				text := strings.Join(rows, "/")
				if total >= 0 {
					text = fmt.Sprintf("mines=%d %s", total, text)
				}
				b := mustParse(t, text)
				want := byDefinition(cells, w, total)
				if got := puzzletest.Count(t, &Puzzle, b, "native").String(); got != fmt.Sprint(want) {
					t.Errorf("%s: %s configurations, want %d", text, got, want)
				}
				if number%7 == 0 {
					if got := len(puzzletest.List(t, &Puzzle, b, "sat", 100)); got != want {
						t.Errorf("%s by sat: %d solutions, want %d", text, got, want)
					}
				}
			}
		}
	}
}

func pow(a, n int) int {
	x := 1
	for range n {
		x *= a
	}
	return x
}

// byDefinition counts the ways to put mines into covered cells that satisfy all numbers
// and the total.
func byDefinition(cells []byte, w, total int) (n int) {
	var open []int
	for i, x := range cells {
		if x == '?' {
			open = append(open, i)
		}
	}
	for set := range 1 << len(open) {
		mine := make([]int, len(cells))
		mines := 0
		for i, x := range cells {
			if k := slices.Index(open, i); x == '*' || k >= 0 && set>>k&1 == 1 {
				mine[i] = 1
				mines++
			}
		}
		ok := total < 0 || mines == total
		for i, x := range cells {
			if x < '0' || x > '8' {
				continue
			}
			for j := range cells {
				if abs(i/w-j/w) <= 1 && abs(i%w-j%w) <= 1 && j != i {
					x -= byte(mine[j])
				}
			}
			ok = ok && x == '0'
		}
		if ok {
			n++
		}
	}
	return n
}

func abs(x int) int { return max(x, -x) }

func TestDraw(t *testing.T) {
	b := mustParse(t, "mines=2 ?*?/12.")
	if got, want := b.Draw(nil), "mines=2\n?*?\n12.\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	s := encode.Solution("\x00\x01")
	if got, want := b.Draw(&s), "mines=2\n-**\n12.\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got, want := mustParse(t, "?1").Draw(nil), "?1\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	pictures, err := puzzletest.ReadBoards(b.Picture(&s))
	if err != nil || len(pictures) != 1 || pictures[0].Title != "2 mines" {
		t.Fatal(pictures, err)
	}
	want := []puzzletest.Shown{
		{Fill: coveredFill}, {Fill: openFill, Disc: true}, {Fill: coveredFill, Disc: true},
		{Fill: openFill, Texts: []string{"1"}}, {Fill: openFill, Texts: []string{"2"}}, {Fill: openFill},
	}
	if diff := cmp.Diff(want, pictures[0].Cells); diff != "" {
		t.Error(diff)
	}
}

// TestLimits checks that boards of 40,000 cells can be read and solved, and that 40,001
// are rejected.
func TestLimits(t *testing.T) {
	row := func(w int) string { return strings.Repeat("?", w) }
	board := func(h, w int) string { return strings.TrimSuffix(strings.Repeat(row(w)+"/", h), "/") }
	for _, c := range []struct {
		text string
		ok   bool
	}{
		{board(100, 100), true},
		{"mines=2063 " + board(100, 100), true},
		{board(200, 200), true},
		{board(1, 40_000), true},
		{board(1, 40_001), false},
		{board(201, 200), false},
		{"200x200:m" + strings.Repeat("0", 10_000), true},
		{"40000x1:0,0,u" + strings.Repeat("0", 10_000), true},
		{"201x200:m" + strings.Repeat("0", 10_050), false},
	} {
		b, err := parse(c.text)
		if (err == nil) != c.ok {
			t.Errorf("%s: %v", wording.Short(c.text), err)
		}
		if err == nil {
			if got := puzzletest.List(t, &Puzzle, b, "native", 1); len(got) != 1 || b.Check(got[0]) != nil {
				t.Errorf("%s: %d solutions, or a wrong one", wording.Short(c.text), len(got))
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{Puzzle.Example, "?1?/*8.", "mines=0 0", "3x3:0,0,u008", "3x3n1aX0Y0:m280", "9x9:8,5,m9b4c63b3f47f25757a7c0", "1x1:", "mines=40000 ?/", "mines=2/????/1221/....", "?1?/*1?/mines=1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := puzzletest.Reads(&Puzzle, text); err != nil {
			t.Error(err)
		}
	})
}
