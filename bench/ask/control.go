package ask

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/wording"
)

// Controlling holds the fields of the question "control": control structures of programs.
type Controlling struct {
	Kind string `json:"kind"` // "while", "if", "chain", "program" or "graph"
	// Branches is the number of branches of a chain, from 2 to 8.
	Branches int `json:"branches"`
	// Text is a program such as "while { if { } else { } }", or the list of edges of a graph.
	Text string `json:"text"`
}

// mostBranches limits the branches of a chain, so that the picture is legible.
const mostBranches = 8

// A Control is the answer to the question "control": a graph with an edge for each jump.
type Control struct {
	Code   []CodeLine `json:"code"`
	Values []string   `json:"values"` // of the condition; a colour is an index in this list
	// Positions has the letter of each position in the order of the program: before a structure, the
	// start and the end of each block, and after the structure. A graph has its vertices instead.
	Positions []string `json:"positions"`
	Jumps     []Jump   `json:"jumps"`
	// Structures are in the order of the program. Those that are inside of a block begin and end
	// between the positions of this block.
	Structures []Structure `json:"structures,omitempty"`
	// Steps leads from each position to the next where no structure and no condition is between
	// them: from the start of a block to the first structure in it, and so on.
	Steps [][2]int `json:"steps,omitempty"`
	// EdgeList is the graph as an edge list. Instance is the table that Pair Place makes of the list:
	// a search finds a colouring with the fewest colours.
	EdgeList string `json:"edge_list"`
	Instance string `json:"instance"`
}

// A Structure has the indices of its positions. Blocks has the start and the end of each block.
type Structure struct {
	Before int      `json:"before"`
	After  int      `json:"after"`
	Blocks [][2]int `json:"blocks"`
}

// A CodeLine is a line of the program. At is the index of its position in Positions, or -1.
type CodeLine struct {
	Text string `json:"text"`
	At   int    `json:"at"`
}

// A Jump leads from one position to another. Running the program backwards reverses it.
type Jump struct {
	From  int  `json:"from"`
	To    int  `json:"to"`
	Error bool `json:"error"` // whether the program ends with an error instead
	// Plain is the colour in the plain colouring, in which each block is entered and left with one
	// value. Found is the colour that the search finds, in which these values can differ.
	Plain int `json:"plain"`
	Found int `json:"found"`
}

func (d *Desk) control(ctx context.Context, q Controlling, emit progress) (any, error) {
	p, err := d.find("pairplace")
	if err != nil {
		return nil, err
	}
	switch {
	case q.Kind == "graph":
		return ownGraph(p, q.Text)
	case q.Kind == "program":
	case q.Kind == "while" || q.Kind == "if":
		q.Text = q.Kind + "{}"
	case q.Kind != "chain":
		return nil, misused("want the kind while, if, chain, program or graph, got %q", wording.Short(q.Kind))
	case q.Branches < 2 || q.Branches > mostBranches:
		return nil, misused("want 2 to %d branches, got %d", mostBranches, q.Branches)
	default:
		q.Text = "if{}" + strings.Repeat("else if{}", q.Branches-2) + "else{}"
	}
	c, err := readProgram(q.Text)
	if err != nil {
		return nil, err
	}
	for _, j := range c.Jumps {
		label := ""
		if j.Error {
			label = " error"
		}
		c.EdgeList += fmt.Sprintf("%s %s%s\n", c.Positions[j.From], c.Positions[j.To], label)
	}
	in, err := ReadBoard(p, c.EdgeList)
	if err != nil {
		return nil, err
	}
	return c, c.find(in)
}

// find finds the colour of each jump in the table of the graph, which has a row for each colour and a
// column for each position.
func (c *Control) find(in encode.Instance) error {
	c.Instance = in.String()
	rows := strings.Split(strings.TrimPrefix(c.Instance, "free:"), "/")
	if c.Values == nil {
		c.Values = valuesOf(len(rows))
	}
	for i := range c.Jumps {
		j := &c.Jumps[i]
		j.Found = slices.IndexFunc(rows, func(row string) bool { return row[j.From] == alphabet[j.To] })
		if j.Found < 0 {
			return errors.New("the table lacks an edge of its graph")
		}
	}
	return nil
}

