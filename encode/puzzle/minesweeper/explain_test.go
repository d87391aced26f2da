package minesweeper

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
	"counterproof/native"
	"counterproof/sat"
	"counterproof/sat/cnf"
)

// TestProbabilities checks the facts of boards with up to 800 configurations against the
// full list of configurations that SAT finds.
func TestProbabilities(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	boards, mixed := 0, 0
	for boards < 20 {
		b := halfOpen(rng, hide(rng, 7, 8, 9+rng.IntN(8)))
		if rng.IntN(2) == 0 {
			b.mines = -1
		}
		all := puzzletest.List(t, &Puzzle, b, "sat", 801)
		if len(all) > 800 {
			continue
		}
		boards++
		ones := make([]int, len(b.Sites()))
		for _, s := range all {
			for i := range s {
				ones[i] += int(s[i])
			}
		}
		want := make([][]*string, b.h)
		safe, mines := [][2]int{}, [][2]int{}
		site := 0
		for i, shows := range b.cells {
			r := i / b.w
			if shows != covered {
				want[r] = append(want[r], nil)
				continue
			}
			p := big.NewRat(int64(ones[site]), int64(len(all))).RatString()
			want[r] = append(want[r], &p)
			switch p {
			case "0":
				safe = append(safe, [2]int{r, i % b.w})
			case "1":
				mines = append(mines, [2]int{r, i % b.w})
			default:
				mixed++
			}
			site++
		}
		got := puzzletest.Facts(t, b)
		for name, value := range map[string]any{"consistent": true, "configurations": fmt.Sprint(len(all)), "probabilities": want, "safe": safe, "mines": mines} {
			if diff := cmp.Diff(value, got[name].Value); diff != "" {
				t.Errorf("%v: %s: %s", b, name, diff)
			}
		}
		if len(got) != 5 {
			t.Errorf("%v: facts %v", b, got)
		}
	}
	if mixed < 100 {
		t.Errorf("only %d cells are in doubt", mixed)
	}
}

// TestFrontier checks how native/sums counts the ways to place mines around each group of connected
// numbers. For each number of mines, native/sums must count as many ways as SAT finds when all
// other cells are fixed. The groups and the cells away from all numbers together must give the
// number of configurations that Explain reports.
func TestFrontier(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	largest := 0
	for range 12 {
		g := hide(rng, 9, 9, 10+rng.IntN(10))
		b := g.board()
		b.game = nil
		for i, mine := range g.mine {
			if !mine && rng.IntN(5) < 2 {
				b.cells[i] = g.number(i)
			}
		}
		p, _ := b.problem()
		p.Total = -1
		a, err := p.Analyse(context.Background(), new(native.Stats))
		if err != nil {
			t.Fatal(err)
		}
		var truth []byte // by site
		for i, mine := range g.mine {
			if b.cells[i] == covered {
				truth = append(truth, 0)
				if mine {
					truth[len(truth)-1] = 1
				}
			}
		}
		loose := *b
		loose.mines = -1
		whole := map[int]*big.Int{0: big.NewInt(1)} // by number of mines: the configurations of the parts so far
		in := make([]bool, p.N)                     // by variable: whether the variable is in a part
		for _, part := range a.Components {
			here := make([]bool, p.N)
			for _, v := range part.Vars {
				in[v], here[v] = true, true
			}
			by := patterns(t, &loose, truth, here)
			next := map[int]*big.Int{}
			for k, n := range part.ByTotal {
				if n.Cmp(big.NewInt(int64(by[k]))) != 0 {
					t.Errorf("%v: %v patterns of %v with %d mines, by SAT %d", b, n, part.Vars, k, by[k])
				}
				largest = max(largest, by[k])
				delete(by, k)
				for m, x := range whole {
					if next[m+k] == nil {
						next[m+k] = new(big.Int)
					}
					next[m+k].Add(next[m+k], new(big.Int).Mul(x, n))
				}
			}
			if len(by) > 0 {
				t.Errorf("%v: patterns of %v by mines, by SAT only: %v", b, part.Vars, by)
			}
			whole = next
		}
		open := int64(0)
		for _, is := range in {
			if !is {
				open++
			}
		}
		sum := new(big.Int)
		for m, x := range whole {
			if rest := int64(b.mines - m); rest >= 0 && rest <= open {
				sum.Add(sum, new(big.Int).Mul(x, new(big.Int).Binomial(open, rest)))
			}
		}
		if got := puzzletest.Facts(t, b)["configurations"].Value; got != sum.String() || int(open) != a.Open {
			t.Errorf("%v: %v configurations and %d open cells, by the parts %v and %d", b, got, a.Open, sum, open)
		}
	}
	if largest < 100 {
		t.Errorf("at most %d patterns with one number of mines: too easy", largest)
	}
}

