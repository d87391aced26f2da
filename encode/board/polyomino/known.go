package polyomino

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native"
)

func (t *Tiling) Layout() (h, w int, cell []int) {
	return t.H, t.W, wording.Each(t.Cells, func(x Cell) int { return x.R*t.W + x.C })
}

func (t *Tiling) ValueName(_, value int) string { return string(t.letter(value)) }

type pieceFact struct {
	Piece  string `json:"piece"`  // the letter in drawings
	Shape  string `json:"shape"`  // as drawn, in rows of 'x' and '.'
	Cells  int    `json:"cells"`  // the area
	Least  int    `json:"least"`  // the number of copies that must be used
	Most   int    `json:"most"`   // the number of copies that may be used
	Places int    `json:"places"` // the number of ways to lay the piece on the empty board
}

// Explain adds these facts:
//
//   - cells: the number of open cells;
//   - spare, if there are any: the number of cells that may stay empty;
//   - area: the smallest and the largest total area of the pieces;
//   - pieces: what is known about each kind of piece;
//   - unplaced, if there are any: the pieces that fit nowhere;
//   - symmetries: the number of rotations and reflections that map the board and the set of pieces to
//     themselves. Two symmetries count once if both move each cell to the same place;
//   - effort, if the techniques apply to the board: how hard it is for people.
//
// The error is ctx.Err().
func (t *Tiling) Explain(ctx context.Context) (*encode.Explanation, error) {
	x := &encode.Explanation{}
	p := &plan{classes: t.classes(), covering: make([][]int32, len(t.Cells))} // not hopeless: lay all pieces
	var facts []pieceFact
	unplaced := []string{}
	least, most := 0, 0
	var table strings.Builder
	for k, c := range p.classes {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if c.empty() {
			x.Add("spare", c.hi, wording.Plural(c.hi, "cell")+" may stay empty")
			continue
		}
		places := 0
		t.lay(p, k, func([]int32) { places++ })
		area := len(c.shapes[0])
		least, most = least+area*c.lo, most+area*c.hi
		name := t.ValueName(0, c.values[0])
		facts = append(facts, pieceFact{name, t.shape(c.values[0]), area, c.lo, c.hi, places})
		if places == 0 {
			unplaced = append(unplaced, name)
		}
		fmt.Fprintf(&table, "%s  %-6s  %8s  %20s  %s\n", name, times(c), wording.Plural(area, "cell"), wording.Plural(places, "way")+" to lay it", t.shape(c.values[0]))
	}
	x.Add("cells", len(t.Cells), "")
	text := fmt.Sprint(most)
	if least < most {
		text = fmt.Sprintf("%d to %d", least, most)
	}
	x.Add("area", []int{least, most}, text+" cells in all pieces")
	x.Add("pieces", facts, table.String())
	if len(unplaced) > 0 {
		x.Add("unplaced", unplaced, strings.Join(unplaced, ", "))
	}
	x.Add("symmetries", t.symmetries(), "")
	e, err := t.effort(ctx)
	if e != nil {
		x.Add("effort", e, e.String())
	}
	return x, err
}

func times(c class) string {
	switch {
	case c.lo < c.hi:
		return fmt.Sprintf("%d to %d", c.lo, c.hi)
	case c.hi == 1:
		return "once"
	}
	return fmt.Sprintf("%d times", c.hi)
}

func (t *Tiling) shape(value int) string { return t.Pieces[t.pieceOf(value)].String() }

func (t *Tiling) symmetries() int {
	all := []motion{t.identity()}
	for _, m := range t.motions() {
		if !slices.ContainsFunc(all, func(o motion) bool { return slices.Equal(o.site, m.site) && slices.Equal(o.class, m.class) }) {
			all = append(all, m)
		}
	}
	return len(all)
}

// ReadCell reads the letter of the covering piece, which may be repeated as in a wide cell, or the
// label of a cell that stays empty. With more than 62 pieces, some letters stand for two pieces;
// ReadCell refuses these letters.
func (t *Tiling) ReadCell(site int, cell encode.Span) (int, error) {
	if x := t.Cells[site]; cell.Text != "" && cell.Text == t.label(x.R, x.C) {
		for v := range t.values {
			if t.empty(v) {
				return v, nil
			}
		}
	}
	if cell.Text == "" || strings.Trim(cell.Text, cell.Text[:1]) != "" {
		return 0, cell.Errorf("want the letter of a piece, got %q", cell.Text)
	}
	found := -1
	for v := range t.values {
		switch {
		case t.letter(v) != cell.Text[0]:
		case found >= 0:
			return 0, cell.Errorf("the letter %s stands for the pieces %d and %d: want the values of the sites", cell.Text[:1], found, v)
		default:
			found = v
		}
	}
	if found < 0 {
		return 0, cell.Errorf("want the letter of a piece, got %q", cell.Text)
	}
	return found, nil
}

