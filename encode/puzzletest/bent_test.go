package puzzletest

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/layout"
	"counterproof/encode/draw"
	"counterproof/native"
	"counterproof/sat/cnf"
)

// A bent is an instance with some of its methods replaced. If a field is nil, the method of that
// name is not replaced.
type bent struct {
	encode.Instance
	text      func() string
	sites     func() []int
	check     func(encode.Solution) error
	encode    func(*encode.Encoder)
	reduce    func(*encode.Reduction)
	draw      func(*encode.Solution) string
	tints     func(*encode.Solution) []int
	shapes    func(p *draw.Picture, s *encode.Solution)
	canonical func() (func(encode.Solution) encode.Solution, error)
}

func (b *bent) String() string {
	if b.text != nil {
		return b.text()
	}
	return b.Instance.String()
}

func (b *bent) Sites() []int {
	if b.sites != nil {
		return b.sites()
	}
	return b.Instance.Sites()
}

func (b *bent) Check(s encode.Solution) error {
	if b.check != nil {
		return b.check(s)
	}
	return b.Instance.Check(s)
}

func (b *bent) Encode(e *encode.Encoder) {
	if b.encode != nil {
		b.encode(e)
		return
	}
	b.Instance.Encode(e)
}

func (b *bent) Reduce() []encode.Reduction {
	all := b.Instance.Reduce()
	if b.reduce != nil {
		b.reduce(&all[0])
	}
	return all
}

func (b *bent) Draw(s *encode.Solution) string {
	if b.draw != nil {
		return b.draw(s)
	}
	return b.Instance.Draw(s)
}

func (b *bent) TextColours(s *encode.Solution) []int {
	if b.tints != nil {
		return b.tints(s)
	}
	if in, ok := b.Instance.(layout.HasTextColours); ok {
		return in.TextColours(s)
	}
	return make([]int, len(b.Draw(s)))
}

func (b *bent) Picture(s *encode.Solution) *draw.Picture {
	p := &draw.Picture{W: 9, H: 9}
	if b.shapes != nil {
		b.shapes(p, s)
		return p
	}
	p.Text(1, 1, b.Draw(s), draw.Font{Size: 1})
	return p
}

func (b *bent) Canonical() (func(encode.Solution) encode.Solution, error) {
	if b.canonical != nil {
		return b.canonical()
	}
	return encode.Canonical(b.Instance)
}

// bend returns a change of a suite: the change calls f on every instance that the puzzle parses or
// generates, so that f can replace methods.
func bend(f func(b *bent)) func(*Suite) {
	return func(s *Suite) {
		parse, generate := s.Puzzle.Parse, s.Puzzle.Generate
		s.Puzzle.Parse = func(text string) (encode.Instance, error) {
			in, err := parse(text)
			if err != nil {
				return nil, err
			}
			b := &bent{Instance: in}
			f(b)
			return b, nil
		}
		if generate != nil {
			s.Puzzle.Generate = func(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
				var last encode.Instance
				_, err := generate(ctx, rng, size, func(in encode.Instance) bool {
					last, _ = s.Puzzle.Parse(in.String())
					return keep(last)
				})
				return last, err
			}
		}
	}
}

// formula returns a change of a suite that calls f after Encode has written a formula, so that f can
// spoil the formula.
func formula(f func(e *encode.Encoder, enc *encode.Encoding)) func(*Suite) {
	return bend(func(b *bent) {
		b.encode = func(e *encode.Encoder) {
			b.Instance.Encode(e)
			f(e, e.Encoding())
		}
	})
}

// violations returns a change of a suite that replaces each violation returned by Check. The
// function f gets the solution and the correct violation, and returns the replacement.
func violations(f func(s encode.Solution, v *encode.Violation) error) func(*Suite) {
	return bend(func(b *bent) {
		b.check = func(s encode.Solution) error {
			err := b.Instance.Check(s)
			var v *encode.Violation
			if errors.As(err, &v) {
				return f(s, v)
			}
			return err
		}
	})
}

// searching returns a change of a suite that calls f instead of yield in the first native method.
// The argument n counts the solutions from 1.
func searching(f func(n int, s encode.Solution, yield func(encode.Solution) bool) bool) func(*Suite) {
	return bend(func(b *bent) {
		b.reduce = func(r *encode.Reduction) {
			honest := r.Search
			r.Search = func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
				n := 0
				return honest(ctx, st, func(s encode.Solution) bool {
					n++
					return f(n, s, yield)
				})
			}
		}
	})
}

func drawings(f func(b *bent, s *encode.Solution) string) func(*Suite) {
	return bend(func(b *bent) {
		b.draw = func(s *encode.Solution) string { return f(b, s) }
	})
}

func swapVars(enc *encode.Encoding, x, y int) {
	swap := func(lits []cnf.Lit) {
		for i, l := range lits {
			switch l {
			case cnf.Lit(x):
				lits[i] = cnf.Lit(y)
			case cnf.Lit(y):
				lits[i] = cnf.Lit(x)
			case cnf.Lit(-x):
				lits[i] = cnf.Lit(-y)
			case cnf.Lit(-y):
				lits[i] = cnf.Lit(-x)
			}
		}
	}
	for _, c := range enc.Clauses {
		swap(c)
	}
	for i, g := range enc.Groups {
		enc.Groups[i] = slices.Clone(g)
		swap(enc.Groups[i])
	}
	swap(enc.Free)
}
