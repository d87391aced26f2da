package daily

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"counterproof/bench/record/method"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/lookup"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/capability/layout"
	"counterproof/encode/catalog"
	"counterproof/encode/test/facttest"
	"counterproof/native"
)

// update makes TestPinned add the boards of new puzzles and new versions to its file of boards. A
// board that the file already has never changes.
var update = flag.Bool("update", false, "add missing boards to testdata/boards.tsv")

const listed = "testdata/boards.tsv"

// dates are the days whose boards are in the file of boards: a week, a leap day, New Year's Day and
// the last possible date.
var dates = []string{"2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28", "2026-11-29", "2000-02-29", "2027-01-01", "9999-12-31"}

// A pin identifies a line of the file of boards by puzzle, version and date.
type pin struct {
	puzzle  string
	version int
	date    string
}

func readPins(t *testing.T) (pins []pin, boards map[pin]string) {
	t.Helper()
	text, err := os.ReadFile(listed)
	if err != nil && !*update {
		t.Fatal(err)
	}
	boards = map[pin]string{}
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		version, err := strconv.Atoi(f[1])
		if len(f) != 4 || err != nil {
			t.Fatalf("%s: %q", listed, line)
		}
		at := pin{f[0], version, f[2]}
		pins, boards[at] = append(pins, at), f[3]
	}
	return pins, boards
}

