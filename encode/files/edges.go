package files

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/wording"
)

// GraphRules says what ReadGraph accepts.
type GraphRules struct {
	Most   int  // the largest number of vertices
	Labels bool // a text after two names is a label; without Labels, a name between commas may have blanks
	// Edge takes the next edge. For the first edge, it may return encode.ErrOneLine if the text does
	// not look like a list of edges.
	Edge func(e Edge) error
}

// An Edge joins two vertices, which are numbered in the order of their first use.
type Edge struct {
	U, V     int
	From, To encode.Span // the names of the vertices in the text; both are the name of V if Listed is true
	Label    encode.Span // the text after the names
	Listed   bool        // the text has V in a list of the neighbours of U, and may list U for V, too
}

// A Graph holds everything that ReadGraph reads except the edges.
type Graph struct {
	Names    []string    // in numerical order if all are numbers, and otherwise in the order of their first use
	Order    string      // the order of the names, for a warning; empty for the numbers from 1 of a .col file
	Number   []int       // for each vertex in the order of first use: its index in Names
	Colours  encode.Span // the stated number of colours, or an empty span
	Warnings []string
}

const maxName = 80

type graphReader struct {
	Graph
	GraphRules
	vertex  map[string]int // by name, in the order of first use
	edges   int
	commas  bool        // a list of neighbours has a comma, so that blanks do not separate neighbours
	begun   bool        // the first line of edges has been read
	header  bool        // the first line has the names of columns
	counts  encode.Span // the line with the numbers of vertices and edges, or an empty span
	visible encode.Span // the current line; in other spans of the line, quoted names are masked
}

var (
	problem    = regexp.MustCompile(`^\s*p\s+(edges?|col)\b`)
	stated     = regexp.MustCompile(`^\s*(?i:colou?rs?\s*[=:]\s*(\S+)|([0-9]+)\s+colou?rs?)\s*$`)
	masked     = regexp.MustCompile(`"[^"]*"|\{[^{}]*\}`)
	listBegin  = regexp.MustCompile(`:(?:[ \t]|$)`)
	columns    = regexp.MustCompile(`(?i)^"?(?:source"?[,;\t]"?target|from"?[,;\t]"?to|src"?[,;\t]"?dst|node_?1"?[,;\t]"?node_?2)"?(?:[,;\t]|$)`)
	twoNames   = regexp.MustCompile(`^\s*(?:\d+\s+\d+|[\pL\d]{1,3}\s+[\pL\d]{1,3}|[^,:]+,[^,:]+|.*(?:--|->).*)\s*$`)
	numberWord = regexp.MustCompile(`(?:^|\s)\d`)
	notName    = regexp.MustCompile(`[=:|",;]|^[(\[{]|^\d+-\d+$|^[-*+•]$`)
)

// foreign lists first lines of formats that would look like edges.
var foreign = []struct {
	begins *regexp.Regexp
	want   string
}{
	{regexp.MustCompile(`^(?:strict\s+)?(?:di)?graph\b[^{]*\{`), "want only the edges of a GraphViz graph, as lines of the form a -- b"},
	{regexp.MustCompile(`^\*[A-Za-z]`), "want only the edges of a Pajek file, without its headings and the lines of its vertices"},
	{regexp.MustCompile(`^%%MatrixMarket`), "want only the edges of a Matrix Market file, without its headings"},
	{regexp.MustCompile(`^e\s+\d+\s+\d+$`), "want the line p edge N M with the number of vertices above the edges of a .col file"},
}

// ReadGraph reads a DIMACS .col file or a list of edges. In a list, a line has two names, with blanks, a
// comma, a semicolon, a dash or an arrow between them. Or a line has the form 'A: B, C' for the
// neighbours of A, or only one name. Names in double quotes may have any characters. Comments begin
// with '#', '%' or '//'. If the text has no edges, the error is encode.ErrOneLine.
func ReadGraph(text string, rules GraphRules) (*Graph, error) {
	g := &graphReader{GraphRules: rules, vertex: map[string]int{}}
	g.counts = counts(text)
	read := g.list
	for line := range encode.TextLines(text) {
		if problem.MatchString(line.Text) {
			read = g.dimacs
			break
		}
		s, comment := bare(line)
		list := mask(s.Text)
		g.commas = g.commas || !comment && strings.Contains(list, ",") && listBegin.MatchString(list)
	}
	if err := read(text); err != nil {
		return nil, err
	}
	return &g.Graph, nil
}

