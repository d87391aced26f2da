// Package cover solves exact cover problems with colours and multiplicities. Each primary item must
// be held by lo to hi of the chosen options. A secondary item may be held by at most one chosen
// option, or by several chosen options that all give the item the same colour. (See Knuth, The Art
// of Computer Programming 4B, section 7.2.2.1, Algorithms X, C and M.) Four engines take the same
// problem and list the same answers:
//
//   - dlx, dancing links, the reference;
//   - bitset, the same search over lists of machine words;
//   - memo, which solves every subproblem once, and so can also count without listing;
//   - dictionary, the search of dlx over hash tables, as people write it in a scripting language.
//
// A Family is a set of problems that differ only in which items they leave out, such as the days of a
// calendar. One search solves them all.
//
// The package supports neither costs (the cheapest cover) nor Knuth's sharp preference among items.
// It knows nothing about geometry: callers handle the symmetry of a board.
package cover

import (
	"fmt"

	"counterproof/native"
)

// A Problem is a set of items and the options that hold them. An answer is a set of options, given
// by their indices. Two equal options count as different options. A Problem must not change after
// it is passed to Methods.
//
// A problem without items has one answer, the empty set.
type Problem struct {
	Items   []Item
	Options []Option
	Colours []string // names; Use.Colour c > 0 is Colours[c-1]
}

// An Item is something that options hold, such as a cell or a piece. A secondary item may be held
// by at most one chosen option, or by several chosen options that all give the item the same
// colour.
type Item struct {
	Name      string
	Secondary bool
	Lo, Hi    int // of a primary item: how many chosen options may hold it; 1, 1 means exactly once
}

// A Use is an item of an option, with the colour that the option gives to the item.
type Use struct {
	Item   int // index in Problem.Items
	Colour int // 0: no colour; only secondary items may have a colour
}

// An Option lists the items that it holds, in any order.
type Option []Use

// Validate returns an error if the engines cannot solve p. It rejects
//
//   - an item or a colour that is out of range,
//   - an item that occurs twice in one option,
//   - a coloured primary item,
//   - a multiplicity with Lo < 0, Hi < Lo or Hi = 0,
//   - an option without a primary item.
//
// By Knuth's definition, every answer could contain or omit an option without a primary item. His
// programs drop such options, and so does Read.
func (p *Problem) Validate() error {
	for i, it := range p.Items {
		if it.Secondary {
			continue
		}
		if err := multiplicity(it.Lo, it.Hi); err != nil {
			return fmt.Errorf("item %d: %w", i, err)
		}
	}
	seen := make([]int, len(p.Items)) // the number, from 1, of the last option that held the item
	for o, option := range p.Options {
		primary := false
		for _, u := range option {
			if u.Item < 0 || u.Item >= len(p.Items) {
				return fmt.Errorf("option %d: there is no item %d", o, u.Item)
			}
			if seen[u.Item] == o+1 {
				return fmt.Errorf("option %d: item %d twice", o, u.Item)
			}
			seen[u.Item] = o + 1
			if u.Colour < 0 || u.Colour > len(p.Colours) {
				return fmt.Errorf("option %d: there is no colour %d", o, u.Colour)
			}
			if !p.Items[u.Item].Secondary {
				primary = true
				if u.Colour > 0 {
					return fmt.Errorf("option %d: primary item %d has a colour; only secondary items may have one", o, u.Item)
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
		return fmt.Errorf("bad multiplicity %d:%d; want 0 <= lo <= hi and hi at least 1", lo, hi)
	}
	return nil
}

// A Method is one engine, ready to solve one problem.
type Method struct {
	Name    string
	Version int // increases when the answers or the cost of the engine can change
	// Solver yields the chosen options of each answer, in any order. The slice is valid only during
	// the call of yield. For an invalid problem, Search returns the error of Validate.
	Solver native.Solver[[]int]
	// Counter counts without listing. Counter is nil if the engine can only list.
	Counter native.Counter
}
