package puzzletest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/native"
	"counterproof/sat/cnf"
)

// A mutant is a correct suite changed in one place by the function bend. The field laws lists the
// laws that the change breaks.
type mutant struct {
	name string
	laws string
	bend func(s *Suite)
}

func latinMutants() []mutant {
	return []mutant{
		// notation
		{"the example's count is wrong", "notation", func(s *Suite) { s.Puzzle.ExampleCount = "2" }},
		{"a board's count is off by one", "boards", func(s *Suite) { s.Boards[2].Count = "13" }},
		{"String is not canonical", "notation", bend(func(b *bent) {
			b.text = func() string { return strings.ReplaceAll(b.Instance.String(), ".", "0") }
		})},
		{"String loses a clue", "notation", bend(func(b *bent) {
			b.text = func() string { return strings.ReplaceAll(b.Instance.String(), "2", ".") }
		})},
		{"String ends in a newline", "notation", bend(func(b *bent) {
			b.text = func() string { return b.Instance.String() + "\n" }
		})},
		{"another notation is read as another board", "notation", func(s *Suite) {
			s.Boards[2].Also = []string{"1../.../..."}
		}},
		{"Parse panics on a long row", "notation", func(s *Suite) {
			parse := s.Puzzle.Parse
			s.Puzzle.Parse = func(text string) (encode.Instance, error) {
				if row, _, _ := strings.Cut(text, "/"); len(row) > 4 {
					_ = make([]int, 4)[len(row)]
				}
				return parse(text)
			}
		}},
		{"an error has no position", "notation", func(s *Suite) {
			parse := s.Puzzle.Parse
			s.Puzzle.Parse = func(text string) (encode.Instance, error) {
				in, err := parse(text)
				if err != nil {
					return nil, errors.Unwrap(err)
				}
				return in, nil
			}
		}},
		{"an error is beyond the text", "notation", func(s *Suite) {
			parse := s.Puzzle.Parse
			s.Puzzle.Parse = func(text string) (encode.Instance, error) {
				in, err := parse(text)
				if err != nil {
					return nil, encode.Errorf(1, len(text)+2, "%w", errors.Unwrap(err))
				}
				return in, nil
			}
		}},
		{"a bad text is accepted", "notation", func(s *Suite) { s.Bad[2].Text = "../.." }},
		{"Encode panics on an odd board that Parse accepts", "notation", bend(func(b *bent) {
			b.encode = func(e *encode.Encoder) {
				if strings.HasSuffix(b.Instance.String(), "2") && len(b.Sites()) == 9 {
					panic("a 2 in the corner")
				}
				b.Instance.Encode(e)
			}
		})},

		// agreement
		{"a dropped clause", "agreement", formula(func(_ *encode.Encoder, enc *encode.Encoding) {
			enc.Clauses = enc.Clauses[:len(enc.Clauses)-1]
		})},
		{"an extra clause", "agreement", formula(func(e *encode.Encoder, _ *encode.Encoding) { e.Add(-1) })},
		{"an extra clause in one style", "agreement", formula(func(e *encode.Encoder, _ *encode.Encoding) {
			if e.Style() == "sequential" {
				e.Add(-1)
			}
		})},
		{"a swapped decode", "agreement projection", formula(func(_ *encode.Encoder, enc *encode.Encoding) {
			decode := enc.Decode
			enc.Decode = func(m cnf.Model) encode.Solution {
				s := []byte(decode(m))
				s[0], s[len(s)-1] = s[len(s)-1], s[0]
				return encode.Solution(s)
			}
		})},
		{"Decode gives too few sites", "agreement", formula(func(_ *encode.Encoder, enc *encode.Encoding) {
			decode := enc.Decode
			enc.Decode = func(m cnf.Model) encode.Solution { return decode(m)[1:] }
		})},
		{"a wrong rule in Check: no clues", "agreement boards notation symmetry", bend(func(b *bent) {
			free := &latin{b.Instance.(*latin).n, make([]int, len(b.Sites()))}
			b.check = free.Check
		})},
		{"a wrong parity in Check", "agreement boards", bend(func(b *bent) {
			b.check = func(s encode.Solution) error {
				if err := b.Instance.Check(s); err != nil {
					return err
				}
				if s[0]%2 == 1 && len(s) == 9 {
					return &encode.Violation{Rule: "an odd corner", Sites: []int{0}}
				}
				return nil
			}
		})},
		{"Reduce misses the last solution", "agreement", searching(
			func(n int, s encode.Solution, yield func(encode.Solution) bool) bool { return n == 12 || yield(s) })},
		{"Reduce yields a solution twice", "agreement", searching(
			func(n int, s encode.Solution, yield func(encode.Solution) bool) bool {
				more := yield(s)
				return more && yield(s)
			})},
		{"Reduce never stops yielding", "agreement", searching(
			func(n int, s encode.Solution, yield func(encode.Solution) bool) bool {
				for yield(s) {
				}
				return false
			})},
		{"Reduce yields again after a false", "cancellation", searching(
			func(n int, s encode.Solution, yield func(encode.Solution) bool) bool { yield(s); return true })},
		{"Reduce turns the board over", "agreement", searching(
			func(n int, s encode.Solution, yield func(encode.Solution) bool) bool {
				b := []byte(s)
				slices.Reverse(b)
				return yield(encode.Solution(b))
			})},
		{"Reduce gives values from 1", "agreement", searching(
			func(n int, s encode.Solution, yield func(encode.Solution) bool) bool {
				b := []byte(s)
				for i := range b {
					b[i]++
				}
				return yield(encode.Solution(b))
			})},
		{"Count is off by one", "agreement", bend(func(b *bent) {
			b.reduce = func(r *encode.Reduction) {
				count := r.Count
				r.Count = func(ctx context.Context, st *native.Stats) (*big.Int, error) {
					n, err := count(ctx, st)
					return n.Add(n, big.NewInt(1)), err
				}
			}
		})},
		{"Search returns an error", "agreement", bend(func(b *bent) {
			b.reduce = func(r *encode.Reduction) {
				search := r.Search
				r.Search = func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
					if err := search(ctx, st, yield); err != nil || len(b.Sites()) != 9 {
						return err
					}
					return errors.New("too large")
				}
			}
		})},

		// nogood
		{"a violation names too few sites", "nogood", violations(func(_ encode.Solution, v *encode.Violation) error {
			v.Sites = v.Sites[:1]
			return v
		})},
		{"a violation names other sites", "nogood", violations(func(s encode.Solution, v *encode.Violation) error {
			for i := range v.Sites {
				v.Sites[i] = len(s) - 1 - v.Sites[i]
			}
			return v
		})},
		{"a violation names a site twice", "nogood", violations(func(_ encode.Solution, v *encode.Violation) error {
			v.Sites = append(v.Sites, v.Sites[0])
			return v
		})},
		{"a violation names a site beyond the last", "nogood", violations(func(s encode.Solution, v *encode.Violation) error {
			v.Sites = append(v.Sites, len(s))
			return v
		})},
		{"a violation names no site", "nogood", violations(func(_ encode.Solution, v *encode.Violation) error {
			v.Sites = nil
			return v
		})},
		{"a violation names no rule", "nogood", violations(func(_ encode.Solution, v *encode.Violation) error {
			v.Rule = ""
			return v
		})},
		{"Check returns another error", "nogood", violations(func(encode.Solution, *encode.Violation) error {
			return errors.New("wrong")
		})},

		// boards
		{"no loose board", "boards", func(s *Suite) {
			s.Boards = slices.DeleteFunc(s.Boards, func(b Board) bool { return b.Count == "2" || b.Count == "12" || b.Text == "../.." })
			s.Sizes = s.Sizes[1:]
		}},
		{"no contradictory board", "boards", func(s *Suite) {
			s.Boards = slices.DeleteFunc(s.Boards, func(b Board) bool { return b.Count == "0" })
		}},
		{"an excuse for a kind that is there", "boards", func(s *Suite) { s.Without["tight"] = "there is none" }},
		{"an excuse without a reason", "boards", func(s *Suite) { s.Without["oblong"] = " " }},
		{"a board too large without a count", "boards", func(s *Suite) {
			s.Boards = append(s.Boards, Board{Text: "......./......./......./......./......./......./......."})
		}},

		// determinism
		{"Generate takes another source", "determinism", func(s *Suite) {
			generate := s.Puzzle.Generate
			s.Puzzle.Generate = func(ctx context.Context, _ *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
				return generate(ctx, rand.New(rand.NewPCG(rand.Uint64(), 0)), size, keep)
			}
		}},
		{"Generate does not ask keep", "determinism", func(s *Suite) {
			generate := s.Puzzle.Generate
			s.Puzzle.Generate = func(ctx context.Context, rng *rand.Rand, size encode.Size, _ func(encode.Instance) bool) (encode.Instance, error) {
				return generate(ctx, rng, size, func(encode.Instance) bool { return true })
			}
		}},
		{"Generate does not look at its context", "cancellation", func(s *Suite) {
			generate := s.Puzzle.Generate
			s.Puzzle.Generate = func(_ context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
				return generate(context.Background(), rng, size, keep)
			}
		}},
		{"the clauses come in a map's order", "determinism", formula(func(_ *encode.Encoder, enc *encode.Encoding) {
			byNumber := map[int][]cnf.Lit{}
			for i, c := range enc.Clauses {
				byNumber[i] = c
			}
			enc.Clauses = enc.Clauses[:0]
			for _, c := range byNumber {
				enc.Clauses = append(enc.Clauses, c)
			}
		})},
		{"the second Sites differs", "determinism notation", bend(func(b *bent) {
			calls := 0
			b.sites = func() []int {
				calls++
				return append(b.Instance.Sites(), calls)[:len(b.Instance.Sites())+min(1, calls/2)]
			}
		})},

		// cancellation
		{"Search ignores the context", "cancellation", bend(func(b *bent) {
			b.reduce = func(r *encode.Reduction) {
				search := r.Search
				r.Search = func(_ context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
					return search(context.Background(), st, yield)
				}
			}
		})},
		{"Search looks at the context at the start alone", "cancellation", bend(func(b *bent) {
			b.reduce = func(r *encode.Reduction) {
				search := r.Search
				r.Search = func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
					if ctx.Err() != nil {
						return ctx.Err()
					}
					return search(context.Background(), st, yield)
				}
			}
		})},
		{"Count ignores the context", "cancellation", bend(func(b *bent) {
			b.reduce = func(r *encode.Reduction) {
				count := r.Count
				r.Count = func(_ context.Context, st *native.Stats) (*big.Int, error) {
					return count(context.Background(), st)
				}
			}
		})},

		// projection
		{"a style renumbers the projected variables", "agreement projection", formula(func(e *encode.Encoder, enc *encode.Encoding) {
			if e.Style() == "product" && enc.Projected > 1 {
				swapVars(enc, 1, enc.Projected)
			}
		})},
		{"a style names its groups in another order", "projection", formula(func(e *encode.Encoder, enc *encode.Encoding) {
			if e.Style() == "product" {
				slices.Reverse(enc.Groups)
			}
		})},
		{"the default style has a free auxiliary variable", "projection", formula(func(e *encode.Encoder, _ *encode.Encoding) {
			e.Add(e.Fresh(), e.Fresh())
		})},
		{"a style that keeps the number of models has a free auxiliary variable", "projection", free("counter")},
		{"a style that does not has one", "", free("sequential")},
		{"a style of the puzzle's own has one", "", free("colours")},
		{"Decode reads an auxiliary variable", "projection", formula(func(e *encode.Encoder, enc *encode.Encoding) {
			x, decode := e.Fresh(), enc.Decode
			e.Add(x)
			enc.Decode = func(m cnf.Model) encode.Solution {
				if !m.True(x) {
					panic("a model without x")
				}
				return decode(m)
			}
		})},
		{"a variable gives its site another value", "projection", formula(func(_ *encode.Encoder, enc *encode.Encoding) {
			enc.Gives[0].Value = enc.Gives[len(enc.Gives)-1].Value
		})},
		{"a clause has a literal beyond the last", "agreement projection", formula(func(_ *encode.Encoder, enc *encode.Encoding) {
			if enc.Style == "pairwise" {
				enc.Clauses = append(enc.Clauses, []cnf.Lit{1, -1, cnf.Lit(enc.NumVars + 1)})
			}
		})},

		// drawing
		{"Draw panics without a solution", "drawing", drawings(func(b *bent, s *encode.Solution) string {
			return b.Instance.Draw(s)[:0*len(*s)] + b.Instance.Draw(s)
		})},
		{"Draw shows the clues alone", "drawing", drawings(func(b *bent, _ *encode.Solution) string { return b.Instance.Draw(nil) })},
		{"Draw is empty", "drawing", drawings(func(*bent, *encode.Solution) string { return "" })},
		{"Draw does not end its last line", "drawing", drawings(func(b *bent, s *encode.Solution) string {
			return strings.TrimSuffix(b.Instance.Draw(s), "\n")
		})},
		{"Draw is coloured", "drawing", drawings(func(b *bent, s *encode.Solution) string { return "\x1b[1m" + b.Instance.Draw(s) })},
		{"a tint too few", "drawing", bend(func(b *bent) {
			b.tints = func(s *encode.Solution) []int { return make([]int, len(b.Draw(s))-1) }
		})},
		{"a picture is empty", "drawing", bend(func(b *bent) {
			b.shapes = func(*draw.Picture, *encode.Solution) {}
		})},
		{"a picture has a length that is no number", "drawing", bend(func(b *bent) {
			b.shapes = func(p *draw.Picture, _ *encode.Solution) { p.Circle(1, 1, math.NaN(), draw.Style{}) }
		})},
		{"a shape leaves the picture", "drawing", bend(func(b *bent) {
			b.shapes = func(p *draw.Picture, _ *encode.Solution) { p.Rect(8, 1, 2, 1, draw.Style{Fill: draw.Black}) }
		})},
		{"a picture shows the clues alone", "drawing", bend(func(b *bent) {
			b.shapes = func(p *draw.Picture, _ *encode.Solution) { p.Text(1, 1, b.Instance.Draw(nil), draw.Font{Size: 1}) }
		})},
		{"a picture is drawn unlike", "determinism", bend(func(b *bent) {
			n := 0
			b.shapes = func(p *draw.Picture, _ *encode.Solution) {
				n++
				p.Text(1, 1, fmt.Sprint(n), draw.Font{Size: 1})
			}
		})},

		// description
		{"a style stands twice", "description", func(s *Suite) { s.Puzzle.Styles = []string{"pairwise", "pairwise"} }},
		{"no rules", "description", func(s *Suite) { s.Puzzle.Rules = "" }},
	}
}