// narrow replaces each character that takes several bytes by one that takes one byte, so that the
// column of a character on the screen is the index of its byte.
func narrow(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf {
			return '?'
		}
		return r
	}, text)
}

func (t *Tiling) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	lines, err := grid.Lines(lines, 0, t.Cells[len(t.Cells)-1].R+1)
	if err != nil {
		return "", err
	}
	lines = wording.Each(lines, func(line encode.Span) encode.Span {
		line.Text = narrow(line.Text)
		return line
	})
	w := t.cellWidth()
	character := func(x Cell) encode.Span {
		line, at := lines[x.R], x.C*(w+len(gap(w)))
		if label := t.label(x.R, x.C); len(line.Text) >= at && strings.HasPrefix(line.Text[at:], narrow(fmt.Sprintf("%*s", w, label))) {
			return encode.Span{Text: label, Line: line.Line, Column: line.Column + at}
		}
		return grid.Character(line, at+w-1)
	}
	return encode.ReadCells(t, wording.Each(t.Cells, character))
}

// An effort measures how hard a board is for people.
type effort struct {
	Forced         int  `json:"forced"`         // cells that techniques settle without a contradiction
	Contradictions int  `json:"contradictions"` // moves that need one
	Open           int  `json:"open"`           // cells that all techniques leave open
	Places         int  `json:"places"`         // ways to lay a first piece
	Excluded       int  `json:"excluded"`       // of these, how many the techniques exclude at once
	Leading        *int `json:"leading"`        // of these, how many lead to a solution; nil if there are too many solutions
	DeadEnds       *int `json:"dead_ends"`      // the others
	// LeadingShare is Leading divided by Places. Solutions is the number of solutions. The record of an
	// experiment has it as a fact, not as its count: a theory's count would be a second vote for the native method.
	LeadingShare *float64 `json:"leading_share"`
	Solutions    *int     `json:"solutions"`
}

// mostListed limits the work to list solutions for an effort, so that it takes about a second.
var mostListed = native.Limit{Nodes: 200_000, Updates: 20_000_000}

// effort returns nil on boards on which the techniques find nothing. The error is ctx.Err().
func (t *Tiling) effort(ctx context.Context) (*effort, error) {
	r := &reasoner{Tiling: t, ctx: ctx, filled: map[string]int{}}
	if !r.prepare() || len(r.options) == 0 {
		return nil, ctx.Err()
	}
	e := &effort{}
	supposes := func(u deduction.Rule) bool { return slices.Index(levels, u.Level) >= contradiction }
	for _, all := range []bool{false, true} {
		d, err := t.Deduce(ctx, new(native.Stats), deduction.Options{Moves: true, Use: func(u deduction.Rule) bool {
			return all || !supposes(u)
		}})
		if err != nil {
			return nil, err
		}
		settled := len(encode.Where(d.State, func(left uint64) bool { return ones(left) == 1 }))
		if e.Open = len(t.Cells) - settled; !all {
			e.Forced = settled
		}
		e.Contradictions = len(encode.Where(d.Moves, func(m deduction.Move) bool { return supposes(m.Rule) }))
	}
	v := r.see(technique.Start(t.Sites()))
	excluded, possible := r.chains(v), map[string]bool{}
	for o, x := range r.options {
		key := fmt.Sprint(t.pieceOf(x.value), x.cells)
		possible[key] = possible[key] || v.alive.Has(o) && !excluded.Has(o)
	}
	e.Places = len(possible)
	for _, ok := range possible {
		if !ok {
			e.Excluded++
		}
	}
	return e, t.leading(ctx, e)
}

// leading counts the first places that lead to a solution, if all solutions can be listed quickly.
func (t *Tiling) leading(ctx context.Context, e *effort) error {
	found, solutions := map[string]bool{}, 0
	err := t.Reduce()[0].Search(ctx, &native.Stats{Limit: mostListed}, func(s encode.Solution) bool {
		solutions++
		for v := range t.values {
			if cells := encode.Where([]byte(s), func(x byte) bool { return int(x) == v }); cells != nil {
				found[fmt.Sprint(t.pieceOf(v), cells)] = true
			}
		}
		return true
	})
	if err == nil {
		e.Leading, e.DeadEnds, e.Solutions = new(len(found)), new(e.Places-e.Excluded-len(found)), &solutions
		e.LeadingShare = new(float64(len(found)) / float64(e.Places))
	}
	return ctx.Err()
}

func (e *effort) String() string {
	text := fmt.Sprintf("techniques settle %s without a contradiction, need one in %s, and leave %s open; they exclude %d of %s for a first piece",
		wording.Plural(e.Forced, "cell"), wording.Plural(e.Contradictions, "move"), wording.Plural(e.Open, "cell"), e.Excluded, wording.Plural(e.Places, "place"))
	if e.Leading != nil {
		text += fmt.Sprintf("; %d of the others lead to a solution, and %d are dead ends", *e.Leading, *e.DeadEnds)
	}
	return text
}
