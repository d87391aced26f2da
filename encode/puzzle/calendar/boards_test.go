package calendar

import (
	"os"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/puzzletest"
	"counterproof/encode/test/facttest"
)

// TestOtherMakers checks that the pieces of every shipped board have the area of a day, and that dates
// on it have a solution: all of them in a long test, or else every 61st.
func TestOtherMakers(t *testing.T) {
	t.Parallel()
	for _, b := range named[2:] {
		all := everyDay(b)
		for i, in := range all {
			if !processtest.IsLong() && i%61 != 0 {
				continue
			}
			s, ok := encode.Quick(in.Reduce())
			if !ok || in.Check(s) != nil {
				t.Errorf("%s: solution %q, found %v", in, s, ok)
			}
		}
	}
	for text, day := range map[string]string{"polish:10-06-Tue": "paź 6 wt", "polish:12-31-Sun": "gru 31 nd", "portuguese:10-06": "Out Out 6", "eleven:2026-10-06": "Tue Oct 6"} {
		in, err := parse(text)
		if err != nil {
			t.Fatal(err)
		}
		s, _ := encode.Quick(in.Reduce())
		got := map[string]int{}
		for field := range strings.FieldsSeq(in.Draw(&s)) {
			got[field]++
		}
		for label := range strings.FieldsSeq(day) {
			if got[label] != strings.Count(day, label) {
				t.Errorf("%s: the drawing shows %v, want %s", text, got, day)
			}
		}
		back, err := encode.ReadSolution(in, in.Draw(&s))
		if err != nil || len(back) != 1 || back[0].Solution != s {
			t.Errorf("%s: the drawing reads as %v, %v, want %v", text, back, err, s)
		}
	}
}

// own is the notation of the dragonfjord board as a board of one's own.
func own(b *board, date string) string { return b.text() + ";" + date }

// TestOwnBoard writes each shipped board on one line, which must read back as the same board. On the
// dragonfjord board the count is published.
func TestOwnBoard(t *testing.T) {
	for _, b := range named {
		date := "10-06"
		if b.weekdays != nil {
			date += "-Tue"
		}
		in, err := parse(own(b, date))
		if err != nil || in.String() != own(b, date) {
			t.Fatalf("%s reads as %v, %v", own(b, date), in, err)
		}
		if name, _ := parse(b.name + ":" + date); in.Draw(nil) != name.Draw(nil) {
			t.Errorf("%s:\n%s", b.name, in.Draw(nil))
		}
		if n := 0; b == dragonfjord {
			if n = count(t, in); n != 7 {
				t.Errorf("%s: %d solutions, published 7", in, n)
			}
		}
	}
	turned := strings.ReplaceAll(own(named[3], "02-05-Fri"), ":x", ":turn:x")
	if in, err := parse(turned); err != nil || in.String() != turned || !strings.Contains(turned, "turn:") {
		t.Errorf("%s reads as %v, %v", turned, in, err)
	}
	if err := puzzletest.Reads(&Puzzle, own(named[3], "any-06-Tue")); err != nil {
		t.Error(err)
	}
}

func TestReadDays(t *testing.T) {
	data, err := os.ReadFile("boards/weekday.txt")
	if err != nil {
		t.Fatal(err)
	}
	for dates, want := range map[string]int{"": 2562, "year": 2562, "2026": 365, "10-06-Tue\n6 Oct 2026": 2, "10-any-Tue": 1} {
		all, err := read(append(data, "\n"+dates+"\n"...))
		if err != nil || len(all) != want {
			t.Errorf("%q: %d dates, %v, want %d", dates, len(all), err, want)
		}
	}
	text := string(data)
	for _, c := range []struct{ old, new, want string }{
		{"Jan", "Jam", "line 3, column 1, Jan"},
		{"Jun -", "Jun 32", `line 3, column 25, "32"`},
		{"V: x/x/xxx", "V: x/y/xxx", "line 13, column 6, 'x', '.'"},
		{"V: x", "i: x", "line 13, column 1, i"},
		{"V: x", "VV: x", `line 13, column 1, "VV"`},
		{"l: x/xxx", "l: x/xxx\nmonths: Jan Feb", "line 22, column 9, 12, 2"},
		{"l: x/xxx", "l: x/xxx\nweekdays: a b c d e f a", `line 22, column 23, 12, "a"`},
		{"l: x/xxx", "l: x/xxx\n10-06", `line 22, column 1, "10-06"`},
		{"l: x/xxx", "l: x/xxx\n02-30-Tue", "line 22, column 4, 29, 30"},
	} {
		all, err := read([]byte(strings.Replace(text, c.old, c.new, 1)))
		if err == nil || !facttest.States(err.Error(), c.want) {
			t.Errorf("%s as %s: %d dates, %v, want %s", c.old, c.new, len(all), err, c.want)
		}
	}
	for _, c := range []struct{ text, want string }{
		{";10-06", "line 1, column 1"},
		{own(dragonfjord, "10-06;10-07"), "2"},
		{own(named[4], "10-any"), ""},
	} {
		if in, err := parse(c.text); err == nil || !facttest.States(err.Error(), c.want) {
			t.Errorf("%s: %v, %v, want %s", c.text, in, err, c.want)
		}
	}
}
