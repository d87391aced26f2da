// Package cover solves exact cover problems with colours and multiplicities:
// every primary item is held by lo to hi of the chosen options, and a
// secondary item by at most one, or by any number that give it one colour
// (Knuth, The Art of Computer Programming 4B, section 7.2.2.1, Algorithms X, C
// and M). Three engines share the problem and its answers:
//
//   - dlx, dancing links, the reference;
//   - bitset, the same search over lists of machine words;
//   - memo, which meets every subproblem once, and so also counts without
//     listing.
//
// What it does not do: costs (the best cover), sharp preference among answers,
// or anything with geometry; a board's symmetry is the caller's.
package cover

import (
	"fmt"

	"counterproof/native"
)

// A Problem is a set of items and the options that hold them. An answer is a
// set of options, given by their indices; equal options are different ones.
// A Problem must not change once Methods has seen it.
//
// The problem without items has one answer, the empty set.
type Problem struct {
	Items   []Item
	Options []Option
	Colours []string // names; Use.Colour c > 0 is Colours[c-1]
}

// An Item is held by options. A secondary one is held by at most one chosen
// option, or by any number that all give it the same colour.
type Item struct {
	Name      string
	Secondary bool
	Lo, Hi    int // primary: how many chosen options hold it; exactly once is 1, 1
}

// A Use is an item in an option, with the colour that the option gives it.
type Use struct {
	Item   int // index in Problem.Items
	Colour int // 0: none; only secondary items may be coloured
}

// An Option is the items that it holds, in any order.
type Option []Use

// Validate returns nil if the engines can take p, and else says what is wrong:
// an item or a colour out of range, an item twice in one option, a coloured
// primary item, a multiplicity with Lo < 0, Hi < Lo or Hi = 0, an option
// without a primary item. (The last would be free to choose in Knuth's
// definition; his programs drop it, and so does Read.)
func (p *Problem) Validate() error {
	for i, it := range p.Items {
		if it.Secondary {
			continue
		}
		if err := multiplicity(it.Lo, it.Hi); err != nil {
			return fmt.Errorf("item %d: %w", i, err)
		}
	}
	seen := make([]int, len(p.Items)) // the last option that held it, from 1
	for o, option := range p.Options {
		primary := false
		for _, u := range option {
			if u.Item < 0 || u.Item >= len(p.Items) {
				return fmt.Errorf("option %d: no item %d", o, u.Item)
			}
			if seen[u.Item] == o+1 {
				return fmt.Errorf("option %d: item %d twice", o, u.Item)
			}
			seen[u.Item] = o + 1
			if u.Colour < 0 || u.Colour > len(p.Colours) {
				return fmt.Errorf("option %d: no colour %d", o, u.Colour)
			}
			if !p.Items[u.Item].Secondary {
				primary = true
				if u.Colour > 0 {
					return fmt.Errorf("option %d: primary item %d has a colour", o, u.Item)
				}
			}
		}
		if !primary {
			return fmt.Errorf("option %d: no primary item", o)
		}
	}
	return nil
}

func multiplicity(lo, hi int) error {
	if lo < 0 || hi < lo || hi < 1 {
		return fmt.Errorf("bad multiplicity %d:%d", lo, hi)
	}
	return nil
}

// A Method is one engine for one problem.
type Method struct {
	Name    string
	Version int // raised when the engine's answers or its cost can change
	// Search yields the chosen options of each answer, in any order; the
	// slice is valid during yield only. On an invalid problem it returns the
	// error of Validate.
	Solver native.Solver[[]int]
	// Counter counts without listing; nil where the engine only lists.
	Counter native.Counter
}
