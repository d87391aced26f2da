package ask

import (
	"context"
	"errors"
	"fmt"
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
