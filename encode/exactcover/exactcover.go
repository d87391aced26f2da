// Package exactcover is Knuth's exact cover with colours (TAOCP 7.2.2.1) as a
// puzzle of its own, in the text form of his DLX programs. The native methods
// and the text form are those of native/cover.
package exactcover

import (
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/covering"
	"counterproof/native/cover"
	"counterproof/sat/cnf"
)

// Puzzle is the catalogue entry.
var Puzzle = encode.Puzzle{
	Name:  "exactcover",
	Title: "Exact cover",
	Rules: "Choose options so that every primary item is in exactly one of them. " +
		"A secondary item is in at most one, or in any number that give it the same colour. " +
		"Where an item is written lo:hi|name it is in at least lo and at most hi.",
	Sites:   "A site is an option in the order of the text; 1 is chosen, 0 is not.",
	Example: "1 2 3 4 5 6 7 ; 1 4 7 ; 1 4 ; 4 5 7 ; 3 5 6 ; 2 3 6 7 ; 2 7",
	Source:  "the one cover {B, D, F} is the worked example of Algorithm X in many texts",
	Styles:  encode.AtMostOneStyles,
	Formats: []string{
		"Knuth's DLX text with its lines joined by ' ; ': A B C | X ; A X:1 ; B C",
		"Knuth's DLX text; lines that begin with '|' are comments",
	},
	Parse:    parse,
	Import:   read,
	Generate: generate,
}

// A Problem is one instance.
type Problem struct {
	*cover.Problem
	warnings []string
}

// String implements encode.Instance.
func (p Problem) String() string { return p.OneLine() }

// Warnings implements encode.Warned: the options that hold no primary item.
func (p Problem) Warnings() []string { return p.warnings }

func parse(text string) (encode.Instance, error) {
	problem, warnings, err := cover.Read(text)
	if err != nil {
		return nil, parseError(err)
	}
	return Problem{problem, warnings}, nil
}

// read reads DLX text of many lines. A file with the word ';' in it has one
// problem a line.
func read(data []byte) ([]encode.Instance, error) {
	if slices.Contains(strings.Fields(string(data)), ";") {
		return nil, encode.ErrOneLine
	}
	in, err := parse(string(data))
	if err != nil {
		return nil, err
	}
	return []encode.Instance{in}, nil
}

func parseError(err error) error {
	var at *cover.TextError
	if errors.As(err, &at) {
		return &encode.ParseError{Line: at.Line, Column: at.Column, Err: at.Err}
	}
	return err
}

// Sites implements encode.Instance.
func (p Problem) Sites() []int {
	sites := make([]int, len(p.Options))
	for i := range sites {
		sites[i] = 2
	}
	return sites
}

// Check implements encode.Instance: it goes through the items one by one.
func (p Problem) Check(s encode.Solution) error {
	var worst *encode.Violation
	report := func(rule string, sites []int) {
		if worst == nil || len(sites) == 0 || len(worst.Sites) > 0 && sites[len(sites)-1] < worst.Sites[len(worst.Sites)-1] {
			worst = &encode.Violation{Rule: rule, Sites: sites}
		}
	}
	for i, item := range p.Items {
		var chosen, left []int // options with the item
		colour := -1           // of the first chosen one
		clash := -1            // the first chosen one that does not go with it
		for o, option := range p.Options {
			for _, use := range option {
				if use.Item != i {
					continue
				}
				if s[o] == 0 {
					left = append(left, o)
					continue
				}
				chosen = append(chosen, o)
				switch {
				case colour < 0:
					colour = use.Colour
				case clash < 0 && (use.Colour != colour || colour == 0):
					clash = o
				}
			}
		}
		switch {
		case item.Secondary && clash >= 0:
			report(fmt.Sprintf("secondary item %s is used twice", item.Name), []int{chosen[0], clash})
		case item.Secondary:
		case len(chosen) > item.Hi:
			report(fmt.Sprintf("item %s is covered %d times", item.Name, len(chosen)), chosen[:item.Hi+1])
		case len(chosen) < item.Lo:
			report(fmt.Sprintf("item %s is covered %d times", item.Name, len(chosen)), left)
		}
	}
	if worst == nil {
		return nil
	}
	return worst
}

// Encode implements encode.Instance: a variable an option. An item that is
// covered exactly once is a group of the projection.
func (p Problem) Encode(e *encode.Encoder) {
	holding := make([][]encode.Lit, len(p.Items))
	grouped := make([]bool, len(p.Options))
	for o, option := range p.Options {
		for _, use := range option {
			holding[use.Item] = append(holding[use.Item], encode.Lit(o+1))
			if item := p.Items[use.Item]; once(item) {
				grouped[o] = true
			}
		}
	}
	var groups [][]encode.Lit
	for i, item := range p.Items {
		if once(item) {
			groups = append(groups, holding[i])
		}
	}
	var free []encode.Lit
	for o, in := range grouped {
		if !in {
			free = append(free, encode.Lit(o+1))
		}
	}
	e.Project(groups, free, func(m cnf.Model) encode.Solution {
		s := make([]byte, len(p.Options))
		for o := range s {
			if m[o] {
				s[o] = 1
			}
		}
		return encode.Solution(s)
	})
	for o := range p.Options {
		e.Gives(encode.Lit(o+1), o, 1)
	}
	for i, item := range p.Items {
		switch {
		case item.Secondary:
			p.encodeSecondary(e, i, holding[i])
		case once(item):
			e.ExactlyOne(holding[i]...)
		default:
			e.Between(item.Lo, item.Hi, holding[i]...)
		}
	}
}

