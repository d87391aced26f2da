package margins

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"counterproof/native"
)

// TestFixed checks Search and Count of Fixed problems of up to twelve cells, with random sums and
// random given entries, by testing all 0/1 matrices.
func TestFixed(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	several := 0
	for range 3000 {
		h, w := 1+rng.IntN(4), 1+rng.IntN(3)
		if rng.IntN(2) == 0 {
			h, w = w, h
		}
		from := NewMatrix(h, w)
		p := &Fixed{Cells: make([]byte, h*w)}
		for i := range from.Cells {
			from.Cells[i] = byte(rng.IntN(2))
			if p.Cells[i] = Open; rng.IntN(4) == 0 {
				p.Cells[i] = from.Cells[i] ^ byte(rng.IntN(4)/3) // mostly the same as in the matrix from
			}
		}
		p.Problem = *from.Margins()
		if rng.IntN(10) == 0 {
			p.Rows[0]++ // no matrix has these sums
		}
		var want []string
		for x := range 1 << (h * w) {
			m := NewMatrix(h, w)
			given := true
			for i := range m.Cells {
				m.Cells[i] = byte(x >> i & 1)
				given = given && (p.Cells[i] == Open || p.Cells[i] == m.Cells[i])
			}
			if q := m.Margins(); given && slices.Equal(q.Rows, p.Rows) && slices.Equal(q.Cols, p.Cols) {
				want = append(want, string(m.Cells))
			}
		}
		if len(want) > 1 {
			several++
		}
		var got []string
		err := p.Search(context.Background(), new(native.Stats), func(cells []byte) bool {
			got = append(got, string(cells))
			return true
		})
		slices.Sort(got)
		slices.Sort(want)
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%v: lists %q with error %v, want %q", *p, got, err, want)
		}
		n, err := p.Count(context.Background(), new(native.Stats))
		if err != nil || n.Cmp(big.NewInt(int64(len(want)))) != 0 {
			t.Fatalf("%v: counts %v with error %v, want %d", *p, n, err, len(want))
		}
	}
	if several < 100 {
		t.Errorf("%d problems with several matrices, want at least 100", several)
	}
}

// TestFixedShare checks the share of the matrices that have a 1 in one given cell, if all row sums
// are equal and all column sums are equal. Since all columns are alike, this share is the row sum
// divided by the width.
func TestFixedShare(t *testing.T) {
	p := Problem{Rows: slices.Repeat([]int{4}, 14), Cols: slices.Repeat([]int{4}, 14)}
	all, err := p.Count(context.Background(), new(native.Stats))
	if err != nil {
		t.Fatal(err)
	}
	f := &Fixed{Problem: p, Cells: slices.Repeat([]byte{Open}, 14*14)}
	f.Cells[5*14+9] = 1
	one, err := f.Count(context.Background(), new(native.Stats))
	if err != nil {
		t.Fatal(err)
	}
	if left, right := new(big.Int).Mul(one, big.NewInt(14)), all.Mul(all, big.NewInt(4)); left.Cmp(right) != 0 {
		t.Errorf("14 * %v differs from 4 * the number of all matrices, %v", one, right)
	}
	if err := (&Fixed{Problem: p, Cells: []byte{1}}).Search(context.Background(), new(native.Stats), nil); err == nil {
		t.Error("a wrong number of cells is accepted")
	}
}
