package calendar

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/board/polyomino"
	"counterproof/encode/capability/layout"
	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
	"counterproof/encode/test/facttest"
	"counterproof/native"
)

// published holds the published counts that encode/testdata/calendar.json lists.
type published struct {
	Dragonfjord struct {
		Placements   map[string]int `json:"placements_on_empty_board"`
		PerDay       map[string]int `json:"per_day"`
		Total        int
		Total365     int   `json:"total_365"`
		MonthTotals  []int `json:"month_totals"`
		TwoCellsOpen int   `json:"two_cells_open"`
	}
	Weekday struct {
		Placements   map[string]int `json:"placements_on_empty_board"`
		Total        int
		Fewest, Most [2]any
	}
}

func facts(t *testing.T) (f published) {
	t.Helper()
	puzzletest.ReadJSON(t, "../../testdata/calendar.json", &f)
	return f
}

// count lists the solutions by the best native method and returns their number.
func count(t *testing.T, in encode.Instance) int {
	t.Helper()
	n := 0
	err := in.Reduce()[0].Search(context.Background(), &native.Stats{}, func(encode.Solution) bool {
		n++
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestEveryDayOfTheYear(t *testing.T) {
	f := facts(t).Dragonfjord
	days, err := year("")
	if err != nil {
		t.Fatal(err)
	}
	if len(days) != 366 || len(f.PerDay) != 366 {
		t.Fatalf("the year has %d days, the published table %d, want 366", len(days), len(f.PerDay))
	}
	total := 0
	months := make([]int, 12)
	for _, d := range days {
		got := count(t, d)
		if want, ok := f.PerDay[d.String()]; !ok || got != want {
			t.Errorf("%s: %d solutions, published %d", d, got, want)
		}
		total += got
		months[d.(*Day).date.month-1] += got
	}
	if total != f.Total || total != 24405 {
		t.Errorf("the year has %d solutions, published %d", total, f.Total)
	}
	if got := total - f.PerDay["02-29"]; got != f.Total365 {
		t.Errorf("without 29 February: %d, published %d", got, f.Total365)
	}
	for m, got := range months {
		if got != f.MonthTotals[m] {
			t.Errorf("month %d: %d solutions, published %d", m+1, got, f.MonthTotals[m])
		}
	}
}

// TestAnyPart counts the solutions of a month without a day, and of a day without a month: the sums of
// the published counts. October has 1,443. The pictures of the solutions show the cell that any means.
func TestAnyPart(t *testing.T) {
	f := facts(t).Dragonfjord
	for _, m := range []int{1, 9} {
		in, err := parse(fmt.Sprintf("%02d-any", m+1))
		if err != nil {
			t.Fatal(err)
		}
		if got := count(t, in); got != f.MonthTotals[m] {
			t.Errorf("%s: %d solutions, published %d", in, got, f.MonthTotals[m])
		}
	}
	for _, day := range []int{6, 31} {
		in, err := parse(fmt.Sprintf("any-%02d", day))
		if err != nil {
			t.Fatal(err)
		}
		want := 0
		for date, n := range f.PerDay {
			if strings.HasSuffix(date, fmt.Sprintf("-%02d", day)) {
				want += n
			}
		}
		if got := count(t, in); got != want {
			t.Errorf("%s: %d solutions, published %d", in, got, want)
		}
		s, _ := encode.Quick(in.Reduce())
		names := map[string]bool{}
		for _, x := range puzzletest.Shapes[draw.Text](in.Picture(&s)) {
			names[x.Text] = true
		}
		back, err := encode.ReadSolution(in, in.Draw(&s))
		if !names[fmt.Sprint(day)] || names["*"] || len(names) != 10 || err != nil || len(back) != 1 || back[0].Solution != s {
			t.Errorf("%s: the picture has the texts %v; the drawing reads as %v, %v, want %v:\n%s", in, names, back, err, s, in.Draw(&s))
		}
	}
	in, _ := parse("weekday:04-06-any")
	want := 0
	for _, w := range weekdays {
		one, _ := parse("weekday:04-06-" + w)
		want += count(t, one)
	}
	if got := count(t, in); got != want {
		t.Errorf("%s: %d solutions, want %d", in, got, want)
	}
}

func TestWeekdayExtremes(t *testing.T) {
	f := facts(t).Weekday
	for _, want := range [][2]any{f.Fewest, f.Most} {
		in, err := parse(want[0].(string))
		if err != nil {
			t.Fatal(err)
		}
		if got := count(t, in); got != int(want[1].(float64)) {
			t.Errorf("%s: %d solutions, want %v", in, got, want[1])
		}
	}
}

// wholeBoard returns a tiling of all cells of the board. For each cell that a date leaves
// uncovered, the tiling has an extra piece of a single cell.
func wholeBoard(t *testing.T, b *board) *polyomino.Tiling {
	t.Helper()
	cells := polyomino.NewBoard(len(b.rows), len(b.rows[0]), func(r, c int) bool { return b.rows[r][c] != "#" })
	loose := polyomino.MustPiece("x", 'x')
	loose.Lo, loose.Hi = 2, 2
	if b.weekdays != nil {
		loose.Lo, loose.Hi = 3, 3
	}
	tiling, err := polyomino.NewTiling(cells, append(slices.Clone(b.pieces), loose))
	if err != nil {
		t.Fatal(err)
	}
	return tiling
}

// placements returns all placements of the pieces of a tiling. For each placement, it returns the
// number of the piece and the cells. It takes them from the formula.
func placements(tiling *polyomino.Tiling) (pieces []int, cells [][]int) {
	e := encode.NewEncoder(tiling.Sites(), "product")
	tiling.Encode(e)
	last := 0
	for _, g := range e.Encoding().Gives {
		if g.Var != last {
			last = g.Var
			pieces, cells = append(pieces, g.Value), append(cells, nil)
		}
		at := &cells[len(cells)-1]
		*at = append(*at, g.Site)
	}
	return pieces, cells
}

// TestPlacementsOnTheEmptyBoard checks in how many ways each piece can be placed on the whole
// board, where no date excludes cells. The numbers are published.
func TestPlacementsOnTheEmptyBoard(t *testing.T) {
	for _, c := range []struct {
		board *board
		want  map[string]int
		cells int
	}{
		{dragonfjord, facts(t).Dragonfjord.Placements, 43},
		{weekday, facts(t).Weekday.Placements, 50},
	} {
		tiling := wholeBoard(t, c.board)
		if len(tiling.Cells) != c.cells {
			t.Errorf("%s has %d cells, want %d", c.board.name, len(tiling.Cells), c.cells)
		}
		got := map[string]int{}
		pieces, _ := placements(tiling)
		for _, piece := range pieces {
			got[string(c.board.pieces[piece].Letter)]++
		}
		if len(got) != len(c.want) {
			t.Errorf("%s has the pieces %v, want %v", c.board.name, got, c.want)
		}
		for piece, want := range c.want {
			if got[piece] != want {
				t.Errorf("%s: %s can be placed in %d ways, want %d", c.board.name, piece, got[piece], want)
			}
		}
	}
}

// TestAnyTwoCellsOpen counts the packings that leave any two cells of the dragonfjord board
// uncovered, whether or not they make a date. The total is published. Two equal pieces of a single
// cell stand for the uncovered cells.
func TestAnyTwoCellsOpen(t *testing.T) {
	n := 0
	err := wholeBoard(t, dragonfjord).Reduce()[0].Search(context.Background(), &native.Stats{}, func(encode.Solution) bool {
		n++
		return true
	})
	if want := facts(t).Dragonfjord.TwoCellsOpen; err != nil || n != want {
		t.Errorf("%d packings leave two cells open (%v), published %d", n, err, want)
	}
}

// TestImport checks that a drawing of a board or of a solution is read as its date. The solutions are in
// the pages of the calendar and of the formats.
func TestImport(t *testing.T) {
	const (
		board = " Jan  Feb  Mar  Apr  May  Jun\n Jul  Aug  Sep [Oct] Nov  Dec\n   1    2    3    4    5   [6]   7\n   8    9   10   11   12   13   14\n" +
			"  15   16   17   18   19   20   21\n  22   23   24   25   26   27   28\n  29   30   31\n"
		solution = "OOO OOO LLL LLL LLL LLL\nOOO OOO LLL Oct NNN NNN\nOOO OOO NNN NNN NNN   6 ZZZ\nYYY YYY YYY YYY ZZZ ZZZ ZZZ\n" +
			"VVV UUU YYY UUU ZZZ PPP PPP\nVVV UUU UUU UUU PPP PPP PPP\nVVV VVV VVV\n"
	)
	tuesday := strings.Replace(board, "  31\n", "  31  Sun  Mon [Tue] Wed\n                     Thu  Fri  Sat\n", 1)
	for _, c := range []struct {
		text, want string
		warnings   int
	}{
		{board, "10-06", 0},
		{solution, "10-06", 1},
		{tuesday, "weekday:10-06-Tue", 0},
		{strings.Replace(board, "[6]", " 6 ", 1), "10-any", 0},
		{strings.Replace(tuesday, "[Tue]", " Tue ", 1), "weekday:10-06-any", 0},
		{strings.NewReplacer("[Oct]", " Oct ", " 15 ", "[15]", "[6]", " 6 ", " Jan ", "[Jan]").Replace(board) + "\n" + board, "01-15 10-06", 0},
	} {
		all, err := read([]byte(c.text))
		var got []string
		warnings := 0
		for _, in := range all {
			got = append(got, in.String())
			warnings += len(in.(encode.HasWarnings).Warnings())
		}
		if err != nil || strings.Join(got, " ") != c.want || warnings != c.warnings {
			t.Errorf("read as %q, %v, with %d warnings, want %s with %d:\n%s", got, err, warnings, c.want, c.warnings, c.text)
		}
	}
	for _, text := range []string{
		strings.NewReplacer("[6]", " 6 ", "[Oct]", " Oct ").Replace(board), strings.Replace(board, " 7", "[7]", 1), strings.Replace(board, "  8", "  9", 1),
		strings.Replace(solution, "  6", "  7", 1), strings.Replace(solution, "Oct", "OOO", 1), strings.Replace(solution, "ZZZ\n", "ZZ\n", 1),
		board + "\n10-06\n", strings.NewReplacer("[Tue]", " Tue ", "[6]", " 6 ").Replace(tuesday), strings.Replace(board, "  29   30   31\n", "", 1),
	} {
		if all, err := read([]byte(text)); err == nil || err == encode.ErrOneLine {
			t.Errorf("read as %v, %v, want an error:\n%s", all, err, text)
		}
	}
	for _, text := range []string{"25\n10\n", "10-06\n\n25\n10\n", "10-06\n\n" + board} {
		if all, err := read([]byte(text)); err == nil || err == encode.ErrOneLine {
			t.Errorf("%q is read as %v, %v, want an error", text, all, err)
		}
	}
	for _, text := range []string{"10-06\n", "6 Oct\n25/10\n", "\n"} {
		if all, err := read([]byte(text)); err != encode.ErrOneLine {
			t.Errorf("%q is read as %v, %v, want one date on each line", text, all, err)
		}
	}
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"10-06", "10-06"},
		{"02-29", "02-29"},
		{"dragonfjord:10-06", "10-06"},
		{"2026-10-06", "10-06"},
		{"dragonfjord:2024-02-29", "02-29"},
		{"weekday:10-06-Tue", "weekday:10-06-Tue"},
		{"weekday:2026-10-06", "weekday:10-06-Tue"}, // 6 October 2026 is a Tuesday
		{"weekday:02-29-Sun", "weekday:02-29-Sun"},
		{"10-any", "10-any"},
		{"dragonfjord:any-31", "any-31"},
		{"weekday:any-06-Tue", "weekday:any-06-Tue"},
		{"weekday:10-any-Tue", "weekday:10-any-Tue"},
		{"weekday:10-06-any", "weekday:10-06-any"},
		{"6 Oct", "10-06"},
		{"Oct 6", "10-06"},
		{"6 October", "10-06"},
		{"october 6th, 2026", "10-06"},
		{"6. Oct.", "10-06"},
		{"6-Oct-2026", "10-06"},
		{"Feb 29", "02-29"},
		{"1 Sept", "09-01"},
		{"29.02.", "02-29"},
		{"29.02.2024", "02-29"},
		{"10.06.", "06-10"},
		{"6.10.2026", "10-06"},
		{"25/10", "10-25"},
		{"10/25", "10-25"},
		{"25/10/2026", "10-25"},
		{"6/6", "06-06"},
		{"2026/10/06", "10-06"},
		{"weekday:Tue 6 Oct", "weekday:10-06-Tue"},
		{"weekday:Tuesday, 6 October 2026", "weekday:10-06-Tue"},
		{"weekday:6.10.2026", "weekday:10-06-Tue"},
	} {
		in, err := parse(c.text)
		if err != nil || in.String() != c.want {
			t.Errorf("%s reads as %v, %v; want %s", c.text, in, err, c.want)
		}
	}
	for _, c := range []struct{ name, text, want string }{
		{"no such day", "02-30", "line 1, column 4, 29, 30"},
		{"no such day in April", "dragonfjord:04-31", "line 1, column 16, 30, 31"},
		{"no leap year", "2026-02-29", "line 1, column 9, 2026, 28, 29"},
		{"month", "13-01", `line 1, column 1, 01, 12, "13"`},
		{"one digit", "1-01", `line 1, column 1, 01, 12, "1"`},
		{"day 0", "01-00", `line 1, column 4, 01, 31, "00"`},
		{"board", "mars:10-06", `line 1, column 1, "mars", dragonfjord, weekday`},
		{"weekday missing", "weekday:10-06", `line 1, column 9, weekday:10-06-Tue, weekday:2026-10-06, "10-06"`},
		{"weekday", "weekday:10-06-Tues", `line 1, column 15, Mon, Sun, "Tues"`},
		{"empty", "", `line 1, column 1, 10-06, 2026-10-06, ""`},
		{"year 0", "0000-01-01", `line 1, column 1, 0001, 9999, "0000"`},
		{"signs", "+1-01", `line 1, column 1, 01, 12, "+1"`},
		{"two dates", "10/06", `line 1, column 4, "10/06", 10 June, 6 October, 06-10, 10-06`},
		{"two dates of a year", "1/2/2026", "line 1, column 3, 1 February, 2 January"},
		{"year last", "10-06-2026", `line 1, column 1, "10-06-2026"`},
		{"no such day in words", "31 Feb", "line 1, column 1, February, 29, 31"},
		{"no leap year in words", "29 Feb 2026", "line 1, column 1, 2026, 28, 29"},
		{"no leap year with dots", "29.02.2023", "line 1, column 1, 2023, 28, 29"},
		{"another weekday", "weekday:Wed 6 Oct 2026", `line 1, column 9, 6 October 2026, Tuesday, "Wed"`},
		{"a weekday", "Tue 6 Oct", `line 1, column 1, weekday:, "Tue"`},
		{"a month", "Oct 2026", `line 1, column 1, "Oct 2026"`},
		{"two months", "Oct Nov 6", `line 1, column 1, "Oct Nov 6"`},
		{"no month", "13/13", `line 1, column 4, 01, 12, "13"`},
		{"day in words", "six Oct", `line 1, column 1, "six Oct"`},
		{"any date", "any-any", "line 1, column 5"},
		{"any day of any name", "weekday:10-any-any", "line 1, column 16"},
		{"any month of a year", "2026-any-06", `line 1, column 1, "2026"`},
		{"any month without a weekday", "weekday:any-06", `line 1, column 9, weekday:10-06-Tue, weekday:2026-10-06, "any-06"`},
		{"any month of 32 days", "any-32", `line 1, column 5, 01, 31, "32"`},
		{"words", "hello world", `line 1, column 1, "hello world"`},
	} {
		in, err := parse(c.text)
		if err == nil {
			t.Errorf("%s: %q reads as %v", c.name, c.text, in)
			continue
		}
		var at *encode.ParseError
		if !errors.As(err, &at) || !facttest.States(err.Error(), c.want) {
			t.Errorf("%s: %q: %v, want %s", c.name, c.text, err, c.want)
		}
	}
}

func TestSets(t *testing.T) {
	all := everyDay(weekday)
	if len(all) != 2562 {
		t.Errorf("the weekday board has %d dates, want 2562", len(all))
	}
	seen := map[string]bool{}
	for _, in := range all {
		seen[in.String()] = true
	}
	if len(seen) != 2562 {
		t.Errorf("the weekday board has %d different dates, want 2562", len(seen))
	}
	for year, want := range map[int]int{2026: 365, 2024: 366} {
		ins := datesOf(weekday, strconv.Itoa(year))
		if len(ins) != want {
			t.Errorf("%d has %d days, want %d", year, len(ins), want)
		}
	}
	// 1 January 2026 is a Thursday.
	if ins := datesOf(weekday, "2026"); ins[0].String() != "weekday:01-01-Thu" || ins[364].String() != "weekday:12-31-Thu" {
		t.Errorf("2026 begins with %s and ends with %s", ins[0], ins[364])
	}
	for _, param := range []string{"10-06-Tue", "0000", "20266", ""} {
		if ins := datesOf(weekday, param); ins != nil {
			t.Errorf("weekday:%s is the set %v; want none", param, ins)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"10-06", "weekday:10-06-Tue", "2026-10-06", "weekday:2026-10-06", "mars:1-1", "02-30", own(&tiny, "01-any"), own(named[3], "10-06-Tue")} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := puzzletest.Reads(&Puzzle, text); err != nil {
			t.Error(err)
		}
	})
}

