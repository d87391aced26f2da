package puzzletest

import (
	"context"
	"math/big"
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/native"
)

// These constants set how much the law "given" tests: on each board, givenTries sets of at most
// givenPairs values.
const (
	givenTries = 3
	givenPairs = 4
)

// underValues checks the law "given". For random given values, every method must list exactly the
// solutions that have these values, and count as many. If the board has solutions, most of the
// values come from one of them, so that often at least one solution has the given values. Methods
// that break the law "agreement" are skipped, and so are formulas that break the law "projection".
func (t *trial) underValues(b *board) {
	if !b.listed() || len(b.sites) == 0 || slices.Min(b.sites) == 0 {
		return
	}
	for range givenTries {
		pairs := t.pairs(b)
		values := slices.Repeat([]int{clues.NotGiven}, len(b.sites))
		for _, g := range pairs {
			values[g.Site] = g.Value
		}
		var want []encode.Solution
		for _, s := range b.all {
			if !slices.ContainsFunc(pairs, func(g clues.Given) bool { return s.At(encode.Wide(b.sites), g.Site) != g.Value }) {
				want = append(want, s)
			}
		}
		in := clues.Restrict(b.in, pairs)
		for _, name := range t.givenMethods(b, in) {
			if !t.seen[[3]string{"agreement", b.Text, name}] {
				t.guard("given", b.Text, name, func() { t.underGiven(b, in, name, pairs, want) })
			}
		}
	}
}

// pairs chooses random values for some sites. If the board has solutions, about three quarters of
// the values come from one random solution. The result is sorted by site and has no site twice.
func (t *trial) pairs(b *board) []clues.Given {
	var from encode.Solution
	if len(b.all) > 0 {
		from = b.all[t.rng.IntN(len(b.all))]
	}
	var all []clues.Given
	for _, site := range t.rng.Perm(len(b.sites))[:min(len(b.sites), 1+t.rng.IntN(givenPairs))] {
		v := t.rng.IntN(b.sites[site])
		if from != "" && t.rng.IntN(4) > 0 {
			v = b.values(from)[site]
		}
		all = append(all, clues.Given{Site: site, Value: v})
	}
	slices.SortFunc(all, func(a, b clues.Given) int { return a.Site - b.Site })
	return all
}

// givenMethods lists the methods to check: all native methods, the default style, another style
// with cubes and, on boards where it is the oracle, brute force.
func (t *trial) givenMethods(b *board, in encode.Instance) []string {
	var names []string
	if b.brute {
		names = append(names, "brute")
	}
	t.guard("given", b.Text, "ReduceGiven", func() {
		for _, r := range in.Reduce() {
			names = append(names, "native/"+r.Method)
		}
	})
	var usual []string
	for _, r := range b.in.Reduce() {
		usual = append(usual, "native/"+r.Method)
	}
	own := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "brute" })
	slices.Sort(own)
	slices.Sort(usual)
	if !slices.Equal(own, usual) {
		t.fail("given", b.Text, "ReduceGiven", "has the methods %v, want %v", own, usual)
	}
	styles := t.puzzle.Styles
	for broken := range t.seen {
		if broken[0] == "projection" && broken[1] == b.Text {
			return names
		}
	}
	return append(names, "sat/"+styles[0], "sat/"+styles[t.rng.IntN(len(styles))]+"/cubes")
}

// underGiven checks that one method finds the right solutions if the given values are fixed.
func (t *trial) underGiven(b *board, in encode.Instance, name string, pairs []clues.Given, want []encode.Solution) {
	bad := func(format string, args ...any) {
		t.fail("given", b.Text, name, "under "+clues.FormatGiven(pairs)+": "+format, args...)
	}
	m, err := resolve(t.puzzle, in, name)
	if err != nil {
		bad("%v", err)
		return
	}
	var got []encode.Solution
	err = m.Search(context.Background(), new(native.Stats), func(s encode.Solution) bool {
		got = append(got, s)
		return len(got) <= len(want)
	})
	slices.Sort(got)
	if err != nil || !slices.Equal(got, want) {
		bad("lists %d solutions with error %v, want the %d listed solutions that have the values", len(got), err, len(want))
	}
	if m.Count == nil {
		return
	}
	n, err := m.Count(context.Background(), new(native.Stats))
	if err != nil || n.Cmp(big.NewInt(int64(len(want)))) != 0 {
		bad("Count is %v with error %v, want %d", n, err, len(want))
	}
}
