package puzzletest

import (
	"context"
	"math/big"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/native"
	"counterproof/sat/cnf"
)

// A domino is the correct example puzzle that defines its own projection: tilings of a board by
// dominoes. A site is an open cell, in reading order. Its value says where the other half of its
// domino is: 0 up, 1 left, 2 right, 3 down. A variable says that a domino lies on two given cells. A
// group consists of the variables of the dominoes that cover one cell.
type domino struct {
	rows []string
	half bool // wrong on purpose: a variable gives only the value of its first cell
}

var halves = [4][2]int{{-1, 0}, {0, -1}, {0, 1}, {1, 0}}

func dominoSuite() Suite {
	board := func(text, count string, h, w int) Board {
		return Board{Text: text, Count: count, ClueFree: true, Size: encode.Size{H: h, W: w}}
	}
	return Suite{
		Puzzle: &encode.Puzzle{
			Name:         "domino",
			Title:        "Dominoes",
			Rules:        "Dominoes cover every open cell once.",
			Sites:        "A site is an open cell in reading order; the value says where the other half is.",
			Example:      ".../...",
			ExampleCount: "3",
			Source:       "a 2xn board has as many tilings as the Fibonacci numbers say",
			Styles:       []string{"pairwise", "sequential"},
			Formats:      []string{"rows of '.' and '#', joined by '/'"},
			Parse:        parseDomino,
			Import: func(data []byte) ([]encode.Instance, error) {
				in, err := parseDomino(strings.Join(strings.Fields(string(data)), "/"))
				if err != nil {
					return nil, encode.Errorf(1, 1, "no board of dominoes")
				}
				return []encode.Instance{in}, nil
			},
		},
		Boards: []Board{
			board(".", "0", 1, 1),
			board("..", "1", 1, 2),
			board("./.", "1", 2, 1),
			board(".../...", "", 2, 3),
			board("..../..../..../....", "36", 4, 4),
			board("....../....../....../....../....../......", "6728", 6, 6),
			board("......../......../......../......../......../......../......../........", "12988816", 8, 8), // Kasteleyn 1961
			{Text: ".#./..."},
			{Text: "#../.../..#", Count: "0"},
			{Text: "....#/....#/#####"},
		},
		Bad:    []Bad{{Text: "##", Want: "no open cell"}, {Text: "../.", Line: 1, Column: 4}},
		Margin: Framed,
		Files:  []File{{Data: "..\n..\n", Boards: []string{"../.."}}, {Data: "x", Want: "no board"}},
	}
}

func parseDomino(text string) (encode.Instance, error) {
	rows := strings.Split(text, "/")
	column, open := 1, 0
	for _, row := range rows {
		for i := range len(row) {
			if row[i] != '.' && row[i] != '#' {
				return nil, encode.Errorf(1, column+i, "want '.' or '#', got %q", row[i])
			}
			if row[i] == '.' {
				open++
			}
		}
		if len(row) != len(rows[0]) {
			return nil, encode.Errorf(1, column, "want %d cells, got %d", len(rows[0]), len(row))
		}
		column += len(row) + 1
	}
	if open == 0 {
		return nil, encode.Errorf(1, 1, "no open cell")
	}
	return &domino{rows: rows}, nil
}

func (in *domino) String() string { return strings.Join(in.rows, "/") }

func (in *domino) cells() (cells [][2]int, number map[[2]int]int) {
	number = map[[2]int]int{}
	for r, row := range in.rows {
		for c, x := range row {
			if x == '.' {
				number[[2]int{r, c}] = len(cells)
				cells = append(cells, [2]int{r, c})
			}
		}
	}
	return cells, number
}

func (in *domino) Sites() []int {
	cells, _ := in.cells()
	return slices.Repeat([]int{4}, len(cells))
}

func (in *domino) Check(s encode.Solution) error {
	w := len(in.rows[0])
	grid := strings.Join(in.rows, "")
	i := -1 // the number of the open cell at position at
	for at := range grid {
		if grid[at] != '.' {
			continue
		}
		i++
		r, c := at/w, at%w
		switch s[i] {
		case 0:
			r--
		case 1:
			c--
		case 2:
			c++
		case 3:
			r++
		}
		if r < 0 || r >= len(in.rows) || c < 0 || c >= w || grid[r*w+c] != '.' {
			return &encode.Violation{Rule: "a domino leaves the board", Sites: []int{i}}
		}
		if j := strings.Count(grid[:r*w+c], "."); s[j] != 3-s[i] {
			return &encode.Violation{Rule: "a domino has one half", Sites: []int{i, j}}
		}
	}
	return nil
}

// places lists the pairs of cells on which a domino can lie: the index of the first cell, the index
// of the second cell, and the value of the first cell.
func (in *domino) places() (places [][3]int) {
	cells, number := in.cells()
	for i, cell := range cells {
		for _, v := range []int{2, 3} {
			if j, ok := number[[2]int{cell[0] + halves[v][0], cell[1] + halves[v][1]}]; ok {
				places = append(places, [3]int{i, j, v})
			}
		}
	}
	return places
}

