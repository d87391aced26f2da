package puzzletest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/native"
	"counterproof/native/brute"
	"counterproof/sat"
	"counterproof/sat/cnf"
)

const (
	bruteChecks = 250_000 // the most checks that brute force makes on a board; a board that needs more must have a Count
	// statedChecks limits the calls of Check on a board whose Count is stated and that has more
	// than brute.MaxSteps assignments. For all other boards, the limit is bruteChecks. The limit
	// statedChecks is smaller, because one Check of a real board can take a tenth of a millisecond.
	statedChecks = 20_000
	plainSize    = 1 << 16 // up to this number of assignments, the jumps of brute force are also checked
)

// oracle sets b.count, the number of solutions, from brute force or else from Board.Count. If brute
// force found at most maxList solutions, oracle also keeps them in b.all.
func (t *trial) oracle(b *board) {
	var stated *big.Int
	if b.Count != "" {
		var ok bool
		if stated, ok = new(big.Int).SetString(b.Count, 10); !ok || stated.Sign() < 0 {
			t.fail("boards", b.Text, "Count", "%q is not a number", b.Count)
			return
		}
	}
	all, count, ended := t.exhaust(b, false)
	if ended && assignments(b.sites) <= plainSize {
		plain, n, _ := t.exhaust(b, true)
		if missing := firstMissing(plain, all); missing != nil && n <= maxList {
			t.jumped(b, *missing, "plain brute force")
		}
		all, count = plain, n
	}
	switch {
	case ended:
		b.count, b.brute = big.NewInt(int64(count)), true
		if count <= maxList {
			b.all = all
		}
	case b.misnamed:
	case stated != nil:
		b.count = stated
	case !b.optional:
		t.fail("boards", b.Text, "Count", "is empty, but brute force needs more than %d checks for the board", bruteChecks)
	}
}

// stated compares the Count that the suite states for the board with the result of brute force.
func (t *trial) stated(b *board) {
	if b.Count == "" || b.Count == b.count.String() {
		return
	}
	law, what := "boards", "Count"
	if b.example && b.Count == t.exampleCount() {
		law, what = "notation", "ExampleCount"
	}
	t.fail(law, b.Text, what, "is %s, but brute force finds %v", b.Count, b.count)
}

// jumped records that brute force skipped the solution s, because a Violation names too few sites.
// The argument finder names the method that found s.
func (t *trial) jumped(b *board, s encode.Solution, finder string) {
	b.misnamed = true
	t.fail("nogood", b.Text, "Check", "accepts %s, found by %s, but brute force jumped over it: some Violation names too few sites",
		b.show(s), finder)
}

// exhaust searches the board by brute force. It returns up to maxList solutions, sorted, and the
// number of all solutions. The result ended is false if brute force needed too many checks.
func (t *trial) exhaust(b *board, plain bool) (all []encode.Solution, count int, ended bool) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	checks, limit := 0, bruteChecks
	if b.checks > 0 {
		limit = b.checks
	}
	if b.Count != "" && assignments(b.sites) > brute.MaxSteps {
		limit = statedChecks
	}
	wide := encode.Wide(b.sites)
	p := &brute.Problem{Sites: b.sites, Plain: plain, Check: func(values []int) []int {
		if checks++; checks > limit {
			cancel()
		}
		broken := t.check(b, encode.MakeSolution(wide, values))
		if b.misnamed {
			cancel()
		}
		return broken
	}}
	err := p.Search(ctx, new(native.Stats), func(values []int) bool {
		if count++; count <= maxList {
			all = append(all, encode.MakeSolution(wide, values))
		}
		return true
	})
	return all, count, err == nil
}

// check calls Check and returns the sites of its Violation, or nil for a solution. It reports a
// malformed error as a breach of the law nogood.
func (t *trial) check(b *board, s encode.Solution) []int {
	err := b.in.Check(s)
	if err == nil {
		return nil
	}
	var v *encode.Violation
	if !errors.As(err, &v) {
		t.fail("nogood", b.Text, "Check", "of %s returned %T, want an *encode.Violation", b.show(s), err)
		b.misnamed = true
		return upTo(len(b.sites))
	}
	if v.Rule == "" {
		t.fail("nogood", b.Text, "Check", "of %s names no rule", b.show(s))
	}
	for i, site := range v.Sites {
		if site < 0 || site >= len(b.sites) || slices.Contains(v.Sites[:i], site) {
			t.fail("nogood", b.Text, "Check", "of %s names the sites %v: want different ones, from 0 to %d",
				b.show(s), v.Sites, len(b.sites)-1)
			b.misnamed = true
			return upTo(len(b.sites))
		}
	}
	return append([]int{}, v.Sites...)
}

func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

func assignments(sites []int) float64 {
	size := 1.0
	for _, n := range sites {
		size *= float64(n)
	}
	return size
}

// agreement checks that every method finds the solutions that the oracle found. If the oracle knows
// only the number of solutions, the other methods are compared with the solutions that the first
// method lists.
func (t *trial) agreement(b *board) {
	names := map[string]bool{}
	t.guard("agreement", b.Text, "Reduce", func() {
		for _, r := range b.in.Reduce() {
			if r.Method == "" || r.Search == nil || names["native/"+r.Method] {
				t.fail("agreement", b.Text, "Reduce", "method %q has no name of its own or no Search", r.Method)
				continue
			}
			names["native/"+r.Method] = true
			t.method(b, "native/"+r.Method)
		}
	})
	for _, style := range t.puzzle.Styles {
		t.method(b, "sat/"+style)
		t.method(b, "sat/"+style+"/cubes")
	}
}

