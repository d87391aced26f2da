package cover

import (
	"errors"
	"strings"
	"testing"

	"counterproof/encode/test/facttest"

	"github.com/google/go-cmp/cmp"
)

const knuthColoured = `| the example of TAOCP 7.2.2.1-(49)
p q r | x y
p q x y:A
p r x:A y
p x:B
q x:A
r y:B
`

// TestReadKnuthsColoured reads Knuth's worked example of Algorithm C, in several lines and in one
// line. According to his book, the only answer consists of the second and the fourth option.
func TestReadKnuthsColoured(t *testing.T) {
	for _, text := range []string{
		knuthColoured,
		"p q r | x y ; p q x y:A ; p r x:A y ; p x:B ; q x:A ; r y:B",
	} {
		p, warnings, err := Read(text)
		if err != nil || len(warnings) > 0 {
			t.Fatal(warnings, err)
		}
		for _, name := range engines {
			if diff := cmp.Diff(answers(t, engine(t, p, name)), []string{"[1 3]"}); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
	}
}

func TestReadRoundTrip(t *testing.T) {
	for _, r := range []struct{ text, want, warning string }{
		{"A B C | X ; A X:1 ; B C", "A B C | X ; A X:1 ; B C", ""},
		{"A B\n\n| said aside\nA\r\n  B A\n", "A B ; A ; B A", ""},
		{"2|A 0:3|B 1:1|C | X\nA B C", "2|A 0:3|B C | X ; A B C", ""},
		{"A | X Y\nX:q Y\nA Y:p", "A | X Y ; A Y:p", "line 2, column 1"},
		{"A | X ; ; X ; | no ; A", "A | X ; A", "line 1, column 11"},
		{"A |", "A", ""},
		{"A | X ; A X:a:b ; A X:| ; A X:;", "A | X ; A X:a:b ; A X:| ; A X:;", ""},
	} {
		p, warnings, err := Read(r.text)
		if err != nil {
			t.Errorf("%q: %v", r.text, err)
			continue
		}
		if got := p.OneLine(); got != r.want {
			t.Errorf("%q: got %q, want %q", r.text, got, r.want)
		}
		if got := strings.Join(warnings, "; "); (got == "") != (r.warning == "") || !facttest.States(got, r.warning) {
			t.Errorf("%q: warning %q, want the facts %q", r.text, got, r.warning)
		}
		var b strings.Builder
		if err := p.WriteText(&b); err != nil {
			t.Errorf("%q: %v", r.text, err)
		}
		if got, want := b.String(), strings.ReplaceAll(r.want, " ; ", "\n")+"\n"; got != want {
			t.Errorf("%q: wrote %q, want %q", r.text, got, want)
		}
	}
}

func TestReadErrors(t *testing.T) {
	for _, r := range []struct{ text, want string }{
		{"", "line 1, column 1"},
		{"| only\n\n", "line 3, column 1"},
		{"| X Y", "line 1, column 1"},
		{"A\xffB", `line 1, column 2, UTF-8, "A\xffB"`},
		{"A | X ; A X:\x00", `line 1, column 13, UTF-8, "X:\x00"`},
		{"A B\nA C", `line 2, column 3, "C"`},
		{"A B ; A C", `line 1, column 9, "C"`},
		{"A B\n\tA  A", `line 2, column 5, "A"`},
		{"A | X\nA X:1 X:2", `line 2, column 7, "X"`},
		{"A\nA:1", `line 2, column 1, "A"`},
		{"A | X\nA X:", `line 2, column 3, "X"`},
		{"A | X | Y", "line 1, column 7, |"},
		{"A B A", `line 1, column 5, "A"`},
		{"A | A", `line 1, column 5, "A"`},
		{"0|A", `line 1, column 1, lo:hi, 0, 1, "0"`},
		{"B 3:2|A", `line 1, column 3, lo:hi, 0, 1, "3:2"`},
		{"x:2|A", `line 1, column 1, lo:hi, 0, 1, "x:2"`},
		{"99999999999999999999|A", `line 1, column 1, lo:hi, 0, 1, "99999999999999999999"`},
		{"1|", `line 1, column 1, ""`},
		{"A\u202eB", `line 1, column 2, UTF-8, "A\u202eB"`},
		{"A ; abcdefghijklmnopqrstu", `line 1, column 5, "abcdefghijklmnopqrst..."`},
		{"A:b", `line 1, column 1, "A:b"`},
		{"A | 1|X", `line 1, column 5, "1|X"`},
		{"é ü\né é", `line 2, column 4, "é"`},
	} {
		p, _, err := Read(r.text)
		var e *TextError
		if p != nil || !errors.As(err, &e) || !facttest.States(err.Error(), r.want) {
			t.Errorf("%q: got %v, want the facts %s", r.text, err, r.want)
		}
	}
}

func TestWriteTextRefuses(t *testing.T) {
	for _, p := range []*Problem{
		{},
		{Items: []Item{{Name: "x", Secondary: true}}},
		{Items: exactly("a a")},
		{Items: []Item{{Name: "a b", Lo: 1, Hi: 1}}},
		{Items: []Item{{Name: ";", Lo: 1, Hi: 1}}},
		{Items: []Item{{Name: "", Lo: 1, Hi: 1}}},
		{Items: exactly("a"), Options: []Option{{}}},
		{Items: exactly("a"), Colours: []string{"two words"}},
	} {
		if err := p.WriteText(&strings.Builder{}); err == nil {
			t.Errorf("wrote %+v", p)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{
		knuthColoured, "A B C | X ; A X:1 ; B C", "2|A 0:3|B | X\nA B X:y", "A\nA\nA", "a | ; a", "é\né",
		"| x\n\n", "A | X | Y", "1:|A", "A ; X:;",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, _, err := Read(text)
		if err != nil {
			var e *TextError
			if !errors.As(err, &e) || e.Line < 1 || e.Column < 1 {
				t.Fatalf("error without a place: %v", err)
			}
			return
		}
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := p.WriteText(&b); err != nil {
			t.Fatal(err)
		}
		for _, again := range []string{b.String(), p.OneLine()} {
			q, warnings, err := Read(again)
			if err != nil || len(warnings) > 0 {
				t.Fatalf("%q: %v, %v", again, warnings, err)
			}
			if diff := cmp.Diff(p, q); diff != "" {
				t.Fatalf("%q: %s", again, diff)
			}
		}
	})
}
