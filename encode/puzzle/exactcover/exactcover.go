// Package exactcover makes a puzzle of Knuth's exact cover with colours (TAOCP 7.2.2.1). The
// notation is the text form of his DLX programs. The package native/cover has the native methods
// and reads the text form.
package exactcover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/play"
	"counterproof/encode/constraint"
	"counterproof/encode/draw"
	"counterproof/encode/files"
	"counterproof/encode/wording"
	"counterproof/native/cover"
)

// Puzzle is the entry of this puzzle in the catalogue.
var Puzzle = encode.Puzzle{
	Name:  "exactcover",
	Title: "Exact cover",
	Rules: "Choose options so that every primary item is in exactly one chosen option. " +
		"A secondary item may be in several chosen options only if all of them give it the same colour.",
	Signs: "An item written 'lo:hi|name' must be in at least lo and at most hi chosen options, and 'k|name' is short for 'k:k|name'.",
	Paper: "Each row is an option and each column is an item. A disc or a box means that the option contains the item, and the sign in a box is the colour that the option gives to the item. " +
		"A solid line is a primary item and a dashed line is a secondary item. A number below a column says how many chosen options must contain the item. " +
		"Mark the rows that you choose.",
	Sites:   "The sites are the options in the order of the text. The value is 1 for a chosen option and 0 otherwise.",
	Example: "1 2 3 4 5 6 7 ; 1 4 7 ; 1 4 ; 4 5 7 ; 3 5 6 ; 2 3 6 7 ; 2 7",
	Source:  "the one cover {B, D, F} is the worked example of Algorithm X in many texts",
	Styles:  constraint.AtMostOneStyles,
	Formats: []string{
		"Knuth's DLX text, its lines joined by ' ; ': 'A B C | X ; A X:1 ; B C'",
		"Knuth's DLX text on several lines. Lines that begin with '|' are comments. Marks '* ' in front of options are ignored, with a warning",
		"'A B;A;B', with ';' between the lines, if the text has no word ';' and names no option as it is",
	},
	Parse:    parse,
	Import:   read,
	Generate: generate,
	Size:     usual,
	Sizes:    "4x6 4 items, 6 options; 6x10 6 items, 10 options; 8x14 8 items, 14 options",
	Daily:    encode.Daily{Week: "4x6, 5x8, 6x10, 7x12, 8x14, 9x16, 10x18"},
}

// A Problem is one instance: an exact cover problem with colours.
type Problem struct {
	*cover.Problem
	warnings []string
}

// String implements encode.Instance. A last ';' says that a text without options is one line.
func (p Problem) String() string {
	text := p.OneLine()
	if len(p.Options) == 0 && strings.Contains(text, ";") {
		text += " ;"
	}
	return text
}

// Warnings names what the parser drops: options without a primary item, and the marks of a
// solution.
func (p Problem) Warnings() []string { return p.warnings }

// parse reads DLX text. If the text names no option and has no word ';', each ';' in it ends a line.
func parse(text string) (encode.Instance, error) {
	problem, warnings, err := cover.Read(text)
	if err == nil && len(problem.Options) == 0 && strings.Contains(text, ";") && !joined(text) {
		text = strings.ReplaceAll(text, ";", " ; ")
		problem, warnings, err = cover.Read(text)
		var at *cover.TextError
		if errors.As(err, &at) { // the blanks are not in the text of the user
			at.Column -= 2 * strings.Count(strings.Split(text, "\n")[at.Line-1][:at.Column-1], ";")
		}
	}
	if err != nil {
		return nil, parseError(err)
	}
	return Problem{problem, warnings}, nil
}

func joined(text string) bool { return slices.Contains(strings.Fields(text), ";") }

