package puzzletest

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/draw"
	"counterproof/encode/technique"
	"counterproof/native"
	"counterproof/native/deduce"
)

// A row is an example instance for deduction whose rules are correct. Each of the
// digits 1 to n occurs once in a row of n cells, and some are given: "2..1". A site is a cell, and
// its value is the digit minus one.
type row struct {
	text string
	bend func(*technique.Set)
}

func rows(bend func(*technique.Set)) *encode.Puzzle {
	return &encode.Puzzle{
		Name: "row", Styles: []string{"pairwise"}, Example: "2.14",
		Parse: func(text string) (encode.Instance, error) {
			if strings.Trim(text, ".12345678") != "" || text == "" || len(text) > 8 {
				return nil, encode.Errorf(1, 1, "want digits and '.', got %q", text)
			}
			return &row{text, bend}, nil
		},
		Generate: func(ctx context.Context, rng *rand.Rand, _ encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
			return encode.Pick(ctx, encode.Size{}, 1000, keep, func() (encode.Instance, error) {
				b := []byte("........")[:1+rng.IntN(8)]
				for i, v := range rng.Perm(len(b)) {
					if rng.IntN(3) > 0 {
						b[i] = '1' + byte(v)
					}
				}
				return &row{string(b), bend}, nil
			})
		},
	}
}

func (b *row) String() string { return b.text }

func (b *row) SiteName(site int) string { return fmt.Sprintf("digit %d", site+1) }

func (b *row) ValueName(_, value int) string { return fmt.Sprint(value + 1) }

func (b *row) Sites() []int {
	n := make([]int, len(b.text))
	for i := range n {
		n[i] = len(b.text)
	}
	return n
}

func (b *row) Check(s encode.Solution) error {
	for i := range s {
		if b.text[i] != '.' && b.text[i] != '1'+s[i] {
			return &encode.Violation{Rule: "the digit is given", Sites: []int{i}}
		}
		for j := range i {
			if s[i] == s[j] {
				return &encode.Violation{Rule: "two are equal", Sites: []int{j, i}}
			}
		}
	}
	return nil
}

func (b *row) Encode(e *encode.Encoder) {
	for v := range len(b.text) {
		var lits []encode.Lit
		for i := range b.text {
			lits = append(lits, e.Is(i, v))
			if b.text[i] == '1'+byte(v) {
				e.Add(e.Is(i, v))
			}
		}
		e.ExactlyOne(lits...)
	}
}

func (b *row) Reduce() []encode.Reduction { return nil }

func (b *row) Draw(*encode.Solution) string { return b.text + "\n" }

func (b *row) set() *technique.Set {
	n := len(b.text)
	set := &technique.Set{
		Levels: []string{"easy", "normal"},
		Start:  technique.Start(b.Sites()),
		Text: func(st *deduce.Step) string {
			return fmt.Sprintf("digit %d is not %d", st.Site+1, st.Value+1)
		},
		Picture: func(s deduce.State, m *technique.Move) *draw.Picture {
			p := &draw.Picture{W: 9, H: 9}
			p.Text(1, 1, fmt.Sprint(s), draw.Font{Size: 1})
			return p
		},
	}
	for i := range b.text {
		if b.text[i] != '.' {
			set.Start[i] = 1 << (b.text[i] - '1')
		}
	}
	others := func(site, value int) (facts []deduce.Bit) {
		for v := range n {
			if v != value {
				facts = append(facts, deduce.Bit{Site: site, Value: v})
			}
		}
		return facts
	}
	set.Rules = []deduce.Rule{
		{Name: "single", Statement: "a settled digit is no other's",
			Find: func(s deduce.State, changed []int32, emit deduce.Emit) {
				for _, i := range changed {
					if v := s.Value(int(i)); bits.OnesCount64(s[i]) == 1 {
						for j := range n {
							if j != int(i) {
								emit(j, v, deduce.Pattern{Sites: []int{int(i)}})
							}
						}
					}
				}
			},
			Facts: func(st *deduce.Step) []deduce.Bit { return others(st.Sites[0], st.Value) }},
		{Name: "place", Level: 1, Statement: "a digit takes its last place",
			Find: func(s deduce.State, _ []int32, emit deduce.Emit) {
				for v := range n {
					last := -1
					for i := range n {
						if s.Has(i, v) {
							if last >= 0 {
								last = n
								break
							}
							last = i
						}
					}
					if last >= 0 && last < n {
						for w := range n {
							if w != v {
								emit(last, w, deduce.Pattern{Values: 1 << v})
							}
						}
					}
				}
			},
			Facts: func(st *deduce.Step) (facts []deduce.Bit) {
				for i := range n {
					if i != st.Site {
						facts = append(facts, deduce.Bit{Site: i, Value: bits.TrailingZeros64(st.Values)})
					}
				}
				return facts
			}},
	}
	if b.bend != nil {
		b.bend(set)
	}
	return set
}

