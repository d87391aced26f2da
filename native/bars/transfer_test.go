package bars

import (
	"context"
	"testing"

	"counterproof/native"
)

func transferred(t testing.TB, p *Problem) (string, *native.Stats) {
	st := new(native.Stats)
	x := newTransfer(context.Background(), st, p, 1<<30)
	if x == nil {
		return "0", st
	}
	n, err := x.count()
	if err != nil {
		t.Fatal(err)
	}
	return n.String(), st
}

func TestTransfer(t *testing.T) {
	for _, c := range emptyBoards {
		p := empty(c.side, c.side, c.bars...)
		if got, _ := transferred(t, p); got != c.want {
			t.Errorf("%v on %dx%d: %s are counted, want %s", c.bars, c.side, c.side, got, c.want)
		}
	}
}

func BenchmarkTransfer(b *testing.B) {
	for _, c := range emptyBoards {
		b.Run(c.want, func(b *testing.B) {
			for b.Loop() {
				got, st := transferred(b, empty(c.side, c.side, c.bars...))
				if got != c.want {
					b.Fatal(got)
				}
				b.ReportMetric(float64(st.Nodes), "nodes/op")
				b.ReportMetric(float64(st.Updates), "updates/op")
			}
		})
	}
}

func BenchmarkTransferCSPLib(b *testing.B) {
	all := csplib(b)
	for b.Loop() {
		for _, x := range all {
			for i := range len(x.After) + 1 {
				transferred(b, x.problem(i))
			}
		}
	}
}

func BenchmarkCSPLib(b *testing.B) {
	all := csplib(b)
	for b.Loop() {
		for _, x := range all {
			for i := range len(x.After) + 1 {
				listed(b, x.problem(i))
			}
		}
	}
}
