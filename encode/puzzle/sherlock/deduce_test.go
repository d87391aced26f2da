package sherlock

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
	"counterproof/encode/test/facttest"
	"counterproof/native/deduce"
)

// TestDeduction runs the deduction checks of puzzletest on the zebra puzzle, three
// boards with many possible sets, generated boards of 5x3 and 4x3, and random boards
// for a cross-check, of which the long form has more.
func TestDeduction(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	boards := []string{
		// The clues put d and the letters after it into the columns on the right. So the columns 1
		// and 2, or 1 to 3, are left for a, b and c.
		"x:a,b,d,e,f/z:k,l,m,n,o;left l k;left k d;left k e;left k f",
		"x:a,b,c,d,e,f/z:k,l,m,n,o,p;left l k;left k m;left m d;left m e;left m f",
		"x:a,b,c,d,e,f,g,h/z:k,l,m,n,o,p,q,r;left l k;left k m;left m d;left m e;left m f;left m g;left m h",
	}
	for _, more := range []string{"directly a h;notat h 3;apart1 b i", "apart2 a h;directly b c;notat a 1", "apart1 a e;notat e 3;apart2 b h;notat b 2;directly f d"} {
		boards = append(boards, "x:a,b,c,d/y:e,f,g,h/z:i,j,k,l;"+more)
	}
	for range 6 {
		boards = append(boards, dug(context.Background(), rng, encode.Size{H: 5, W: 3}, encode.OneSolution).String(), dug(context.Background(), rng, encode.Size{H: 4, W: 3}, encode.OneSolution).String())
	}
	drawn := processtest.Cases(40, 100)
	if n, err := strconv.Atoi(os.Getenv("SHERLOCK_DEDUCTION")); err == nil {
		drawn = n // a long run
	}
	found, err := puzzletest.TestDeduction(puzzletest.Deduction{Puzzle: &Puzzle, Boards: boards, Drawn: drawn, Orders: 2})
	if err != nil {
		t.Error(err)
	}
	for _, r := range mustParse(t, zebra).Rules() {
		if found.Steps[r.Name] == 0 && !strings.HasSuffix(r.Name, " quadruple") { // with five icons, the fifth is a single
			t.Errorf("no step of %s", r.Name)
		}
	}
	t.Logf("%+v", found)
}

// five has three categories of five icons and no clues. Tests add clues to it.
const five = "x:a,b,c,d,e/y:f,g,h,i,j/z:k,l,m,n,o"

