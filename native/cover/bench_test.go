package cover

import (
	"context"
	"fmt"
	"testing"

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