func found(t *testing.T, puzzle, date string) *Board {
	t.Helper()
	day, err := ParseDate(date)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Find(t.Context(), catalog.Find(puzzle), day)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestNotSolved looks at the two Mondays up to 2040 on which the board of Lights Out was dark in
// earlier versions.
func TestNotSolved(t *testing.T) {
	for _, date := range []string{"2023-03-20", "2033-11-21"} {
		if text := found(t, "lightsout", date).Instance.String(); !strings.Contains(text, "#") {
			t.Errorf("%s: the board is solved already: %s", date, text)
		}
	}
}

// TestPinned checks that the boards of ten dates are the same as in earlier releases, for every
// puzzle that makes boards.
func TestPinned(t *testing.T) {
	pins, boards := readPins(t)
	for _, p := range catalog.All() {
		for _, date := range dates {
			b := found(t, p.Name, date)
			at := pin{p.Name, p.Daily.Version, date}
			want, ok := boards[at]
			switch {
			case !ok && *update:
				pins, boards[at] = append(pins, at), b.Instance.String()
			case !ok:
				t.Errorf("%s lacks version %d of %s on %s: run go test ./bench/solve/daily -update", listed, at.version, p.Name, date)
			case want != b.Instance.String():
				t.Errorf("%s on %s: the board is %s, and %s has %s: raise Daily.Version of the puzzle, and run go test ./bench/solve/daily -update", p.Name, date, b.Instance, listed, want)
			}
		}
	}
	if *update {
		writePins(t, pins, boards)
	}
}

func writePins(t *testing.T, pins []pin, boards map[pin]string) {
	f, err := os.Create(listed)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(f)
	slices.SortStableFunc(pins, func(a, b pin) int { return strings.Compare(a.puzzle, b.puzzle) })
	for _, at := range pins {
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\n", at.puzzle, at.version, at.date, boards[at])
	}
	if err := errors.Join(w.Flush(), f.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestBoards checks the listed boards without the generator. Two different methods must find
// exactly one solution, and the hardest human technique that the board needs must have the level
// that the puzzle sets for this day of the week.
func TestBoards(t *testing.T) {
	_, boards := readPins(t)
	for at, text := range boards {
		p := catalog.Find(at.puzzle)
		if at.version != p.Daily.Version || p.Daily.Date != nil {
			continue
		}
		in, err := p.Parse(text)
		if err != nil {
			t.Error(err)
			continue
		}
		day, err := ParseDate(at.date)
		if err != nil {
			t.Fatal(err)
		}
		today, err := entryOf(p, day)
		if err != nil {
			t.Fatal(err)
		}
		if in, ok := in.(layout.HasSize); ok {
			if z := in.Size(); z.H != today.Size.H || z.W != today.Size.W {
				t.Errorf("%s on %s has the size %v, want %v", p.Name, at.date, z, today.Size)
			}
		}
		if today.Level != "" {
			d, err := in.(deduction.Deducible).Deduce(t.Context(), new(native.Stats), deduction.Options{})
			if err != nil || d.Solution == nil || d.Level != today.Level {
				t.Errorf("%s on %s: %s at level %s, %v, want it solved at level %s", p.Name, at.date, d.Verdict(), d.Level, err, today.Level)
			}
		}
		checkUnique(t, p, in, at.date)
	}
}

// checkUnique checks by a native method and by SAT that a board has exactly one solution. If the
// field Ambiguous of the puzzle is true, at least one solution is enough.
func checkUnique(t *testing.T, p *encode.Puzzle, in encode.Instance, date string) {
	t.Helper()
	for _, name := range []string{"native", "sat"} {
		m, err := lookup.Resolve(p, in, method.MustParse(name))
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		err = answer.Solve(t.Context(), in, m, func(encode.Solution) bool { n++; return n < 2 })
		if err != nil || n == 0 || n > 1 && !p.Ambiguous {
			t.Errorf("%s on %s by %s: %d solutions or more, %v", p.Name, date, name, n, err)
		}
	}
}

// weekOf returns the entries of a puzzle from a Monday on.
func weekOf(t *testing.T, p *encode.Puzzle) (week [7]Entry) {
	for i := range week {
		var err error
		if week[i], err = entryOf(p, time.Date(2026, time.November, 23+i, 0, 0, 0, 0, time.UTC)); err != nil {
			t.Fatal(err)
		}
	}
	return week
}

// TestWeek checks that no day of a week is easier than the day before, and that Sunday is harder than
// Monday.
func TestWeek(t *testing.T) {
	for _, p := range catalog.All() {
		if p.Daily.Date != nil || p.Daily.Suits != nil {
			continue
		}
		week := weekOf(t, p)
		example, err := p.Parse(p.Example)
		if err != nil {
			t.Fatal(err)
		}
		levels := deduction.Levels(example)
		rank := func(e Entry) []int {
			level := slices.Index(levels, e.Level)
			if level < 0 && e.Level != "" {
				t.Errorf("%s has no level %q", p.Name, e.Level)
			}
			return []int{level, e.Size.H * e.Size.W, e.Size.N}
		}
		for i := 1; i < 7; i++ {
			if slices.Compare(rank(week[i-1]), rank(week[i])) > 0 {
				t.Errorf("%s: day %d, %v, is easier than the day before, %v", p.Name, i+1, week[i], week[i-1])
			}
		}
		if slices.Compare(rank(week[0]), rank(week[6])) >= 0 {
			t.Errorf("%s: Sunday, %v, is not harder than Monday, %v", p.Name, week[6], week[0])
		}
	}
	// All boards of PushPull have the same size. From Monday to Sunday, the number of pushes for
	// a board grows from 2 to 5.
	var pushes []int
	for _, date := range dates[:7] {
		in := found(t, "pushpull", date).Instance
		for bits := range 512 {
			s := []byte(fmt.Sprintf("%09b", bits))
			n := strings.Count(string(s), "1")
			for i := range s {
				s[i] -= '0'
			}
			if in.Check(encode.Solution(s)) == nil {
				pushes = append(pushes, n)
			}
		}
	}
	if want := []int{2, 2, 3, 3, 4, 4, 5}; !slices.Equal(pushes, want) {
		t.Errorf("the week of pushpull takes %v pushes, want %v", pushes, want)
	}
}

// TestCalendar checks that the daily board of the puzzle calendar is the date itself, in the
// notation of that puzzle.
func TestCalendar(t *testing.T) {
	for date, want := range map[string]string{"2026-10-06": "10-06", "2024-02-29": "02-29", "0001-01-01": "01-01"} {
		if b := found(t, "calendar", date); b.Instance.String() != want || b.Level != "" {
			t.Errorf("the board of %s is %v, want %s", date, b.Instance, want)
		}
	}
}

func TestDates(t *testing.T) {
	for _, text := range []string{"", "today", "2026-02-29", "2026-13-01", "2026-1-1", "0000-01-01", "10000-01-01", "2026-11-22T00:00:00Z", "-2026-11-22"} {
		if date, err := ParseDate(text); err == nil {
			t.Errorf("%q is read as %v", text, date)
		}
	}
	for text, facts := range map[string]string{
		"2027-02-29": "2027-02-29, February 2027, 28 days, 29",
		"1900-02-29": "1900-02-29, February 1900, 28 days, 29", // no leap year
		"2024-02-30": "2024-02-30, February 2024, 29 days, 30",
		"2026-04-31": "2026-04-31, April 2026, 30 days, 31",
		"2026-12-00": "2026-12-00, December 2026, 31 days, 00",
		"2026-13-01": "2026-13-01, month, 12, 13",
		"2026-00-31": "2026-00-31, month, 12, 00",
		"0000-02-29": "0001-01-01, 9999-12-31, 0000-02-29",
	} {
		if _, err := ParseDate(text); err == nil || !facttest.States(err.Error(), facts) {
			t.Errorf("%q: %v, want the facts %s", text, err, facts)
		}
	}
	// When it is 20 o'clock in New York, London already has the next day.
	zone := time.FixedZone("", -5*60*60)
	if got := FormatDate(DateOf(time.Date(2026, 11, 22, 20, 0, 0, 0, zone))); got != "2026-11-22" {
		t.Errorf("the date is %s", got)
	}
}

// TestVersion checks that no two puzzles or versions have the same seed for the same date.
func TestVersion(t *testing.T) {
	date, _ := ParseDate("2026-11-22")
	seeds := map[uint64]bool{}
	for _, name := range []string{"a", "b"} {
		for version := range 3 {
			seeds[seed(&encode.Puzzle{Name: name, Daily: encode.Daily{Version: version}}, date)] = true
		}
	}
	if len(seeds) != 6 {
		t.Errorf("%d seeds, want 6", len(seeds))
	}
}

// TestFindRefused checks the errors of Find, and the week of a puzzle whose field Daily.Week is
// empty.
func TestFindRefused(t *testing.T) {
	date, _ := ParseDate("2026-11-22")
	if _, err := Find(t.Context(), &encode.Puzzle{Name: "none"}, date); !errors.Is(err, ErrNone) {
		t.Errorf("%v, want %v", err, ErrNone)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Find(ctx, catalog.Find("sudoku"), date); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
	p := *catalog.Find("sudoku")
	p.Daily.Week = "9x9 easy"
	if _, err := Find(t.Context(), &p, date); err == nil {
		t.Error("a week of one day is accepted")
	}
	p.Daily.Week = ""
	if week := weekOf(t, &p); week[0].Level != "easy" || week[6].Level != "extreme" || week[3].Size != p.Size {
		t.Errorf("%v", week)
	}
	p.Daily.Suits = func(encode.Instance, time.Weekday) bool { return false }
	p.Daily.Week = strings.Repeat("4x4,", 6) + "4x4" // without levels
	if _, err := Find(t.Context(), &p, date); err == nil || !strings.Contains(err.Error(), "Sunday") {
		t.Errorf("%v, want an error for Sunday", err)
	}
}