// TestCell checks that a date on the dragonfjord board has a row and a column in a table of months
// and days. On the weekday board, the seven instances of each date differ in the field Part.
func TestCell(t *testing.T) {
	for text, want := range map[string]layout.TableCell{
		"10-06":              {Row: "October", Column: "6", Label: "6 October", Short: "6 Oct", Noun: "day"},
		"02-29":              {Row: "February", Column: "29", Label: "29 February", Short: "29 Feb", Noun: "day"},
		"10-any":             {Row: "October", Column: "any day", Label: "any day, October", Short: "any day, October", Noun: "day"},
		"weekday:any-06-Mon": {Row: "any month", Column: "6", Label: "Monday 6, any month", Short: "Mon 6, any month", Part: "Mon"},
		"weekday:04-06-Mon":  {Row: "April", Column: "6", Label: "Monday 6 April", Short: "Mon 6 Apr", Part: "Mon"},
	} {
		in, err := Puzzle.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := in.(layout.HasTableCell).TableCell(); got != want {
			t.Errorf("%s: got %+v, want %+v", text, got, want)
		}
	}
}

// TestDrawNames checks that the board has the names of all months, days and weekdays, as on the
// wooden board, and that the date is marked.
func TestDrawNames(t *testing.T) {
	for text, want := range map[string]string{
		"10-06": ` Jan  Feb  Mar  Apr  May  Jun
 Jul  Aug  Sep [Oct] Nov  Dec
   1    2    3    4    5   [6]   7
   8    9   10   11   12   13   14
  15   16   17   18   19   20   21
  22   23   24   25   26   27   28
  29   30   31
`,
		"weekday:02-29-Thu": ` Jan [Feb] Mar  Apr  May  Jun
 Jul  Aug  Sep  Oct  Nov  Dec
   1    2    3    4    5    6    7
   8    9   10   11   12   13   14
  15   16   17   18   19   20   21
  22   23   24   25   26   27   28
 [29]  30   31  Sun  Mon  Tue  Wed
                    [Thu] Fri  Sat
`,
	} {
		d, err := parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Draw(nil); got != want {
			t.Errorf("%s:\n%swant\n%s", text, got, want)
		}
		names := map[string]bool{}
		for _, s := range puzzletest.Shapes[draw.Text](d.Picture(nil)) {
			names[s.Text] = true
		}
		for name := range strings.FieldsSeq(strings.NewReplacer("[", "", "]", "").Replace(want)) {
			if !names[name] {
				t.Errorf("%s: the picture lacks %s", text, name)
			}
			delete(names, name)
		}
		for _, piece := range d.board.pieces {
			if !names[string(piece.Letter)] {
				t.Errorf("%s: the picture lacks the piece %c", text, piece.Letter)
			}
			delete(names, string(piece.Letter))
		}
		if len(names) > 0 {
			t.Errorf("%s: the picture has the texts %v", text, names)
		}
		if n, want := puzzletest.Painted(d.Picture(nil), draw.PaleYellow), len(d.open); n != want {
			t.Errorf("%s: %d yellow cells, want %d", text, n, want)
		}
		checkFrames(t, d)
	}
}

// checkFrames checks that lines surround each cell of the date, also at the edge of the board.
func checkFrames(t *testing.T, d *Day) {
	t.Helper()
	lines := map[string]bool{}
	for _, path := range puzzletest.Shapes[draw.Path](d.Picture(nil)) {
		for _, line := range path.Lines {
			lines[fmt.Sprint(line)] = true
		}
	}
	for _, rect := range puzzletest.Shapes[draw.Rect](d.Picture(nil)) {
		if rect.Fill != draw.PaleYellow {
			continue
		}
		x, y, right, bottom := rect.X, rect.Y, rect.X+rect.W, rect.Y+rect.H
		for _, line := range [][]draw.Point{{{x, y}, {right, y}}, {{x, bottom}, {right, bottom}}, {{x, y}, {x, bottom}}, {{right, y}, {right, bottom}}} {
			if !lines[fmt.Sprint(line)] {
				t.Errorf("%s: the frame of a cell of the date lacks the line %v", d, line)
			}
		}
	}
}
