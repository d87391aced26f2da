package dnnf_test

import (
	"bytes"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"counterproof/sat/cnf"
	"counterproof/sat/counter"
	"counterproof/sat/cpog"
	"counterproof/sat/dnnf"
)

func graphOf(t *testing.T, f *cnf.Formula) *dnnf.Graph {
	t.Helper()
	g, err := counter.Counter{F: f}.Graph(t.Context(), new(cnf.Stats))
	if err != nil {
		t.Fatalf("%v: %v", f.Clauses, err)
	}
	return g
}

// holds reports whether a model, given by its bits, makes all literals true.
func holds(m int, lits []cnf.Lit) bool {
	for _, l := range lits {
		if m>>(l.Var()-1)&1 == 1 != (l > 0) {
			return false
		}
	}
	return true
}

// countWith counts the models that make all literals true.
func countWith(models map[int]bool, lits ...cnf.Lit) (n int64) {
	for m := range models {
		if holds(m, lits) {
			n++
		}
	}
	return n
}

// maskOf returns the projected variables as bits.
func maskOf(f *cnf.Formula) (mask int) {
	for _, l := range f.Vars() {
		mask |= 1 << (l.Var() - 1)
	}
	return mask
}

// TestQueries compares the marginals, and the counts with given literals, with truth tables.
func TestQueries(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range 2000 {
		f := drawFormula(rng, i%2 == 1)
		want, g := models(f), graphOf(t, f)
		marginals := g.Marginals()
		vars := f.Vars()
		for v := 1; v <= f.NumVars; v++ {
			number := int64(0) // for variables that are not projected
			if slices.Contains(vars, cnf.Lit(v)) {
				number = countWith(want, cnf.Lit(v))
			}
			if marginals[v].Cmp(big.NewInt(number)) != 0 {
				t.Fatalf("%v projected to %v: variable %d is true in %v models, want %d", f.Clauses, vars, v, &marginals[v], number)
			}
		}
		for range 5 {
			var given []cnf.Lit
			for _, l := range vars {
				if rng.IntN(3) == 0 {
					given = append(given, l*cnf.Lit(2*rng.IntN(2)-1))
				}
			}
			if got, number := g.Count(given...), countWith(want, given...); got.Cmp(big.NewInt(number)) != 0 {
				t.Fatalf("%v projected to %v: %v models with %v, want %d", f.Clauses, vars, got, given, number)
			}
		}
	}
}

// An nnf is a graph in the form of d4, read by the rules of its documentation.
type nnf struct {
	kinds map[int]string
	edges map[int][]edge
}

type edge struct {
	lits []cnf.Lit
	to   int
}

func readNNF(t *testing.T, text string) *nnf {
	t.Helper()
	n := &nnf{map[int]string{}, map[int][]edge{}}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		var kind string
		if strings.Contains("oatf", words[0]) {
			kind, words = words[0], words[1:]
		}
		var numbers []int
		for _, w := range words {
			var k int
			if _, err := fmt.Sscanf(w, "%d", &k); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			numbers = append(numbers, k)
		}
		last := len(numbers) - 1
		switch _, known := n.kinds[numbers[0]]; {
		case numbers[last] != 0, kind != "" && (last != 1 || known), kind == "" && (last < 2 || !known || n.kinds[numbers[1]] == ""):
			t.Fatalf("the line %q is wrong in\n%s", line, text)
		case kind != "":
			n.kinds[numbers[0]] = kind
		default:
			e := edge{to: numbers[1]}
			for _, k := range numbers[2:last] {
				e.lits = append(e.lits, cnf.Lit(k))
			}
			n.edges[numbers[0]] = append(n.edges[numbers[0]], e)
		}
	}
	return n
}

// count returns the number of models below a node that agree with the bits of m.
func (n *nnf) count(node, m int) int {
	sum, product := 0, 1
	for _, e := range n.edges[node] {
		c := 0
		if holds(m, e.lits) {
			c = n.count(e.to, m)
		}
		sum += c
		product *= c
	}
	switch n.kinds[node] {
	case "o":
		return sum
	case "f":
		return 0
	}
	return product
}

