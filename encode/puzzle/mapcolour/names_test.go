package mapcolour

import (
	"context"
	"slices"
	"strings"
	"testing"

	"counterproof/encode/capability/deduction"
	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
	"counterproof/encode/test/facttest"
	"counterproof/native"
)

// TestDrawn reads drawn maps, whose edges and numbers of colourings were worked out by hand. The text is
// canonical, and other texts of the same map give it, too.
func TestDrawn(t *testing.T) {
	for _, c := range []struct{ text, graph, count string }{
		{"aabb/accb", "regions=3 colours=4 edges=0-1,0-2,1-2", "24"},                              // 4*3*2
		{"aabb/accb colours=3 given=a:1", "regions=3 colours=3 edges=0-1,0-2,1-2 given=0:1", "2"}, // 2*1
		{"abca/dddd colours=2", "regions=4 colours=2 edges=0-1,0-2,0-3,1-2,1-3,2-3", "0"},         // a lies at both ends
		{"Ab/Ab/Ab", "regions=2 colours=4 edges=0-1", "12"},                                       // 4*3
	} {
		m := mustParse(t, c.text)
		if m.String() != c.text {
			t.Errorf("%s is written as %s", c.text, m)
		}
		plain := m.clone()
		plain.picture, plain.spelled = nil, false
		if plain.String() != c.graph {
			t.Errorf("%s has the graph %s, want %s", c.text, plain, c.graph)
		}
		if got := counted(t, m.Reduce()[0].Count); got != c.count {
			t.Errorf("%s has %s solutions, want %s", c.text, got, c.count)
		}
		if got, err := m.As("text"); err != nil || got != c.text {
			t.Errorf("%s as text is %s (%v)", c.text, got, err)
		}
	}
	if m := mustParse(t, "aabb/accb colours=4"); m.String() != "aabb/accb" {
		t.Errorf("the text with 4 colours is written as %s", m)
	}
}

// TestLetters draws a map with a game ID as a text. Both must be the same graph.
func TestLetters(t *testing.T) {
	id := mustParse(t, "8x6n8:abgaadfaaabanadaabbbbhbaeaed,1a0a0322")
	text, err := id.As("text")
	if err != nil {
		t.Fatal(err)
	}
	m := mustParse(t, text)
	if !slices.Equal(m.edges, id.edges) || !slices.Equal(m.given, id.given) || !slices.Equal(m.picture.cell, id.picture.cell) {
		t.Errorf("%s is another map than %s", m, id)
	}
	if _, err := mustParse(t, Puzzle.Example).As("text"); err == nil {
		t.Error("a graph without names has no text, but As returned one")
	}
}

// TestDrawnRows checks which files are drawn maps and which ones are lists of names.
func TestDrawnRows(t *testing.T) {
	for text, want := range map[string]bool{
		"aabb\naccb\n": true, "aabb/accb\n": true, "aab/cdd\nab/cd": true,
		"France\nSpain\n": false, "a\nb\nc\n": false, "aabb\n": false, "ab cd\nef gh": false,
	} {
		if draws(text) != want {
			t.Errorf("%q is drawn: %v, want %v", text, !want, want)
		}
	}
}

// TestSpelled checks that a notation keeps the names of a file, and that sentences have the names.
func TestSpelled(t *testing.T) {
	m := importOne(t, "# 2 colours\nFrance: Spain, United Kingdom\nSpain: United Kingdom\n")
	want := "regions=3 colours=2 edges=0-1,0-2,1-2 names=France,Spain,United Kingdom"
	if m.Named() != want {
		t.Fatalf("the notation is %q, want %q", m.Named(), want)
	}
	named := mustParse(t, want)
	if named.String() != want || named.Named() != "" || named.Draw(nil) != m.Draw(nil) {
		t.Errorf("%s is read as %s", want, named)
	}
	if named.SiteName(1) != "region Spain" || m.SiteName(1) != "region 1 (Spain)" {
		t.Errorf("the regions are called %s and %s", named.SiteName(1), m.SiteName(1))
	}
	if want := "regions France, Spain and United Kingdom all touch one another, and there are only 2 colours"; named.Obstacle() != want {
		t.Errorf("the obstacle is %q, want %q", named.Obstacle(), want)
	}
	for _, text := range []string{"a \"x#\"\n", "a \"b,c\"\n"} {
		if m := importOne(t, text); m.Named() != "" {
			t.Errorf("%q: the notation %q has names that it cannot have", text, m.Named())
		}
	}
	board := mustParse(t, "aab/ccb given=a:0,c:1")
	d, err := board.Deduce(context.Background(), new(native.Stats), deduction.Options{Moves: true, Use: func(r deduction.Rule) bool { return r.Level == levels[easy] }})
	if err != nil || len(d.Moves) == 0 || !facttest.States(d.MoveText(0), "region a, region b, colour 0") {
		t.Errorf("%d moves, %v", len(d.Moves), err)
	}
}

// TestSpelledErrors checks the messages about names and drawn maps.
func TestSpelledErrors(t *testing.T) {
	for _, c := range [][2]string{
		{"aabb/acc", "line 1, column 6, 4, 3"},
		{"ab/ab given=c:1", `line 1, column 13, "c"`},
		{"ab/ab colours=63", "line 1, column 15, 62"},
		{"ab/ab edges=0-1", "line 1, column 6"},
		{"regions=2 colours=2 names=a", "line 1, column 27, 2, 1"},
		{"regions=2 colours=2 names=a,a", "line 1, column 29, a"},
		{"regions=2 colours=2 names=a,", "line 1, column 29, 80"},
		{"regions=1 colours=2 names=" + strings.Repeat("x", 81), "line 1, column 27, 80"},
	} {
		if _, err := parse(c[0]); err == nil || !facttest.States(err.Error(), c[1]) {
			t.Errorf("%q: error %v, want %s", c[0], err, c[1])
		}
	}
}

// TestNamesInPictures checks that pictures keep the names beside the colours, and have no numbers of regions.
func TestNamesInPictures(t *testing.T) {
	for _, c := range []struct{ text, solution, want string }{
		{"aab/ccb given=a:0,c:1", "021", "a 0 b 2 c 1"},
		{"regions=3 colours=3 edges=0-1,0-2,1-2 names=France,Spain,Italy", "210", "France Spain Italy 2 1 0"},
	} {
		m := mustParse(t, c.text)
		var texts []string
		for _, text := range puzzletest.Shapes[draw.Text](m.Picture(solution(t, m, c.solution))) {
			texts = append(texts, text.Text)
		}
		if got := strings.Join(texts, " "); got != c.want {
			t.Errorf("the picture of %s has the texts %q, want %q", c.text, got, c.want)
		}
	}
}
