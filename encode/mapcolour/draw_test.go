package mapcolour

import (
	"encoding/xml"
	"io"
	"strconv"
	"strings"
	"testing"

	"counterproof/encode"
)

func solution(t *testing.T, m *Map, text string) *encode.Solution {
	t.Helper()
	s, err := encode.ParseSolution(text, m.Sites())
	if err != nil {
		t.Fatal(err)
	}
	return &s
}

// TestDraw: borders, colours and stars, drawn by hand; a digit a tint stands for
// the tints.
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
		tints := m.Tints(s)
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

// element is one of an SVG document, with the text in it.
type element struct {
	name string
	is   map[string]string
	text string
}

func (e element) number(t *testing.T, name string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(e.is[name], 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func elements(t *testing.T, m *Map, s *encode.Solution) []element {
	t.Helper()
	var b strings.Builder
	if err := m.SVG(&b, s); err != nil {
		t.Fatal(err)
	}
	var all []element
	d := xml.NewDecoder(strings.NewReader(b.String()))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		switch x := token.(type) {
		case xml.StartElement:
			e := element{name: x.Name.Local, is: map[string]string{}}
			for _, a := range x.Attr {
				e.is[a.Name.Local] = a.Value
			}
			all = append(all, e)
		case xml.CharData:
			if len(all) > 0 {
				all[len(all)-1].text += strings.TrimSpace(string(x))
			}
		}
	}
}

// TestSVGPicture: as many cells have each fill as have the colour, a line stands
// between any two regions, each given colour has a ring and each region the name
// of its colour.
func TestSVGPicture(t *testing.T) {
	m := mustParse(t, ids(t, "ids.txt", 12)[0])
	s := solve(t, m, "native")[0]
	for _, shown := range []*encode.Solution{nil, &s} {
		want := map[string]int{}
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
			for _, j := range []int{i + 1, i + 10} { // 10 wide
				if j < 100 && (j == i+10 || j%10 > 0) && m.picture.cell[j] != r {
					walls++
				}
			}
		}
		cells := map[string]int{}
		rings := 0
		for _, e := range elements(t, m, shown) {
			switch {
			case e.name == "rect" && e.is["shape-rendering"] != "":
				cells[e.is["fill"]] += int(e.number(t, "width")*e.number(t, "height")) / (unit * unit)
			case e.name == "circle":
				rings++
			case e.name == "path":
				if got := strings.Count(e.is["d"], "M"); got != walls {
					t.Errorf("%d pieces of border, want %d", got, walls)
				}
			case e.name == "text":
				names[e.text]--
			}
		}
		for f, n := range want {
			if cells[f] != n {
				t.Errorf("%d cells are %s, want %d", cells[f], f, n)
			}
		}
		if len(cells) != len(want) || rings != m.Clues() {
			t.Errorf("fills %v, %d rings, want %v and %d", cells, rings, want, m.Clues())
		}
		for name, n := range names {
			if n != 0 {
				t.Errorf("the name %s is missing %d times", name, n)
			}
		}
	}
}

// TestSVGGraph: a disc a region, all apart and within the page, filled with its
// colour, a line an edge from disc to disc, and heavy rings around what is given.
func TestSVGGraph(t *testing.T) {
	m := mustParse(t, "regions=6 colours=10 edges=0-1,0-5,2-4 given=1:0,4:3")
	for _, text := range []string{"", "901835"} {
		var s *encode.Solution
		want := []string{blank, fills[0], blank, blank, fills[3], blank}
		if text != "" {
			s = solution(t, m, text)
			want = []string{fills[1], fills[0], fills[1], fills[0], fills[3], fills[5]}
		}
		var discs []element
		heavy, lines := 0, 0
		all := elements(t, m, s)
		side := all[0].number(t, "width")
		for _, e := range all {
			switch e.name {
			case "circle":
				if e.is["fill"] != want[len(discs)] {
					t.Errorf("region %d is %s, want %s", len(discs), e.is["fill"], want[len(discs)])
				}
				x, y, r := e.number(t, "cx"), e.number(t, "cy"), e.number(t, "r")
				if x-r < 0 || y-r < 0 || x+r > side || y+r > side {
					t.Errorf("region %d is cut off", len(discs))
				}
				for _, o := range discs {
					dx, dy := o.number(t, "cx")-x, o.number(t, "cy")-y
					if dx*dx+dy*dy < 4*r*r {
						t.Errorf("region %d lies over another", len(discs))
					}
				}
				discs = append(discs, e)
				if e.is["stroke-width"] == "4" {
					heavy++
				}
			case "path":
				lines = strings.Count(e.is["d"], "L")
			}
		}
		if len(discs) != 6 || heavy != 2 || lines != 3 {
			t.Errorf("%d discs, %d rings, %d lines, want 6, 2, 3", len(discs), heavy, lines)
		}
		if !strings.Contains(all[2].is["d"], "M"+discs[2].is["cx"]+" "+discs[2].is["cy"]+"L"+discs[4].is["cx"]+" "+discs[4].is["cy"]) {
			t.Errorf("no line from 2 to 4 in %s", all[2].is["d"])
		}
	}
}

// TestHopeless: boards that no one can solve are drawn.
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
	if err := m.SVG(io.Discard, nil); err != nil {
		t.Error(err)
	}
}
