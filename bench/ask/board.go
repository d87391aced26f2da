package ask

import (
	"context"
	"fmt"
	"math"
	"strings"

	"counterproof/bench/solve/generator"
	"counterproof/bench/solve/hint"
	"counterproof/bench/solve/lookup"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/capability/layout"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
)

// A Puzzle describes a kind of puzzle to a page.
type Puzzle struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	Rules   string   `json:"rules"`
	Sites   string   `json:"sites"` // prose: what a site is, and what each value means
	Example string   `json:"example"`
	Formats []string `json:"formats"` // the notations
	Methods []string `json:"methods"`
	Levels  []string `json:"levels"` // the difficulties of the question "generate", the easiest first; empty if the puzzle has none
	// LevelWords explains in a few words each level whose name does not explain itself.
	LevelWords map[string]string `json:"level_words"`
	Generates  bool              `json:"generates"` // whether the question "generate" accepts the puzzle
	Size       string            `json:"size,omitempty"`
	// Sizes lists the sizes from which people choose, the smallest first.
	Sizes  []generator.NamedSize `json:"sizes"`
	Daily  bool                  `json:"daily"` // whether the puzzle has a board of the day
	Plays  bool                  `json:"plays"` // whether its boards can be played on their picture or in a table
	Pieces bool                  `json:"pieces"`
}

// Puzzles is the answer to the question "puzzles".
type Puzzles struct {
	Puzzles []Puzzle `json:"puzzles"`
}

func (d *Desk) puzzles(_ context.Context, _ struct{}, emit progress) (any, error) {
	list := []Puzzle{}
	for _, p := range d.Puzzles {
		in := p.ExampleBoard()
		q := Puzzle{Name: p.Name, Title: p.Title, Rules: p.Rules, Sites: p.Sites, Example: p.Example, Formats: p.Formats,
			Methods: append([]string{"native", "sat", "sat/cubes"}, lookup.Names(p, in)...), Levels: append([]string{}, generator.Levels(p)...),
			Generates: generator.Draws(p), Daily: generator.Draws(p) || p.Daily.Date != nil,
			LevelWords: map[string]string{}, Sizes: append([]generator.NamedSize{}, generator.Sizes(p)...)}
		for _, level := range q.Levels {
			if words := deduction.LevelWords[level]; words != "" {
				q.LevelWords[level] = words
			}
		}
		if q.Generates {
			q.Size = p.Size.String()
		}
		_, spots := in.(play.HasSpots)
		_, table := in.(play.HasTable)
		q.Plays = spots || table
		_, q.Pieces = in.(play.HasPieces)
		list = append(list, q)
	}
	return Puzzles{list}, nil
}

// A Board is everything that a page needs to show a board and to let people play it.
type Board struct {
	Puzzle   string `json:"puzzle"`
	Title    string `json:"title"`
	Instance string `json:"instance"` // canonical
	Label    string `json:"label,omitempty"`
	Size     string `json:"size,omitempty"`
	Sites    []int  `json:"sites"` // the number of values of each site
	Text     string `json:"text"`  // a drawing of the board in characters
	SVG      string `json:"svg,omitempty"`
	Width    int    `json:"width,omitempty"` // of the picture
	Height   int    `json:"height,omitempty"`
	// Layout is nil unless the sites are cells of a rectangular board.
	Layout *Layout `json:"layout,omitempty"`
	Paired bool    `json:"paired,omitempty"` // as encode.Puzzle.Paired
	// Names has the name of each site. For each site, Values has the index of the list in ValueNames
	// that names its values, and of the list in Looks.
	Names      []string   `json:"names"`
	Values     []int      `json:"values"`
	ValueNames [][]string `json:"value_names"`
	Looks      [][]Look   `json:"looks,omitempty"`
	// Spots has the area of each site in the picture, or nil if the board is played in the Table.
	Spots []play.Spot `json:"spots,omitempty"`
	Table *play.Table `json:"table,omitempty"`
	// Fixed has, for each site, the value that the clues give this site, or -1.
	Fixed   []int        `json:"fixed"`
	Pieces  []play.Piece `json:"pieces,omitempty"`
	Toggles *Toggles     `json:"toggles,omitempty"`
	// Neighbours has the neighbours of each site of a map. A site whose Kempe chains are not all
	// anchored (see play.HasKempeChains) is shown as a dot.
	Neighbours [][]int `json:"neighbours,omitempty"`
	// Reveals has, for each site, what the cell of the site shows when the player opens the cell.
	Reveals  []Reveal `json:"reveals,omitempty"`
	Levels   []string `json:"levels"`
	Obstacle string   `json:"obstacle,omitempty"` // why there is obviously no solution
	Warnings []string `json:"warnings"`
}

// A Layout says which cell of a rectangular board each site is.
type Layout struct {
	H    int   `json:"h"`
	W    int   `json:"w"`
	Cell []int `json:"cell"` // r*w+c
	// Box has the height and the width of the boxes with heavier lines around them, in cells. It is nil
	// without such boxes.
	Box []int `json:"box,omitempty"`
}