func (in *domino) Encode(e *encode.Encoder) {
	n, places := len(in.Sites()), in.places()
	groups := make([][]encode.Lit, n)
	for p, x := range places {
		groups[x[0]] = append(groups[x[0]], encode.Lit(p+1))
		groups[x[1]] = append(groups[x[1]], encode.Lit(p+1))
	}
	e.Project(groups, nil, func(m cnf.Model) encode.Solution {
		s := make([]byte, n)
		for p, x := range places {
			if m.True(encode.Lit(p + 1)) {
				s[x[0]], s[x[1]] = byte(x[2]), byte(3-x[2])
			}
		}
		return encode.Solution(s)
	})
	for p, x := range places {
		e.Gives(encode.Lit(p+1), x[0], x[2])
		if !in.half {
			e.Gives(encode.Lit(p+1), x[1], 3-x[2])
		}
	}
	for _, g := range groups {
		e.ExactlyOne(g...)
	}
}

// Reduce returns one method. It tries each domino that covers the first free cell, and then
// continues with the next free cell.
func (in *domino) Reduce() []encode.Reduction {
	search := func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
		places := in.places()
		s := slices.Repeat([]byte{9}, len(in.Sites()))
		var cover func() bool
		cover = func() bool {
			if ctx.Err() != nil {
				return false
			}
			i := slices.Index(s, 9)
			if i < 0 {
				return yield(encode.Solution(s))
			}
			for _, x := range places {
				if x[0] == i && s[x[1]] == 9 {
					s[x[0]], s[x[1]] = byte(x[2]), byte(3-x[2])
					if !cover() {
						return false
					}
					s[x[0]], s[x[1]] = 9, 9
				}
			}
			return true
		}
		cover()
		return ctx.Err()
	}
	// count keeps the number of ways to cover each set of cells that can be covered so far. It goes
	// through the cells in order.
	count := func(ctx context.Context, st *native.Stats) (*big.Int, error) {
		cells, number := in.cells()
		ways := map[string]int64{strings.Repeat(".", len(cells)): 1}
		for i, cell := range cells {
			next := map[string]int64{}
			for at, n := range ways {
				if at[i] == '#' {
					next[at] += n
					continue
				}
				for _, d := range halves[2:] {
					if j, ok := number[[2]int{cell[0] + d[0], cell[1] + d[1]}]; ok && at[j] == '.' {
						next[at[:i]+"#"+at[i+1:j]+"#"+at[j+1:]] += n
					}
				}
			}
			ways = next
		}
		return big.NewInt(ways[strings.Repeat("#", len(cells))]), ctx.Err()
	}
	return []encode.Reduction{{Method: "first", Version: 1, Search: search, Count: count}}
}

func (in *domino) Draw(s *encode.Solution) string {
	var b strings.Builder
	i := 0
	for _, row := range in.rows {
		for _, x := range row {
			switch {
			case x == '.' && s != nil:
				b.WriteByte("^<>v"[(*s)[i]])
				i++
			default:
				b.WriteRune(x)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Canonical uses the rotations and reflections of the bounding box of the open cells. It leaves out
// a rotation or reflection that maps an open cell to a closed cell.
func (in *domino) Canonical() (func(encode.Solution) encode.Solution, error) {
	cells, _ := in.cells()
	low, high := cells[0], cells[0]
	for _, x := range cells {
		low = [2]int{min(low[0], x[0]), min(low[1], x[1])}
		high = [2]int{max(high[0], x[0]), max(high[1], x[1])}
	}
	return in.within(low, high), nil
}

// within returns a function that maps a tiling to the first of its images. The images come from
// rotations and reflections of the box between the corners low and high. The function uses only
// rotations and reflections that map open cells to open cells.
func (in *domino) within(low, high [2]int) func(encode.Solution) encode.Solution {
	cells, number := in.cells()
	var images []func(encode.Solution) encode.Solution
	for code := range 8 {
		turn := func(x [2]int) [2]int { // rotates about the middle of the box, in half cells
			x = [2]int{2*x[0] - low[0] - high[0], 2*x[1] - low[1] - high[1]}
			if code&1 != 0 {
				x[0] = -x[0]
			}
			if code&2 != 0 {
				x[1] = -x[1]
			}
			if code&4 != 0 {
				x = [2]int{x[1], x[0]}
			}
			return [2]int{x[0] + low[0] + high[0], x[1] + low[1] + high[1]}
		}
		to := make([]int, len(cells))
		all := true
		for i, x := range cells {
			y := turn(x)
			k, ok := number[[2]int{y[0] / 2, y[1] / 2}]
			to[i], all = k, all && ok && y[0]%2 == 0 && y[1]%2 == 0
		}
		if all {
			images = append(images, func(s encode.Solution) encode.Solution {
				out := make([]byte, len(s))
				for i, v := range []byte(s) {
					half := cells[i]
					half[0] += halves[v][0]
					half[1] += halves[v][1]
					a, b := cells[to[i]], cells[to[number[half]]]
					out[to[i]] = byte(slices.Index(halves[:], [2]int{b[0] - a[0], b[1] - a[1]}))
				}
				return encode.Solution(out)
			})
		}
	}
	return func(s encode.Solution) encode.Solution {
		first := s
		for _, image := range images {
			first = min(first, image(s))
		}
		return first
	}
}