// TestRules checks that each rule removes exactly the expected columns from a state in
// which icons have lost some columns.
func TestRules(t *testing.T) {
	tried := map[string]bool{}
	for _, c := range []struct {
		rule, clues string
		lost        string // "a:12" means that a has lost columns 1 and 2
		want        string
		text        string // the facts that the sentence of some step must state
	}{
		{"naked single", "", "a:1245", "b:3 c:3 d:3 e:3", "a, column 3, b"},
		{"naked single", "", "a:124", "", ""},
		{"hidden single", "", "b:2 c:2 d:2 e:2", "a:1345", "x, column 2, a, column 1"},
		{"same", "same a f", "a:2 f:5", "f:2 a:5", "a, f, column 5"},
		{"same three", "same a f k", "a:2 f:5", "f:2 k:25 a:5", "a, f, k, column 5"},
		{"differ", "differ a f", "a:1245", "f:3", "a, f, column 3"},
		{"differ", "differ a f", "a:124", "", ""},
		{"left", "left a f", "", "a:5 f:1", "a, f, column 5"},
		{"left", "left a f", "f:45", "a:345 f:1", "a, f, 4, 5, column 3"},
		{"next", "next a f", "a:24", "f:135", "a, f, 2, 4, column 3"},
		{"apart", "apart a f", "a:1245", "f:24", "a, f, column 3, column 2"},
		{"apart", "apart a f", "a:135", "f:3", "a, f, 1, 3, 5, column 3"},
		{"apart", "apart a b", "a:145", "b:23", "a, b, 4, 5, column 2"},
		{"between", "between a f k", "", "f:15", "f, a, k, column 5"},
		{"between", "between a f k", "a:2345", "f:1345 k:1245", ""},
		{"gap", "gap a f k", "a:2345", "k:1245 f:2", "a, k, f, column 1, column 2"},
		{"gap", "gap a f k", "f:1345", "a:1 k:1", ""},
		{"gap", "gap a f k", "f:1345 a:45", "a:1 k:123", "a, k, f, column 5, column 2, column 3"},
		{"without", "without a f k", "a:1245", "k:1245 f:3", "a, k, f, column 3"},
		{"without", "without a f k", "k:2", "a:2", "a, k, f, column 2"},
		{"either", "either a f k", "f:1 k:1", "a:1", "a, f, k, column 1"},
		{"either", "either a f k", "f:1345 a:2", "k:2", ""},
		{"either", "either a f k", "a:1245 f:1245", "k:3", ""},
		{"either", "either a f g", "a:1245", "", ""},
		{"directly", "directly a f", "a:1 f:4", "a:35 f:12", "a, f, column 3"},
		{"directly", "directly a b", "", "a:5 b:1", ""},
		{"apart1", "apart1 a f", "a:15", "f:3", "a, f, column 3"},
		{"apart1", "apart1 a b", "a:45", "b:2", ""},
		{"apart2", "apart2 a f", "a:1", "f:34 a:3", "a, f, column 4"},
		{"naked pair", "", "a:345 b:345", "c:12 d:12 e:12", "a, b, 1, 2, e, column 2"},
		{"hidden pair", "", "c:12 d:12 e:12", "a:345 b:345", "x, 1, 2, a, b, column 5"},
		{"naked triple", "", "a:345 b:145 c:245", "d:123 e:123", "a, b, c, 1, 2, 3, e, column 3"},
		{"hidden triple", "", "d:123 e:123 a:2 b:3 c:1", "a:45 b:45 c:45", "x, 1, 2, 3, a, b, c, column 5"},
		{"naked quadruple", "", "a:5 b:5 c:5 d:5", "e:1234", "a, b, c, d, 1, 2, 3, 4, e, column 4"},
		{"hidden quadruple", "", "e:1234", "a:5 b:5 c:5 d:5", "x, 1, 2, 3, 4, a, b, c, d, column 5"},
		{"partner", "same a l;same b m", "c:3 d:3 e:3", "k:3 n:3 o:3", "x, k, column 3, a, l, b, m, c, d, e"},
		{"partner", "same a l;same k f;next b f", "c:3 d:3 e:3", "k:3 f:3",
			"x, k, column 3, a, l, b, f, c, d, e"},
		{"partner", "either a f k", "l:3 m:3 n:3 o:3", "f:3", "z, f, column 3, k, a, l, m, n, o"},
		{"partner", "without a f k", "l:3 m:3 n:3 o:3", "b:3 c:3 d:3 e:3 f:3", "z, b, column 3, k, a, l, m, n, o"},
		{"partner", "between a f k", "b:3 c:3 d:3 e:3", "f:3 k:3", ""},
		{"partner", "between a f k", "l:3 m:3 n:3 o:3", "a:3 f:3", ""},
		{"partner", "gap b f l", "a:3 c:3 d:3 e:3", "l:3", ""},
		// The icon a can only be with k, so b to e cannot be with k. So k is in the column of a.
		{"company", "left a f;either a f k", "a:3", "k:3", "a, f, k, x, column 3"},
		// The icon g is right of a, and h to j share no column with a. So f is with a.
		{"company", "left a g", "a:345 h:12 i:12 j:12", "f:345",
			"a, h, i, j, f, x, column 3"},
		{"two clues", "left a f;left f k", "", "a:45 f:15 k:12", "a, f, k, column 4"},
		{"two clues", "left a f;same f l;left l b", "", "a:45 f:15 b:12", "a, f, l, b, column 2"},
		{"two clues", "next a f;next a g", "a:1245", "f:135 g:135", ""},
		{"two clues", "next a f;next a g", "", "a:15", "a, f, g, column 1"},
		{"trial", "left a f;left f k", "k:45", "a:2345 f:1345 k:12 b:1 c:1 d:1 e:1 g:2 h:2 i:2 j:2 l:3 m:3 n:3 o:3", ""},
		{"trial", "next a f;next a g", "", "a:15", "a, column 1, f, column 2, g"},
	} {
		text := five
		if c.clues != "" {
			text += ";" + c.clues
		}
		b := mustParse(t, text)
		from := puzzletest.Deduce(t, b, deduction.Options{Use: func(deduction.Rule) bool { return false }}).State
		name := c.rule + ": " + c.clues + ", " + c.lost
		lose := func(s []uint64, lists string) {
			for _, word := range strings.Fields(lists) {
				for _, v := range word[2:] {
					s[word[0]-'a'] &^= 1 << (v - '1')
				}
			}
		}
		lose(from, c.lost)
		want := slices.Clone(from)
		lose(want, c.want)
		tried[c.rule] = true
		d := puzzletest.Deduce(t, b, deduction.Options{From: from, Use: func(r deduction.Rule) bool { return r.Name == c.rule }})
		for i := range want {
			if d.State[i] != want[i] {
				t.Errorf("%s: %c has %05b left, want %05b", name, 'a'+i, d.State[i], want[i])
			}
		}
		var texts []string
		for i, st := range d.Steps {
			texts = append(texts, d.Text(i))
			bare := slices.Repeat([]uint64{31}, len(from))
			for _, f := range d.Facts(i) {
				bare[f.Site] &^= 1 << f.Value
			}
			again := puzzletest.Deduce(t, b, deduction.Options{From: bare, Use: func(r deduction.Rule) bool { return r.Name == c.rule }})
			if again.State[st.Gone.Site]>>st.Gone.Value&1 == 1 {
				t.Errorf("%s: %v alone do not make it: %s", name, d.Facts(i), texts[i])
			}
		}
		if c.text != "" && !slices.ContainsFunc(texts, func(text string) bool { return facttest.States(text, c.text) }) {
			t.Errorf("%s: want the facts %q in one of\n%s", name, c.text, strings.Join(texts, "\n"))
		}
	}
	for _, r := range mustParse(t, five).Rules() {
		if !tried[r.Name] {
			t.Errorf("no pattern for %s", r.Name)
		}
	}
}