// patterns counts, for each number of mines, the ways to place this many mines on certain sites.
// The parameter here is true for these sites. All other sites have the values in the parameter
// truth. The ways are listed with SAT.
func patterns(t *testing.T, b *Board, truth []byte, here []bool) map[int]int {
	t.Helper()
	e := encode.NewEncoder(b.Sites(), Puzzle.Styles[0])
	b.Encode(e)
	for i, is := range here {
		if !is {
			e.Add(e.Is(i, int(truth[i])))
		}
	}
	enc := e.Encoding()
	by := map[int]int{}
	err := sat.Blocking{F: &enc.Formula}.Search(context.Background(), new(cnf.Stats), func(m cnf.Model) bool {
		n := 0
		for i, x := range enc.Decode(m) {
			if here[i] {
				n += int(x)
			}
		}
		by[n]++
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return by
}

// picture returns the board in the picture of b's explanation.
func picture(t *testing.T, b *Board) *puzzletest.Drawn {
	t.Helper()
	x, err := b.Explain(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return pictured(t, x)
}

func pictured(t *testing.T, x *encode.Explanation) *puzzletest.Drawn {
	t.Helper()
	p, err := x.Picture()
	if err != nil {
		t.Fatal(err)
	}
	all, err := puzzletest.ReadBoards(p)
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	return all[0]
}

// TestHeat checks that the shades in the text and in the picture match the probabilities.
// Safe cells and mines must be recognizable without colour.
func TestHeat(t *testing.T) {
	for _, text := range []string{
		"mines=6 ??????/122*??/..2???/..1???", // 0, 1/4, 1
		"mines=10 ..1???????/..2???????/..3???????/..2???????/112???????/??????????/??????????/??????????/??????????/??????????",
	} {
		shades(t, mustParse(t, text))
	}
}

func shades(t *testing.T, b *Board) {
	f := puzzletest.Facts(t, b)["probabilities"]
	if n := utf8.RuneCountInString(f.Text); n != len(f.Heat) {
		t.Fatalf("%d shades for %d letters", len(f.Heat), n)
	}
	p := picture(t, b)
	rows := f.Value.([][]*string)
	lines := strings.Split(f.Text, "\n")
	at := 0 // position in the text
	last := map[string]string{}
	for r, row := range rows {
		for c, exact := range row {
			signs := lines[r][3*c : 3*c+2]
			shown := p.Cells[r*b.w+c]
			heat := f.Heat[at+3*c : at+3*c+2]
			if exact == nil {
				if heat[0] >= 0 || heat[1] >= 0 || shown.Fill != openFill || signs[0] != ' ' {
					t.Errorf("an open cell is %q %v, %v", signs, heat, shown)
				}
				continue
			}
			q, _ := new(big.Rat).SetString(*exact)
			x, _ := q.Float64()
			if heat[0] != x || heat[1] != x || shown.Fill != draw.Shade(x) {
				t.Errorf("%s is shaded %v, %08x", *exact, heat, shown.Fill)
			}
			text := strings.Join(shown.Texts, "")
			switch *exact {
			case "0":
				if signs != "--" || text != "safe" || shown.Disc {
					t.Errorf("0 is %q, %v", signs, shown)
				}
			case "1":
				if signs != "**" || text != "" || !shown.Disc {
					t.Errorf("1 is %q, %v", signs, shown)
				}
			default:
				if signs != fmt.Sprintf("%02.0f", 100*x) || text != fmt.Sprintf("%.0f%%", 100*x) || shown.Disc {
					t.Errorf("%s is %q, %v", *exact, signs, shown)
				}
			}
			last[*exact] = signs
		}
		at += len(lines[r]) + 1
	}
	if len(last) < 3 {
		t.Errorf("the board has only the probabilities %v", last)
	}
	for exact := range last {
		if !strings.Contains(f.Text, "\n"+exact+" in ") {
			t.Errorf("%s is not listed:\n%s", exact, f.Text)
		}
	}
	if want := puzzletest.Facts(t, b)["configurations"].Value.(string) + " configurations (" + b.title() + ")"; p.Title != want {
		t.Errorf("title %q, want %q", p.Title, want)
	}
}

// TestPercent checks that a probability between 0 and 1 is never shown as safe or as a
// mine.
func TestPercent(t *testing.T) {
	for _, c := range []struct {
		a, b  int64
		signs string
	}{{0, 1, "--"}, {1, 1000, "01"}, {6, 77, "08"}, {1, 2, "50"}, {71, 77, "92"}, {999, 1000, "99"}, {1, 1, "**"}} {
		if got := twoSigns(big.NewRat(c.a, c.b)); got != c.signs {
			t.Errorf("%d/%d: %q, want %q", c.a, c.b, got, c.signs)
		}
	}
}

// TestExplainEmpty checks the facts of a board without covered cells.
func TestExplainEmpty(t *testing.T) {
	got := puzzletest.Facts(t, mustParse(t, "mines=1 1*"))
	text, err := json.Marshal([]any{got["probabilities"].Value, got["safe"].Value, got["mines"].Value})
	if err != nil || string(text) != "[[[null,null]],[],[]]" || got["configurations"].Value != "1" || got["safe"].Text != "none" {
		t.Errorf("%s, %v", text, got)
	}
}

// TestExplainEnds checks that Explain returns the error of a cancelled context. One board has
// configurations, and the other is contradictory.
func TestExplainEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, text := range []string{Puzzle.Example, "?3?"} {
		if _, err := mustParse(t, text).Explain(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
