package sherlock

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/puzzletest"
)

func all(encode.Instance) bool { return true }

// TestGenerate checks by SAT that a generated board of each size has exactly one solution, and that
// it has several solutions after any one of its clues is removed.
func TestGenerate(t *testing.T) {
	for _, size := range []encode.Size{{H: 3, W: 1}, {H: 8, W: 1}, {H: 3, W: 8}, {H: 4, W: 4}, {H: 5, W: 6}} {
		for seed := range uint64(2) {
			in, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(seed, 0)), size, encode.OneSolution)
			if err != nil {
				t.Fatal(err)
			}
			b := in.(*Board)
			if len(b.icons) != size.W || b.columns() != size.H {
				t.Errorf("%v: %v", size, b)
			}
			if n := len(puzzletest.List(t, &Puzzle, b, "sat", 2)); n != 1 {
				t.Errorf("%v: %v has not one solution by sat", size, b)
			}
			for i := range b.clues {
				if n := len(puzzletest.List(t, &Puzzle, b.Without(i).(*Board), "sat", 2)); n != 2 {
					t.Errorf("%v: %v has %d solutions without clue %d, want two or more", size, b, n, i)
				}
			}
		}
	}
	for _, size := range []encode.Size{{H: 1, W: 3}, {H: 9, W: 3}, {H: 3, W: 0}, {H: 3, W: 9}, {H: 0, W: 3}, {H: -3, W: 3}, {H: 3, W: 3, N: 3}} {
		in, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(0, 0)), size, all)
		if bad, ok := err.(*encode.SizeError); !ok || bad.Size != size {
			t.Errorf("%v: %v, %v", size, in, err)
		}
	}
}

// solvedBy returns a function keep that accepts the boards that the rules up to the
// given level solve.
func solvedBy(t *testing.T, level int) func(encode.Instance) bool {
	return func(in encode.Instance) bool {
		return puzzletest.Deduce(t, in.(*Board), deduction.Options{
			Use: func(r deduction.Rule) bool { return slices.Index(levels, r.Level) <= level },
		}).Solution != nil
	}
}

// TestGenerateByRules checks that generate returns a board if the function keep requires that the
// rules up to some level solve the board. These rules must solve the returned board, but not a
// board that lacks any one of its clues.
func TestGenerateByRules(t *testing.T) {
	for level := range levels {
		for _, size := range []encode.Size{{H: 3, W: 1}, {H: 3, W: 3}, {H: 5, W: 6}} {
			keep := solvedBy(t, level)
			in, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(7, 0)), size, keep)
			if err != nil {
				t.Fatal(err)
			}
			if !keep(in) || clues.Spare(in.(clues.HasClues), keep) >= 0 {
				t.Errorf("%v, %s: solved %v, and without clue %d, too: %v", size, levels[level], keep(in), clues.Spare(in.(clues.HasClues), keep), in)
			}
		}
	}
}

// TestDig checks that dig gives the same board as clues.Dig. It tries several
// functions keep. One for each level requires that the rules up to that level solve
// the board, one requires one solution, and one accepts everything.
func TestDig(t *testing.T) {
	for k, keep := range []func(encode.Instance) bool{solvedBy(t, easy), solvedBy(t, normal), solvedBy(t, hard), solvedBy(t, extreme), encode.OneSolution, all} {
		for seed := range uint64(8) {
			rng := rand.New(rand.NewPCG(seed, 0))
			b, s := blank(rng, encode.Size{H: 4, W: 3})
			for range 60 {
				b.add(rng, func(c clue) bool { return !b.idle(c) && refutes(c, s) == nil })
			}
			if !keep(b) {
				t.Errorf("keep %d, seed %d: 60 clues are not enough", k, seed)
				continue
			}
			want := clues.Dig(context.Background(), rand.New(rand.NewPCG(seed, 1)), b, keep).String()
			if got := dig(context.Background(), rand.New(rand.NewPCG(seed, 1)), b, s, keep).String(); got != want {
				t.Errorf("keep %d, seed %d: %s, want %s", k, seed, got, want)
			}
		}
	}
}

// TestGenerateNever checks three unusual functions keep. The first accepts no board, so generate
// must return an error. The second accepts only boards that give the column of every icon, and
// generate must return such a board. The third accepts every board after some number of calls, as
// happens after a cancellation, and generate must still end soon.
func TestGenerateNever(t *testing.T) {
	for _, size := range []encode.Size{{H: 3, W: 1}, {H: 5, W: 6}} {
		never := func(encode.Instance) bool { return false }
		if in, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(1, 0)), size, never); err == nil {
			t.Errorf("%v: %v is wanted", size, in)
		}
		told := func(in encode.Instance) bool {
			icons := map[int]bool{}
			for _, c := range in.(*Board).clues {
				if c.kind == at {
					icons[c.icons[0]] = true
				}
			}
			return len(icons) == size.H*size.W
		}
		in, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(1, 0)), size, told)
		if err != nil || in.(*Board).Clues() != size.H*size.W {
			t.Errorf("%v: %v (%v), want a clue for each icon", size, in, err)
		}
		for from := range 12 {
			asked := 0
			in, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(1, 0)), size, func(in encode.Instance) bool {
				asked++
				return asked > from || solvedBy(t, easy)(in)
			})
			if err != nil || asked > from+200 {
				t.Errorf("%v, any board from the %d-th on: %v (%v), asked %d times", size, from, in, err, asked)
			}
		}
	}
}

