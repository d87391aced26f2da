package counter

import (
	"context"
	"math/rand/v2"
	"testing"

	"counterproof/sat/cnf"
)

// TestUnprocessedPart gives the search a learned clause that holds only because one of two
// components has no model. The clause distorts the count of the other component, which comes first. The
// cache must forget this count, because the component occurs again where both have models.
func TestUnprocessedPart(t *testing.T) {
	const u, t2, a, b, c, first = 1, 2, 3, 4, 5, 6
	f := &cnf.Formula{NumVars: 11}
	f.Add(u, t2, a) // joins the first component to the rest until u or t2 is true
	f.Add(a, b, c)
	for _, signs := range [][2]cnf.Lit{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} { // no model if u is true
		f.Add(-u, signs[0]*first, signs[1]*(first+1))
	}
	for v := cnf.Lit(first); v < first+5; v++ { // so that the second component is larger
		f.Add(v, v+1, u)
		f.Add(v, v+1, -u)
	}
	for v := range f.NumVars {
		f.Free = append(f.Free, cnf.Lit(v+1))
	}
	x, ok := prepare(context.Background(), f, (*search).guide)
	if !ok {
		t.Fatal("the formula has models")
	}
	clear(x.hint)
	x.hint[u-1], x.hint[t2-1], x.hint[b-1] = 1e6, 1e5, 1e4
	x.out = append(x.out[:0], 2*(c-1), 2*(b-1)+1, 2*(u-1)+1)
	x.learn()
	if got, want := x.run(), truth(f); got.Int64() != want {
		t.Errorf("got %v models, want %d", got, want)
	}
	if x.conflicts < 2 {
		t.Error("no conflict ended a branch")
	}
}

// TestCache compares with a map. Records are forgotten from time to time, and the oldest are dropped.
func TestCache(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	c := newCache(0)
	last := map[string]string{}
	text := func(n int) []byte {
		b := make([]byte, 1+rng.IntN(n))
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		return b
	}
	marks, found := []int64{0}, 0
	var keys [][]byte
	for i := range 40000 {
		key := text(600)
		if rng.IntN(3) == 0 && len(keys) > 0 {
			key = keys[len(keys)-1-rng.IntN(min(len(keys), 4000))]
		}
		if got, ok := c.get(key); ok {
			if found++; string(got) != last[string(key)] {
				t.Fatalf("step %d: got %x, want %x", i, got, last[string(key)])
			}
			continue
		}
		count := text(40)
		c.put(key, count)
		keys, last[string(key)] = append(keys, key), string(count)
		if got, ok := c.get(key); !ok || string(got) != string(count) {
			t.Fatalf("step %d: got %x and %v after putting %x", i, got, ok, count)
		}
		switch marks = append(marks, c.end()); {
		case rng.IntN(300) == 0: // forget some of the last records
			n := len(marks) - 1 - rng.IntN(min(len(marks)-1, 200))
			forgotten := keys[len(keys)-(len(marks)-n):]
			keys = keys[:len(keys)-len(forgotten)]
			c.truncate(marks[n-1])
			marks = marks[:n]
			for _, key := range forgotten {
				if _, ok := c.get(key); ok {
					t.Fatalf("step %d: a forgotten record is found", i)
				}
			}
		}
	}
	if found < 1000 || c.first == 0 || len(c.segments) != 2 {
		t.Errorf("%d records found, the first at %d in %d segments", found, c.first, len(c.segments))
	}
}

// TestPack checks that different sets have different keys, and that the order does not matter.
func TestPack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	known := map[string]string{}
	for range 20000 {
		bits := make([]byte, 40)
		var set, other []int32
		width := 1 + rng.IntN(40)
		for range rng.IntN(8) {
			x := int32(rng.IntN(width) * (1 + rng.IntN(8)))
			if bits[x/8]>>(x%8)&1 == 0 {
				bits[x/8] |= 1 << (x % 8)
				set = append(set, x)
				other = append([]int32{x}, other...)
			}
		}
		key := string(pack(nil, set))
		if before, ok := known[key]; ok && before != string(bits) || key != string(pack(nil, other)) {
			t.Fatalf("%v: key %x", set, key)
		}
		known[key] = string(bits)
	}
}
