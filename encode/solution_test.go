package encode

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"counterproof/encode/test/facttest"
	"counterproof/sat/cnf"

	"pgregory.net/rapid"
)

func TestFormat(t *testing.T) {
	for _, x := range []struct {
		s     Solution
		sites []int
		want  string
	}{
		{"", nil, ""},
		{"\x00\x01", []int{2, 2}, "01"},
		{"\x09\x0a\x23\x24\x3d", []int{62, 62, 62, 62, 62}, "9azAZ"},
		{"\x00\x3d\x3e\xff", []int{1, 62, 63, 256}, "0,61,62,255"},
		{"\x05", []int{63}, "5"},
	} {
		if got := x.s.Format(x.sites); got != x.want {
			t.Errorf("%v on %v is printed %q, want %q", []byte(x.s), x.sites, got, x.want)
		}
		if got, err := ParseSolution(x.want, x.sites); got != x.s || err != nil {
			t.Errorf("%q on %v is read as %v, error %v", x.want, x.sites, []byte(got), err)
		}
	}
}

func TestParseSolutionErrors(t *testing.T) {
	wide := []int{100, 2, 256}
	for _, x := range []struct {
		text  string
		sites []int
		want  string
	}{
		{"01", []int{2, 2, 2}, "line 1, column 3, 3, 2"},
		{"0101", []int{2, 2, 2}, "line 1, column 5, 3, 4"},
		{"", []int{2}, "line 1, column 1, 1, 0"},
		{"0!0", []int{2, 2, 2}, "line 1, column 2, 0-9a-zA-Z, '!'"},
		{"0é0", []int{2, 2, 2}, "line 1, column 2, 0-9a-zA-Z, 'é'"},
		{"00\n", []int{2, 2}, `line 1, column 3, 0-9a-zA-Z, '\n'`},
		{"012", []int{2, 2, 2}, "line 1, column 3, site 2, 0, 1, 2"},
		{"0A", []int{2, 36}, "line 1, column 2, site 1, 0, 35, 36"},
		{"99,1", wide, "line 1, column 5, 3, 2"},
		{"", wide, "line 1, column 1, 3, 0"},
		{"99,,1", wide, `line 1, column 4, 0, 255, ""`},
		{"99,1,256", wide, `line 1, column 6, 0, 255, "256"`},
		{"99,1,-1", wide, `line 1, column 6, 0, 255, "-1"`},
		{"99,1, 1", wide, `line 1, column 6, 0, 255, " 1"`},
		{"99,1,0001", wide, `line 1, column 6, 0, 255, "0001"`},
		{"100,1,1", wide, "line 1, column 1, site 0, 0, 99, 100"},
		{"99,2,1", wide, "line 1, column 4, site 1, 0, 1, 2"},
		{"991", wide, `line 1, column 1, 0, 255, "991"`},
	} {
		s, err := ParseSolution(x.text, x.sites)
		if err == nil || !facttest.States(err.Error(), x.want) || s != "" {
			t.Errorf("%q on %v: got %v, error %v, want %s", x.text, x.sites, []byte(s), err, x.want)
		}
	}
}

func TestSolutionRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.SampledFrom([]int{2, 10, 62, 63, 256}).Draw(t, "limit")
		sites := rapid.SliceOfN(rapid.IntRange(1, limit), 0, 30).Draw(t, "sites")
		values := make([]byte, len(sites))
		for i, n := range sites {
			values[i] = byte(rapid.IntRange(0, n-1).Draw(t, "value"))
		}
		s := Solution(values)
		text := s.Format(sites)
		got, err := ParseSolution(text, sites)
		if err != nil || got != s {
			t.Fatalf("%v is printed %q and read as %v, error %v", values, text, []byte(got), err)
		}
		if commas := strings.Contains(text, ","); commas && slices.Max(sites) <= 62 {
			t.Fatalf("%q has commas, but no site has more than 62 values", text)
		}
	})
}

func FuzzParseSolution(f *testing.F) {
	f.Add("0120", 3)
	f.Add("9azAZ", 62)
	f.Add("0,61,62,255", 256)
	f.Add("1,,2", 63)
	f.Add("é,\n", 2)
	f.Fuzz(func(t *testing.T, text string, values int) {
		if values < 1 || values > 256 || len(text) > 1000 {
			return
		}
		want := len(text)
		if values > 62 {
			want = strings.Count(text, ",") + 1
		}
		sites := slices.Repeat([]int{values}, want)
		s, err := ParseSolution(text, sites)
		if err != nil {
			var p *ParseError
			if !errors.As(err, &p) || p.Line != 1 || p.Column < 1 || p.Column > len(text)+1 {
				t.Fatalf("%q: the position of the error %v is outside the text", text, err)
			}
			return
		}
		again := s.Format(sites)
		if values <= 62 && again != text {
			t.Fatalf("%q is read and printed %q", text, again)
		}
		if back, err := ParseSolution(again, sites); back != s || err != nil {
			t.Fatalf("%q is printed %q, which is read as %v, error %v", text, again, []byte(back), err)
		}
	})
}

func TestErrorTexts(t *testing.T) {
	cause := errors.New("want a digit or '.', got 'x'")
	err := Errorf(2, 1, "%w", cause)
	if got, want := err.Error(), "line 2, column 1: want a digit or '.', got 'x'"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	var p *ParseError
	if !errors.As(fmt.Errorf("board.txt: %w", err), &p) || p.Line != 2 || p.Column != 1 || !errors.Is(err, cause) {
		t.Errorf("the position or the cause of %v is lost", err)
	}
	for _, x := range []struct {
		v    Violation
		want string
	}{
		{Violation{"two queens in a row", []int{3, 12}}, "two queens in a row (sites 3 12)"},
		{Violation{"areas do not match", nil}, "areas do not match"},
	} {
		if got := x.v.Error(); got != x.want {
			t.Errorf("got %q, want %q", got, x.want)
		}
	}
}

// TestWide checks solutions whose sites have more than 256 values: their text, their formula and brute force.
func TestWide(t *testing.T) {
	sites := []int{2, 1 << 31, 300}
	for _, values := range [][]int{{0, 0, 0}, {1, 1<<31 - 1, 299}, {1, 65536, 256}} {
		s := MakeSolution(true, values)
		text := s.Format(sites)
		if back, err := ParseSolution(text, sites); err != nil || back != s || !slices.Equal(s.Values(true), values) || s.Fits(sites) != nil {
			t.Errorf("%v: %q is read as %q: %v", values, text, back, err)
		}
	}
	for _, text := range []string{"0,0,300", "0,2147483648,0", "0,99999999999999999999,0", "0,0", "0,-1,0", "00,0,0x"} {
		if s, err := ParseSolution(text, sites); err == nil {
			t.Errorf("%q is read as %q", text, s)
		}
	}
	e := NewEncoder([]int{300, 2}, "plain")
	e.Require(0, 299)
	enc := e.Encoding()
	m := make(cnf.Model, enc.Projected)
	m[299] = true
	if got := enc.Decode(m).Values(true); !slices.Equal(got, []int{299, 0}) {
		t.Errorf("the model has the values %v, want 299 and 0", got)
	}
}
