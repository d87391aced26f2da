package boards

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/explain"
	"counterproof/bench/solve/hint"
	"counterproof/bench/system/atomicfile"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
	"counterproof/reports/study/format"
)

// DeduceCommand is the command deduce.
var DeduceCommand = &cli.Command{
	Name:  "deduce",
	Usage: "solve a board with human techniques, move by move",
	Description: `At each move, applies the easiest technique that makes progress, and says in one sentence what
follows. A move removes all values that can be excluded for the same reason. The last line says how hard the board is.
The final state does not depend on the order of the moves. Several boards are solved on all cores, and an empty line is
between them. With --json, the objects of a move have the board. ` + deduction.LevelHelp() + `
$ counterproof deduce minesweeper 'mines=2 ????/1221/....'
$ counterproof generate sudoku | counterproof deduce --next sudoku -`,
	ArgsUsage: "PUZZLE INSTANCE...",
	Flags: append(PictureFlags("draw the final state, the hint of --next, or the move chosen with --step,"),
		&cli.StringFlag{Name: "rules", Usage: "use only the techniques whose name or level is in `NAME,...`; without the flag, use all techniques. list PUZZLE prints the names and levels. +TRAP adds a trap, which is a rule that loses information, to the other techniques named or else to all"},
		&cli.Uint64Flag{Name: "seed", Usage: "choose each move at random, with the seed `N`, from the possible moves of the easiest level; the final state stays the same"},
		&cli.BoolFlag{Name: "any-order", Usage: "choose each move at random from the possible moves of all levels, or a move of an easier level that does the same; the final state stays the same"},
		&cli.BoolFlag{Name: "next", Usage: "print only one move, as a hint. Moves that only remove the value of a clue from other sites are skipped. Without such a move, the hint is a value that a search finds"},
		&cli.StringFlag{Name: "from", Usage: "print only the moves of `LEVEL` and harder levels; easier moves are made but not printed"},
		&cli.BoolFlag{Name: "bits", Usage: "make and print single steps, each of which removes one value from one site, instead of moves"},
		&cli.BoolFlag{Name: "orders", Usage: "count all orders of single steps, and the sets of steps with which an order can begin. Print one order for each end, which is one end unless the rules contradict each other; --svg, --png and --pdf draw the sets and the order"},
		&cli.IntFlag{Name: "step", Usage: "with --svg, --png or --pdf, draw move `N` (counted from 1) instead of the final state; with --bits, draw step N", Action: console.Least("step", 1)},
		console.FileFlag("html", "", "write a film, which shows one move after the other, into the HTML file `F`. The arrow keys show the next or the previous move"),
		console.JSONFlag, console.InputFlag, console.LinesFlag,
	),
	Action: console.Do(func(c *console.Call) error { return eachInstance(c, deduce) }),
}

func deduce(c *console.Call) error {
	board, ok := deduction.Of(c.Instance)
	if !ok && c.Bool("next") && !slices.ContainsFunc(techniqueFlags, c.IsSet) {
		h, err := hint.Next(c, hint.Question{Puzzle: c.Puzzle, Instance: c.Instance, Patience: math.MaxInt64})
		if err != nil {
			return err
		}
		if c.Bool("json") {
			return newEncoder(c.Stdout).Encode(jsonHint(c.Instance, h))
		}
		_, err = fmt.Fprintf(c.Stdout, "hint: %s\n", h.Text)
		return err
	}
	if !ok {
		return c.Usagef("%s has %s: explain shows what is known about its boards, and counterproof list shows the puzzles that have rules", c.Puzzle.Name, deduction.Missing(c.Instance))
	}
	d := &deducing{c: c, in: board, asBits: c.Bool("bits"), html: c.String("html")}
	var err error
	if d.pictures, err = OpenPictures(c); err != nil {
		return err
	}
	if err := d.options(); err != nil {
		return err
	}
	return d.run(c)
}

// techniqueFlags lists the flags that only make sense for a puzzle with techniques.
var techniqueFlags = strings.Fields("rules seed any-order orders from bits step html svg png pdf")