func once(item cover.Item) bool { return !item.Secondary && item.Lo == 1 && item.Hi == 1 }

// encodeSecondary says that at most one of the uncoloured options, or options
// of one colour only, are chosen. An auxiliary variable a colour is defined as
// "some option has it", so the number of models is kept.
func (p Problem) encodeSecondary(e *encode.Encoder, item int, holding []encode.Lit) {
	byColour := map[int][]encode.Lit{}
	var colours []int
	for _, l := range holding {
		for _, use := range p.Options[l-1] {
			if use.Item == item {
				if byColour[use.Colour] == nil {
					colours = append(colours, use.Colour)
				}
				byColour[use.Colour] = append(byColour[use.Colour], l)
			}
		}
	}
	uses := append([]encode.Lit(nil), byColour[0]...)
	for _, c := range colours {
		with := byColour[c]
		switch {
		case c == 0:
		case len(with) == 1 || len(colours) == 1:
			uses = append(uses, with[0]) // stands for the colour: alone, or no rival
		default:
			has := e.Fresh()
			for _, l := range with {
				e.Add(-l, has)
			}
			e.Add(append([]encode.Lit{-has}, with...)...)
			uses = append(uses, has)
		}
	}
	e.AtMostOne(uses...)
}

// Reduce implements encode.Instance.
func (p Problem) Reduce() []encode.Reduction {
	return covering.Reduce(p.Problem, func(options []int) encode.Solution {
		s := make([]byte, len(p.Options))
		for _, o := range options {
			s[o] = 1
		}
		return encode.Solution(s)
	})
}

// Draw implements encode.Instance: the items, then the options, the chosen
// ones marked with '*'.
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

// generate draws size.H items and size.W options (6 and 10 without a size);
// some of the options form a cover.
func generate(rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	items, options := size.H, size.W
	if items == 0 {
		items, options = 6, 10
	}
	if items < 1 || items > 100 || options < 1 || options > 1000 {
		return nil, fmt.Errorf("an exact cover of %d items and %d options: want 1 to 100 items and 1 to 1000 options", items, options)
	}
	for range 10000 {
		p := &cover.Problem{Colours: []string{"1", "2"}}
		for i := range items {
			p.Items = append(p.Items, cover.Item{Name: fmt.Sprintf("i%d", i+1), Lo: 1, Hi: 1})
		}
		p.Items = append(p.Items, cover.Item{Name: "x", Secondary: true}, cover.Item{Name: "y", Secondary: true})
		hidden := rng.Perm(items)
		for range options {
			var option cover.Option
			if len(hidden) > 0 {
				k := min(1+rng.IntN(3), len(hidden))
				for _, i := range hidden[:k] {
					option = append(option, cover.Use{Item: i})
				}
				hidden = hidden[k:]
			} else {
				for _, i := range rng.Perm(items)[:min(items, 1+rng.IntN(3))] {
					option = append(option, cover.Use{Item: i})
				}
				for j := range 2 {
					if rng.IntN(3) == 0 {
						option = append(option, cover.Use{Item: items + j, Colour: rng.IntN(3)})
					}
				}
			}
			p.Options = append(p.Options, option)
		}
		rng.Shuffle(len(p.Options), func(i, j int) { p.Options[i], p.Options[j] = p.Options[j], p.Options[i] })
		if in := (Problem{Problem: p}); keep(in) {
			return in, nil
		}
	}
	return nil, fmt.Errorf("no problem of %d items and %d options found that is wanted", items, options)
}

// Shrunk yields smaller problems, which a cross-check tries when two methods
// disagree: first with one option chosen for good, without its primary items
// and the options that share an item with it, then with one option less.
func (p Problem) Shrunk() iter.Seq[encode.Instance] {
	return func(yield func(encode.Instance) bool) {
		for o := range p.Options {
			if in, ok := p.given(o); ok && !yield(in) {
				return
			}
		}
		for o := range p.Options {
			smaller := *p.Problem
			smaller.Options = slices.Delete(slices.Clone(p.Options), o, o+1)
			if !yield(Problem{Problem: &smaller}) {
				return
			}
		}
	}
}

// given is the problem that is left when option o is chosen; ok is false where
// nothing is left, or where o has a colour or an item that is not covered
// exactly once.
func (p Problem) given(o int) (in Problem, ok bool) {
	gone := map[int]bool{}
	for _, use := range p.Options[o] {
		if item := p.Items[use.Item]; use.Colour != 0 || !item.Secondary && !once(item) {
			return in, false
		}
		gone[use.Item] = true
	}
	left := &cover.Problem{Colours: p.Colours}
	number := make([]int, len(p.Items))
	for i, item := range p.Items {
		if !gone[i] {
			number[i] = len(left.Items)
			left.Items = append(left.Items, item)
		}
	}
	if !slices.ContainsFunc(left.Items, func(item cover.Item) bool { return !item.Secondary }) {
		return in, false
	}
	for _, option := range p.Options {
		if slices.ContainsFunc(option, func(use cover.Use) bool { return gone[use.Item] }) {
			continue
		}
		own := slices.Clone(option)
		for k := range own {
			own[k].Item = number[own[k].Item]
		}
		left.Options = append(left.Options, own)
	}
	return Problem{Problem: left}, true
}
