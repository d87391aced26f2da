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

// Controlling holds the fields of the question "control": a control structure of programs.
type Controlling struct {
	Kind string `json:"kind"` // "while", "if" or "chain"
	// Branches is the number of branches of a chain, from 2 to 8.
	Branches int `json:"branches"`
}

// mostBranches limits the branches of a chain, so that the picture is legible.
const mostBranches = 8

// A Control is the answer to the question "control": a graph with an edge for each jump.
type Control struct {
	Code   []CodeLine `json:"code"`
	Values []string   `json:"values"` // of the condition; a colour is an index in this list
	// Positions has the letter of each position: before the structure, the start and the end of each
	// block, and after the structure.
	Positions []string `json:"positions"`
	Jumps     []Jump   `json:"jumps"`
	// EdgeList is the graph as an edge list. Instance is the table that Pair Place makes of the list:
	// a search finds a colouring with the fewest colours.
	EdgeList string `json:"edge_list"`
	Instance string `json:"instance"`
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
	var c *Control
	switch {
	case q.Kind == "while" || q.Kind == "if":
		c = one(q.Kind)
	case q.Kind != "chain":
		return nil, misused("want the kind while, if or chain, got %q", wording.Short(q.Kind))
	case q.Branches < 2 || q.Branches > mostBranches:
		return nil, misused("want 2 to %d branches, got %d", mostBranches, q.Branches)
	default:
		c = chain(q.Branches)
	}
	return c, c.colour(p)
}

func positions(n int) []string { return strings.Split("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:n], "") }

// one returns the structure with one block. At the end of an if block, the value false is an error.
func one(kind string) *Control {
	return &Control{
		Values:    []string{"true", "false"},
		Positions: positions(4),
		Code:      []CodeLine{{"", 0}, {kind + " (condition) {", -1}, {"", 1}, {"  …", -1}, {"", 2}, {"}", -1}, {"", 3}},
		Jumps: []Jump{
			{From: 0, To: 1, Plain: 0}, {From: 2, To: 1, Plain: 1, Error: kind == "if"}, {From: 2, To: 3, Plain: 0}, {From: 0, To: 3, Plain: 1},
		},
	}
}

// chain returns the structure with n blocks. The condition chooses one of the blocks. The value i
// leads into and out of block i. At the end of block i, every other value is an error. A single
// edge stands for all wrong values, because Pair Place pairs two columns only once.
func chain(n int) *Control {
	last := 2*n + 1
	c := &Control{Values: []string{"true", "false"}, Positions: positions(last + 1), Code: []CodeLine{{"", 0}}}
	heads := []string{"if (condition) {", "} else {"}
	if n > 2 {
		c.Values, heads = nil, nil
		for i := range n {
			c.Values = append(c.Values, fmt.Sprint(i+1))
			heads = append(heads, fmt.Sprintf("} else if (value == %d) {", i+1))
		}
		heads[0], heads[n-1] = "if (value == 1) {", "} else {"
	}
	for i := range n {
		start, end := 2*i+1, 2*i+2
		c.Code = append(c.Code, CodeLine{heads[i], -1}, CodeLine{"", start}, CodeLine{"  …", -1}, CodeLine{"", end})
		c.Jumps = append(c.Jumps, Jump{From: 0, To: start, Plain: i}, Jump{From: end, To: start, Plain: (i + 1) % n, Error: true}, Jump{From: end, To: last, Plain: i})
	}
	c.Code = append(c.Code, CodeLine{"}", -1}, CodeLine{"", last})
	return c
}

func (c *Control) colour(p *encode.Puzzle) error {
	var b strings.Builder
	for _, j := range c.Jumps {
		label := ""
		if j.Error {
			label = " error"
		}
		fmt.Fprintf(&b, "%s %s%s\n", c.Positions[j.From], c.Positions[j.To], label)
	}
	c.EdgeList = b.String()
	in, err := read(p, c.EdgeList)
	if err != nil {
		return err
	}
	c.Instance = in.String()
	rows := strings.Split(strings.TrimPrefix(c.Instance, "free:"), "/")
	for i := range c.Jumps {
		j := &c.Jumps[i]
		j.Found = slices.IndexFunc(rows, func(row string) bool { return row[j.From:j.From+1] == c.Positions[j.To] })
		if j.Found < 0 {
			return errors.New("the table lacks an edge of its graph")
		}
	}
	return nil
}