type deducing struct {
	c                 *console.Call
	in                deduction.Deducible
	use               func(deduction.Rule) bool // nil means all techniques
	trap              string                    // the name of a trap to use besides; usually empty
	asBits            bool
	pictures          *Pictures
	html              string // the name of a file
	*deduction.Result        // with --next, only up to the hint
	whole             *deduction.Result
	next              *hint.Hint        // nil without --next
	move              int               // the index of the hint, or -1
	conflict          *explain.Conflict // nil unless the board is known to have no solution
}

func (d *deducing) options() (err error) {
	c := d.c
	if c.IsSet("rules") {
		if d.use, d.trap, err = chooseRules(c.String("rules"), d.in); err != nil {
			return err
		}
		if d.trap != "" && c.Bool("next") {
			return c.Usagef("--rules: a hint never uses a trap: leave out +%s", d.trap)
		}
	}
	if levels := deduction.Levels(d.in); c.IsSet("from") && !slices.Contains(levels, c.String("from")) {
		return c.Usagef("--from: %s has no level %q: want one of %s", d.c.Puzzle.Name, wording.Short(c.String("from")), strings.Join(levels, ", "))
	}
	if c.IsSet("step") && !d.pictures.Wanted() {
		return c.Usagef("--step names the move to draw: add --svg, --png or --pdf")
	}
	if c.IsSet("step") && c.Bool("next") {
		return c.Usagef("%s draws the hint of --next: leave out --step", d.pictures.Flags())
	}
	for _, name := range []string{"next", "from", "html"} {
		if d.asBits && c.IsSet(name) {
			return c.Usagef("--%s is about moves: leave out --bits", name)
		}
	}
	for _, name := range []string{"seed", "any-order", "next", "from", "step", "html", "json"} {
		if c.Bool("orders") && c.IsSet(name) {
			return c.Usagef("--orders is about all orders of single steps: leave out --%s", name)
		}
	}
	return nil
}

func (d *deducing) how() deduction.Options {
	how := deduction.Options{Use: d.use, Trap: d.trap, AnyOrder: d.c.Bool("any-order"), Moves: !d.asBits}
	if d.c.IsSet("seed") || how.AnyOrder {
		how.Rand = rand.New(rand.NewPCG(d.c.Uint64("seed"), 0))
	}
	return how
}

func (d *deducing) run(ctx context.Context) error {
	if err := atomicfile.Check(d.html); err != nil {
		return err
	}
	var text, film bytes.Buffer // must not be used after Abandon returns an error
	err := console.Abandon(ctx, func() (err error) {
		if d.c.Bool("orders") {
			return d.orders(ctx, &text)
		}
		if err := d.work(ctx); err != nil {
			return err
		}
		if err := d.draw(); err != nil {
			return err
		}
		if err := d.film(&film); err != nil {
			return err
		}
		return d.print(&text)
	})
	if err == nil {
		err = d.pictures.Write()
	}
	if err == nil && d.html != "" {
		err = console.WriteFile(ctx, d.html, film.Bytes())
	}
	if err == nil {
		_, err = d.c.Stdout.Write(text.Bytes())
	}
	return err
}

func (d *deducing) print(w io.Writer) error {
	if !d.c.Bool("json") {
		wording.Either(d.asBits, d.plainSteps, d.plainMoves)(w)
		return nil
	}
	encoder := newEncoder(w)
	for _, object := range wording.Either(d.asBits, d.jsonSteps, d.jsonMoves)() {
		if err := encoder.Encode(object); err != nil {
			return err
		}
	}
	return nil
}

