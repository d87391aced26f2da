package minesweeper

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/native"
	"counterproof/sat"
	"counterproof/sat/cnf"
)

// asPlayed returns a board on which half of the cells without a mine are open. The cells are opened
// as a player would open them. The board does not know where the mines are. Where the play would
// need a guess, asPlayed opens a random cell without a mine.
func asPlayed(rng *rand.Rand, g *game) *Board {
	b := g.board()
	b.game = nil
	var safe []int
	for i, mine := range g.mine {
		if !mine {
			safe = append(safe, i)
		}
	}
	rng.Shuffle(len(safe), func(i, j int) { safe[i], safe[j] = safe[j], safe[i] })
	open := 0
	for _, first := range safe {
		if b.cells[first] >= 0 {
			continue
		}
		at := *g
		at.first = first
		p, err := at.play(context.Background(), new(native.Stats))
		if err != nil {
			panic(err)
		}
		opened := []int{first}
		for _, s := range p.steps {
			opened = append(opened, s.safe...)
		}
		for _, i := range opened {
			if open += len(g.open(b.cells, i)); 2*open >= len(safe) {
				return b
			}
		}
	}
	return b
}

// BenchmarkExpert calls Explain for 600 boards of 16x30 cells with 99 mines. On 300 boards, each
// cell without a mine is open with probability 1/2. The other 300 boards are opened as in play,
// until half of the cells without a mine are open. For each kind, the benchmark reports the median
// and the slowest time in milliseconds.
func BenchmarkExpert(b *testing.B) {
	kinds := map[string][]*Board{}
	for k := range uint64(300) {
		rng := rand.New(rand.NewPCG(99, k))
		kinds["anywhere"] = append(kinds["anywhere"], halfOpen(rng, hide(rng, 16, 30, 99)))
		kinds["played"] = append(kinds["played"], asPlayed(rng, hide(rng, 16, 30, 99)))
	}
	spent := map[string][]float64{}
	for b.Loop() {
		for kind, boards := range kinds {
			for _, in := range boards {
				start := time.Now()
				if x, err := in.Explain(context.Background()); err != nil || len(x.Facts) != 5 {
					b.Errorf("%v: %v, %v", in, x, err)
				}
				spent[kind] = append(spent[kind], 1000*time.Since(start).Seconds())
			}
		}
	}
	for kind, s := range spent {
		slices.Sort(s)
		b.ReportMetric(s[len(s)/2], kind+"-median-ms")
		b.ReportMetric(s[len(s)-1], kind+"-max-ms")
	}
}

// BenchmarkGenerate makes games of the presets' sizes that can be solved without
// guessing. For each size it reports the milliseconds of the median game and of the
// slowest.
func BenchmarkGenerate(b *testing.B) {
	for b.Loop() {
		for _, size := range []encode.Size{{H: 9, W: 9, N: 10}, {H: 9, W: 9, N: 35}, {H: 16, W: 16, N: 40}, {H: 16, W: 30, N: 99}} {
			var spent []float64
			for k := range uint64(20) {
				start := time.Now()
				if _, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(1, k)), size, func(encode.Instance) bool { return true }); err != nil {
					b.Fatal(err)
				}
				spent = append(spent, 1000*time.Since(start).Seconds())
			}
			slices.Sort(spent)
			b.ReportMetric(spent[len(spent)/2], size.String()+"-median-ms")
			b.ReportMetric(spent[len(spent)-1], size.String()+"-max-ms")
		}
	}
}

// configurations limits how many configurations (ways to place the mines) of a board
// BenchmarkStyles lists.
const configurations = 2000

// BenchmarkStyles lists up to 2000 configurations (ways to place the mines) for each of six 9x9
// boards with 10 mines and few open cells. For each style, our SAT search and clasp get the same
// formulas in the same run. The benchmark reports the seconds of each method for all boards, and
// our time divided by the time of clasp.
func BenchmarkStyles(b *testing.B) {
	_, withClasp := processtest.Find(b, "clasp")
	type job struct {
		enc  *encode.Encoding
		file string
	}
	jobs := map[string][]job{}
	for k := range uint64(6) {
		rng := rand.New(rand.NewPCG(10, k))
		g := hide(rng, 9, 9, 10)
		in := halfOpen(rng, g)
		for i, n := range in.cells { // open only few cells, so that there are many configurations
			if n >= 0 && rng.IntN(3) > 0 {
				in.cells[i] = covered
			}
		}
		for _, style := range Puzzle.Styles {
			enc, err := encode.CNF(&Puzzle, in, style)
			if err != nil {
				b.Fatal(err)
			}
			var text bytes.Buffer
			if err := enc.Write(&text); err != nil {
				b.Fatal(err)
			}
			file := filepath.Join(b.TempDir(), fmt.Sprintf("%d-%s.cnf", k, style))
			if err := os.WriteFile(file, text.Bytes(), 0o666); err != nil {
				b.Fatal(err)
			}
			jobs[style] = append(jobs[style], job{enc, file})
		}
	}
	spent := map[string]float64{}
	for b.Loop() {
		for k := range len(jobs[Puzzle.Styles[0]]) {
			listed := map[int]bool{}
			for _, style := range Puzzle.Styles {
				j := jobs[style][k]
				start, n := time.Now(), 0
				err := sat.Blocking{F: &j.enc.Formula}.Search(context.Background(), new(cnf.Stats), func(cnf.Model) bool {
					n++
					return n < configurations
				})
				if err != nil {
					b.Fatal(err)
				}
				spent[style] += time.Since(start).Seconds()
				listed[n] = true
				if !withClasp {
					continue
				}
				start = time.Now()
				out, _ := exec.Command("clasp", "-n", fmt.Sprint(configurations), "-q", "--parse-ext", "--project", j.file).Output() // ignore the exit status, which is 10 or 30
				spent[style+"-clasp"] += time.Since(start).Seconds()
				if !strings.Contains(string(out), fmt.Sprintf("c Models         : %d", n)) {
					b.Errorf("board %d, %s: %d configurations, clasp printed %s", k, style, n, out)
				}
			}
			if len(listed) != 1 {
				b.Errorf("board %d: numbers of configurations %v", k, listed)
			}
		}
	}
	for name, s := range spent {
		b.ReportMetric(s, name+"-s")
		if !strings.HasSuffix(name, "-clasp") && withClasp {
			b.ReportMetric(s/spent[name+"-clasp"], name+"/clasp")
		}
	}
}