// variables adds the variables below a node to the set. It returns the number of models, provided that
// the edges of each choice decide the same variables.
func (n *nnf) variables(t *testing.T, node int, set map[int]bool) int {
	sum, product := 0, 1
	var first map[int]bool
	for _, e := range n.edges[node] {
		own := map[int]bool{}
		c := n.variables(t, e.to, own)
		for _, l := range e.lits {
			if own[l.Var()] {
				t.Fatalf("node %d decides variable %d twice", node, l.Var())
			}
			own[l.Var()] = true
		}
		if n.kinds[node] == "o" {
			if first == nil {
				first = own
			}
			if fmt.Sprint(own) != fmt.Sprint(first) {
				t.Fatalf("the edges of node %d decide the variables %v and %v", node, first, own)
			}
		}
		for v := range own {
			if n.kinds[node] == "a" && set[v] {
				t.Fatalf("two parts of node %d share variable %d", node, v)
			}
			set[v] = true
		}
		sum += c
		product *= c
	}
	switch n.kinds[node] {
	case "o":
		return sum
	case "f":
		return 0
	}
	return product
}

// TestNNF reads written graphs back: they have the models of the truth table, each of them once, and each
// choice decides the same variables in all edges.
func TestNNF(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for i := range 1000 {
		f := drawFormula(rng, i%2 == 1)
		want := models(f)
		var text bytes.Buffer
		if err := dnnf.WriteNNF(&text, graphOf(t, f)); err != nil {
			t.Fatal(err)
		}
		n := readNNF(t, text.String())
		decided := map[int]bool{}
		if got := n.variables(t, 1, decided); got != len(want) || got > 0 && len(decided) != len(f.Vars()) {
			t.Fatalf("%v projected to %v: the text has %d models of %v, want %d:\n%s", f.Clauses, f.Vars(), got, decided, len(want), &text)
		}
		mask := maskOf(f)
		for m := range 1 << f.NumVars {
			if m&mask != m {
				continue
			}
			number := 0
			if want[m] {
				number = 1
			}
			if got := n.count(1, m); got != number {
				t.Fatalf("%v projected to %v: the text has the model %b %d times, want %d:\n%s", f.Clauses, f.Vars(), m, got, number, &text)
			}
		}
	}
}

// TestSamples draws 200 samples per model from three graphs, and applies the chi-square test. By the
// approximation of Wilson and Hilferty (1931), a fair sampler stays below the limit except once in 3,000 seeds.
func TestSamples(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for tested := 0; tested < 3; {
		f := drawFormula(rng, tested == 1)
		want := models(f)
		if len(want) < 20 {
			continue
		}
		tested++
		sampler, again := dnnf.NewSampler(graphOf(t, f), 11), dnnf.NewSampler(graphOf(t, f), 11)
		mask := maskOf(f)
		const perModel = 200
		seen := map[int]int{}
		for range perModel * len(want) {
			m := 0
			for v, yes := range sampler.Draw() {
				if yes {
					m |= 1 << v
				}
			}
			for v, yes := range again.Draw() {
				if yes != (m>>v&1 == 1) {
					t.Fatal("the same seed draws other samples")
				}
			}
			if m &= mask; !want[m] {
				t.Fatalf("%v: the sample %b is not a model", f.Clauses, m)
			}
			seen[m]++
		}
		chi := 0.0
		for m := range want {
			chi += math.Pow(float64(seen[m]-perModel), 2) / perModel
		}
		k := float64(len(want) - 1)
		spread := 2 / (9 * k)
		if limit := k * math.Pow(1-spread+3.4*math.Sqrt(spread), 3); chi > limit {
			t.Errorf("%d models: chi-square %.1f, want at most %.1f", len(want), chi, limit)
		}
	}
}

