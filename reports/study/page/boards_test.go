package page

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/reports/study/data"
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
