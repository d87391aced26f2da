package ask

import (
	"context"
	"errors"
	"slices"

	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/explain"
	"counterproof/bench/solve/hint"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/layout"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
)

// Checking holds the fields of the question "check".
type Checking struct {
	Playing
	// Brief asks only whether the board is complete and solved. Other fields may then be empty.
	Brief bool `json:"brief,omitempty"`
}

// A Checked is the answer to the question "check".
type Checked struct {
	Complete bool `json:"complete"` // every site has a value
	Solved   bool `json:"solved"`   // complete, and no rule is broken
	// Sites lists the sites to mark: entries that together break a rule or contradict clues, and the
	// sites of these clues. If the board is complete, Rule says which rule is broken.
	Rule  string `json:"rule,omitempty"`
	Sites []int  `json:"sites"`
	// Entries lists the sites of the entries that together break a rule or contradict clues.
	Entries []int `json:"entries"`
	// Clues lists the contradicted clues. It is empty if the search for them takes too long.
	Clues []Clue `json:"clues"`
}

// A Clue is a clue that entries contradict.
type Clue struct {
	Name string `json:"name"`
	// Areas has the areas of the clue in the picture of the board, except the areas of sites.
	Areas []play.Spot `json:"areas"`
	// Note is the index of the clue in Table.Notes, or -1.
	Note int `json:"note"`
}

// check reports a broken rule of an incomplete board only if the other sites cannot mend it.
func (d *Desk) check(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Checking, emit progress) (any, error) {
	entries, err := q.entries(ctx, in)
	if err != nil {
		return nil, err
	}
	c := Checked{Complete: len(entries) == len(q.Entries), Sites: []int{}, Entries: []int{}, Clues: []Clue{}}
	suspects := entries
	if c.Complete {
		if c.Rule, c.Sites, err = violated(ctx, in, entries); err != nil {
			return nil, err
		}
		if c.Rule != "" {
			suspects = slices.DeleteFunc(slices.Clone(entries), func(x clues.Given) bool { return !slices.Contains(c.Sites, x.Site) })
		}
	}
	if !q.Brief {
		err := c.contradict(ctx, d, p, in, suspects)
		if d.Room > 0 && encode.TooLarge(err) {
			return nil, ErrLarge
		}
		if err != nil {
			return nil, err
		}
	}
	if hidden := answer.Hidden(in); c.Complete && c.Rule == "" && hidden != nil {
		for _, x := range entries {
			if x.Value != int((*hidden)[x.Site]) {
				c.Rule = "the clues allow this, but something else is hidden"
				c.Sites = append(c.Sites, x.Site)
			}
		}
	}
	c.Solved = c.Complete && c.Rule == ""
	slices.Sort(c.Sites)
	c.Sites = slices.Compact(c.Sites)
	return c, nil
}

// violated checks a complete board. It returns the broken rule, if there is one, and its sites.
func violated(ctx context.Context, in encode.Instance, entries []clues.Given) (rule string, sites []int, err error) {
	s := encode.Solution(wording.Each(entries, func(x clues.Given) byte { return byte(x.Value) }))
	if alike, ok := in.(play.HasEqualValues); ok {
		s = alike.InOrder(s)
	}
	err = answer.Check(ctx, in, s)
	if v, ok := errors.AsType[*encode.Violation](err); ok {
		return v.Rule, append([]int{}, v.Sites...), nil
	}
	return "", []int{}, err
}

// contradict adds to c the entries that break a rule together, and the clues that they contradict. The
// search for the clues takes at most about a fifth of the Desk's patience.
func (c *Checked) contradict(ctx context.Context, d *Desk, p *encode.Puzzle, in encode.Instance, entries []clues.Given) error {
	board, left := opened(in, entries)
	var rest []clues.Given
	for _, x := range entries {
		if i, ok := slices.BinarySearch(left, x.Site); ok {
			rest = append(rest, clues.Given{Site: i, Value: x.Value})
		}
	}
	found, err := explain.Broken(ctx, p, board, rest, d.Room)
	if err != nil || len(found) == 0 {
		return err
	}
	fixed, err := hint.Fixed(ctx, in)
	if err != nil {
		return err
	}
	for _, x := range found {
		site := left[x.Site]
		c.Sites = append(c.Sites, site)
		if fixed[site] != x.Value {
			c.Entries = append(c.Entries, site)
		} else {
			c.Clues = append(c.Clues, Clue{"the given value of " + layout.SiteName(in, site), []play.Spot{}, -1})
		}
	}
	limited, cancel := context.WithTimeout(ctx, d.patience()/5)
	defer cancel()
	clues, err := explain.Contradicted(limited, p, board, found, d.Room)
	if err != nil && !hint.Late(ctx, err) {
		return err
	}
	c.name(in, board, clues)
	return nil
}

// opened returns the board with the clues in the cells that the player of a game has opened, and for
// each of its sites the number on the original board. A board that is not a game stays as it is.
func opened(in encode.Instance, entries []clues.Given) (board encode.Instance, left []int) {
	game, ok := in.(play.HasReveals)
	if !ok || game.Reveals() == nil {
		return in, encode.Left(len(in.Sites()), nil)
	}
	reveals := game.Reveals()
	var open []int
	for _, x := range entries {
		if x.Value == 0 && reveals[x.Site].Value == 0 {
			open = append(open, x.Site)
		}
	}
	return game.Opened(open)
}

// name adds the clues with the given numbers to c. They are clues of board, which is the board in
// after the player has opened cells. The sites of c belong to in.
func (c *Checked) name(in, board encode.Instance, numbers []int) {
	if len(numbers) == 0 {
		return
	}
	names := board.(clues.HasDemands).Demands()
	areas := make([][]play.Spot, len(names))
	siteAt := map[draw.Point]int{}
	if pictured, ok := board.(play.HasClueSpots); ok {
		areas = pictured.ClueSpots()
		for i, spot := range in.(play.HasSpots).Spots() {
			siteAt[spot.At] = i
		}
	}
	_, listed := in.(play.HasTable)
	for _, k := range numbers {
		clue := Clue{names[k], []play.Spot{}, -1}
		if listed {
			clue.Note = k
		}
		for _, area := range areas[k] {
			if site, ok := siteAt[area.At]; ok {
				c.Sites = append(c.Sites, site)
			} else {
				clue.Areas = append(clue.Areas, area)
			}
		}
		c.Clues = append(c.Clues, clue)
	}
}
