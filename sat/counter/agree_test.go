package counter_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/bench/test/ratio"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/puzzletest"
	"counterproof/sat"
	"counterproof/sat/cnf"
	"counterproof/sat/counter"
)

func count(t testing.TB, f *cnf.Formula) string {
	t.Helper()
	n, err := counter.Counter{F: f}.Count(context.Background(), new(cnf.Stats))
	if err != nil {
		t.Fatal(err)
	}
	return n.String()
}

func listed(t testing.TB, s cnf.Solver) string {
	t.Helper()
	n := 0
	if err := s.Search(context.Background(), new(cnf.Stats), func(cnf.Model) bool { n++; return true }); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(n)
}

// byClasp counts the projected models with clasp.
func byClasp(t testing.TB, f *cnf.Formula) string {
	t.Helper()
	var text bytes.Buffer
	if err := f.Write(&text); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("clasp", "-n", "0", "-q", "--parse-ext", "--project", "-")
	cmd.Stdin = &text
	out, _ := cmd.Output() // its exit status is 10, 20 or 30
	found := regexp.MustCompile(`c Models +: (\d+)\n`).FindSubmatch(out)
	if found == nil {
		t.Fatalf("clasp prints %q", out)
	}
	return string(found[1])
}

// TestAgree compares with sat, sat/cubes and clasp on 4,000 random formulas. Half of them are small, and
// compared with a truth table, too. Most of the others have more variables than a truth table could have.
func TestAgree(t *testing.T) {
	_, err := exec.LookPath("clasp")
	rng := rand.New(rand.NewPCG(3, 4))
	agreed := 0
	for i := range 4000 {
		most := 40 - i%2*30
		f := random(rng, most)
		want := count(t, f)
		if most == 10 {
			if table := fmt.Sprint(counter.Truth(f)); want != table {
				t.Fatalf("formula %d: %s models, want %s: %+v", i, want, table, f)
			}
		} else if len(want) > 2 {
			continue // too many to list
		}
		if want != "0" {
			agreed++
		}
		for name, s := range map[string]cnf.Solver{"sat": sat.Blocking{F: f}, "sat/cubes": sat.Cubes{F: f, Depth: -1}} {
			if got := listed(t, s); got != want {
				t.Fatalf("formula %d: %s has %s models, the counter %s: %+v", i, name, got, want, f)
			}
		}
		if err == nil && len(f.Free) > 0 && (i%40 == 0 || processtest.IsLong()) { // clasp takes an empty projection for none
			if got := byClasp(t, f); got != want {
				t.Fatalf("formula %d: clasp has %s models, the counter %s: %+v", i, got, want, f)
			}
		}
	}
	if agreed < 200 {
		t.Errorf("%d formulas with models were compared, want at least 200", agreed)
	}
}

func random(rng *rand.Rand, most int) *cnf.Formula {
	f := &cnf.Formula{NumVars: 1 + rng.IntN(most)}
	block := 2 + rng.IntN(f.NumVars)
	for range int((1.5 + 3*rng.Float64()) * float64(f.NumVars)) {
		first := rng.IntN(f.NumVars) / block * block
		var c []cnf.Lit
		for range 1 + min(rng.IntN(4)+1, 3) - rng.IntN(20)/19 {
			v := 1 + (first+rng.IntN(block))%f.NumVars
			c = append(c, cnf.Lit(v*(1-2*rng.IntN(2))))
		}
		f.Add(c...)
	}
	share := 1 + rng.IntN(4)
	for v := range f.NumVars {
		if rng.IntN(4) < share {
			f.Free = append(f.Free, cnf.Lit(v+1))
		}
	}
	return f
}

// TestPublished counts boards with published numbers of solutions.
func TestPublished(t *testing.T) {
	var oracle struct {
		Borders [][2]string       `json:"usa49_edges"`
		USA     map[string]string `json:"usa49"`
	}
	puzzletest.ReadJSON(t, "../../encode/testdata/map.json", &oracle)
	number, edges := map[string]int{}, []string{}
	for _, border := range oracle.Borders {
		for _, region := range border {
			if _, ok := number[region]; !ok {
				number[region] = len(number)
			}
		}
		edges = append(edges, fmt.Sprintf("%d-%d", number[border[0]], number[border[1]]))
	}
	dominoes := func(h, w int) string {
		return strings.Repeat(strings.Repeat(".", w)+"/", h-1) + strings.Repeat(".", w) + fmt.Sprintf(";%d*xx", h*w/2)
	}
	for _, c := range []struct {
		puzzle, instance, style, count string
		long                           bool // for the long tests only
	}{
		{"map", fmt.Sprintf("regions=%d colours=4 edges=%s", len(number), strings.Join(edges, ",")), "", oracle.USA["4"], false},
		{"packing", dominoes(4, 16), "", "9475901", false}, // OEIS A005178
		{"packing", dominoes(8, 8), "", "12988816", false}, // Kasteleyn 1961
		{"packing", dominoes(8, 8), "sequential", "12988816", false},
		{"packing", dominoes(8, 8), "product", "12988816", false},
		{"packing", dominoes(12, 12), "", "53060477521960000", true}, // OEIS A004003
		{"sudoku", "................", "", "288", false},
		{"calendar", "10-06", "", "7", false},
		{"pentomino", "3x20", "", "8", true},
		{"pairplace", "....../....../....../....../......", "", "720", false},           // 6 one-factorizations of K6, OEIS A000438
		{"lightsout", strings.Repeat("#########/", 8) + "#########", "", "256", false},  // nullity 8, OEIS A159257
		{"submarines", "rows=3,3,3,3,3,3 cols=3,3,3,3,3,3", "counter", "297200", false}, // OEIS A058527
		{"submarines", "rows=3,3,3,3,3,3 cols=3,3,3,3,3,3", "totalizer", "297200", false},
	} {
		if c.long && !processtest.IsLong() {
			continue
		}
		p := catalog.Find(c.puzzle)
		in, err := p.Parse(c.instance)
		if err != nil {
			t.Fatal(err)
		}
		e, err := encode.CNF(p, in, cmp.Or(c.style, p.Styles[0]))
		if err != nil {
			t.Fatal(err)
		}
		if got := count(t, &e.Formula); got != c.count {
			t.Errorf("%s %.20s by %s: %s, want %s", c.puzzle, c.instance, c.style, got, c.count)
		}
	}
}

// BenchmarkCount compares with listing the 6,728 packings of a board of 6x6 cells.
func BenchmarkCount(b *testing.B) {
	p := catalog.Find("packing")
	in, err := p.Parse("....../....../....../....../....../......;18*xx")
	if err != nil {
		b.Fatal(err)
	}
	e, err := encode.CNF(p, in, p.Styles[0])
	if err != nil {
		b.Fatal(err)
	}
	check := func(got string) {
		if got != "6728" {
			b.Fatalf("%s packings, want 6728", got)
		}
	}
	ratio.AtLeast(b, 10, "cubes", func() { check(listed(b, sat.Cubes{F: &e.Formula, Depth: -1})) }, func() { check(count(b, &e.Formula)) })
}
