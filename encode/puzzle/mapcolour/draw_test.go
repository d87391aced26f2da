package mapcolour

import (
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
)

func solution(t *testing.T, m *Map, text string) *encode.Solution {
	t.Helper()
	s, err := encode.ParseSolution(text, m.Sites())
	if err != nil {
		t.Fatal(err)
	}
	return &s
}

// TestDraw compares drawings with drawings made by hand. In the field tints, each digit
// is the expected tint of one character.
func TestDraw(t *testing.T) {
	for _, c := range []struct{ text, solution, want, tints string }{
		{"3x2n5:aaae,a2a31", "", `
┌──┬──┬──┐
│  │*2│  │
├──┤  ├──┤
│*3│*2│*1│
└──┴──┴──┘
`, `
0000000000
0000330000
0000330000
0440330220
0000000000
`},
		{"3x2n5:aaae,a2a31", "02031", `
┌──┬──┬──┐
│ 0│*2│ 0│
├──┤  ├──┤
│*3│*2│*1│
└──┴──┴──┘
`, `
0000000000
0110330110
0000330000
0440330220
0000000000
`},
		{"regions=4 colours=3 edges=0-1,0-3 given=0:2,2:0", "", `
0 *2  beside 1 3
1  .  beside 0
2 *0
3  .  beside 0
`, `
0033000000000000
00000000000000
0011
00000000000000
`},
		{"regions=4 colours=3 edges=0-1,0-3 given=0:2,2:0", "2101", `
0 *2  beside 1 3
1  1  beside 0
2 *0
3  1  beside 0
`, `
0033000000000000
00220000000000
0011
00220000000000
`},
		{"regions=11 colours=62 edges=0-10", "Z000000000a", `
 0  Z  beside 10
 1  0
 2  0
 3  0
 4  0
 5  0
 6  0
 7  0
 8  0
 9  0
10  a  beside 0
`, ""},
	} {
		m := mustParse(t, c.text)
		var s *encode.Solution
		if c.solution != "" {
			s = solution(t, m, c.solution)
		}
		if got := m.Draw(s); got != c.want[1:] {
			t.Errorf("%s with %q is drawn\n%swant%s", c.text, c.solution, got, c.want)
		}
		if c.tints == "" {
			continue
		}
		tints := m.TextColours(s)
		var b strings.Builder
		for i, r := range []rune(m.Draw(s)) {
			if r == '\n' {
				b.WriteRune(r)
			} else {
				b.WriteString(strconv.Itoa(tints[i]))
			}
		}
		if b.String() != c.tints[1:] {
			t.Errorf("%s with %q has the tints\n%swant%s", c.text, c.solution, b.String(), c.tints)
		}
	}
}

// TestPictureRegions checks the picture of a map. It must have the right number of cells
// with each fill, and a line between any two regions that touch. Each given colour has a
// ring, and each region shows the name of its colour.
func TestPictureRegions(t *testing.T) {
	m := mustParse(t, ids(t, "ids.txt", 12)[0])
	s := puzzletest.List(t, &Puzzle, m, "native", 2)[0]
	for _, shown := range []*encode.Solution{nil, &s} {
		want := map[draw.Colour]int{}
		names := map[string]int{}
		for _, r := range m.picture.cell {
			if v := m.given[r]; v >= 0 || shown != nil {
				want[fills[s[r]]]++
			}
		}
		for r, v := range m.given {
			if v >= 0 || shown != nil {
				names[string('0'+rune(s[r]))]++
			}
		}
		walls := 0
		for i, r := range m.picture.cell {
			for _, j := range []int{i + 1, i + 10} { // the map is 10 cells wide
				if j < 100 && (j == i+10 || j%10 > 0) && m.picture.cell[j] != r {
					walls++
				}
			}
		}
		p := m.Picture(shown)
		cells := map[draw.Colour]int{}
		for _, path := range puzzletest.Shapes[draw.Path](p) {
			if !path.Closed {
				if len(path.Lines) != walls {
					t.Errorf("%d pieces of border, want %d", len(path.Lines), walls)
				}
				continue
			}
			for _, corners := range path.Lines { // adjacent cells, from the upper left
				cells[path.Fill] += int(corners[2][0]-corners[0][0]) * int(corners[2][1]-corners[0][1]) / (unit * unit)
			}
		}
		if rings := len(puzzletest.Shapes[draw.Circle](p)); !maps.Equal(cells, want) || rings != m.Clues() {
			t.Errorf("fills %v, %d rings, want %v and %d", cells, rings, want, m.Clues())
		}
		for _, text := range puzzletest.Shapes[draw.Text](p) {
			names[text.Text]--
		}
		for name, n := range names {
			if n != 0 {
				t.Errorf("the name %s is missing %d times", name, n)
			}
		}
	}
}

// TestPictureGraph checks the picture of a graph. Each region must have a disc filled with its
// colour, and given colours must have heavy rings. Discs must not overlap or leave the page. Each
// edge must be a line between discs.
func TestPictureGraph(t *testing.T) {
	m := mustParse(t, "regions=6 colours=10 edges=0-1,0-5,2-4 given=1:0,4:3")
	for _, text := range []string{"", "901835"} {
		var s *encode.Solution
		want := []draw.Colour{draw.White, fills[0], draw.White, draw.White, fills[3], draw.White}
		if text != "" {
			s = solution(t, m, text)
			want = []draw.Colour{fills[1], fills[0], fills[1], fills[0], fills[3], fills[5]}
		}
		p := m.Picture(s)
		discs, heavy := puzzletest.Shapes[draw.Circle](p), 0
		for i, c := range discs {
			if c.Fill != want[i] {
				t.Errorf("region %d is %08x, want %08x", i, c.Fill, want[i])
			}
			if c.X-c.R < 0 || c.Y-c.R < 0 || c.X+c.R > p.W || c.Y+c.R > p.H {
				t.Errorf("region %d is cut off", i)
			}
			for _, o := range discs[:i] {
				if math.Hypot(o.X-c.X, o.Y-c.Y) < 2*c.R {
					t.Errorf("region %d lies over another", i)
				}
			}
			if c.Width == 4 {
				heavy++
			}
		}
		lines := puzzletest.Shapes[draw.Path](p)[0].Lines
		if len(discs) != 6 || heavy != 2 || len(lines) != 3 {
			t.Fatalf("%d discs, %d rings, %d lines, want 6, 2, 3", len(discs), heavy, len(lines))
		}
		if want := []draw.Point{{discs[2].X, discs[2].Y}, {discs[4].X, discs[4].Y}}; !slices.Equal(lines[2], want) {
			t.Errorf("the line from 2 to 4 is %v, want %v", lines[2], want)
		}
	}
}

// TestHopeless checks that a graph that is too hard to solve can be drawn.
func TestHopeless(t *testing.T) {
	m := newMap(maxRegions, 4)
	for r := range maxRegions {
		for k := 1; k <= 5; k++ {
			m.edges = append(m.edges, [2]int{r, (r + k*k) % maxRegions})
		}
	}
	m.order()
	if n := strings.Count(m.Draw(nil), "\n"); n != maxRegions {
		t.Errorf("%d lines", n)
	}
	if err := m.Picture(nil).WriteSVG(io.Discard); err != nil {
		t.Error(err)
	}
}
