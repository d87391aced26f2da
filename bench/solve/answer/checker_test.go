package answer

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"counterproof/encode"
	"counterproof/encode/catalog"
)

// TestEqualPieces tries all 3^6 ways to write three letters or numbers into a board of 2x3 cells.
// The three pieces are equal dominoes. The board has 3 tilings, which is the third number of
// Fibonacci's sequence 1, 2, 3. Each tiling has 3! = 6 drawings with letters, all of which must be
// accepted. If the text lists site values, only one numbering for each tiling is right. For the
// other 15, the error must say that only the numbers are wrong.
func TestEqualPieces(t *testing.T) {
	in, err := catalog.Find("packing").Parse(".../...;xx;2*xx")
	if err != nil {
		t.Fatal(err)
	}
	check := func(text string) Checked {
		t.Helper()
		all, err := CheckText(t.Context(), in, text)
		if err != nil || len(all) != 1 {
			t.Fatalf("%q: %v, %v", text, all, err)
		}
		return all[0]
	}
	letters, values, order := 0, 0, 0
	tilings := map[encode.Solution]int{}
	for n := range 729 {
		b := make([]byte, 6)
		for i := range b {
			b[i] = byte(n % 3)
			n /= 3
		}
		text := strings.NewReplacer("\x00", "A", "\x01", "B", "\x02", "C").Replace(string(b))
		for _, text := range []string{text, text[:3] + "\n" + text[3:] + "\n"} {
			if c := check(text); c.Broken == nil {
				letters++
				tilings[c.Solution]++
			}
		}
		c := check(encode.Solution(b).Format(in.Sites()))
		var wrong *OrderError
		switch {
		case c.Broken == nil:
			values++
		case errors.As(c.Broken, &wrong):
			order++
			if s, err := encode.ParseSolution(wrong.InOrder, in.Sites()); err != nil || in.Check(s) != nil {
				t.Errorf("the order %q is wrong, too", wrong.InOrder)
			}
		}
	}
	if letters != 2*18 || values != 3 || order != 15 {
		t.Errorf("%d drawings are right, want 36; %d values are right, want 3; %d are in a wrong order, want 15", letters, values, order)
	}
	for s, n := range tilings {
		if n != 12 || in.Check(s) != nil {
			t.Errorf("%q was read %d times, want 12; %v", s, n, in.Check(s))
		}
	}
	if len(tilings) != 3 {
		t.Errorf("%d tilings, want 3", len(tilings))
	}
}

// TestReportsOften checks that a solution is reported in time, although the batch is not full, if
// somebody watches. Three dominoes cover 2x3 cells in 3 ways.
func TestReportsOften(t *testing.T) {
	_, in := board(t, "packing", ".../...;3*xx")
	for often, want := range map[time.Duration][]int64{0: {3}, time.Nanosecond: {1, 2, 3, 3}} {
		var reported []int64
		c := checker{in: in, sites: in.Sites(), often: often}
		c.report = func() { reported = append(reported, c.found) }
		c.watch.Start()
		for _, text := range []string{"012012", "011022", "001221"} {
			s, err := encode.ParseSolution(text, c.sites)
			if err != nil || !c.add(s, 0) {
				t.Fatalf("%s: %v, %v", text, err, c.broken)
			}
		}
		c.flush()
		if !slices.Equal(reported, want) || c.broken != nil {
			t.Errorf("often %v: reports of %v solutions, want %v; %v", often, reported, want, c.broken)
		}
	}
}
