package lookup

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"counterproof/bench/record/method"
	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/catalog"
	"counterproof/native"
	"counterproof/sat/cnf"
)

// loose has boards with many solutions, by puzzle. If a closed form or a published table has the number,
// the number follows.
var loose = map[string][][2]string{
	"battleships": {{"rows=?,?,? cols=?,?,? fleet=2,1", ""}},
	"exactcover":  {{"0:2|A B 1:2|C | X ; A X:1 ; A B ; B C ; C X:0 ; A C ; B X:1", ""}},
	"gf2":         {{"1110|0/0111|1", "4"}},
	"laplace":     {{"sum 0..3 4,4,4/4,4,4", ""}},
	"lightsout":   {{"..../..../..../....", "16"}},
	"map":         {{"regions=5 colours=4 edges=0-1,0-2,1-2,1-3,2-3,3-4", "144"}, {"regions=5 colours=3 edges=0-1,1-2,2-3,3-4,4-0", "30"}},
	"minesweeper": {{"mines=3 ?????/?????", "120"}, {"?1??/??2?", ""}},
	"nonogram":    {{"4x4:1/1/1/1/1/1/1/1", "24"}},
	"packing":     {{"..../..../..../....;8*xx", "36"}, {"..../..../....;xxx/x.x;xx;xxx;2*x", ""}},
	"pairplace":   {{"..../..../....", "6"}, {"....../......", ""}},
	"pentomino":   {{"3x5", ""}},
	"pushpull":    {{"4x4:0000000000000000", "16"}},
	"sherlock":    {{"drink:tea,milk,juice/pet:cat,dog,fox/car:red,blue,green", "216"}, {"drink:tea,milk,juice/pet:cat,dog,fox;left dog milk", ""}},
	"submarines":  {{"rows=2,2,2,2 cols=2,2,2,2", "90"}, {"rows=1,2,3 cols=2,2,2", ""}},
	"sudoku":      {{"1.........3.....", ""}, {"................", "288"}},
}