// work finds the moves and, with --next, the hint. If the moves end in a contradiction, it looks for
// contradictory clues. If the formula is too large, d.conflict stays nil.
func (d *deducing) work(ctx context.Context) (err error) {
	if d.c.Bool("next") {
		q := hint.Question{Puzzle: d.c.Puzzle, Instance: d.in, Patience: math.MaxInt64, How: d.how, From: d.c.String("from"), Moves: d.c.IsSet("from") || d.use != nil}
		if d.next, err = hint.Next(ctx, q); err != nil {
			return err
		}
		d.whole, d.conflict = d.next.Whole, d.next.Conflict
	}
	if d.whole == nil {
		if d.whole, err = answer.Deduce(ctx, d.in, d.how()); err != nil {
			return err
		}
	}
	d.Result, d.move = d.whole, -1
	if d.next != nil && d.next.Deduced != nil {
		d.Result, d.move = d.next.Deduced, d.next.Move
	}
	if d.next == nil && !d.asBits && d.Verdict() == "contradiction" {
		d.conflict, _ = explain.FindConflict(ctx, d.c.Puzzle, d.in, nil, answer.Watcher{})
	}
	return ctx.Err()
}

func (d *deducing) draw() error {
	if !d.pictures.Wanted() {
		return nil
	}
	all, what, picture := len(d.Moves), "move", d.MovePicture
	if d.asBits {
		all, what, picture = len(d.Steps), "step", d.Picture
	}
	if picture == nil {
		return d.c.Usagef("%s has no pictures of its steps", d.c.Puzzle.Name)
	}
	if err := d.checkHint(d.pictures.Flags()); err != nil {
		return err
	}
	i := all
	switch {
	case d.c.IsSet("step"):
		if i = d.c.Int("step") - 1; i >= all {
			return d.c.Usagef("--step: there are %s, got %d", wording.Plural(all, what), i+1)
		}
	case d.move >= 0:
		i = d.move
	}
	p := picture(i)
	switch {
	case i < all && !d.asBits:
		p = draw.Caption(p, wording.Sentence(d.MoveText(i)))
	case i == all:
		var text string
		if p, text = d.ending(p); text != "" {
			p = draw.Caption(p, text)
		}
	}
	return d.pictures.Render(p)
}

// ending returns the last picture and an empty text. If the board has no solution, both are about the
// clues that contradict each other.
func (d *deducing) ending(last *draw.Picture) (*draw.Picture, string) {
	if d.conflict == nil {
		return last, ""
	}
	if p := d.conflict.Picture(d.c.Puzzle, d.in); p != nil {
		last = p
	}
	return last, wording.Sentence(noSolution(encode.ObstacleOf(d.in), d.conflict.String()))
}

// chooseRules reads the flag --rules. It returns the rules to use, nil for all, and the name of a trap,
// which may be empty.
func chooseRules(text string, in deduction.Deducible) (use func(r deduction.Rule) bool, trap string, err error) {
	var names []string // all levels and names
	for _, r := range in.Rules() {
		names = format.AppendDistinct(names, r.Level, r.Name)
	}
	for _, r := range deduction.Traps(in) {
		names = append(names, "+"+r.Name)
	}
	var chosen []string
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		if !slices.Contains(names, name) {
			return nil, "", console.Usagef("deduce: --rules: unknown level or rule %q: want some of %s", name, strings.Join(names, ", "))
		}
		if rest, ok := strings.CutPrefix(name, "+"); ok {
			trap = rest
			continue
		}
		chosen = append(chosen, name)
	}
	if chosen == nil {
		return nil, trap, nil
	}
	return func(r deduction.Rule) bool {
		return slices.Contains(chosen, r.Level) || slices.Contains(chosen, r.Name)
	}, trap, nil
}

// mostSets limits the feasible sets that deduce --orders lists. A map of 15 regions with 16,384 sets
// takes 0.4 s.
const mostSets = 20_000

// orders counts all orders of steps of a board, prints one order for each end, and renders the picture.
func (d *deducing) orders(ctx context.Context, w io.Writer) error {
	all, err := answer.AllOrders(ctx, d.in, deduction.Options{Use: d.use, Trap: d.trap}, mostSets)
	if errors.Is(err, answer.ErrManySets) {
		return d.c.Usagef("--orders: the board has more than %d feasible sets of steps: try a smaller board or one with fewer open values, or fewer techniques with --rules", mostSets)
	}
	if err != nil {
		return err
	}
	d.writeOrders(w, all)
	if d.pictures.Wanted() {
		return d.drawOrders(all)
	}
	return nil
}

