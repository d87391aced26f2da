package experiment

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/native"
)

// TestRandom checks that the same random seed gives the same board, that the board's notation can
// be parsed, and that impossible sizes are errors.
func TestRandom(t *testing.T) {
	drawn := 0
	for _, p := range catalog.All() {
		if p.Random == nil {
			continue
		}
		drawn++
		texts := map[string]bool{}
		for seed := range uint64(20) {
			z := encode.Size{H: 3 + int(seed)%3, W: 4}
			var last string
			for range 2 {
				in, err := p.Random(rand.New(rand.NewPCG(seed, 1)), z, float64(seed)/20)
				if err != nil {
					t.Fatalf("%s: %v", p.Name, err)
				}
				if last != "" && in.String() != last {
					t.Errorf("%s: %s, then %s", p.Name, last, in)
				}
				last = in.String()
			}
			texts[last] = true
			if back, err := p.Parse(last); err != nil || back.String() != last {
				t.Errorf("%s: %s is read as %v, %v", p.Name, last, back, err)
			}
		}
		if len(texts) < 10 {
			t.Errorf("%s: only %d boards of 20", p.Name, len(texts))
		}
		for _, z := range []encode.Size{{}, {H: 1}, {H: 1 << 20, W: 1 << 20}} {
			if in, err := p.Random(rand.New(rand.NewPCG(1, 1)), z, 0.5); err == nil {
				t.Errorf("%s: %v is a board of %v", p.Name, in, z)
			}
		}
	}
	if drawn < 4 {
		t.Errorf("%d puzzles draw boards at random", drawn)
	}
}

// TestRandomDensity checks that boards have the requested density on average, and exactly at 0 and 1.
func TestRandomDensity(t *testing.T) {
	const n = 400
	for _, c := range []struct {
		puzzle string
		size   encode.Size
		marked func(t *testing.T, in encode.Instance) int // number of marked cells
	}{
		{"nonogram", encode.Size{H: 5, W: 6}, func(t *testing.T, in encode.Instance) int {
			lines := strings.Split(strings.TrimPrefix(in.String(), "6x5:"), "/") // first six columns, then the rows
			return sum(strings.Split(strings.ReplaceAll(strings.Join(lines[6:], "."), "..", "."), "."))
		}},
		{"lightsout", encode.Size{H: 5, W: 6}, func(t *testing.T, in encode.Instance) int { return strings.Count(in.String(), "#") }},
		{"submarines", encode.Size{H: 5, W: 6}, func(t *testing.T, in encode.Instance) int {
			rows, _, _ := strings.Cut(in.String(), " ")
			return sum(strings.Split(strings.TrimPrefix(rows, "rows="), ","))
		}},
	} {
		p := catalog.Find(c.puzzle)
		for _, d := range []float64{0, 0.3, 0.5, 1} {
			total := 0
			for i := range uint64(n) {
				in, err := p.Random(rand.New(rand.NewPCG(i, 7)), c.size, d)
				if err != nil {
					t.Fatal(err)
				}
				total += c.marked(t, in)
			}
			cells := float64(n * c.size.H * c.size.W)
			// Allow five standard deviations of the same number of independent cells.
			if got, slack := float64(total)/cells, 5*math.Sqrt(d*(1-d)/cells); math.Abs(got-d) > slack {
				t.Errorf("%s at %v: %v of the cells, more than %v off", c.puzzle, d, got, slack)
			}
		}
	}
	p := catalog.Find("minesweeper")
	for _, c := range []struct {
		density float64
		mines   int
	}{{0, 0}, {0.125, 10}, {0.5, 40}, {1, 71}} { // of 80 cells; at least 9 stay free, or 4 in a corner
		in, err := p.Random(rand.New(rand.NewPCG(3, 7)), encode.Size{H: 8, W: 10}, c.density)
		if err != nil {
			t.Fatal(err)
		}
		solutions := 0
		err = in.Reduce()[0].Search(t.Context(), new(native.Stats), func(s encode.Solution) bool {
			solutions++
			if got := strings.Count(string(s), "\x01"); got != c.mines && c.density < 1 || got < 71 && c.density == 1 {
				t.Errorf("minesweeper at %v: %d mines, want %d", c.density, got, c.mines)
			}
			return solutions < 3
		})
		if err != nil || solutions == 0 {
			t.Errorf("minesweeper at %v: %d solutions, %v", c.density, solutions, err)
		}
	}
}

// TestRandomSubmarines checks the boards of one cell at density p. The row sum is 1 with
// probability p, and so is the column sum, but the two sums must be equal. With q = 1 - p, the
// cell is therefore 1 with probability p*p / (p*p + q*q).
func TestRandomSubmarines(t *testing.T) {
	const n, p = 20_000, 0.3
	ones := 0
	for i := range uint64(n) {
		in, err := catalog.Find("submarines").Random(rand.New(rand.NewPCG(i, 9)), encode.Size{H: 1, W: 1}, p)
		if err != nil {
			t.Fatal(err)
		}
		switch in.String() {
		case "rows=1 cols=1":
			ones++
		case "rows=0 cols=0":
		default:
			t.Fatal(in)
		}
	}
	want := p * p / (p*p + (1-p)*(1-p))
	if got := float64(ones) / n; math.Abs(got-want) > 5*math.Sqrt(want*(1-want)/n) {
		t.Errorf("%v hold one, want %v", got, want)
	}
}

func sum(numbers []string) int {
	total := 0
	for _, text := range numbers {
		n := 0
		for _, d := range text {
			n = 10*n + int(d-'0')
		}
		total += n
	}
	return total
}