func dominoMutants() []mutant {
	return []mutant{
		{"Decode swaps up and left", "agreement projection", formula(func(_ *encode.Encoder, enc *encode.Encoding) {
			decode := enc.Decode
			enc.Decode = func(m cnf.Model) encode.Solution {
				return encode.Solution(strings.NewReplacer("\x00", "\x01", "\x01", "\x00").Replace(string(decode(m))))
			}
		})},
		{"a cell's at-most-one is missing", "agreement projection", formula(func(_ *encode.Encoder, enc *encode.Encoding) {
			enc.Clauses = slices.DeleteFunc(enc.Clauses, func(c []cnf.Lit) bool { return len(c) > 0 && c[0] == -1 })
		})},
		{"a place is in no group", "agreement projection", formula(func(_ *encode.Encoder, enc *encode.Encoding) {
			for i, g := range enc.Groups {
				enc.Groups[i] = slices.DeleteFunc(g, func(l cnf.Lit) bool { return l == 1 })
			}
		})},
		{"a place gives only one of its cells", "projection", bend(func(b *bent) { b.Instance.(*domino).half = true })},
		{"a violation on a board too large to list names too few sites", "nogood", func(s *Suite) {
			violations(func(x encode.Solution, v *encode.Violation) error {
				if len(x) == 36 {
					v.Sites = v.Sites[:1]
				}
				return v
			})(s)
		}},
		{"Count wraps around", "agreement", bend(func(b *bent) {
			b.reduce = func(r *encode.Reduction) {
				count := r.Count
				r.Count = func(ctx context.Context, st *native.Stats) (*big.Int, error) {
					n, err := count(ctx, st)
					return big.NewInt(int64(uint8(n.Int64()))), err
				}
			}
		})},
		{"no board of one column", "boards", func(s *Suite) {
			s.Boards = slices.DeleteFunc(s.Boards, func(b Board) bool { return b.Text == "./." })
		}},
		{"Import panics on an empty file", "notation", func(s *Suite) {
			read := s.Puzzle.Import
			s.Puzzle.Import = func(data []byte) ([]encode.Instance, error) {
				_ = data[0]
				return read(data)
			}
		}},
		{"Import gives two boards for one", "notation", func(s *Suite) {
			read := s.Puzzle.Import
			s.Puzzle.Import = func(data []byte) ([]encode.Instance, error) {
				ins, err := read(data)
				return append(ins, ins...), err
			}
		}},
		{"a set is empty", "notation", func(s *Suite) {
			s.Puzzle.Sets = []encode.Set{{Name: "none", Doc: "no board", List: func(string) ([]encode.Instance, error) { return nil, nil }}}
		}},
	}
}