// valuesOf names n colours, or two colours if there is only one.
func valuesOf(n int) []string {
	if n <= 2 {
		return []string{"true", "false"}
	}
	return wording.Each(encode.Left(n, nil), func(i int) string { return fmt.Sprint(i + 1) })
}

// ownGraph reads a list of edges. If all vertices have names of one letter, these are the positions.
// Otherwise the positions are A, B and so on, and the code says what they stand for.
func ownGraph(p *encode.Puzzle, text string) (*Control, error) {
	in, err := ReadBoard(p, text)
	if err != nil {
		return nil, err
	}
	names, edges, labels := in.(encode.HasGraph).Graph()
	switch n := len(names); {
	case n == 0:
		return nil, encode.Errorf(1, 1, "want an edge such as A B in the first line, got a table")
	case n > len(alphabet):
		return nil, encode.Errorf(1, 1, "want at most %d vertices, got %d", len(alphabet), n)
	}
	c := &Control{EdgeList: text, Code: []CodeLine{}, Positions: names}
	if slices.ContainsFunc(names, func(name string) bool { return len(name) != 1 || !strings.Contains(alphabet, name) }) {
		c.Positions = strings.Split(alphabet[:len(names)], "")
		c.Code = wording.Each(encode.Left(len(names), nil), func(i int) CodeLine { return CodeLine{c.Positions[i] + ": " + names[i], -1} })
	}
	for i, e := range edges {
		c.Jumps = append(c.Jumps, Jump{From: e[0], To: e[1], Error: strings.Contains(strings.ToLower(labels[i]), "error")})
	}
	err = c.find(in)
	for i := range c.Jumps {
		c.Jumps[i].Plain = c.Jumps[i].Found
	}
	return c, err
}

// alphabet has the letters of positions, so that a program has at most 26 of them.
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// token matches a word or a brace of a program. It also matches what has no meaning here: blanks,
// comments, conditions in parentheses, and the dots that stand for other statements.
var token = regexp.MustCompile(`^(?:\s+|//[^\n]*|\([^()\n]*\)|…|while|if|else|[{}])`)

// A programReader reads a program from its tokens, and adds its graph and its text to a Control.
type programReader struct {
	c         Control
	tokens    []encode.Span // the last one is empty, at the end of the text
	positions int           // of the statements and blocks that have begun
	blocks    int           // of the statement with the most blocks
	numbered  bool          // whether each condition has a number
}

// readProgram reads statements such as "while { if { } else { } }". It reads them twice, because the
// conditions depend on the numbers of statements and blocks.
func readProgram(text string) (*Control, error) {
	var tokens []encode.Span
	var last encode.Span
	for last = range encode.TextLines(text) {
		for last.Text != "" {
			word := token.FindString(last.Text)
			if word == "" {
				return nil, last.Errorf("want while, if, else, { or }, got %q", last.First())
			}
			if slices.Contains([]string{"while", "if", "else", "{", "}"}, word) {
				tokens = append(tokens, last.Until(len(word)))
			}
			last = last.From(len(word))
		}
	}
	tokens = append(tokens, last)
	first := &programReader{tokens: tokens}
	_, err := first.statements("", -1)
	switch rest := first.tokens[0]; {
	case err != nil:
		return nil, err
	case rest.Text != "":
		return nil, rest.Errorf("want while, if or the end of the program, got %v", rest)
	case first.c.Structures == nil:
		return nil, rest.Errorf("want while or if, got %v", rest)
	}
	r := &programReader{tokens: tokens, c: Control{Values: valuesOf(first.blocks)}, numbered: len(first.c.Structures) > 1}
	_, err = r.statements("", -1)
	return &r.c, err
}

// take reads the next token if it is the given one.
func (r *programReader) take(want string) bool {
	ok := r.tokens[0].Text == want
	if ok {
		r.tokens = r.tokens[1:]
	}
	return ok
}

