package bench

import (
	"context"
	"strings"
	"testing"
	"time"

	"counterproof/bench/result"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/native"
)

// broken puzzles are those of the catalogue with native methods that lose every
// solution in which two sites next but one to each other have the value 1.
func broken(name string) *encode.Puzzle {
	p := catalog.Find(strings.TrimPrefix(name, "broken-"))
	if p == nil {
		return nil
	}
	own := *p
	own.Name = name
	own.Parse = func(text string) (encode.Instance, error) {
		in, err := p.Parse(text)
		return breakdown{in}, err
	}
	return &own
}

type breakdown struct{ encode.Instance }

func (b breakdown) Reduce() []encode.Reduction {
	all := b.Instance.Reduce()
	for i, r := range all {
		all[i].Count, all[i].Orbits = nil, nil
		all[i].Search = func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
			return r.Search(ctx, st, func(s encode.Solution) bool { return loses(s) || yield(s) })
		}
	}
	return all
}

func loses(s encode.Solution) bool {
	for i := 2; i < len(s); i++ {
		if s[i-2] == 1 && s[i] == 1 {
			return true
		}
	}
	return false
}

// Parts are those of the puzzle, made by methods that are not broken.
func (b breakdown) Parts() []encode.Parts {
	all := encode.PartsOf(b.Instance)
	for i, k := range all {
		all[i].Without = func(gone ...int) encode.Instance {
			if in := k.Without(gone...); in != nil {
				return breakdown{in}
			}
			return nil
		}
	}
	return all
}

// BenchmarkShrink shrinks boards as generate draws them. The sites are counted
// before and after.
func BenchmarkShrink(b *testing.B) {
	for _, p := range catalog.All() {
		if !Draws(p) {
			continue
		}
		b.Run(p.Name, func(b *testing.B) {
			puzzle := broken("broken-" + p.Name)
			drawer, err := Draw{Seed: 1}.For(p)
			if err != nil {
				b.Fatal(err)
			}
			check := Crosscheck{Methods: []string{"native", "sat"}, Job: result.Job{Limits: result.Limits{Wall: 10 * time.Second, Solutions: 1000}}, Pool: &Pool{}}
			for b.Loop() {
				before, after, tries, n := 0, 0, 0, 0
				var spent time.Duration
				for i := 0; i < 30 && n < 2; i++ {
					in, err := drawer.Board(b.Context(), i)
					if err != nil {
						b.Fatal(err)
					}
					board := Board{puzzle, breakdown{in}}
					var was Checked
					if err := check.Run(b.Context(), Listed(board), func(_ Board, x Checked) error { was = x; return nil }); err != nil {
						b.Fatal(err)
					}
					culprits, fails := Culprits(was.Board)
					if culprits == nil {
						continue
					}
					began := time.Now()
					found, err := check.Shrink(b.Context(), board, was.Board, fails)
					if err != nil {
						b.Fatal(err)
					}
					spent += time.Since(began)
					n++
					before += len(in.Sites())
					after += len(found.Board.Instance.Sites())
					tries += found.Tries
					b.Logf("%.200s\nbecomes %s by %d tries in %v", in, found.Board.Instance, found.Tries, time.Since(began))
				}
				b.ReportMetric(float64(before)/float64(n), "sites-before")
				b.ReportMetric(float64(after)/float64(n), "sites-after")
				b.ReportMetric(float64(tries)/float64(n), "tries")
				b.ReportMetric(spent.Seconds()/float64(n), "s/shrink")
			}
		})
	}
}