// TestDamagedGraphs changes an edge of random graphs: it drops or negates a literal, or exchanges a kid.
// Then either Prove or the checker must refuse the graph, unless its models are still right.
func TestDamagedGraphs(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 13))
	refused, harmless := 0, 0
	for i := range 3000 {
		f := drawFormula(rng, i%2 == 1)
		g := graphOf(t, f)
		if !g.Damage(rng) {
			continue
		}
		want := big.NewInt(int64(len(models(f))))
		var proof bytes.Buffer
		err := dnnf.Prove(t.Context(), &proof, g, f)
		var result *cpog.Result
		if err == nil {
			result, err = cpog.Check(t.Context(), f, &proof)
		}
		switch {
		case err != nil:
			refused++
		case result.Count.Cmp(want) != 0:
			t.Fatalf("%v projected to %v: accepted %v models, want %v", f.Clauses, f.Vars(), result.Count, want)
		default:
			harmless++ // for example, it is a node that the root does not reach
		}
	}
	t.Logf("%d graphs refused, %d harmless changes", refused, harmless)
	if refused < 1000 {
		t.Errorf("%d damaged graphs refused, want at least 1000", refused)
	}
}

// TestBrokenPromises checks graphs of x1 or x2 that break one promise each.
func TestBrokenPromises(t *testing.T) {
	f := &cnf.Formula{NumVars: 2}
	f.Free = []cnf.Lit{1, 2}
	f.Add(1, 2)
	for _, c := range []struct {
		name    string
		edges   func(free dnnf.Ref) []dnnf.Edge
		correct bool
	}{
		{"right", func(free dnnf.Ref) []dnnf.Edge {
			return []dnnf.Edge{{Lits: []cnf.Lit{1}, Kids: []dnnf.Ref{free}}, {Lits: []cnf.Lit{-1, 2}}}
		}, true},
		{"a negation dropped", func(free dnnf.Ref) []dnnf.Edge {
			return []dnnf.Edge{{Lits: []cnf.Lit{1}, Kids: []dnnf.Ref{free}}, {Lits: []cnf.Lit{2}}}
		}, false},
		{"a model too many", func(free dnnf.Ref) []dnnf.Edge {
			return []dnnf.Edge{{Lits: []cnf.Lit{1}, Kids: []dnnf.Ref{free}}, {Lits: []cnf.Lit{-1}, Kids: []dnnf.Ref{free}}}
		}, false},
		{"a model missing", func(dnnf.Ref) []dnnf.Edge {
			return []dnnf.Edge{{Lits: []cnf.Lit{1, 2}}, {Lits: []cnf.Lit{-1, 2}}}
		}, false},
		{"an edge missing", func(free dnnf.Ref) []dnnf.Edge {
			return []dnnf.Edge{{Lits: []cnf.Lit{1}, Kids: []dnnf.Ref{free}}}
		}, false},
		{"a shared variable", func(free dnnf.Ref) []dnnf.Edge {
			return []dnnf.Edge{{Lits: []cnf.Lit{1, 2}, Kids: []dnnf.Ref{free}}, {Lits: []cnf.Lit{-1, 2}}}
		}, false},
	} {
		g := dnnf.New(f)
		free := g.Free(2)
		g.Root = g.Add(c.edges(free), nil)
		var proof bytes.Buffer
		err := dnnf.Prove(t.Context(), &proof, g, f)
		if err == nil {
			_, err = cpog.Check(t.Context(), f, &proof)
		}
		if (err == nil) != c.correct {
			t.Errorf("%s: got %v", c.name, err)
		}
	}
}

// TestUnsatisfiable proves that a formula has no models although the only edge of the root has no literals.
func TestUnsatisfiable(t *testing.T) {
	f := &cnf.Formula{NumVars: 2}
	f.Free = []cnf.Lit{1, 2}
	for _, l := range []cnf.Lit{1, -1} {
		f.Add(l, 2)
		f.Add(l, -2)
	}
	var proof bytes.Buffer
	if err := dnnf.Prove(t.Context(), &proof, graphOf(t, f), f); err != nil {
		t.Fatal(err)
	}
	if got, err := cpog.Check(t.Context(), f, &proof); err != nil || got.Count.Sign() != 0 {
		t.Errorf("got %+v, %v, want no models", got, err)
	}
}