// place adds a position, which follows the position before if it is not -1.
func (r *programReader) place(before int) int {
	at := len(r.c.Positions)
	r.c.Positions = append(r.c.Positions, alphabet[at:at+1])
	r.c.Code = append(r.c.Code, CodeLine{"", at})
	if before >= 0 {
		r.c.Steps = append(r.c.Steps, [2]int{before, at})
	}
	return at
}

func (r *programReader) line(text string) { r.c.Code = append(r.c.Code, CodeLine{text, -1}) }

// statements reads statements that follow the position before. It returns the last position, or -1 if
// there are no statements.
func (r *programReader) statements(indent string, before int) (last int, err error) {
	for last = -1; err == nil; before = last {
		start := r.tokens[0]
		if !r.take("while") && !r.take("if") {
			break
		}
		last, err = r.statement(start, indent, before)
	}
	return last, err
}

// statement reads a structure after its first word: the position before it, its blocks, and the position
// after it. The condition chooses one of several blocks: the value i leads into and out of block i. At
// the end of a block, every other value is an error. A single edge stands for all wrong values, because
// Pair Place pairs two columns only once. If there is only one block, the value true leads into and out of
// it. At its end, the value false leads back to its start, which is an error except in a loop.
func (r *programReader) statement(start encode.Span, indent string, before int) (int, error) {
	at, s := len(r.c.Structures), Structure{Blocks: [][2]int{}}
	r.c.Structures = append(r.c.Structures, s)
	r.positions += 2
	loop := start.Text == "while"
	for head := start.Text; head != ""; {
		if r.positions += 2; r.positions > len(alphabet) {
			return 0, start.Errorf("want at most %d positions, got more: each statement has two, and so does each block", len(alphabet))
		}
		if head == start.Text {
			s.Before = r.place(before)
		}
		block, err := r.block(indent, head+r.condition(head, at, len(s.Blocks))+" {")
		if err != nil {
			return 0, err
		}
		s.Blocks = append(s.Blocks, block)
		switch {
		case !loop && head != "} else" && r.take("else"):
			if head = "} else"; r.take("if") {
				head = "} else if"
			}
		case head == "} else if":
			return 0, r.tokens[0].Errorf("want else, so that some block is always chosen, got %v", r.tokens[0])
		default:
			head = ""
		}
	}
	n := len(s.Blocks)
	if n > mostBranches {
		return 0, start.Errorf("want at most %d branches, got %d", mostBranches, n)
	}
	r.blocks = max(r.blocks, n)
	r.line(indent + "}")
	s.After = r.place(-1)
	r.c.Structures[at] = s
	for i, b := range s.Blocks {
		r.c.Jumps = append(r.c.Jumps, Jump{From: s.Before, To: b[0], Plain: i}, Jump{From: b[1], To: b[0], Plain: (i + 1) % max(n, 2), Error: !loop}, Jump{From: b[1], To: s.After, Plain: i})
	}
	if n == 1 {
		r.c.Jumps = append(r.c.Jumps, Jump{From: s.Before, To: s.After, Plain: 1})
	}
	return s.After, nil
}

// block reads a block, and returns its start and its end. The head is the line before it.
func (r *programReader) block(indent, head string) (ends [2]int, err error) {
	if !r.take("{") {
		return ends, r.tokens[0].Errorf("want {, got %v", r.tokens[0])
	}
	r.line(indent + head)
	ends[0] = r.place(-1)
	end, err := r.statements(indent+"  ", ends[0])
	switch {
	case err != nil:
		return ends, err
	case !r.take("}"):
		return ends, r.tokens[0].Errorf("want }, while or if, got %v", r.tokens[0])
	case end < 0:
		r.line(indent + "  …")
	}
	ends[1] = r.place(end)
	return ends, nil
}

// condition returns the condition of block i of a structure. The last block after else has none.
func (r *programReader) condition(head string, structure, i int) string {
	number := ""
	if r.numbered {
		number = fmt.Sprint(structure + 1)
	}
	switch {
	case head == "} else":
		return ""
	case len(r.c.Values) == 2:
		return " (condition" + number + ")"
	}
	return fmt.Sprintf(" (value%s == %d)", number, i+1)
}
