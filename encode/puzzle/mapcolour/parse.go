package mapcolour

import (
	"errors"
	"fmt"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/files"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native/deduce"
)

func parse(text string) (*Map, error) {
	if text != "" && '0' <= text[0] && text[0] <= '9' {
		return parseID(text)
	}
	if drawn.MatchString(text) {
		return parseDrawn(text)
	}
	t := &terms{rest: encode.OneLine(text)}
	m := newMap(t.number("regions=", maxRegions), t.number(" colours=", maxColours))
	n := len(m.given)
	t.regions = fmt.Sprintf("a number from 0 to %d", n-1)
	number := func(text string) (int, bool) { return encode.Number(text, n-1) }
	t.pairs(" edges=", "-", number, n, func(pair encode.Span, a, b int) error {
		if a == b {
			return pair.Errorf("want an edge between two regions, got %d-%d", a, b)
		}
		if len(m.edges) == maxEdges {
			return pair.Errorf("want at most %d edges", maxEdges)
		}
		m.edges = append(m.edges, [2]int{a, b})
		return nil
	})
	t.readGiven(m, number)
	m.readNames(t)
	m.order()
	return m, t.end()
}

// readGiven reads the given colours. The function region returns the number of a region.
func (t *terms) readGiven(m *Map, region func(text string) (int, bool)) {
	t.pairs(" given=", ":", region, m.colours, func(pair encode.Span, r, v int) error {
		if m.given[r] != none {
			return pair.Errorf("want one colour for region %d, got another", r)
		}
		m.given[r] = v
		return nil
	})
}

// end returns the first error. It is an error if a part of the text is not read.
func (t *terms) end() error {
	if t.err == nil && t.rest.Text != "" {
		return t.rest.Errorf("want edges=0-1,... or given=0:2,... or names=a,b,... or the end, in this order, got %q", t.rest.Text)
	}
	return t.err
}

type terms struct {
	rest    encode.Span
	regions string // what stands for a region, for messages
	err     error
}

func (t *terms) value(name string) encode.Span {
	value, _, _ := t.rest.From(len(name)).Cut(" ")
	t.rest = t.rest.From(len(name) + len(value.Text))
	return value
}

func (t *terms) number(name string, most int) int {
	if t.err != nil {
		return 0
	}
	if !strings.HasPrefix(t.rest.Text, name) {
		t.err = t.rest.Errorf("want %q, as in regions=3 colours=4 edges=0-1,0-2 given=0:2, got %q", name, t.rest.Text)
		return 0
	}
	value := t.value(name)
	n, ok := encode.Number(value.Text, most)
	if !ok || n < 1 {
		t.err = value.Errorf("want a number from 1 to %d, got %q", most, value.Text)
	}
	return n
}

func (t *terms) pairs(name, sign string, region func(text string) (int, bool), second int, add func(pair encode.Span, a, b int) error) {
	if t.err != nil || !strings.HasPrefix(t.rest.Text, name) {
		return
	}
	list := t.value(name)
	for more := true; more && t.err == nil; {
		var pair encode.Span
		pair, list, more = list.Cut(",")
		left, right, ok := pair.Cut(sign)
		a, aOK := region(left.Text)
		b, bOK := encode.Number(right.Text, second-1)
		switch {
		case !ok:
			t.err = pair.Errorf("want a pair like 0%s1, got %q", sign, pair.Text)
		case !aOK:
			t.err = left.Errorf("want "+t.regions+", got %q", left.Text)
		case !bOK:
			t.err = right.Errorf("want a number from 0 to %d, got %q", second-1, right.Text)
		default:
			t.err = add(pair, a, b)
		}
	}
}

// fileColours is the number of colours if the file does not state it. The file formats have no field
// for the number of colours.
const fileColours = 4

type file struct {
	edges    [][2]int // between regions in the order of their first use
	weighted bool     // the first edge has a weight
}

var drawing = regexp.MustCompile(`^(?: *0 (?:\*[0-9A-Za-z]| \.|.*` + listSign + `)|┌)`)

// read reads a DIMACS .col file or a list of edges. A drawing without its notation does not state the
// number of colours, so read refuses it.
func read(data []byte) ([]encode.Instance, error) {
	text := string(data)
	bare := files.Uncomment(text, false)
	if draws(bare) {
		return nil, encode.ErrOneLine
	}
	for line := range encode.TextLines(bare) {
		if drawing.MatchString(line.Text) {
			return nil, line.Errorf("want the notation or the game ID of the map, which the command show prints above the drawing")
		} else if strings.TrimSpace(line.Text) != "" {
			break
		}
	}
	f := &file{}
	g, err := files.ReadGraph(text, files.GraphRules{Most: maxRegions, Edge: f.add})
	if err != nil {
		return nil, err
	}
	m := newMap(len(g.Names), fileColours)
	m.warnings = g.Warnings
	m.edges = wording.Each(f.edges, func(e [2]int) [2]int { return [2]int{g.Number[e[0]], g.Number[e[1]]} })
	if f.weighted {
		m.warnings = append(m.warnings, "ignored the weights of the edges")
	}
	if !slices.Equal(g.Names, grid.Decimals(encode.Left(len(g.Names), nil))) {
		m.names = g.Names
		if g.Order != "" {
			last := len(m.names) - 1 // long names are cut, because an experiment file can name any file as a map
			m.warnings = append(m.warnings, fmt.Sprintf("numbered the regions from 0, %s: the first is %s, and region %d is %s", g.Order, wording.Short(m.names[0]), last, wording.Short(m.names[last])))
		}
	}
	if number := g.Colours; number.Text == "" {
		m.warnings = append(m.warnings, fmt.Sprintf("the file does not state the number of colours, so there are %d; to change that, add a comment line with colours=K", m.colours))
	} else if k, ok := encode.Number(number.Text, maxColours); ok && k > 0 {
		m.colours = k
	} else {
		return nil, number.Errorf("want 1 to %d colours, got %q", maxColours, number.Text)
	}
	m.order()
	return []encode.Instance{m}, nil
}