func (b *row) Rules() []deduction.Rule { return b.set().List() }

func (b *row) Deduce(ctx context.Context, st *native.Stats, o deduction.Options) (*deduction.Result, error) {
	return b.set().Deduce(ctx, b, st, o)
}

// everything returns a text that names all values that a move removes.
func everything(m *technique.Move) string {
	var texts []string
	for _, st := range m.Steps {
		texts = append(texts, fmt.Sprintf("digit %d is not %d", st.Site+1, st.Value+1))
	}
	return technique.And(texts)
}

// finding returns a change of a rule set that replaces the search of one rule by the function find.
// The function find gets the original search as its argument honest, and may call it.
func finding(rule int, find func(s deduce.State, emit deduce.Emit, honest func(deduce.Emit))) func(*technique.Set) {
	return func(set *technique.Set) {
		r := &set.Rules[rule]
		honest := r.Find
		r.Find = func(s deduce.State, changed []int32, emit deduce.Emit) {
			find(s, emit, func(emit deduce.Emit) { honest(s, changed, emit) })
		}
	}
}

// bentRules holds defects of rule sets, with the laws that they break.
var bentRules = map[string]struct {
	law  string
	bend func(*technique.Set)
}{
	"an unsound rule": {"soundness", finding(0, func(s deduce.State, emit deduce.Emit, honest func(deduce.Emit)) {
		honest(emit)
		if bits.OnesCount64(s[0]) == 2 {
			emit(0, s.Value(0), deduce.Pattern{Sites: []int{0}})
		}
	})},
	"a rule that asks for true bits": {"order", finding(0, func(s deduce.State, emit deduce.Emit, honest func(deduce.Emit)) {
		honest(func(site, value int, p deduce.Pattern) {
			if bits.OnesCount64(s[site]) > 2 {
				emit(site, value, p)
			}
		})
	})},
	"facts that are too few": {"facts", func(set *technique.Set) {
		honest := set.Rules[0].Facts
		set.Rules[0].Facts = func(st *deduce.Step) []deduce.Bit { return honest(st)[1:] }
	}},
	"facts that are not": {"facts", func(set *technique.Set) {
		set.Rules[0].Facts = func(st *deduce.Step) []deduce.Bit { return []deduce.Bit{st.Bit} }
	}},
	"a move that rests on itself": {"moves", func(set *technique.Set) {
		// Here all singles have one reason, so one move removes values from several sites. The
		// facts of each step name a removal of the same move, which is wrong.
		honest := set.Rules[0].Facts
		set.Rules[0].Reason = func(*deduce.Step) any { return 0 }
		set.Rules[0].Facts = func(st *deduce.Step) []deduce.Bit {
			return append(honest(st), deduce.Bit{Site: (st.Site + 1) % len(set.Start), Value: st.Value})
		}
	}},
	"a move without a technique": {"telling", func(set *technique.Set) {
		set.Sentence = func(*technique.Move) string { return "the last place" }
	}},
	"a move with another name": {"naming", func(set *technique.Set) {
		set.Sentence = func(m *technique.Move) string { return "last digit: " + everything(m) }
	}},
	"a move that leaves out a site": {"naming", func(set *technique.Set) {
		set.Sentence = func(m *technique.Move) string {
			if m.Len() < 2 {
				return m.Lead().Rule.Name + ": " + everything(m)
			}
			return fmt.Sprintf("%s: %d goes from %d digits", m.Lead().Rule.Name, m.Lead().Value+1, m.Len())
		}
	}},
	"a move with raw values": {"naming", func(set *technique.Set) {
		set.Sentence = func(m *technique.Move) string {
			text := m.Lead().Rule.Name + ": because of the clues"
			for _, st := range m.Steps {
				text += fmt.Sprintf("; digit %d is not %c", st.Site+1, 'a'+st.Value)
			}
			return text
		}
	}},
	"a move with raw sites": {"naming", func(set *technique.Set) {
		set.Sentence = func(m *technique.Move) string { return m.Lead().Rule.Name + ": " + everything(m) + ", so 3=0" }
	}},
	"a sentence without a word": {"telling", func(set *technique.Set) {
		set.Sentence = func(m *technique.Move) string {
			return m.Lead().Rule.Name + ": it has places only in column , so " + everything(m)
		}
	}},
	"a move that cannot be told in any order": {"order", func(set *technique.Set) {
		// Where the easiest moves come first, a move of the rule "place" leaves nothing to do for the
		// rule "single". The sentence of the move panics in other orders only.
		set.Sentence = func(m *technique.Move) string {
			for i := range m.Before {
				for j := range m.Before {
					if m.Lead().Rule.Level > 0 && i != j && m.Before.One(i) && m.Before.Has(j, m.Before.Value(i)) {
						panic("an unusual order")
					}
				}
			}
			return m.Lead().Rule.Name + ": " + everything(m)
		}
	}},
	"no sentence": {"telling", func(set *technique.Set) {
		set.Text = func(*deduce.Step) string { return "" }
	}},
	"a picture that is none": {"telling", func(set *technique.Set) {
		set.Picture = func(deduce.State, *technique.Move) *draw.Picture { return &draw.Picture{W: 9, H: 9} }
	}},
}