// numbers returns the numbers of feasible sets and of orders, as text.
func numbers(all *answer.Orders) string {
	total := new(big.Int)
	for _, end := range all.Ends {
		total.Add(total, end.Orders)
	}
	return fmt.Sprintf("%s, %s", wording.Plural(len(all.Sets), "feasible set"), ordersOf(total))
}

func ordersOf(n *big.Int) string {
	return n.String() + wording.Either(n.IsInt64() && n.Int64() == 1, " order", " orders")
}

// meaning says what the number of ends means.
func (d *deducing) meaning(all *answer.Orders) string {
	if len(all.Ends) == 1 && all.Ends[0].States == 1 {
		return "A set of steps is feasible if some order begins with it. Every order ends in the same state, so no order is wrong. The feasible sets form an antimatroid"
	}
	for _, end := range all.Ends {
		if end.Broken && d.trap == "" {
			return "The steps lead to a contradiction, and an order ends as soon as it finds one, so the orders end in different states"
		}
	}
	return "The orders end in different states, so a wrong order loses information. The feasible sets form no antimatroid"
}

func (d *deducing) writeOrders(w io.Writer, all *answer.Orders) {
	fmt.Fprintf(w, "%v\n%s\n%s.\n", d.in, numbers(all), d.meaning(all))
	for _, end := range all.Ends {
		fmt.Fprintf(w, "%s: %s%s, for example by these steps:\n", end.Verdict(), ordersOf(end.Orders), left(end.Result))
		printSteps(w, end.Made, func(i int) string { return end.Texts[i] })
	}
}

// mostDrawn limits the feasible sets of a picture, so that its dots can be told apart.
const mostDrawn = 2000

// drawOrders draws a dot for each feasible set, in columns by the number of steps. A line joins two
// sets that differ by one step. Thick lines are the path to each end.
func (d *deducing) drawOrders(all *answer.Orders) error {
	if len(all.Sets) > mostDrawn {
		return d.c.Usagef("%s draws at most %d feasible sets, got %d: leave it out, or try a smaller board", d.pictures.Flags(), mostDrawn, len(all.Sets))
	}
	const wide, high, edge = 60, 14, 20
	column := make([]int, len(all.Sets)) // by set: its number of steps
	rows := make([]int, len(all.Sets))   // by set: its number in the column
	count := make([]int, len(all.Sets))  // by column: the number of sets
	most, tallest := 0, 0
	for i, s := range all.Sets {
		rows[i] = count[column[i]]
		count[column[i]]++
		most, tallest = max(most, column[i]), max(tallest, count[column[i]])
		for _, next := range s.Next {
			column[next] = column[i] + 1
		}
	}
	at := func(i int) draw.Point {
		return draw.Point{float64(edge + wide*column[i]), edge + high*(float64(rows[i])+float64(tallest-count[column[i]])/2)}
	}
	p := &draw.Picture{W: float64(2*edge + wide*most), H: float64(2*edge + high*(tallest-1)), Title: d.c.Puzzle.Title + ", all orders", Description: d.in.String()}
	var lines [][]draw.Point
	for i, s := range all.Sets {
		for _, next := range s.Next {
			lines = append(lines, []draw.Point{at(i), at(next)})
		}
	}
	p.Lines(draw.Style{Stroke: draw.Grey, Width: 1}, lines...)
	for k, end := range all.Ends {
		p.Lines(draw.Style{Stroke: wording.Either(k > 0, draw.Vermilion, draw.Black), Width: 3}, wording.Each(end.Path, at))
	}
	for i := range all.Sets {
		p.Circle(at(i)[0], at(i)[1], 3, draw.Style{Fill: draw.Black})
	}
	return d.pictures.Render(draw.Caption(p, numbers(all)+". "+d.meaning(all)+"."))
}