func (g *graphReader) states(s encode.Span) (bool, error) {
	m := stated.FindStringSubmatch(s.Text)
	if m == nil {
		return false, nil
	}
	text := m[1] + m[2]
	number := s.From(strings.LastIndex(s.Text, text)).Until(len(text))
	if g.Colours.Text != "" && g.Colours.Text != number.Text {
		return true, number.Errorf("want one number of colours, got %s and now %q", g.Colours, number.Text)
	}
	g.Colours = number
	return true, nil
}

// dimacs reads a .col file. It does not check that the stated number of edges is right, because many
// files count each edge in both directions.
func (g *graphReader) dimacs(text string) (err error) {
	end := func(w encode.Span) int {
		v, ok := encode.Number(w.Text, len(g.Names))
		if (!ok || v < 1) && err == nil {
			err = w.Errorf("want a vertex from 1 to %d, got %q", len(g.Names), w.Text)
		}
		return v - 1
	}
	for line := range encode.TextLines(text) {
		switch w := line.Words(5); {
		case len(w) == 0:
		case w[0].Text == "c":
			_, err = g.states(line.From(w[0].Column))
		case g.Names == nil && len(w) == 4 && problem.MatchString(line.Text):
			n, ok := encode.Number(w[2].Text, g.Most)
			if !ok || n < 1 {
				return w[2].Errorf("want a number of vertices from 1 to %d, got %q", g.Most, w[2].Text)
			}
			if _, ok = encode.Number(w[3].Text, math.MaxInt32); !ok {
				return w[3].Errorf("want a number of edges, got %q", w[3].Text)
			}
			g.Number = encode.Left(n, nil)
			g.Names = wording.Each(g.Number, func(i int) string { return strconv.Itoa(i + 1) })
		case g.Names != nil && w[0].Text == "e" && (len(w) == 3 || len(w) == 4):
			e := Edge{U: end(w[1]), V: end(w[2]), From: w[1], To: w[2], Label: line.From(w[2].Column - 1 + len(w[2].Text)).Trim()}
			if err == nil {
				err = g.Edge(e)
			}
		case g.Names != nil && w[0].Text == "n" && len(w) == 3:
			end(w[1])
			g.Warnings = []string{"ignored the weights of the vertices"}
		default:
			err = w[0].Errorf("want c COMMENT, then one line p edge N M, then lines e U V, got %q", strings.TrimSpace(line.Text))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (g *graphReader) list(text string) error {
	for line := range encode.TextLines(text) {
		for _, f := range foreign {
			if f.begins.MatchString(line.Trim().Text) {
				return line.Trim().Errorf("%s, got %q", f.want, line.Trim().Text)
			}
		}
		s, comment := bare(line)
		var err error
		switch {
		case comment:
			_, err = g.states(s)
		case g.counts.Text != "" && line.Line == g.counts.Line:
			g.Warnings = append(g.Warnings, fmt.Sprintf("read line %d as the numbers of vertices and edges, and not as an edge", line.Line))
		case s.Text != "":
			if err = g.line(s); err != nil && g.edges == 0 {
				return encode.ErrOneLine
			}
		}
		if err != nil {
			return err
		}
	}
	if g.edges == 0 {
		return encode.ErrOneLine
	}
	if err := g.isolated(); err != nil {
		return err
	}
	g.order()
	return nil
}

// counts returns the first line of a list if it states the numbers of vertices and edges: all lines begin
// with two numbers, and the numbers in the first line fit the other lines. Otherwise, the span is empty.
func counts(text string) (first encode.Span) {
	vertices, edges := 0, 0
	for line := range encode.TextLines(text) {
		s, comment := bare(line)
		if comment || s.Text == "" {
			continue
		}
		w := s.Words(3)
		if len(w) < 2 || first.Text == "" && len(w) > 2 {
			return encode.Span{}
		}
		u, ok := encode.Number(w[0].Text, math.MaxInt32)
		v, also := encode.Number(w[1].Text, math.MaxInt32)
		switch {
		case !ok || !also:
			return encode.Span{}
		case first.Text == "":
			if first, vertices, edges = s, u, v; u > 2*v { // then some vertices would have no edge
				return encode.Span{}
			}
		case max(u, v) > vertices:
			return encode.Span{}
		default:
			edges--
		}
	}
	if edges != 0 {
		return encode.Span{}
	}
	return first
}

// isolated adds the vertices that no edge has, if a line states the number of vertices.
func (g *graphReader) isolated() error {
	first, _ := g.counts.Word()
	n, _ := encode.Number(first.Text, math.MaxInt32)
	base := 1
	if _, zero := g.vertex["0"]; zero {
		base = 0
	}
	for i := range n {
		first.Text = strconv.Itoa(base + i)
		if _, err := g.vertexNamed(first, false); err != nil {
			return err
		}
	}
	return nil
}

func bare(line encode.Span) (s encode.Span, comment bool) {
	s = line.Trim()
	if strings.HasPrefix(s.Text, "#") || strings.HasPrefix(s.Text, "%") || strings.HasPrefix(s.Text, "//") {
		return s.From(len(s.Text) - len(strings.TrimLeft(s.Text, "#%/"))), true
	}
	s.Text = Uncomment(s.Text, false)
	return s.Trim(), false
}

// mask replaces quoted names, and data in braces, by underscores.
func mask(text string) string {
	if !strings.ContainsAny(text, `"{`) {
		return text // nearly all lines: the pattern is slow
	}
	return masked.ReplaceAllStringFunc(text, func(part string) string { return strings.Repeat("_", len(part)) })
}

// unmask returns a span of the current line as it was before quoted names were masked.
func (g *graphReader) unmask(s encode.Span) encode.Span {
	return g.visible.From(s.Column - g.visible.Column).Until(len(s.Text))
}

func (g *graphReader) line(s encode.Span) error {
	if strings.ContainsAny(s.Text, "=:lL") { // not an edge of numbers: the pattern is slow
		if ok, err := g.states(s); ok {
			return err
		}
	}
	first := !g.begun
	if g.begun = true; first && columns.MatchString(s.Text) {
		g.header = true
		g.Warnings = append(g.Warnings, fmt.Sprintf("read line %d as the names of columns; the first two columns have the ends of the edges", s.Line))
		return nil
	}
	g.visible = s
	s.Text = strings.TrimRight(mask(s.Text), "; \t")
	several := strings.Contains(s.Text, ";") // whether semicolons separate edges, and not the names of one edge
	for part := range strings.SplitSeq(s.Text, ";") {
		several = several && twoNames.MatchString(part) // two long words may be one name
	}
	for more := true; more; {
		part := s
		if more = several; several {
			part, s, more = s.Cut(";")
		}
		if err := g.statement(part.Trim()); err != nil {
			return err
		}
	}
	return nil
}

func (g *graphReader) statement(s encode.Span) error {
	at := listBegin.FindStringIndex(s.Text)
	if at != nil && (!g.Labels || !strings.ContainsAny(s.Text[:at[0]], blanks)) {
		return g.neighbours(s.Until(at[0]).Trim(), s.From(at[0]+1).Trim())
	}
	one, rest, sign := separate(s)
	if sign == "" || g.Labels && strings.ContainsAny(one.Text, blanks) { // only blanks separate the names
		one, rest = s.Word()
		two, label := rest.Word()
		if two.Text == "" {
			_, err := g.vertexNamed(g.unmask(one), false)
			return err
		}
		return g.edge(one, two, label.Trim(), false)
	}
	for spaced := !g.Labels && sign != ";"; ; {
		two, label, next := separate(rest)
		chain := sign[0] == '-' && next == sign
		if chain {
			label = two.End()
		}
		if err := g.edge(one, two, label, spaced); err != nil || !chain {
			return err
		}
		one, rest, _ = separate(rest)
	}
}

var separators = []string{",", ";", "--", "->", "- "}

// separate cuts a text at its first separator of names: ',', ';', '--', '->' or a '-' between blanks. It
// trims both parts. Without a separator, the sign is empty.
func separate(s encode.Span) (before, after encode.Span, sign string) {
	for i := range len(s.Text) {
		for _, sign := range separators {
			if strings.HasPrefix(s.Text[i:], sign) && (sign != "- " || i > 0 && s.Text[i-1] == ' ') {
				return s.Until(i).Trim(), s.From(i + len(sign)).Trim(), sign
			}
		}
	}
	return s, s.End(), ""
}

func (g *graphReader) neighbours(name, list encode.Span) error {
	u, err := g.vertexNamed(g.unmask(name), true)
	commas := g.commas || strings.Contains(list.Text, ";")
	for err == nil && list.Text != "" {
		var w encode.Span
		if commas {
			w, list, _ = separate(list)
		} else {
			w, list = list.Word()
			list = list.Trim()
		}
		e := Edge{U: u, From: g.unmask(w), To: g.unmask(w), Label: w.End(), Listed: true}
		if e.V, err = g.vertexNamed(e.To, true); err == nil {
			g.edges++
			err = g.Edge(e)
		}
	}
	return err
}

func (g *graphReader) edge(one, two, label encode.Span, spaced bool) (err error) {
	e := Edge{From: g.unmask(one), To: g.unmask(two), Label: g.unmask(label)}
	if e.U, err = g.vertexNamed(e.From, spaced); err != nil {
		return err
	}
	if e.V, err = g.vertexNamed(e.To, spaced); err != nil {
		return err
	}
	if g.header && !g.Labels {
		e.Label.Text = ""
	}
	g.edges++
	return g.Edge(e)
}

// vertexNamed returns the vertex with the name in the text. If spaced is true, the name may have blanks,
// but none of its words may begin with a digit, because such a word is probably a weight.
func (g *graphReader) vertexNamed(s encode.Span, spaced bool) (int, error) {
	name := s.Text
	switch inner := strings.TrimPrefix(strings.TrimSuffix(name, `"`), `"`); {
	case len(name) > 2 && len(inner) == len(name)-2:
		name = strings.TrimSpace(inner)
	case notName.MatchString(name), strings.ContainsAny(name, blanks) && (!spaced || numberWord.MatchString(name)):
		return 0, s.Errorf("want one edge on a line, two names with a blank or a comma between them, and unusual names in double quotes, got %q", name)
	}
	if name == "" || utf8.RuneCountInString(name) > maxName || !utf8.ValidString(name) || strings.ContainsFunc(name, wording.Unsafe) {
		return 0, s.Errorf("want a name of 1 to %d printable characters, got %q", maxName, name)
	}
	v, ok := g.vertex[name]
	if !ok {
		v = len(g.Names)
		if v == g.Most {
			return 0, s.Errorf("want at most %d vertices, got one more: %q", g.Most, name)
		}
		g.vertex[name] = v
		g.Names = append(g.Names, name)
	}
	return v, nil
}

func (g *graphReader) order() {
	g.Order = "in the order of the file"
	g.Number = encode.Left(len(g.Names), nil)
	if strings.Trim(strings.Join(g.Names, ""), "0123456789") != "" {
		return
	}
	g.Order = "in numerical order"
	order := slices.Clone(g.Number)
	slices.SortFunc(order, func(u, v int) int {
		x, y := strings.TrimLeft(g.Names[u], "0"), strings.TrimLeft(g.Names[v], "0")
		return cmp.Or(len(x)-len(y), cmp.Compare(x, y), u-v)
	})
	for i, v := range order {
		g.Number[v] = i
	}
	g.Names = encode.Keep(g.Names, order)
}
