package calendar

import (
	"context"
	"testing"
	"time"

	"counterproof/bench/test/ratio"
	"counterproof/encode"
	"counterproof/native"
)

// together returns the number and the digest of the solutions of each instance, by one search.
func together(tb testing.TB, ins []encode.Instance) (counts []int, digests []encode.Digest) {
	counts, digests = make([]int, len(ins)), make([]encode.Digest, len(ins))
	err := ins[0].(encode.HasFamily).SearchFamily(context.Background(), &native.Stats{}, ins, func(i int, s encode.Solution) bool {
		if err := ins[i].Check(s); err != nil {
			tb.Fatalf("%v: %v", ins[i], err)
		}
		counts[i]++
		digests[i].Add(Puzzle.Name, ins[i].String(), s.Format(ins[i].Sites()))
		return true
	})
	if err != nil {
		tb.Fatal(err)
	}
	return counts, digests
}

// alone returns the same for one instance, by its own search.
func alone(tb testing.TB, in encode.Instance) (n int, digest encode.Digest) {
	err := in.Reduce()[0].Search(context.Background(), &native.Stats{}, func(s encode.Solution) bool {
		n++
		digest.Add(Puzzle.Name, in.String(), s.Format(in.Sites()))
		return true
	})
	if err != nil {
		tb.Fatal(err)
	}
	return n, digest
}

// TestFamily searches days together and one by one, and compares the solutions. The days are the whole year,
// and some days of the weekday board.
func TestFamily(t *testing.T) {
	t.Parallel()
	var some []encode.Instance
	for i, in := range datesOf(weekday, "2026") {
		if i%61 == 0 {
			some = append(some, in)
		}
	}
	total := 0
	for name, ins := range map[string][]encode.Instance{
		"dragonfjord": everyDay(dragonfjord),
		"weekday":     some,
	} {
		counts, digests := together(t, ins)
		for i, in := range ins {
			if n, digest := alone(t, in); counts[i] != n || digests[i] != digest {
				t.Errorf("%v: %d solutions, digest %v; want %d, %v", in, counts[i], digests[i], n, digest)
			}
			if name == "dragonfjord" {
				total += counts[i]
			}
		}
	}
	if want := facts(t).Dragonfjord.Total; total != want {
		t.Errorf("%d solutions of the year, want %d", total, want)
	}
}

// TestFamilies checks which days can be searched together.
func TestFamilies(t *testing.T) {
	name := func(text string) string {
		in, err := Puzzle.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		name, _ := in.(encode.HasFamily).Family()
		return name
	}
	if name("10-06") == "" || name("10-06") != name("02-29") {
		t.Error("two days of a board have no common family")
	}
	if name("10-06") == name("weekday:10-06-Tue") {
		t.Error("two boards have one family")
	}
	if got := name("10-any"); got != "" {
		t.Errorf("any day of October: family %q", got)
	}
}

// BenchmarkFamily counts all days of the year together. The metric xboards says how many times as long
// it takes day by day.
func BenchmarkFamily(b *testing.B) {
	ins := everyDay(dragonfjord)
	var all, each time.Duration
	for b.Loop() {
		began := time.Now()
		together(b, ins)
		all += time.Since(began)
		b.StopTimer()
		began = time.Now()
		for _, in := range ins {
			alone(b, in)
		}
		each += time.Since(began)
		b.StartTimer()
	}
	ratio.Report(b, 3, "boards", each.Seconds()/all.Seconds())
}