// listOf lists the solutions of an instance by the first native method.
func listOf(t *testing.T, in encode.Instance) (list [][]int) {
	t.Helper()
	wide := encode.Wide(in.Sites())
	err := in.Reduce()[0].Search(t.Context(), new(native.Stats), func(s encode.Solution) bool {
		list = append(list, s.Values(wide))
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// boardsOf returns the example of a puzzle, the loose boards, and two drawn boards.
func boardsOf(t *testing.T, p *encode.Puzzle) []encode.Instance {
	t.Helper()
	var list []encode.Instance
	if p.Name != "laplace" { // unit propagation decides little in its example, so its graph takes minutes
		list = append(list, p.ExampleBoard())
	}
	for _, board := range loose[p.Name] {
		in, err := p.Parse(board[0])
		if err != nil {
			t.Fatal(err)
		}
		if n := len(listOf(t, in)); board[1] != "" && big.NewInt(int64(n)).String() != board[1] {
			t.Fatalf("%s %v: the native method lists %d solutions, want %s", p.Name, in, n, board[1])
		}
		list = append(list, in)
	}
	for seed := range uint64(2) {
		if p.Generate == nil || p.Name == "calendar" {
			break
		}
		in, err := p.Generate(t.Context(), rand.New(rand.NewPCG(seed, 7)), encode.Size{}, func(encode.Instance) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, in)
	}
	return list
}

// TestGraphs compares graphs of boards of every puzzle with the lists of the native methods. It compares the
// counts in every style, the numbers of solutions by site and value, and samples. A fresh native search
// must find the count under drawn given values.
func TestGraphs(t *testing.T) {
	drawn := 0
	for _, p := range catalog.All() {
		if p.Name == "calendar" && !processtest.IsLong() { // some seconds for its native lists
			continue
		}
		rng := rand.New(rand.NewPCG(1, 2))
		for _, in := range boardsOf(t, p) {
			list := listOf(t, in)
			if len(list) > 2000 {
				continue
			}
			for _, style := range p.Styles {
				m, err := Prove(p, in, method.MustParse("sat/"+style+"/count"))
				if err != nil {
					t.Fatal(err)
				}
				g, err := m.Graph(t.Context(), new(cnf.Stats))
				if err != nil || g.Count().Cmp(big.NewInt(int64(len(list)))) != 0 {
					t.Fatalf("%s %v in style %s: the graph has %v solutions, %v, want %d", p.Name, in, style, g.Count(), err, len(list))
				}
			}
			g, err := Compile(t.Context(), p, in)
			if err != nil {
				t.Fatal(err)
			}
			compareMarginals(t, p, in, g, list)
			for range 30 {
				drawn += compareGiven(t, p, in, g, rng)
			}
			compareSamples(t, p, in, list)
		}
	}
	t.Logf("%d choices of given values", drawn)
	if drawn < 1000 {
		t.Errorf("%d choices of given values, want at least 1000", drawn)
	}
}

func compareMarginals(t *testing.T, p *encode.Puzzle, in encode.Instance, g *Compiled, list [][]int) {
	t.Helper()
	got, err := g.Marginals()
	if errors.Is(err, ErrUnnamed) && p.Name == "packing" {
		return // no variable says which of several equal pieces covers a cell
	}
	if err != nil {
		t.Fatal(err)
	}
	sum, want := new(big.Int), make([]map[int]int64, len(got))
	for site := range got {
		want[site] = map[int]int64{}
		for _, s := range list {
			want[site][s[site]]++
		}
		for value, n := range got[site] {
			sum.Add(sum, n)
			if n.Cmp(big.NewInt(want[site][value])) != 0 {
				t.Errorf("%s %v: %v solutions have the value %d at site %d, want %d", p.Name, in, n, value, site, want[site][value])
			}
		}
	}
	if sites := int64(len(in.Sites())); sum.Cmp(big.NewInt(sites*int64(len(list)))) != 0 {
		t.Errorf("%s %v: the sum is %v for %d sites and %d solutions", p.Name, in, sum, sites, len(list))
	}
}

// compareGiven draws given values, and compares the count of the graph with a fresh native search. It
// returns 0 if the literals of the drawn values do not determine the sites.
func compareGiven(t *testing.T, p *encode.Puzzle, in encode.Instance, g *Compiled, rng *rand.Rand) int {
	t.Helper()
	sites := in.Sites()
	if len(sites) == 0 || len(g.Encoding.Gives) == 0 {
		return 0
	}
	var given []clues.Given
	var lits []cnf.Lit
	for _, site := range rng.Perm(len(sites))[:1+rng.IntN(min(4, len(sites)))] {
		value := rng.IntN(sites[site])
		var same, others []cnf.Lit
		for _, gives := range g.Encoding.Gives {
			switch {
			case gives.Site != site:
			case gives.Value == value:
				same = append(same, cnf.Lit(gives.Var))
			default:
				others = append(others, -cnf.Lit(gives.Var))
			}
		}
		switch {
		case len(same) == 1:
			lits = append(lits, same...)
		case sites[site] == 2 && value == 1: // one of several literals is true: no conjunction says this
			continue
		default:
			lits = append(lits, others...)
		}
		given = append(given, clues.Given{Site: site, Value: value})
	}
	if _, err := g.Marginals(); err != nil || len(given) == 0 {
		return 0
	}
	want := len(listOf(t, clues.Restrict(in, given)))
	if got := g.Count(lits...); got.Cmp(big.NewInt(int64(want))) != 0 {
		t.Errorf("%s %v with %v: the graph has %v solutions, want %d", p.Name, in, given, got, want)
	}
	return 1
}

// compareSamples checks that samples are solutions, and that a second run draws the same ones.
func compareSamples(t *testing.T, p *encode.Puzzle, in encode.Instance, list [][]int) {
	t.Helper()
	draw := func() (samples []encode.Solution) {
		err := Sampling(p, in, 5, 3).Search(context.Background(), new(Stats), func(s encode.Solution) bool {
			samples = append(samples, s)
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		return samples
	}
	samples, again := draw(), draw()
	if want := min(5, 5*len(list)); len(samples) != want || len(again) != want {
		t.Errorf("%s %v: %d and %d samples, want %d", p.Name, in, len(samples), len(again), want)
	}
	for i, s := range samples {
		if err := in.Check(s); err != nil && !errors.Is(err, encode.ErrUndecided) {
			t.Errorf("%s %v: the sample %s breaks a rule: %v", p.Name, in, encode.FormatSolution(in, s), err)
		}
		if s != again[i] {
			t.Errorf("%s %v: the same seed draws other samples", p.Name, in)
		}
	}
}
