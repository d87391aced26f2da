package ask

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"

	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/daily"
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
	if z, ok := in.(layout.HasSize); ok && z.Size().H > 0 {
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

// Day holds the fields of the question "day": which puzzles does a date have, without boards?
type Day struct {
	Date string `json:"date"`
}

// A Menu is the answer to the question "day".
type Menu struct {
	Date    string      `json:"date"`
	Weekday string      `json:"weekday"`
	First   string      `json:"first"` // the first date of the archive
	Puzzles []MenuEntry `json:"puzzles"`
}

// A MenuEntry is one puzzle of a date.
type MenuEntry struct {
	Puzzle string `json:"puzzle"`
	Title  string `json:"title"`
	Kind   string `json:"kind"` // the size and the level in words, or the date
}

func (d *Desk) day(_ context.Context, q Day, emit progress) (any, error) {
	date, err := daily.ParseDate(q.Date)
	if err != nil {
		return nil, misused("%v", err)
	}
	entries, err := daily.Day(d.Puzzles, date)
	if err != nil {
		return nil, err
	}
	menu := Menu{Date: q.Date, Weekday: date.Weekday().String(), First: daily.FormatDate(daily.First), Puzzles: []MenuEntry{}}
	for _, e := range entries {
		var kind []string
		switch {
		case e.Puzzle.Daily.Date != nil:
			kind = append(kind, "calendar", date.Format("2 Jan"))
		case e.Size != (encode.Size{}):
			kind = append(kind, generator.SizeName(e.Puzzle, e.Size))
		}
		if e.Level != "" {
			kind = append(kind, cmp.Or(deduction.LevelWords[e.Level], e.Level))
		}
		menu.Puzzles = append(menu.Puzzles, MenuEntry{e.Puzzle.Name, e.Puzzle.Title, strings.Join(kind, " · ")})
	}
	return menu, nil
}

// Reminding holds the fields of the question "events": a calendar file of 366 days.
type Reminding struct {
	From string `json:"from"` // the first date
	Page string `json:"page"` // the address of the page of daily puzzles, without # and what follows it
}

const mostAddress = 500

// lastEvents is the last first date of a calendar file, whose years have four digits.
const lastEvents = "9998-12-31"

// Events is the answer to the question "events".
type Events struct {
	Text string `json:"text"` // in the format iCalendar
}

func (d *Desk) events(ctx context.Context, q Reminding, emit progress) (any, error) {
	from, err := daily.ParseDate(q.From)
	if err != nil {
		return nil, misused("%v", err)
	}
	if q.From > lastEvents {
		return nil, misused("want a date up to %s, got %s", lastEvents, q.From)
	}
	web := strings.HasPrefix(q.Page, "http://") || strings.HasPrefix(q.Page, "https://")
	if !web || len(q.Page) > mostAddress || strings.ContainsAny(q.Page, "# ") || strings.ContainsFunc(q.Page, wording.Unsafe) {
		return nil, misused("want the address of a page, which begins with http:// or https:// and has at most %d bytes, got %q", mostAddress, wording.Short(q.Page))
	}
	text, err := daily.Events(d.Puzzles, from, q.Page)
	return Events{text}, err
}

// Generating holds the fields of the question "generate".
type Generating struct {
	Puzzle     string `json:"puzzle"`
	Size       string `json:"size"` // as generate --size accepts it; empty: the puzzle's default size
	Seed       uint64 `json:"seed"`
	Difficulty string `json:"difficulty"`
	Minimal    bool   `json:"minimal"`
	Full       bool   `json:"full,omitempty"` // also asks for the fields of answer.Summary
}

// A Made is the answer to the questions "generate" and "daily".
type Made struct {
	Puzzle   string `json:"puzzle"`
	Instance string `json:"instance"`
	Level    string `json:"level,omitempty"`
	Size     string `json:"size,omitempty"`
	Date     string `json:"date,omitempty"`
	Weekday  string `json:"weekday,omitempty"`
	Version  int    `json:"version,omitempty"` // the version of the puzzle's boards of the day
	Reason   string `json:"reason,omitempty"`  // why a person has picked the board of the day
	// These fields have the meaning that they have in answer.Summary, which also has Level.
	Solution *string `json:"solution,omitempty"`
	Count    string  `json:"count,omitempty"`
	Clues    *int    `json:"clues,omitempty"`
	Moves    *int    `json:"moves,omitempty"`
}

// A Trying is an object of an incomplete answer: how many boards of unwanted levels were made.
type Trying struct {
	Progress bool `json:"progress"` // always true
	Boards   int  `json:"boards"`
}

func (d *Desk) generate(ctx context.Context, q Generating, emit progress) (any, error) {
	p, err := d.find(q.Puzzle)
	if err != nil {
		return nil, err
	}
	draw := generator.Draw{Seed: q.Seed, Difficulty: q.Difficulty, Minimal: q.Minimal}
	if q.Size != "" {
		if draw.Size, err = encode.ParseSize(q.Size); err != nil {
			return nil, misused("%v", err)
		}
	}
	g, err := draw.For(p)
	if err != nil {
		return nil, err
	}
	g.Tried = func(boards int) { emit(Trying{true, boards}) }
	in, err := g.Board(ctx, 0)
	if err != nil {
		return nil, err
	}
	made := Made{Puzzle: p.Name, Instance: in.String(), Level: q.Difficulty}
	if z, ok := in.(layout.HasSize); ok {
		made.Size = z.Size().String()
	}
	if q.Full {
		s, err := answer.Summarise(ctx, p, in)
		if err != nil {
			return nil, err
		}
		made.Solution, made.Count, made.Level, made.Clues, made.Moves = s.Solution, s.Count, s.Level, s.Clues, s.Moves
	}
	return made, nil
}

// Dating holds the fields of the question "daily".
type Dating struct {
	Puzzle string `json:"puzzle"`
	Date   string `json:"date"` // such as 2026-11-22
}

func (d *Desk) daily(ctx context.Context, q Dating, emit progress) (any, error) {
	p, err := d.find(q.Puzzle)
	if err != nil {
		return nil, err
	}
	date, err := daily.ParseDate(q.Date)
	if err != nil {
		return nil, misused("%v", err)
	}
	b, err := daily.Find(ctx, p, date)
	if err != nil {
		return nil, err
	}
	made := Made{Puzzle: p.Name, Instance: b.Instance.String(), Level: b.Level, Date: q.Date, Weekday: date.Weekday().String(), Version: b.Version, Reason: b.Reason}
	if b.Size.H > 0 {
		made.Size = b.Size.String()
	}
	return made, nil
}