// free returns a change of a suite that adds a variable without any clause to the formulas of the
// given style. If the puzzle does not have the style, free also adds the style.
func free(style string) func(s *Suite) {
	return func(s *Suite) {
		if !slices.Contains(s.Puzzle.Styles, style) {
			s.Puzzle.Styles = append(s.Puzzle.Styles, style)
		}
		formula(func(e *encode.Encoder, _ *encode.Encoding) {
			if e.Style() == style {
				e.Fresh()
			}
		})(s)
	}
}

// small removes the boards on which checking all mutants takes too long.
func small(s Suite) Suite {
	s.Boards = slices.DeleteFunc(s.Boards, func(b Board) bool { return b.Count == "1344" || b.Count == "576" || b.Count == "12988816" })
	return s
}

func TestMutants(t *testing.T) {
	for _, family := range []struct {
		suite   func() Suite
		mutants []mutant
	}{{latinSuite, slices.Concat(latinMutants(), symmetryMutants(), givenMutants())}, {dominoSuite, slices.Concat(dominoMutants(), marginMutants())}} {
		for _, m := range family.mutants {
			suite := small(family.suite())
			t.Run(suite.Puzzle.Name+"/"+m.name, func(t *testing.T) {
				m.bend(&suite)
				err := Test(suite)
				if got := laws(err); got != m.laws {
					t.Errorf("breaks the laws %q, want %q:\n%v", got, m.laws, err)
				}
			})
		}
	}
}

// laws lists the names of the laws in an error of Test, sorted and without duplicates.
func laws(err error) string {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return ""
	}
	var names []string
	for _, err := range joined.Unwrap() {
		var b *Broken
		if errors.As(err, &b) && b.Evidence != "" {
			names = append(names, b.Law)
		}
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), " ")
}
