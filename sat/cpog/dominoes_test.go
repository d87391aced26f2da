package cpog_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"counterproof/sat/cnf"
)

// A board writes the proof that counts the domino tilings of a board. A state is a set of open cells.
// Its node is the sum of a product for each domino on the first open cell. The product has the domino,
// the negations of the other open dominoes that meet it, and the node of the rest. The state's lemma says
// that the node is true, or that a domino covers an open cell and one that is not open.
type board struct {
	f            *cnf.Formula
	ends         [][2]int           // by domino: its cells
	on           [][]cnf.Lit        // by cell: its dominoes
	cover        []int              // by cell: the id of the clause that it is covered
	apart        map[[2]cnf.Lit]int // the id of the clause that one of two dominoes is missing
	states       map[cellSet]built
	text         strings.Builder
	lastID, node int
}

type cellSet [4]uint64

func (s cellSet) has(c int) bool { return s[c/64]>>(c%64)&1 == 1 }

// built has the node of a state, or 0 if it has no tiling, and the id of its lemma.
type built struct{ node, lemma int }

// dominoes returns the exact cover of a board by dominoes, and the proof of the number of tilings.
func dominoes(high, wide int) (*cnf.Formula, string) {
	cells := high * wide
	b := &board{f: &cnf.Formula{}, ends: make([][2]int, 1), on: make([][]cnf.Lit, cells), apart: map[[2]cnf.Lit]int{}, states: map[cellSet]built{}}
	var all cellSet
	for c := range cells {
		all[c/64] |= 1 << (c % 64)
		for _, end := range []int{c + 1, c + wide} {
			if end >= cells || end == c+1 && end%wide == 0 {
				continue
			}
			b.f.NumVars++
			d := cnf.Lit(b.f.NumVars)
			b.f.Free = append(b.f.Free, d)
			b.ends = append(b.ends, [2]int{c, end})
			b.on[c], b.on[end] = append(b.on[c], d), append(b.on[end], d)
		}
	}
	for _, on := range b.on {
		b.f.Add(on...)
		b.cover = append(b.cover, len(b.f.Clauses))
		for i, x := range on {
			for _, y := range on[:i] {
				b.f.Add(-x, -y)
				b.apart[[2]cnf.Lit{x, y}], b.apart[[2]cnf.Lit{y, x}] = len(b.f.Clauses), len(b.f.Clauses)
			}
		}
	}
	b.lastID, b.node = len(b.f.Clauses), b.f.NumVars
	root := b.build(all).node
	return b.f, fmt.Sprintln("r", root) + b.text.String()
}

// write adds a line that takes some ids, and returns the first id.
func (b *board) write(ids int, format string, args ...any) (id int) {
	id = b.lastID + 1
	b.lastID += ids
	fmt.Fprintf(&b.text, "%d "+format+"\n", append([]any{id}, args...)...)
	return id
}

// options returns the dominoes within the open cells, and the others that cover an open cell.
func (b *board) options(open cellSet, cells ...int) (within, crossing []cnf.Lit) {
	for _, c := range cells {
		for _, d := range b.on[c] {
			switch ends := b.ends[d]; {
			case open.has(ends[0]) && open.has(ends[1]):
				within = append(within, d)
			case open.has(c):
				crossing = append(crossing, d)
			}
		}
	}
	return within, crossing
}

func (b *board) build(open cellSet) (s built) {
	if s, ok := b.states[open]; ok {
		return s
	}
	var cells []int
	for c := range b.on {
		if open.has(c) {
			cells = append(cells, c)
		}
	}
	if len(cells) == 0 {
		b.node++
		s = built{b.node, b.write(1, "p %d 0", b.node)}
		b.states[open] = s
		return s
	}
	type side struct {
		domino   cnf.Lit
		node, id int
		children []cnf.Lit
		hints    []int // that follow from the domino
	}
	var sides, alive []*side
	within, _ := b.options(open, cells[0])
	for _, d := range within {
		rest := open
		for _, c := range b.ends[d] {
			rest[c/64] &^= 1 << (c % 64)
		}
		child := b.build(rest)
		p := &side{domino: d, children: []cnf.Lit{d}}
		meet, _ := b.options(open, b.ends[d][:]...)
		for _, other := range meet {
			if other != d {
				p.children = append(p.children, -other)
				p.hints = append(p.hints, b.apart[[2]cnf.Lit{d, other}])
			}
		}
		p.hints = append(p.hints, child.lemma)
		if sides = append(sides, p); child.node == 0 {
			continue
		}
		p.children = append(p.children, cnf.Lit(child.node))
		b.node++
		p.node = b.node
		p.id = b.write(len(p.children)+1, "p %d %s", p.node, list(p.children))
		p.hints = append(p.hints, p.id)
		if alive = append(alive, p); len(alive) == 1 {
			s.node = p.node
			continue
		}
		first := alive[0]
		b.node++
		s.node = b.node
		id := b.write(3, "s %d %d %d %d %d 0", s.node, first.node, p.node, first.id+1, p.id+1+slices.Index(p.children, -first.domino))
		first.hints, p.hints = append(first.hints, id+1), append(p.hints, id+2)
	}
	_, lemma := b.options(open, cells...)
	if s.node != 0 {
		lemma = append(lemma, cnf.Lit(s.node))
	}
	var hints []int
	for _, p := range sides {
		hints = append(hints, b.write(1, "a %d %s %s", -p.domino, list(lemma), list(p.hints)))
	}
	s.lemma = b.write(1, "a %s %s", list(lemma), list(append(hints, b.cover[cells[0]])))
	b.states[open] = s
	return s
}

// tilings lists the numbers of domino tilings of square boards (OEIS A004003).
var tilings = map[int]string{2: "2", 4: "36", 6: "6728", 8: "12988816", 10: "258584046368", 12: "53060477521960000"}

// TestDominoes checks that proofs of the published numbers are accepted, and that a board of 15 cells
// has no tiling.
func TestDominoes(t *testing.T) {
	for n := 2; n <= 8; n += 2 {
		f, proof := dominoes(n, n)
		if got, err := check(f, proof); err != nil || got.Count.String() != tilings[n] {
			t.Errorf("%dx%d: got %v, %v, want %s", n, n, got, err, tilings[n])
		}
	}
	f, proof := dominoes(3, 5)
	if got, err := check(f, proof); err != nil || got.Count.Sign() != 0 {
		t.Errorf("3x5: got %v, %v, want 0", got, err)
	}
}

// BenchmarkDominoes measures checking the proof of a square board.
func BenchmarkDominoes(b *testing.B) {
	for _, n := range []int{8, 10, 12} {
		b.Run(fmt.Sprint("size=", n), func(b *testing.B) {
			f, proof := dominoes(n, n)
			b.SetBytes(int64(len(proof)))
			for b.Loop() {
				got, err := check(f, proof)
				if want, _ := new(big.Int).SetString(tilings[n], 10); err != nil || got.Count.Cmp(want) != 0 {
					b.Fatal(got, err)
				}
				b.ReportMetric(float64(got.Nodes), "nodes")
				b.ReportMetric(float64(got.Edges), "edges")
				b.ReportMetric(float64(got.Lemmas), "lemmas")
			}
		})
	}
}