func (t *trial) method(b *board, name string) {
	if b.misnamed {
		return // brute force, the oracle, is wrong
	}
	t.guard("agreement", b.Text, name, func() {
		m, err := resolve(t.puzzle, b.in, name)
		if err != nil {
			t.fail("agreement", b.Text, name, "%v", err)
			return
		}
		if b.count.Cmp(big.NewInt(maxList)) <= 0 {
			t.search(b, name, m)
		}
		if m.Count != nil && !b.misnamed {
			got, err := m.Count(context.Background(), new(native.Stats))
			switch {
			case err != nil:
				t.fail("agreement", b.Text, name, "Count: error %v", err)
			case got.Cmp(b.count) != 0:
				t.fail("agreement", b.Text, name, "Count is %v, want %v", got, b.count)
			}
		}
	})
}

// search checks the solutions that one method yields. It stops the method as soon as the method has
// yielded more solutions than the board has.
func (t *trial) search(b *board, name string, m encode.Reduction) {
	var all []encode.Solution
	seen := map[encode.Solution]bool{}
	bad := func(format string, args ...any) bool {
		t.fail("agreement", b.Text, name, format, args...)
		return false
	}
	ended := true
	err := m.Search(context.Background(), new(native.Stats), func(s encode.Solution) (more bool) {
		defer func() { ended = more }()
		if !ended {
			return bad("yields again after yield returned false")
		}
		if s.Fits(b.sites) != nil {
			return bad("yields %s", b.show(s))
		}
		if err := b.in.Check(s); err != nil {
			return bad("yields %s, which breaks a rule: %v", b.show(s), err)
		}
		if seen[s] {
			return bad("yields %s twice", b.show(s))
		}
		seen[s] = true
		all = append(all, s)
		if b.listed() && b.brute {
			if _, ok := slices.BinarySearch(b.all, s); !ok {
				t.jumped(b, s, name)
				return false
			}
		}
		if big.NewInt(int64(len(all))).Cmp(b.count) > 0 {
			return bad("yields more than %v solutions, such as %s", b.count, b.show(s))
		}
		return true
	})
	if err != nil {
		bad("error %v", err)
	}
	if err != nil || !ended || b.misnamed {
		return
	}
	slices.Sort(all)
	switch {
	case b.listed():
		if missing := firstMissing(b.all, all); missing != nil {
			bad("%d solutions, want %d: %s is missing", len(all), len(b.all), b.show(*missing))
		}
	case int64(len(all)) != b.count.Int64():
		bad("%d solutions, want %v", len(all), b.count)
	default:
		b.all = all
	}
}

// firstMissing returns the first element of a that is not in b, or nil if b has all elements of a.
// Both slices must be sorted.
func firstMissing(a, b []encode.Solution) *encode.Solution {
	for _, s := range a {
		if _, ok := slices.BinarySearch(b, s); !ok {
			return &s
		}
	}
	return nil
}

// resolve returns the method with the given name: brute, native, native/NAME, sat, sat/STYLE or
// sat/STYLE/cubes. The benchmark package that parses the names of methods is not used here, because
// the laws check the bare searches. resolve does not parse the name either: it compares it with the
// name of each method of the instance.
func resolve(p *encode.Puzzle, in encode.Instance, name string) (encode.Reduction, error) {
	if name == "brute" {
		return encode.BruteForce(in), nil
	}
	for i, style := range p.Styles {
		switch {
		case name == "sat/"+style, name == "sat" && i == 0:
			return ofFormula(p, in, style, false)
		case name == "sat/"+style+"/cubes":
			return ofFormula(p, in, style, true)
		}
	}
	for i, r := range in.Reduce() {
		if name == "native/"+r.Method || name == "native" && i == 0 {
			return r, nil
		}
	}
	return encode.Reduction{}, fmt.Errorf("no method %s", name)
}

// ofFormula returns a method that writes the formula in the given style and lists its models. If
// cubes is true, the search is split into cubes.
func ofFormula(p *encode.Puzzle, in encode.Instance, style string, cubes bool) (encode.Reduction, error) {
	enc, err := encode.CNF(p, in, style)
	if err != nil {
		return encode.Reduction{}, err
	}
	solver := blocking(&enc.Formula)
	if cubes {
		solver = sat.Cubes{F: &enc.Formula, Depth: -1}
	}
	return encode.Reduction{Search: func(ctx context.Context, _ *native.Stats, yield func(encode.Solution) bool) error {
		return solver.Search(ctx, new(cnf.Stats), func(m cnf.Model) bool { return yield(enc.Decode(m)) })
	}}, nil
}

func blocking(f *cnf.Formula) cnf.Solver { return sat.Blocking{F: f} }

// Shrunk yields the boards that remain after removing one part of an instance.
func Shrunk(in encode.Instance) iter.Seq[encode.Instance] {
	return func(yield func(encode.Instance) bool) {
		for _, kind := range clues.PartsOf(in) {
			for i := range kind.N {
				if less := kind.Without(i); less != nil && !yield(less) {
					return
				}
			}
		}
	}
}
