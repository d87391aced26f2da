package cover

import (
	"context"
	"fmt"
	"testing"
	"time"

	"counterproof/bench/test/ratio"
	"counterproof/native"
)

// engine returns the engine with the given name for the problem p. The test fails if Methods lacks
// it.
func engine(tb testing.TB, p *Problem, name string) Method {
	for _, m := range Methods(p) {
		if m.Name == name {
			return m
		}
	}
	tb.Fatalf("no method %q", name)
	return Method{}
}

// list returns the number of answers that the named engine lists.
func list(tb testing.TB, p *Problem, name string, st *native.Stats) int {
	n := 0
	if err := engine(tb, p, name).Solver.Search(context.Background(), st, func([]int) bool { n++; return true }); err != nil {
		tb.Fatal(err)
	}
	return n
}

// year returns the calendar problems of every step-th day of the year and the published total
// number of their answers.
func year(tb testing.TB, step int) (problems []*Problem, want int) {
	cal := readCalendar(tb)
	for i, day := range cal.days() {
		if i%step == 0 {
			problems = append(problems, cal.problem(day))
			want += cal.PerDay[day]
		}
	}
	return problems, want
}

// benchList measures how long each named engine takes to list all answers of the problems. The
// benchmark fails unless the total number of answers is want.
func benchList(b *testing.B, problems []*Problem, want int, names ...string) {
	for _, name := range names {
		b.Run(name, func(b *testing.B) {
			var st native.Stats
			for b.Loop() {
				st = native.Stats{}
				got := 0
				for _, p := range problems {
					got += list(b, p, name, &st)
				}
				if got != want {
					b.Fatalf("%d answers, want %d", got, want)
				}
			}
			b.ReportMetric(float64(st.Nodes), "nodes/op")
			b.ReportMetric(float64(st.Updates), "updates/op")
		})
	}
}

// BenchmarkTwelfth lists the answers of the calendar puzzle for every 12th day of the year (31
// problems).
func BenchmarkTwelfth(b *testing.B) {
	problems, want := year(b, 12)
	benchList(b, problems, want, "dlx", "bitset", "memo", "dictionary")
}

// BenchmarkYear lists the answers of the calendar puzzle for all days of the year.
func BenchmarkYear(b *testing.B) {
	problems, want := year(b, 1)
	benchList(b, problems, want, "dlx", "bitset")
}

// BenchmarkAgainstLinks compares the bitset engine with dancing links, on the problems of
// BenchmarkTwelfth and on a 4x15 board of pentominoes. The floors are about half of the ratios of a
// busy machine, 6.3 and 27.
func BenchmarkAgainstLinks(b *testing.B) {
	days, answers := year(b, 12)
	for _, c := range []struct {
		name     string
		problems []*Problem
		want     int
		floor    float64
	}{{"calendar", days, answers, 3}, {"pentominoes", []*Problem{place(transposed(rectangle(4, 15)), pentominoes)}, 1472, 12}} {
		b.Run(c.name, func(b *testing.B) {
			by := func(name string) func() {
				return func() {
					got := 0
					for _, p := range c.problems {
						got += list(b, p, name, new(native.Stats))
					}
					if got != c.want {
						b.Fatalf("%s lists %d answers, want %d", name, got, c.want)
					}
				}
			}
			ratio.AtLeast(b, c.floor, "dlx", by("dlx"), by("bitset"))
		})
	}
}

// BenchmarkFamily lists the answers of the calendar puzzle for all days of the year in one search. The
// metric xboards says how many times as long the engine bitset takes for all days, one by one.
func BenchmarkFamily(b *testing.B) {
	problems, want := year(b, 1)
	f := readCalendar(b).family()
	var together, alone time.Duration
	for b.Loop() {
		began := time.Now()
		n := 0
		if err := f.Search(context.Background(), &native.Stats{}, func(int, []int) bool { n++; return true }); err != nil || n != want {
			b.Fatal(n, err)
		}
		together += time.Since(began)
		b.StopTimer()
		began = time.Now()
		for _, p := range problems {
			list(b, p, "bitset", &native.Stats{})
		}
		alone += time.Since(began)
		b.StartTimer()
	}
	ratio.Report(b, 3.5, "boards", alone.Seconds()/together.Seconds())
}

// BenchmarkPentomino6x10 lists the 9356 packings of a 6x10 board with the 12 pentominoes. The cells
// are in column order, as in BenchmarkPentomino3x20.
func BenchmarkPentomino6x10(b *testing.B) {
	p := place(transposed(rectangle(6, 10)), pentominoes)
	benchList(b, []*Problem{p}, 9356, "dlx", "bitset", "memo")
}

func BenchmarkDomino(b *testing.B) {
	for _, t := range []struct {
		side int
		want string
	}{{8, "12988816"}, {12, "53060477521960000"}, {16, "2444888770250892795802079170816"}} {
		p := dominoes(t.side, t.side)
		b.Run(fmt.Sprint(t.side, "/memo"), func(b *testing.B) {
			var st native.Stats
			for b.Loop() {
				st = native.Stats{}
				got, err := engine(b, p, "memo").Counter.Count(context.Background(), &st)
				if err != nil || got.String() != t.want {
					b.Fatal(got, err)
				}
			}
			b.ReportMetric(float64(st.Nodes), "nodes/op")
			b.ReportMetric(float64(st.Updates), "updates/op")
		})
	}
}

func BenchmarkPentomino3x20(b *testing.B) {
	p := place(transposed(rectangle(3, 20)), pentominoes)
	benchList(b, []*Problem{p}, 8, "dlx", "bitset", "memo")
}
