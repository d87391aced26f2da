package explain

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
)

// Facts returns the conflict as facts of an explanation, first the names of its parts.
func (c *Conflict) Facts(in encode.Instance) []encode.Fact {
	names := append([]string{}, c.Names...)
	facts := []encode.Fact{{Name: "conflict", Value: names, Text: c.String()}}
	if len(c.Names) == 0 {
		return facts
	}
	sites := in.Sites()
	witnesses := wording.Each(c.Witnesses, func(s encode.Solution) string { return s.Format(sites) })
	if _, ok := in.(clues.HasDemands); ok {
		facts = append(facts, encode.Fact{Name: "conflict_clues", Value: append([]int{}, c.Clues...), Quiet: true})
	}
	if len(c.Given) > 0 {
		facts = append(facts, encode.Fact{Name: "conflict_given", Value: clues.FormatGiven(c.Given), Quiet: true})
	}
	return append(facts, encode.Fact{Name: "conflict_witnesses", Value: witnesses, Text: c.drawn(in)})
}

const mostDrawn = 400

// drawn returns each witness as text, in the form in which the command solve prints a solution. If
// clues can be left out, this form shows only the clues of the conflict that the witness obeys.
func (c *Conflict) drawn(in encode.Instance) string {
	var b strings.Builder
	lines := 0
	for i, s := range c.Witnesses {
		drawing := strings.Split(strings.TrimRight(c.without(in, i).Draw(&s), "\n"), "\n")
		if lines += 1 + len(drawing); lines > mostDrawn && i > 0 {
			fmt.Fprintf(&b, "and %d more; --json lists all\n", len(c.Witnesses)-i)
			break
		}
		fmt.Fprintf(&b, "without %s:\n", c.Names[i])
		for _, line := range drawing {
			b.WriteString(strings.TrimRight("  "+line, " ") + "\n")
		}
	}
	return b.String()
}

// without returns the board with only the clues of the conflict, except part i of the conflict. If
// clues of the puzzle cannot be left out, the result is the whole board.
func (c *Conflict) without(in encode.Instance, i int) encode.Instance {
	d, ok := in.(clues.HasDemands)
	if !ok {
		return in
	}
	kept := slices.Clone(c.Clues)
	if i < len(kept) {
		kept = slices.Delete(kept, i, i+1)
	}
	return d.Relaxed(encode.Left(len(d.Demands()), kept))
}

// String names the contradictory clues and given values in a sentence. The rest of the board may
// have other contradictions, about which the sentence says nothing.
func (c *Conflict) String() string {
	switch {
	case len(c.Names) == 0:
		return "there is no solution even without the clues"
	case len(c.Names) > 1:
		return clues.Contradiction(c.Names)
	case len(c.Given) > 0:
		return c.Names[0] + " cannot hold, even without clues and other given values"
	}
	return c.Names[0] + " cannot hold, even without the other clues"
}

// Picture draws the board and marks the clues and given values that contradict each other. If the
// puzzle has no such pictures, Picture returns nil.
func (c *Conflict) Picture(p *encode.Puzzle, in encode.Instance) *draw.Picture {
	board, ok := in.(clues.HasMarks)
	if !ok {
		return nil
	}
	q := board.Marked(c.Clues, c.Given)
	q.Title, q.Description = p.Title+", a contradiction", in.String()
	return q
}