// read reads a problem as DLX text of several lines. In a drawing, the marks of chosen options are
// dropped with a warning. If the word ';' occurs in the file, or if the first line is a problem with
// options, the file has one problem on each line, and read returns encode.ErrOneLine.
func read(data []byte) ([]encode.Instance, error) {
	text := string(data)
	if joined(text) {
		return nil, encode.ErrOneLine
	}
	in, err := parse(text)
	if err == nil {
		return []encode.Instance{in}, nil
	}
	if first, _, _ := strings.Cut(strings.TrimSpace(files.Uncomment(text, false)), "\n"); strings.Contains(first, ";") {
		if in, err := parse(first); err == nil && len(in.Sites()) > 0 {
			return nil, encode.ErrOneLine
		}
	}
	if bare := strings.ReplaceAll(text, "\n* ", "\n  "); bare != text {
		problem, warnings, err := cover.Read(bare)
		if err != nil {
			return nil, parseError(err)
		}
		return []encode.Instance{Problem{problem, append(warnings, "ignored the marks of chosen options, because a board has no solution")}}, nil
	}
	return nil, err
}

func parseError(err error) error {
	var at *cover.TextError
	if errors.As(err, &at) {
		return &encode.ParseError{Line: at.Line, Column: at.Column, Err: at.Err}
	}
	return err
}

func (p Problem) Sites() []int { return slices.Repeat([]int{2}, len(p.Options)) }

// Draw writes the items in the first line, and one option in each further line. A '*' marks the
// options of the solution s.
func (p Problem) Draw(s *encode.Solution) string {
	lines := strings.Split(p.OneLine(), " ; ")
	for o := range p.Options {
		mark := "  "
		if s != nil && (*s)[o] == 1 {
			mark = "* "
		}
		lines[o+1] = mark + lines[o+1]
	}
	return strings.Join(lines, "\n") + "\n"
}

// Table implements play.HasTable. The parts of an option are its items.
func (p Problem) Table() play.Table {
	colours := append([]string{""}, p.Colours...)
	rows := wording.Fill(len(p.Options), func(o int) play.Row {
		return play.Row{Site: o, Parts: wording.Fill(len(p.Options[o]), func(k int) play.Part {
			use := p.Options[o][k]
			return play.Part{Cover: use.Item, Colour: colours[use.Colour]}
		})}
	})
	t := play.Table{Groups: []play.Group{{Rows: rows}}, Notes: []string{}, Covers: []play.Cover{}}
	for _, item := range p.Items {
		c := play.Cover{Name: item.Name, Lo: item.Lo, Hi: item.Hi}
		if item.Secondary {
			c = play.Cover{Name: item.Name, Hi: 1, Shared: true}
		}
		t.Covers = append(t.Covers, c)
	}
	return t
}

const (
	unit   = 22 // the height of a row and the least width of a column
	letter = 12 // the height of a letter in an item's name, which is written downwards
	digit  = 8  // the greatest width of a digit or of a letter in the name of a colour
	margin = 8
)

const faint draw.Colour = 0xb0b0b0ff

// Picture draws a row for each option and a column for each item. The line of a secondary item is
// dashed. An option has a disc in the columns of its items, or a box with the colour that it gives
// to an item. The number below a column says how often the item must be covered. There is no such
// number for a secondary item, or for an item that must be covered exactly once. The chosen options
// of a solution have a yellow background.
func (p Problem) Picture(s *encode.Solution) *draw.Picture { return p.paint(s, nil) }

// Marked implements clues.HasMarks. The puzzle has no clues. An option with an entry has a yellow
// background, and the entry is to the right of the option.
func (p Problem) Marked(_ []int, entries []clues.Given) *draw.Picture {
	return p.paint(nil, play.Entered(p, entries))
}

