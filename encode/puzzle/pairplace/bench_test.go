package pairplace

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/puzzletest"
	"counterproof/native"
	"counterproof/native/cover"
)

// BenchmarkCount counts the solutions of tables without clues, once with inOrder and once
// by the plain exact cover.
func BenchmarkCount(b *testing.B) {
	for _, x := range []struct {
		h, n int
		want string
	}{{7, 8, "31449600"}, {7, 7, "31449600"}, {3, 10, "150474240"}} {
		in := empty(b, x.h, x.n)
		p, _ := in.problem()
		ways := map[string]func(context.Context, *native.Stats) (string, error){
			"order": func(ctx context.Context, st *native.Stats) (string, error) {
				n, err := in.Reduce()[0].Count(ctx, st)
				return fmt.Sprint(n), err
			},
			"memo": func(ctx context.Context, st *native.Stats) (string, error) {
				for _, m := range cover.Methods(p) {
					if m.Name == "memo" {
						n, err := m.Counter.Count(ctx, st)
						return fmt.Sprint(n), err
					}
				}
				return "", nil
			},
		}
		for _, name := range []string{"order", "memo"} {
			b.Run(fmt.Sprintf("%dx%d/%s", x.h, x.n, name), func(b *testing.B) {
				var st native.Stats
				for b.Loop() {
					st = native.Stats{}
					if n, err := ways[name](context.Background(), &st); err != nil || n != x.want {
						b.Fatal(n, err)
					}
				}
				b.ReportMetric(float64(st.Nodes), "nodes/op")
			})
		}
	}
}

// BenchmarkGenerate generates one table per operation.
func BenchmarkGenerate(b *testing.B) {
	for _, size := range []encode.Size{Puzzle.Size, {H: 7, W: 8}, {H: 15, W: 16}} {
		b.Run(size.String(), func(b *testing.B) {
			clues, n := 0, 0
			for b.Loop() {
				in, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(uint64(n), 0)), size, encode.OneSolution)
				if err != nil {
					b.Fatal(err)
				}
				clues += in.(*Table).Clues()
				n++
			}
			b.ReportMetric(float64(clues)/float64(n), "clues/op")
		})
	}
}

// BenchmarkDeduce applies all rules to 100 minimal tables per operation. It reports how many tables
// are solved per second and which percentage of the tables need each level.
func BenchmarkDeduce(b *testing.B) {
	for _, size := range []encode.Size{Puzzle.Size, {H: 7, W: 8}, {H: 9, W: 9}, {H: 9, W: 10}} {
		var tables []*Table
		for seed := range uint64(100) {
			in, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(seed, 5)), size, encode.OneSolution)
			if err != nil {
				b.Fatal(err)
			}
			tables = append(tables, in.(*Table))
		}
		b.Run(size.String(), func(b *testing.B) {
			solved := map[string]int{}
			n := 0
			for b.Loop() {
				for _, in := range tables {
					d := puzzletest.Deduce(b, in, deduction.Options{})
					if d.Broken {
						b.Fatal(in)
					}
					if d.Solution == nil {
						d.Level = "stuck"
					}
					solved[d.Level]++
					n++
				}
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "tables/s")
			for level, k := range solved {
				b.ReportMetric(100*float64(k)/float64(n), "%"+level)
			}
		})
	}
}
