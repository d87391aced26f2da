package ask

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

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

// Checking holds the fields of the question "check". Exactly one of Entries, Solution and Partial has
// the entries.
type Checking struct {
	Playing
	// Solution is a whole solution in a form that the command check reads.
	Solution *string `json:"solution,omitempty"`
	// Partial has the entries in the form that the command check reads with the flag --partial. If
	// Values is true, they are site values from 0.
	Partial *string `json:"partial,omitempty"`
	Values  bool    `json:"values,omitempty"`
	// Search also asks whether a solution has all entries.
	Search bool `json:"search,omitempty"`
	// Brief leaves out the search for contradicted clues. With Entries, it asks only whether the board is
	// complete and solved, and other fields may be empty.
	Brief bool `json:"brief,omitempty"`
}

// A Checked is the answer to the question "check".
type Checked struct {
	// Verdict is a verdict of the package explain. A board is possible if no rule is broken so far or,
	// with Search, if a solution has all entries. It is empty if Entries and Brief leave it open.
	Verdict  explain.Verdict `json:"verdict,omitempty"`
	Complete bool            `json:"complete"` // every site has a value
	Solved   bool            `json:"solved"`   // complete, and no rule is broken
	// Sites lists the sites to mark: entries that together break a rule or contradict clues, and the
	// sites of these clues. If the board is complete, or the question has Partial, Rule says which rule
	// is broken.
	Rule  string `json:"rule,omitempty"`
	Sites []int  `json:"sites"`
	// Entries lists the sites of the entries that together break a rule or contradict clues.
	Entries []int `json:"entries"`
	// Clues lists the contradicted clues. It is empty if the search for them takes too long.
	Clues []Clue `json:"clues"`
	// Broken is the error about the broken rule of a board whose entries are a text. It is nil for other
	// boards.
	Broken error `json:"-"`
	// Reads has the ways to read Solution. The first one is checked.
	Reads []answer.Checked `json:"-"`
}

// A Clue is a clue that entries contradict.
type Clue struct {
	Name string `json:"name"`
	// Areas has the areas of the clue in the picture of the board, except the areas of sites.
	Areas []play.Spot `json:"areas"`
	// Note is the index of the clue in Table.Notes, or -1.
	Note int `json:"note"`
}

func (d *Desk) check(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Checking, emit progress) (any, error) {
	c, err := d.Check(ctx, p, in, q)
	if d.Room > 0 && encode.TooLarge(err) {
		return nil, ErrLarge
	}
	if err != nil && (q.Solution != nil || q.Partial != nil) {
		field := "partial"
		if q.Solution != nil {
			field = "solution"
		}
		return nil, fmt.Errorf("%s: %w", field, err)
	}
	return c, err
}

// Check answers the question "check" about a board. An error about Solution or Partial is an
// *encode.ParseError or, without a position, a *Problem.
func (d *Desk) Check(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Checking) (c Checked, err error) {
	c = Checked{Sites: []int{}, Entries: []int{}, Clues: []Clue{}}
	fields := slices.DeleteFunc([]bool{q.Entries != nil, q.Solution != nil, q.Partial != nil}, func(has bool) bool { return !has })
	switch {
	case len(fields) != 1:
		return c, misused("want exactly one of the fields entries, solution and partial")
	case q.Values && q.Partial == nil:
		return c, misused("the field values is about partial: add partial, or leave out values")
	case q.Search && d.Room > 0:
		return c, ErrLarge // a search takes longer than a moment
	case q.Solution != nil:
		err = c.whole(ctx, in, *q.Solution)
	case q.Partial != nil:
		err = c.partial(ctx, d, p, in, q)
	default:
		err = c.played(ctx, d, p, in, q)
	}
	c.Solved = c.Complete && c.Rule == ""
	slices.Sort(c.Sites)
	c.Sites = slices.Compact(c.Sites)
	return c, err
}