func (d *Desk) board(ctx context.Context, p *encode.Puzzle, in encode.Instance, q About, emit progress) (last any, err error) {
	b := Board{Puzzle: p.Name, Title: p.Title, Instance: in.String(), Sites: in.Sites(), Text: in.Draw(nil), Paired: p.Paired,
		Obstacle: encode.ObstacleOf(in), Warnings: []string{}, Levels: append([]string{}, deduction.Levels(in)...)}
	if t, ok := in.(layout.HasTableCell); ok {
		b.Label = t.TableCell().Label
	}
	if z, ok := in.(layout.HasSize); ok {
		b.Size = z.Size().String()
	}
	if w, ok := in.(encode.HasWarnings); ok {
		b.Warnings = append(b.Warnings, w.Warnings()...)
	}
	if l, ok := in.(layout.HasLayout); ok {
		h, w, cell := l.Layout()
		b.Layout = &Layout{H: h, W: w, Cell: cell}
		if boxed, ok := in.(layout.HasBoxes); ok {
			h, w := boxed.Box()
			b.Layout.Box = []int{h, w}
		}
	}
	if picture := p.Picture(in, nil); picture != nil {
		if b.SVG, err = svg(picture); err != nil {
			return nil, err
		}
		b.Width, b.Height = int(math.Ceil(picture.W)), int(math.Ceil(picture.H))
	}
	b.name(in)
	b.play(in)
	b.Fixed, err = hint.Fixed(ctx, in)
	return b, err
}

func svg(p *draw.Picture) (string, error) {
	var b strings.Builder
	err := p.WriteSVG(&b)
	return b.String(), err
}

// name fills in the names. Sites whose values have the same names and looks share a list.
func (b *Board) name(in encode.Instance) {
	spots, plays := in.(play.HasSpots)
	lists := map[string]int{}
	for i, n := range b.Sites {
		b.Names = append(b.Names, layout.SiteName(in, i))
		names := make([]string, n)
		looks := make([]Look, n)
		for v := range n {
			names[v] = layout.ValueName(in, i, v)
			if plays {
				looks[v] = lookOf(spots.Look(i, v))
			}
		}
		key := fmt.Sprintf("%q %q", names, looks)
		k, ok := lists[key]
		if !ok {
			k = len(b.ValueNames)
			lists[key] = k
			b.ValueNames = append(b.ValueNames, names)
			if plays {
				b.Looks = append(b.Looks, looks)
			}
		}
		b.Values = append(b.Values, k)
	}
}

// A Drawn is a picture of a board with a solution.
type Drawn struct {
	SVG  string `json:"svg"`
	Text string `json:"text"`
}

// Picturing holds the fields of the question "picture".
type Picturing struct {
	About
	Solution string `json:"solution"` // in any form that encode.ReadSolution takes; empty: only the board
}

func (d *Desk) picture(_ context.Context, p *encode.Puzzle, in encode.Instance, q Picturing, _ progress) (last any, err error) {
	var s *encode.Solution
	if q.Solution != "" {
		reads, err := encode.ReadSolution(in, q.Solution)
		if err != nil {
			return nil, err
		}
		s = &reads[0].Solution
	}
	drawn := Drawn{Text: in.Draw(s)}
	if picture := p.Picture(in, s); picture != nil {
		if drawn.SVG, err = svg(picture); err != nil {
			return nil, err
		}
	}
	return drawn, nil
}

// A Look is a play.Look with colours in the notation of CSS.
type Look struct {
	Fill string `json:"fill,omitempty"`
	Text string `json:"text,omitempty"`
	Ink  string `json:"ink,omitempty"`
	Mark string `json:"mark,omitempty"`
}

func lookOf(l play.Look) Look { return Look{css(l.Fill), l.Text, css(l.Ink), string(l.Mark)} }

// css returns an opaque colour in the notation of CSS, or an empty text for the zero value.
func css(c draw.Colour) string {
	if c == 0 {
		return ""
	}
	return fmt.Sprintf("#%06x", uint32(c>>8))
}

// Toggles says which lights each button of a board toggles. The aim is to turn off all lights.
// Light i is at the spot of site i.
type Toggles struct {
	Flips [][]int `json:"flips"` // for each site, the lights that the button of the site toggles
	Lit   []bool  `json:"lit"`   // whether a light is on at first
	On    Look    `json:"on"`
}

// A Reveal is a play.Reveal.
type Reveal struct {
	Value int  `json:"value"`
	Look  Look `json:"look"`
}

func (b *Board) play(in encode.Instance) {
	if t, ok := in.(play.HasTable); ok {
		b.Table = new(t.Table())
	}
	board, ok := in.(play.HasSpots)
	if !ok {
		return
	}
	b.Spots = board.Spots()
	if pieces, ok := in.(play.HasPieces); ok {
		b.Pieces = pieces.Kinds()
	}
	if t, ok := in.(play.HasToggles); ok {
		flips, lit, on := t.Toggles()
		b.Toggles = &Toggles{flips, lit, lookOf(on)}
	}
	if c, ok := in.(play.HasKempeChains); ok {
		b.Neighbours = c.Neighbours()
	}
	if r, ok := in.(play.HasReveals); ok {
		b.Reveals = wording.Each(r.Reveals(), func(x play.Reveal) Reveal { return Reveal{x.Value, lookOf(x.Look)} })
	}
}
