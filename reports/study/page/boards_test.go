package page

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
	"counterproof/reports/study/plot"
	"counterproof/reports/test/recordtest"
)

// TestBoardLinks checks the links of boards whose notations contain characters with a special
// meaning in addresses. A board with given values is another board, and a board that is too long
// has no link.
func TestBoardLinks(t *testing.T) {
	recs := []result.Record{
		{Puzzle: "lightsout", Instance: "#./.#", Method: "native"},
		{Puzzle: "lightsout", Instance: "#./.#", Method: "sat"},
		{Puzzle: "lightsout", Instance: "#./.#", Given: "0=1,2=0"},
		{Puzzle: "map", Instance: "regions=2 colours=4 edges=0-1&"},
		{Puzzle: "sudoku", Instance: strings.Repeat(".", 9000)},
	}
	got := boardLinks(recs)
	want := []string{"lightsout:%23.%2F.%23", "lightsout:%23.%2F.%23&given=0%3D1%2C2%3D0", "map:regions%3D2%20colours%3D4%20edges%3D0-1%26"}
	if links := slices.Sorted(maps.Values(got)); !slices.Equal(links, want) {
		t.Errorf("got %q, want %q", links, want)
	}
	if id := data.BoardID(&recs[3]); got[id] != want[2] {
		t.Errorf("the board %s has the link %q, want %q", id, got[id], want[2])
	}
}

// TestManyBoards writes the page of 5,000 boards with a different number of solutions each. The table
// must have the boards with a wrong answer, without a count, with the most and fewest solutions and with
// the longest time. Only boards that the page names may have links, and the CSV has all records.
func TestManyBoards(t *testing.T) {
	var recs []result.Record
	for i := range 5000 {
		for k, m := range []string{"native/a", "sat/b"} {
			r := recordtest.Ran(fmt.Sprint(i), m, 1+float64((i*(k+2)*7919)%5003)/1000)
			r.Count, r.Verdict = fmt.Sprint(1+(i*2503)%5000), result.Correct
			recs = append(recs, r)
		}
	}
	slow, wrong, silent := &recs[2*1234], &recs[2*2345], recs[2*3456:2*3456+2]
	slow.WallSeconds = new(1000.0)
	wrong.Verdict = result.Wrong
	for i := range silent {
		silent[i].Status, silent[i].Reason, silent[i].Count, silent[i].Verdict = result.Unknown, result.Timeout, "", result.Unchecked
	}
	files, err := Page{Title: "x", Records: recs, Plots: []plot.Plot{{Kind: "scatter"}, {Kind: "cactus"}}}.files(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		switch text := string(f.Data); f.Name {
		case csvName:
			var rest strings.Builder
			if err := f.Rest(&rest); err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(text+rest.String(), "\n"); n != 10_001 {
				t.Errorf("%d lines of CSV", n)
			}
		case pageName:
			rows := regexp.MustCompile(`<tr id="board-`).FindAllString(text, -1)
			if len(rows) > mostRows || len(rows) < mostRows/2 || !strings.Contains(text, fmt.Sprintf("%d in all. The other %s are", len(rows), format.Whole(5000-len(rows)))) {
				t.Errorf("%d rows", len(rows))
			}
			if len(text) > 3_000_000 || strings.Count(text, `":"p:`) > 5000 {
				t.Errorf("a page of %d bytes with %d links", len(text), strings.Count(text, `":"p:`))
			}
			named := []*result.Record{slow, wrong, &silent[0]}
			for i := range recs {
				if recs[i].Count == "1" || recs[i].Count == "5000" {
					named = append(named, &recs[i])
				}
			}
			for _, r := range named {
				if !strings.Contains(text, `<tr id="board-`+data.BoardID(r)) {
					t.Errorf("no row of board %s", r.Instance)
				}
			}
		}
	}
}
