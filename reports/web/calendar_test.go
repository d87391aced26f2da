//go:build unix

package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"counterproof/encode"
	"counterproof/encode/capability/layout"
	"counterproof/encode/puzzle/calendar"
	"counterproof/encode/puzzletest"
	"counterproof/native"
	"counterproof/reports/web"
)

// update is the flag with which the test counts the solutions of all dates again, for the page of
// the calendar. On two idle cores, this takes some minutes.
var update = flag.Bool("update", false, "write assets/calendar/counts.json")

// counted holds the contents of assets/calendar/counts.json: the labels of the cells of both boards, by
// row, and the counts by month and day. On the weekday board, each day has seven counts, for Sunday
// to Saturday.
type counted struct {
	Dragonfjord struct {
		Rows   [][]string `json:"rows"`
		Counts [][]int    `json:"counts"`
	} `json:"dragonfjord"`
	Weekday struct {
		Rows   [][]string `json:"rows"`
		Counts [][][]int  `json:"counts"`
	} `json:"weekday"`
}

// day returns the board of a date in a leap year.
func day(t *testing.T, text string) encode.Instance {
	t.Helper()
	in, err := calendar.Puzzle.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// labels returns the labels of the cells of a board, by row, with "#" where there is no cell.
func labels(in encode.Instance) (rows [][]string) {
	h, w, _ := in.(layout.HasLayout).Layout()
	for line := range strings.Lines(in.Draw(nil)) {
		var row []string
		line = strings.TrimRight(line, "\n")
		for c := range w {
			label := "#"
			if 5*c < len(line) {
				if field := strings.Trim(line[5*c:min(5*c+5, len(line))], " []"); field != "" {
					label = field
				}
			}
			row = append(row, label)
		}
		if rows = append(rows, row); len(rows) == h {
			break
		}
	}
	return rows
}

// number counts the solutions of a board natively.
func number(in encode.Instance) (n int) {
	err := in.Reduce()[0].Search(context.Background(), &native.Stats{}, func(encode.Solution) bool {
		n++
		return true
	})
	if err != nil {
		panic(err) // nothing ends the search
	}
	return n
}

// countAll counts the solutions of all dates on both boards.
func countAll(t *testing.T) *counted {
	c := &counted{}
	c.Dragonfjord.Rows, c.Weekday.Rows = labels(day(t, "01-01")), labels(day(t, "weekday:01-01-Mon"))
	var work sync.WaitGroup
	free := make(chan bool, runtime.GOMAXPROCS(0))
	count := func(in encode.Instance, to *int) {
		free <- true
		work.Go(func() {
			*to = number(in)
			<-free
		})
	}
	for month := 1; month <= 12; month++ {
		length := time.Date(2000, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
		counts, weekdays := make([]int, length), make([][]int, length)
		for d := range length {
			date := fmt.Sprintf("%02d-%02d", month, d+1)
			count(day(t, date), &counts[d])
			weekdays[d] = make([]int, 7)
			for w := range 7 {
				count(day(t, fmt.Sprintf("weekday:%s-%s", date, time.Weekday(w).String()[:3])), &weekdays[d][w])
			}
		}
		c.Dragonfjord.Counts = append(c.Dragonfjord.Counts, counts)
		c.Weekday.Counts = append(c.Weekday.Counts, weekdays)
	}
	work.Wait()
	return c
}

// TestCalendarCounts compares the counts that the page of the calendar shows with the published counts
// of encode/testdata, and recounts some dates.
func TestCalendarCounts(t *testing.T) {
	if *update {
		text, err := json.Marshal(countAll(t))
		if err == nil {
			err = os.WriteFile("assets/calendar/counts.json", append(text, '\n'), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var want struct {
		Dragonfjord struct {
			PerDay map[string]int `json:"per_day"`
		}
		Weekday struct {
			Total        int
			Fewest, Most [2]any
		}
	}
	puzzletest.ReadJSON(t, "../../encode/testdata/calendar.json", &want)
	var got counted
	puzzletest.ReadJSON(t, "assets/calendar/counts.json", &got)
	for _, c := range []struct{ got, want any }{
		{got.Dragonfjord.Rows, labels(day(t, "01-01"))},
		{got.Weekday.Rows, labels(day(t, "weekday:01-01-Mon"))},
	} {
		if got, want := fmt.Sprint(c.got), fmt.Sprint(c.want); got != want {
			t.Errorf("the labels are %s, want %s", got, want)
		}
	}
	total, days := 0, 0
	fewest, most := [2]any{"", 1e9}, [2]any{"", 0.0}
	for m, month := range got.Dragonfjord.Counts {
		for d, n := range month {
			date := fmt.Sprintf("%02d-%02d", m+1, d+1)
			if days++; n != want.Dragonfjord.PerDay[date] {
				t.Errorf("%s: %d solutions, the published count is %d", date, n, want.Dragonfjord.PerDay[date])
			}
			for w, n := range got.Weekday.Counts[m][d] {
				name := fmt.Sprintf("weekday:%s-%s", date, time.Weekday(w).String()[:3])
				total += n
				if float64(n) < fewest[1].(float64) {
					fewest = [2]any{name, float64(n)}
				}
				if float64(n) > most[1].(float64) {
					most = [2]any{name, float64(n)}
				}
				if (days*7+w)%500 == 0 {
					if again := number(day(t, name)); again != n {
						t.Errorf("%s: %d solutions, counted again: %d", name, n, again)
					}
				}
			}
		}
	}
	if days != len(want.Dragonfjord.PerDay) || total != want.Weekday.Total || fewest != want.Weekday.Fewest || most != want.Weekday.Most {
		t.Errorf("%d days; with weekdays %d solutions, from %v to %v; want %d days, %+v", days, total, fewest, most, len(want.Dragonfjord.PerDay), want.Weekday)
	}
	if text, err := web.Assets().Open("calendar/counts.json"); err != nil {
		t.Error(err)
	} else {
		defer text.Close()
		var b bytes.Buffer
		if n, err := b.ReadFrom(text); err != nil || n > 30_000 {
			t.Errorf("calendar/counts.json has %d bytes, %v; want at most 30,000", n, err)
		}
	}
}