// TestGenerateTypes checks that generated boards contain every type of clue. No clue "without" or
// "either" may contain the statement that two icons of the same category are apart, which is always
// true.
func TestGenerateTypes(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	types := map[string]int{}
	for range 20 {
		b := dug(context.Background(), rng, encode.Size{H: 4, W: 4}, encode.OneSolution)
		for _, c := range b.clues {
			words := strings.Fields(b.text(c))
			types[words[0]]++
			of := func(i int) int { // the category of word i of the clue
				return slices.IndexFunc(b.icons, func(icons []string) bool { return slices.Contains(icons, words[i]) })
			}
			switch words[0] {
			case "without":
				if of(1) == of(2) || of(2) == of(3) {
					t.Errorf("%q is drawn", words)
				}
			case "either":
				if of(1) == of(2) || of(1) == of(3) {
					t.Errorf("%q is drawn", words)
				}
			}
		}
	}
	if len(types) != int(drawn) {
		t.Errorf("types %v, want %d", types, drawn)
	}
}

// TestGenerateAnySize checks that generate without a size makes small boards of all
// shapes, with no solution, with one and with several.
func TestGenerateAnySize(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	kinds, shapes := map[string]int{}, map[encode.Size]int{}
	for range 300 {
		in, err := Puzzle.Generate(context.Background(), rng, encode.Size{}, all)
		if err != nil {
			t.Fatal(err)
		}
		b := in.(*Board)
		switch n := len(puzzletest.List(t, &Puzzle, b, "native", 577)); {
		case power(b.columns(), len(b.Sites())) > 1_000_000 || n > 576:
			t.Errorf("%v: too large", b)
		case n > 1:
			kinds["ambiguous"]++
		default:
			kinds[[]string{"contradictory", "unique"}[n]]++
		}
		shapes[encode.Size{H: b.columns(), W: len(b.icons)}]++
	}
	if len(kinds) != 3 || kinds["unique"] < 60 || kinds["ambiguous"] < 60 || kinds["contradictory"] < 30 || len(shapes) != 5 {
		t.Errorf("kinds %v, shapes %v", kinds, shapes)
	}
}

func TestShrunk(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"x:a,b", nil},
		{"x:a,b,c;at a 1", []string{"x:b,c", "x:a,b;at a 1", "x:a,b,c"}},
		{"x:a,b,c;notat a 1;notat a 3", []string{"x:a,c;notat a 2", "x:a,b;notat a 1", "x:a,b,c;notat a 3", "x:a,b,c;notat a 1"}},
		{"x:a,b,c/y:d,e,f", []string{"x:b,c/y:e,f", "x:a,b/y:d,e", "y:d,e,f", "x:a,b,c"}},
		{"x:a,b,c/y:d,e,f;next a e", []string{"x:b,c/y:e,f", "x:a,b/y:d,e;next a e", "y:d,e,f", "x:a,b,c", "x:a,b,c/y:d,e,f"}},
		{"x:a,b,c/y:d,e,f/z:g,h,i;same a i c;at h 3", []string{
			"y:d,e,f/z:g,h,i;at h 3", "x:a,b,c/z:g,h,i;same a i c;at h 3", "x:a,b,c/y:d,e,f",
			"x:a,b,c/y:d,e,f/z:g,h,i;at h 3", "x:a,b,c/y:d,e,f/z:g,h,i;same a i c"}},
		// The only solution is a b c d, so only the columns at the ends can be removed.
		{"x:a,b,c,d;at a 1;at b 2;at c 3;next c d", []string{
			"x:b,c,d;at b 1;at c 2;next c d", "x:a,b,c;at a 1;at b 2;at c 3",
			"x:a,b,c,d;at b 2;at c 3;next c d", "x:a,b,c,d;at a 1;at c 3;next c d", "x:a,b,c,d;at a 1;at b 2;next c d", "x:a,b,c,d;at a 1;at b 2;at c 3"}},
	} {
		b := mustParse(t, c.text)
		var got []string
		for in := range puzzletest.Shrunk(b) {
			got = append(got, in.String())
		}
		if !slices.Equal(got, c.want) || b.String() != c.text {
			t.Errorf("%s: %q, want %q; it is now %v", c.text, got, c.want, b)
		}
	}
	for in := range puzzletest.Shrunk(mustParse(t, zebra)) { // Shrunk must stop when the loop does
		if got := in.(*Board).columns(); got != 4 {
			t.Errorf("%d columns", got)
		}
		break
	}
}

func TestClued(t *testing.T) {
	b := mustParse(t, "x:a,b,c;at a 1;at b 2;next a b;at c 3")
	if got := b.Clues(); got != 4 {
		t.Errorf("%d clues, want 4", got)
	}
	for _, c := range []struct {
		gone []int
		want string
	}{
		{nil, b.String()},
		{[]int{2, 0}, "x:a,b,c;at b 2;at c 3"},
		{[]int{3, 1, 0, 2}, "x:a,b,c"},
	} {
		if got := b.Without(c.gone...).String(); got != c.want {
			t.Errorf("without %v: %s, want %s", c.gone, got, c.want)
		}
	}
}