func (p Problem) paint(s *encode.Solution, entered map[int]string) *draw.Picture {
	left := float64(2*margin + digit*len(strconv.Itoa(len(p.Options))))
	centre, right := p.columns(left)
	longest := wording.Most(p.Items, func(item cover.Item) int { return utf8.RuneCountInString(item.Name) })
	top := float64(margin + letter*longest + 4)
	bottom := top + float64(unit*len(p.Options))
	out := &draw.Picture{W: right + margin, H: bottom + unit}
	for _, name := range entered {
		out.W = max(out.W, right+float64(2*margin+digit*len(name)))
	}
	ink := func(o int) draw.Colour {
		if s != nil && (*s)[o] == 0 {
			return faint
		}
		return draw.Black
	}
	middle := func(o int) float64 { return top + float64(unit*o) + unit/2 }
	for o := range p.Options {
		y := middle(o)
		if s != nil && (*s)[o] == 1 || entered[o] != "" {
			out.Rect(left, y-unit/2, right-left, unit, draw.Style{Fill: draw.Yellow})
		}
		out.Lines(draw.Style{Stroke: faint, Width: 1}, []draw.Point{{left, y}, {right, y}})
		out.Text(left-margin, y+5, strconv.Itoa(o+1), draw.Font{Size: 13, Anchor: draw.End, Fill: ink(o)})
		out.Text(right+margin, y+5, entered[o], draw.Font{Size: 13, Anchor: draw.Start})
	}
	for i, item := range p.Items {
		drawItem(out, item, centre[i], top, bottom)
	}
	for o, option := range p.Options {
		y := middle(o)
		for _, use := range option {
			x := centre[use.Item]
			if use.Colour == 0 {
				out.Circle(x, y, 6, draw.Style{Fill: ink(o)})
				continue
			}
			name := p.Colours[use.Colour-1]
			half := box(name) / 2
			out.Rect(x-half, y-8, 2*half, 16, draw.Style{Fill: draw.White, Stroke: ink(o), Width: 1.5})
			out.Text(x, y+4, name, draw.Font{Size: 12, Fill: ink(o)})
		}
	}
	return out
}

func box(name string) float64 { return float64(digit*(utf8.RuneCountInString(name)+1) - 1) }

func (p Problem) columns(left float64) (centre []float64, right float64) {
	width := slices.Repeat([]float64{unit}, len(p.Items))
	for _, option := range p.Options {
		for _, use := range option {
			if use.Colour > 0 {
				width[use.Item] = max(width[use.Item], box(p.Colours[use.Colour-1])+6)
			}
		}
	}
	for _, w := range width {
		centre = append(centre, left+w/2)
		left += w
	}
	return centre, left
}

// drawItem draws the column of an item: its line and, above the line, its name. Below the line is
// how often a primary item must be covered, unless this is exactly once.
func drawItem(out *draw.Picture, item cover.Item, x, top, bottom float64) {
	line := draw.Style{Stroke: faint, Width: 1}
	times := ""
	switch {
	case item.Secondary:
		line.Dash = 3
	case item.Lo != item.Hi:
		times = fmt.Sprintf("%d-%d", item.Lo, item.Hi)
	case item.Hi != 1:
		times = strconv.Itoa(item.Hi)
	}
	out.Lines(line, []draw.Point{{x, top}, {x, bottom}})
	out.Text(x, bottom+13, times, draw.Font{Size: 10})
	y := top - 4 - float64(letter*(utf8.RuneCountInString(item.Name)-1))
	for _, r := range item.Name {
		out.Text(x, y, string(r), draw.Font{Size: 12})
		y += letter
	}
}

var usual = encode.Size{H: 6, W: 10} // 6 items and 10 options