// TestZebraLevel checks which rules solve the zebra puzzle. The rule "company" suffices,
// together with the easier rules, but without pairs, sets and the rules "two clues" and
// "trial". Without the rule "company", the puzzle is solved only if trials are allowed.
func TestZebraLevel(t *testing.T) {
	b := mustParse(t, zebra)
	for _, c := range []struct {
		without []string
		level   string
		solved  bool
	}{
		{nil, "hard", true},
		{[]string{"two clues", "trial", "naked pair", "hidden pair", "naked triple", "naked quadruple", "hidden triple", "hidden quadruple"}, "hard", true},
		{[]string{"company", "trial"}, "normal", false},
		{[]string{"company"}, "extreme", true},
	} {
		d := puzzletest.Deduce(t, b, deduction.Options{Use: func(r deduction.Rule) bool { return !slices.Contains(c.without, r.Name) }})
		if d.Level != c.level || (d.Solution != nil) != c.solved {
			t.Errorf("without %v: level %s, solved: %v", c.without, d.Level, d.Solution != nil)
		}
	}
}

// TestCancelled checks that the rule trial finds nothing once its context is cancelled.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	b := mustParse(t, five+";next a f;next a g")
	for _, c := range []context.Context{context.Background(), ctx} {
		found := 0
		r := newReasoner(c, b)
		r.findTrials(r.set().Start, func(int, int, deduce.Pattern) { found++ })
		if (found > 0) != (c.Err() == nil) {
			t.Errorf("%d found, the context says %v", found, c.Err())
		}
	}
}