// whole checks a solution against the rules.
func (c *Checked) whole(ctx context.Context, in encode.Instance, text string) error {
	all, err := answer.CheckText(ctx, in, text)
	if err != nil {
		return err
	}
	c.Complete, c.Verdict, c.Reads = true, explain.OK, all
	if all[0].Broken != nil {
		c.breaks(all[0].Broken)
	}
	return nil
}

func (c *Checked) breaks(broken error) {
	c.Verdict, c.Rule, c.Broken = explain.RuleBroken, broken.Error(), broken
	if v, ok := errors.AsType[*encode.Violation](broken); ok {
		c.Sites = append(c.Sites, v.Sites...)
		if broken == error(v) {
			c.Rule = v.Rule
		}
	}
}

// partial judges entries by the rules and clues alone, as the command check --partial does.
func (c *Checked) partial(ctx context.Context, d *Desk, p *encode.Puzzle, in encode.Instance, q Checking) error {
	o := explain.Judging{Room: d.Room, Search: q.Search, Patience: d.patience()}
	if !q.Brief {
		o.Naming = min(d.patience()/5, 2*time.Second)
	}
	j, err := explain.JudgeText(ctx, p, in, *q.Partial, q.Values, o)
	if err != nil {
		return err
	}
	c.Complete, c.Verdict = j.Complete, j.Verdict
	if j.Broken != nil {
		c.breaks(j.Broken)
	}
	c.Entries = append(c.Entries, wording.Each(j.Wrong, func(x clues.Given) int { return x.Site })...)
	c.name(in, in, j.Clues)
	return nil
}

// played checks what a player has filled in. It reports a broken rule of an incomplete board only if the
// other sites cannot mend it. In a game, the board must agree with the hidden solution.
func (c *Checked) played(ctx context.Context, d *Desk, p *encode.Puzzle, in encode.Instance, q Checking) error {
	entries, err := q.entries(ctx, in)
	if err != nil {
		return err
	}
	c.Complete = len(entries) == len(q.Entries)
	suspects := entries
	if c.Complete {
		if broken := violated(ctx, in, entries); broken != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			c.breaks(broken)
			suspects = slices.DeleteFunc(slices.Clone(entries), func(x clues.Given) bool { return !slices.Contains(c.Sites, x.Site) })
		}
	}
	if !q.Brief {
		if err := c.contradict(ctx, d, p, in, suspects); err != nil {
			return err
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
	switch {
	case c.Rule != "" || len(c.Sites) > 0:
		c.Verdict = explain.RuleBroken
	case c.Complete:
		c.Verdict = explain.OK
	case q.Search:
		c.Verdict, err = d.searched(ctx, p, in, entries)
	case !q.Brief:
		c.Verdict = explain.Possible
	}
	return err
}

// searched looks for a solution that has the entries or, in a game, compares them with the hidden solution.
func (d *Desk) searched(ctx context.Context, p *encode.Puzzle, in encode.Instance, entries []clues.Given) (explain.Verdict, error) {
	if answer.Hidden(in) == nil {
		j, err := explain.Judge(ctx, p, in, entries, explain.Judging{Search: true, Patience: d.patience()})
		if err != nil {
			return "", err
		}
		return j.Verdict, nil
	}
	ok, err := hint.Correct(ctx, p, in, entries)
	if !ok {
		return explain.Unsolvable, err
	}
	return explain.Possible, err
}

// violated returns the error of answer.Check for a complete board.
func violated(ctx context.Context, in encode.Instance, entries []clues.Given) error {
	s := encode.MakeSolution(encode.Wide(in.Sites()), wording.Each(entries, func(x clues.Given) int { return x.Value }))
	if alike, ok := in.(play.HasEqualValues); ok {
		s = alike.InOrder(s)
	}
	return answer.Check(ctx, in, s)
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
	if err != nil && !explain.Late(ctx, err) {
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