// weight matches what may follow the two names of an edge: a number, or data as networkx writes it.
var weight = regexp.MustCompile(`^(?:[-+]?[0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?|\{.*\})$`)

func (f *file) add(e files.Edge) error {
	label := e.Label.Text
	switch first := len(f.edges) == 0; {
	case first && strings.ContainsAny(label, " \t,;") && !weight.MatchString(label):
		return encode.ErrOneLine // rows of words or numbers
	case e.U == e.V:
		return e.From.Errorf("want an edge between two regions, got one from %q to itself", e.From.Text)
	case label != "" && !weight.MatchString(label):
		return e.Label.Errorf("want two names, the ends of an edge, and at most a weight after them, got %q", label)
	case first:
		f.weighted = label != "" && label != "{}"
	case f.weighted != (label != "" && label != "{}"):
		return e.From.Errorf("want a weight for every edge or for none")
	case len(f.edges) == maxEdges:
		return e.From.Errorf("want at most %d edges", maxEdges)
	}
	f.edges = append(f.edges, [2]int{e.U, e.V})
	return nil
}

// mostSudoku is the largest number of values of a sudoku.
const mostSudoku = 25

// As implements encode.Convertible. A map is a sudoku of n x n cells if it has n colours and its regions
// are the cells in reading order. Two regions must be neighbours exactly if they share a row, a column
// or a box. The function does not look for other orders of the regions.
func (m *Map) As(puzzle string) (string, error) {
	switch named := m.Named(); {
	case puzzle == "text" && named != "":
		return named, nil
	case puzzle == "text":
		return m.text()
	case puzzle != "sudoku":
		return "", fmt.Errorf("a map can be written as a sudoku, but not as an instance of %s", puzzle)
	}
	n := m.colours
	if n > mostSudoku || len(m.given) != n*n {
		return "", fmt.Errorf("the map is not a sudoku: want as many regions as the square of the colours, with at most %d colours, got %d regions and %d colours",
			mostSudoku, len(m.given), n)
	}
	for h := 2; 2*h <= n; h++ {
		if w := n / h; h*w == n && m.hasBoxes(h, w) {
			cells := wording.Each(m.given, func(v int) string {
				if v == none {
					return "."
				}
				return strings.ToUpper(strconv.FormatInt(int64(v+1), mostSudoku+1))
			})
			return fmt.Sprintf("%dx%d:%s", h, w, strings.Join(cells, "")), nil
		}
	}
	return "", errors.New("the map is not a sudoku: want the cells of a sudoku in reading order as its regions, with an edge between any two cells of a row, of a column or of a box")
}

// hasBoxes returns whether the neighbours are the pairs of cells of a sudoku whose boxes are h high and
// w wide. In such a sudoku, a cell has n-1 neighbours in its row, as many in its column, and (h-1)*(w-1)
// others in its box. So it is enough to count the edges if each edge is between neighbours.
func (m *Map) hasBoxes(h, w int) bool {
	n := h * w
	return len(m.edges) == n*n*(2*(n-1)+(h-1)*(w-1))/2 && !slices.ContainsFunc(m.edges, func(e [2]int) bool {
		r, c, r2, c2 := e[0]/n, e[0]%n, e[1]/n, e[1]%n
		return r != r2 && c != c2 && (r/h != r2/h || c/w != c2/w)
	})
}

// lossyRule returns the rule that Eppstein rejects ("Any-order puzzle deduction", 2019). It is a trap:
// its steps are right on maps with one solution, but a step does not stay possible. When the open
// neighbour or the region itself gets a colour for another reason, the pattern of the step is gone.
// Then nobody can see any more that the colour of the neighbour decides the colour of the region.
func (r *reasoner) lossyRule() deduce.Rule {
	return deduce.Rule{Name: "lossy", Level: trap, Unique: true, Find: r.lossy,
		Facts: func(st *deduce.Step) (facts []deduce.Bit) {
			for _, l := range st.Proof.([]link) {
				facts = deduce.AppendBits(facts, r.all&^(1<<l.colour), l.region)
			}
			return facts
		},
		Tell: func(steps []deduce.Step) string {
			st := &steps[0]
			return fmt.Sprintf("a trap that loses information: region %s has no colour yet, touches %s, and has only region %s as a neighbour without a colour",
				r.name(st.Sites[0]), technique.And(technique.Names(st.Values, func(v int) string { return "colour " + colourNames[v:v+1] })), r.name(st.Site))
		},
		Moves: deduce.Moves{Reason: func(st *deduce.Step) any { return st.Sites[0] }},
		Statement: "A trap, because its steps do not stay possible, so that the order of the steps matters. " +
			"Take a region without a colour that touches all colours except two, and exactly one other region without a colour. " +
			"That other region has one of these two colours, so it loses the others. Otherwise, the first region could have either of the two.",
	}
}

func (r *reasoner) lossy(s deduce.State, _ []int32, emit deduce.Emit) {
	for i := range s {
		if s.One(i) {
			continue
		}
		p := deduce.Pattern{Sites: []int{i}}
		open, number := none, 0
		var near []link
		for _, at := range r.near[i] {
			if !s.One(at) {
				open = at
				number++
				continue
			}
			near = append(near, link{at, s.Value(at)})
			p.Sites = append(p.Sites, at)
			p.Values |= s[at]
		}
		if number == 1 && bits.OnesCount64(r.all&^p.Values) == 2 {
			p.Proof = near
			r.strike(s, []int{open}, p.Values, p, emit)
		}
	}
}