// TestStepPicture checks where the picture of a step has the name of an icon: in every column that
// the icon has left, and in the lost columns on which the step relies. Exactly one name must be
// struck out, and the names in the lost columns must be on yellow. The last picture must have one
// large name per icon, below the number of its column.
func TestStepPicture(t *testing.T) {
	b := mustParse(t, zebra)
	d := puzzletest.Deduce(t, b, deduction.Options{})
	names := slices.Concat(b.icons...)
	left := 25 * 5
	for i := 0; i <= len(d.Steps); i++ {
		picture := d.Picture(i)
		struck, yellow, facts := puzzletest.Painted(picture, draw.Vermilion), puzzletest.Painted(picture, draw.Yellow), 0
		written, large := 0, 0
		column := map[float64]int{}
		for _, text := range puzzletest.Shapes[draw.Text](picture) {
			if v, err := strconv.Atoi(text.Text); err == nil {
				column[text.X] = v - 1
			}
			icon := slices.Index(names, text.Text)
			if icon < 0 {
				continue
			}
			written++
			if text.Size > nameSize {
				large++
				if v, ok := column[text.X]; !ok || d.Solution == nil || int((*d.Solution)[icon]) != v {
					t.Errorf("picture %d: %s is at %g, in column %d", i+1, text.Text, text.X, v+1)
				}
			}
		}
		if i == 0 {
			left = written - len(d.Facts(0)) // two clues give a column
			if left != 25*5-2*4 {
				t.Errorf("%d names at first, want %d", left, 25*5-2*4)
			}
		}
		if i < len(d.Steps) {
			facts = len(d.Facts(i))
			if struck != 1 || yellow != facts || written != left-i+facts {
				t.Errorf("step %d: %d struck, %d marked for %d facts, %d names, want %d", i+1, struck, yellow, facts, written, left-i+facts)
			}
		} else if struck+yellow > 0 || written != 25 || large != 25 {
			t.Errorf("the last state: %d struck, %d marked, %d names, %d of them large", struck, yellow, written, large)
		}
	}
}

// TestWideStepPicture checks that the longest names stay within their cells, and that the
// largest board has a picture that can be read at a width of 390 pixels.
func TestWideStepPicture(t *testing.T) {
	long := strings.Repeat("x", 64)
	for text, widest := range map[string]float64{
		"drink:" + long + ",milk,juice":                  3*64*nameWide + 100,
		long + ":tea,milk,juice":                         64*nameWide + 100,
		blankText(encode.Size{H: 8, W: 8}) + ";at tea 1": 8 * 90,
	} {
		d := puzzletest.Deduce(t, mustParse(t, text), deduction.Options{})
		for i := range len(d.Steps) + 1 {
			p := d.Picture(i)
			if p.W > widest {
				t.Errorf("%.30s: a width of %g, at most %g", text, p.W, widest)
			}
			for _, text := range puzzletest.Shapes[draw.Text](p) {
				half := 0.5 * 0.5 * text.Size * float64(len(text.Text)) // a letter is about half as wide as the font size
				if from, to := text.X-half, text.X+half; text.Anchor == draw.Middle && (from < 0 || to > p.W) || text.Anchor == draw.Start && text.X+2*half > p.W {
					t.Errorf("%.20s at %g leaves the picture, which is %g wide", text.Text, text.X, p.W)
				}
			}
		}
	}
}

// blankText returns the notation of a board of the given size without clues.
func blankText(size encode.Size) string {
	b, _ := blank(rand.New(rand.NewPCG(1, 0)), size)
	return b.String()
}

// TestFewer checks that a rule that removes a value from some state also removes it from
// states with fewer values, even from states that contradict the clues. It makes a new
// reasoner for each state, because a reasoner remembers conclusions.
func TestFewer(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	for range 600 {
		b := small(context.Background(), rng).(*Board)
		err := puzzletest.Fewer(rng, func() *deduce.Problem {
			set := newReasoner(context.Background(), b).set()
			return &deduce.Problem{Start: set.Start, Rules: set.Rules}
		})
		if err != nil {
			t.Fatalf("%s: %v", b, err)
		}
	}
}