// TestTestDeduction checks that TestDeduction accepts a correct set of rules. For each kind of
// defect in the rules, TestDeduction must report the law that the defect breaks.
func TestTestDeduction(t *testing.T) {
	boards := []string{"2..1", "1.3.", "11.", "....", "2.3.5..8"}
	found, err := TestDeduction(Deduction{Puzzle: rows(nil), Boards: boards, Drawn: 30})
	if err != nil {
		t.Fatal(err)
	}
	if found.Boards != 36 || found.Steps["single"] == 0 || found.Solved == 0 || found.Solved != found.Unique || found.Left != 0 {
		t.Errorf("found %+v", found)
	}
	for name, c := range bentRules {
		_, err := TestDeduction(Deduction{Puzzle: rows(c.bend), Boards: boards, Drawn: 30})
		var broken *Broken
		if !errors.As(err, &broken) || !strings.Contains(err.Error(), c.law+": ") {
			t.Errorf("%s: %v, want the law of %s", name, err, c.law)
		}
	}
}

// TestFewer checks that Fewer accepts a rule whose patterns need only false bits, and rejects a rule
// that needs true bits. Both rules colour a triangle: if two corners have only the colours 0 and 1
// left, the third corner loses these colours. The second rule requires that both corners have both
// colours left.
func TestFewer(t *testing.T) {
	problem := func(literal bool) func() *deduce.Problem {
		find := func(s deduce.State, _ []int32, emit deduce.Emit) {
			for corner := range 3 {
				a, b := (corner+1)%3, (corner+2)%3
				if (s[a]|s[b])&^3 != 0 || literal && (s[a] != 3 || s[b] != 3) {
					continue
				}
				emit(corner, 0, deduce.Pattern{Sites: []int{a, b}, Values: 3})
				emit(corner, 1, deduce.Pattern{Sites: []int{a, b}, Values: 3})
			}
		}
		return func() *deduce.Problem {
			return &deduce.Problem{Start: deduce.State{3, 3, 7}, Rules: []deduce.Rule{{Name: "pair", Find: find}}}
		}
	}
	rng := rand.New(rand.NewPCG(13, 14))
	lost := 0
	for range 300 {
		if err := Fewer(rng, problem(false)); err != nil {
			t.Fatal(err)
		}
		if err := Fewer(rng, problem(true)); err != nil {
			lost++
		}
	}
	if lost == 0 {
		t.Error("no literal pair is lost")
	}
	if err := Fewer(rng, func() *deduce.Problem { return &deduce.Problem{} }); err != nil {
		t.Errorf("nothing at all: %v", err)
	}
}