// generate makes a random problem with size.H primary items, two secondary items and size.W
// options. The zero size means 6 primary items and 10 options. If there are enough options,
// generate first makes a solution: options that together cover all primary items.
func generate(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	size = cmp.Or(size, usual)
	items, options := size.H, size.W
	if items < 1 || items > 100 || options < 1 || options > 1000 {
		return nil, &encode.SizeError{Size: size, Want: "1 to 100 items (height) and 1 to 1000 options (width)"}
	}
	return encode.Pick(ctx, size, 10_000, keep, func() (encode.Instance, error) {
		p := &cover.Problem{Colours: []string{"1", "2"}}
		p.Items = wording.Fill(items, func(i int) cover.Item { return cover.Item{Name: fmt.Sprintf("i%d", i+1), Lo: 1, Hi: 1} })
		p.Items = append(p.Items, cover.Item{Name: "x", Secondary: true}, cover.Item{Name: "y", Secondary: true})
		hidden := rng.Perm(items)
		for range options {
			from, needed := hidden, len(hidden) > 0
			if !needed {
				from = rng.Perm(items)
			}
			k := min(1+rng.IntN(3), len(from))
			option := wording.Each(from[:k], func(i int) cover.Use { return cover.Use{Item: i} })
			if needed {
				hidden = hidden[k:]
			} else {
				for j := range 2 {
					if rng.IntN(3) == 0 {
						option = append(option, cover.Use{Item: items + j, Colour: rng.IntN(3)})
					}
				}
			}
			p.Options = append(p.Options, option)
		}
		rng.Shuffle(len(p.Options), func(i, j int) { p.Options[i], p.Options[j] = p.Options[j], p.Options[i] })
		return Problem{Problem: p}, nil
	})
}

// Parts implements clues.HasParts. There are three kinds of parts. The parts of the kind "chosen"
// are the options of one solution. Parts removes such an option together with its items and with
// all options that have one of these items. So the remaining problem has a solution. The kind
// "items" removes an item from the problem and from all its options. The kind "options" removes
// only an option.
func (p Problem) Parts() []clues.Parts {
	var chosen []int
	if s, ok := encode.Quick(p.Reduce()); ok {
		chosen = encode.Where(encode.Left(len(s), nil), func(o int) bool { return s[o] == 1 && p.plain(o) })
	}
	return []clues.Parts{
		{Kind: "chosen", N: len(chosen), Without: func(gone ...int) encode.Instance {
			var items []int
			for _, k := range gone {
				for _, use := range p.Options[chosen[k]] {
					items = append(items, use.Item)
				}
			}
			return p.without(items, true)
		}},
		{Kind: "items", N: len(p.Items), Without: func(gone ...int) encode.Instance {
			return p.without(gone, false)
		}},
		{Kind: "options", N: len(p.Options), Without: func(gone ...int) encode.Instance {
			smaller := *p.Problem
			smaller.Options = encode.Keep(p.Options, encode.Left(len(p.Options), gone))
			return Problem{Problem: &smaller}
		}},
	}
}

// plain reports whether option o has no colours, and each of its items is secondary or must be
// covered exactly once. If plain returns true, then in every solution that contains o, no other
// option has an item of o.
func (p Problem) plain(o int) bool {
	return !slices.ContainsFunc(p.Options[o], func(use cover.Use) bool {
		item := p.Items[use.Item]
		return use.Colour != 0 || !item.Secondary && !once(item)
	})
}

// without returns the problem without the items in the list gone. If the parameter options is true,
// it drops every option that has one of these items. If options is false, it only removes the items
// from the options, and drops options without a primary item. It returns nil if no primary item
// remains.
func (p Problem) without(gone []int, options bool) encode.Instance {
	left := &cover.Problem{Colours: p.Colours}
	number := encode.Put(make([]int, len(p.Items)), gone, -1) // in left; -1 for an item that is gone
	for i, item := range p.Items {
		if number[i] == 0 {
			number[i] = len(left.Items)
			left.Items = append(left.Items, item)
		}
	}
	primary := func(item cover.Item) bool { return !item.Secondary }
	if !slices.ContainsFunc(left.Items, primary) {
		return nil
	}
	for _, option := range p.Options {
		var own []cover.Use
		for _, use := range option {
			if number[use.Item] >= 0 {
				use.Item = number[use.Item]
				own = append(own, use)
			}
		}
		if options && len(own) < len(option) || !slices.ContainsFunc(own, func(use cover.Use) bool { return primary(left.Items[use.Item]) }) {
			continue
		}
		left.Options = append(left.Options, own)
	}
	return Problem{Problem: left}
}
