package boards

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/explain"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
)

// ExplainCommand is the command explain.
var ExplainCommand = &cli.Command{
	Name:  "explain",
	Usage: "explain a board: what its solutions share, or why it has none",
	Description: `Prints facts about a board that a single solution does not show. The fact "backbone" is about the
sites, such as cells, that have the same value in all solutions. The fact "impossible" is about the values that a site
has in no solution. With --marginals, the command also counts, for each site and each value, the solutions in which the
site has the value. If the board has no solution, these facts are missing. Instead, the command prints clues that
contradict each other, and the reason if there is a simple one. For some puzzles, there are more facts: areas and
symmetries (packings), rank and null space (linear puzzles), the sums of Gale and Ryser (Submarines), and the
probability of a mine in each cell (Minesweeper). Several boards are explained on all cores, and an empty line is
between them. See docs/explain.md.
$ counterproof explain lightsout '#####/#####/#####/#####/#####'
$ counterproof explain --marginals --svg shares.svg calendar 10-06`,
	ArgsUsage: "PUZZLE INSTANCE...",
	Flags: append(PictureFlags("draw the explanation"),
		&cli.BoolFlag{Name: "marginals", Usage: "for each site and each value, count the solutions in which the site has the value, and draw these numbers in the picture"},
		&cli.StringFlag{Name: "chain", Usage: "explain only how the first of two solutions of submarines, joined by a comma, changes into the second `A,B`"},
		&cli.Int64Flag{Name: "limit", Value: 10_000, Usage: "list up to `K` solutions. If there are more, count them with a solution graph, for up to 5 seconds. If that fails, a SAT solver finds the backbone and the impossible values, and the marginals are not counted. K does not affect what the theory of a puzzle counts, such as the number of solutions", Action: console.Least[int64]("limit", 1)},
		&cli.DurationFlag{Name: "timeout", Value: 10 * time.Second, Usage: "stop the search for the backbone, impossible values, marginals and contradictions after the time `D`, such as 90s or 5m", Action: console.Least("timeout", time.Millisecond)},
		console.GivenFlag, console.JSONFlag, console.InputFlag, console.LinesFlag, console.ProjectFlag, console.FilesFlag, console.DataFlag, console.DefineFlag, console.ObjectiveFlag,
	),
	Action: console.Do(func(c *console.Call) error {
		console.CollectLess()
		return eachInstance(c, ExplainBoard)
	}),
}

// ExplainBoard prints what is known about a board and writes the pictures. If the search reaches its
// limit before it has found what the picture needs, ExplainBoard prints the other facts, and returns an
// error. If the picture fails for another reason, ExplainBoard prints nothing.
func ExplainBoard(c *console.Call) error {
	pictures, err := OpenPictures(c)
	if err != nil {
		return err
	}
	given, err := c.Given()
	if err != nil {
		return err
	}
	var facts []encode.Fact // must not be used after Abandon returns an error
	var unknown error       // why the picture has nothing to show
	o := explain.Explaining{Limit: c.Int64("limit"), Timeout: c.Duration("timeout"), Marginals: c.Bool("marginals"), Given: given}
	watcher, stop := reportSearch(c)
	err = console.Abandon(c, func() error {
		x, err := chains(c)
		if x == nil && err == nil {
			x, err = explain.Known(c, c.Puzzle, c.Instance, o, watcher)
		}
		if err != nil {
			return err
		}
		facts = x.Facts
		if err = drawExplanation(pictures, x); errors.Is(err, explain.ErrNoPicture) {
			unknown, err = err, nil
		}
		return err
	})
	stop()
	if err != nil {
		return err
	}
	text := PlainFacts(c.Instance, facts, console.Coloured(c.Stdout))
	if c.Bool("json") {
		if text, err = jsonFacts(c.Puzzle, c.Instance, facts); err != nil {
			return err
		}
	}
	if err := pictures.Write(); err != nil { // writes nothing if none was drawn
		return err
	}
	_, err = c.Stdout.Write(text)
	return cmp.Or(err, unknown)
}

// chains explains how the first solution of --chain changes into the second one. The result is nil if the
// flag is not given.
func chains(c *console.Call) (*encode.Explanation, error) {
	if !c.IsSet("chain") {
		return nil, nil
	}
	in, ok := c.Instance.(encode.HasChains)
	texts := strings.Split(c.String("chain"), ",")
	if !ok || len(texts) != 2 || c.IsSet("given") || c.Bool("marginals") {
		return nil, c.Usagef("--chain: want two solutions of submarines, joined by a comma, and neither --given nor --marginals")
	}
	var pair [2]encode.Solution
	for i, text := range texts {
		all, err := answer.CheckText(c, in, text)
		if err == nil {
			err = all[0].Broken
		}
		if err != nil {
			return nil, c.Usagef("--chain: solution %d: %w", i+1, err)
		}
		pair[i] = all[0].Solution
	}
	return in.ExplainChains(pair[0], pair[1])
}

// drawExplanation renders the picture, if a flag asks for one. The error can wrap explain.ErrNoPicture.
func drawExplanation(pictures *Pictures, x *encode.Explanation) error {
	if !pictures.Wanted() {
		return nil
	}
	if x.Picture == nil {
		return pictures.c.Usagef("found nothing to draw for %s: leave out %s", pictures.c.Puzzle.Name, pictures.Flags())
	}
	picture, err := x.Picture()
	if errors.Is(err, explain.ErrNoPicture) {
		if pictures.c.Bool("marginals") {
			return fmt.Errorf("explain: %w: --limit and --timeout allow more, and without --marginals another picture is drawn", err)
		}
		return fmt.Errorf("explain: %w: --timeout allows more", err)
	}
	if err != nil {
		return err
	}
	picture.Title, picture.Description = pictures.c.Puzzle.Title+", explained", pictures.c.Instance.String()
	if why := contradiction(x); why != "" {
		picture = draw.Caption(picture, wording.Sentence(why))
	}
	return pictures.Render(picture)
}

func contradiction(x *encode.Explanation) string {
	why := map[string]string{}
	for _, f := range x.Facts {
		if f.Value != nil {
			why[f.Name] = plain(f)
		}
	}
	return noSolution(why["obstacle"], why["conflict"])
}

// noSolution makes a sentence without a full stop from an obstacle and a conflict, which may be empty.
func noSolution(obstacle, conflict string) string {
	unnamed := conflict == "" || conflict == new(explain.Conflict).String()
	return wording.Either(unnamed, strings.Trim(obstacle+"; "+conflict, "; "), conflict)
}

// reportSearch prints on a terminal how far the search is, after the time patience and then every five
// seconds. Call stop when the search has ended.
func reportSearch(c *console.Call) (w answer.Watcher, stop func()) {
	if !console.IsTerminal(c.Stderr) {
		return w, func() {}
	}
	var listed atomic.Int64
	w.Progress = func(p answer.Progress) { listed.Store(p.Solutions) }
	began, done := time.Now(), make(chan struct{})
	var reporting sync.WaitGroup
	reporting.Go(func() {
		for wait := patience; ; wait = 5 * patience {
			select {
			case <-done:
				return
			case <-time.After(wait):
				c.Say("searching for %v, %s listed", time.Since(began).Round(patience), wording.Plural(int(listed.Load()), "solution"))
			}
		}
	})
	return w, func() {
		close(done)
		reporting.Wait()
	}
}

// jsonFacts returns the facts as one JSON object on one line, with its keys in the order of the
// facts. The last key says why facts without a value were not found.
func jsonFacts(p *encode.Puzzle, in encode.Instance, facts []encode.Fact) ([]byte, error) {
	facts = append([]encode.Fact{{Name: "puzzle", Value: p.Name}, {Name: "instance", Value: in.String()}}, facts...)
	missing := map[string]string{}
	for _, f := range facts {
		if f.Value == nil && f.Text != "" {
			missing[f.Name] = f.Text
		}
	}
	if len(missing) > 0 {
		facts = append(facts, encode.Fact{Name: "not_found", Value: missing})
	}
	var members [][]byte
	for _, f := range facts {
		if f.Value == nil {
			continue
		}
		object, err := json.Marshal(map[string]any{f.Name: f.Value})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		members = append(members, object[1:len(object)-1])
	}
	return slices.Concat([]byte("{"), bytes.Join(members, []byte(",")), []byte("}\n")), nil
}

// PlainFacts returns the instance and the facts as text. A text of one line is in a column next
// to the name of the fact. A longer text is indented below the name. If the parameter shaded is
// true, the cells of a heat map have colours.
func PlainFacts(in encode.Instance, facts []encode.Fact, shaded bool) []byte {
	facts = slices.DeleteFunc(slices.Clone(facts), func(f encode.Fact) bool { return f.Quiet })
	widest := 0
	texts := make([]string, len(facts))
	for i, f := range facts {
		texts[i] = plain(f)
		if !strings.Contains(texts[i], "\n") {
			widest = max(widest, utf8.RuneCountInString(f.Name))
		}
	}
	var b bytes.Buffer
	fmt.Fprintln(&b, in)
	for i, f := range facts {
		if shaded && f.Heat != nil {
			texts[i] = console.Heat(texts[i], f.Heat)
		}
		lines := strings.Split(texts[i], "\n")
		switch {
		case texts[i] == "":
			fmt.Fprintln(&b, f.Name)
		case len(lines) == 1:
			fmt.Fprintf(&b, "%-*s  %s\n", widest, f.Name, texts[i])
		default:
			fmt.Fprintf(&b, "%s\n  %s\n", f.Name, strings.Join(lines, "\n  "))
		}
	}
	return b.Bytes()
}

func plain(f encode.Fact) string {
	if text := strings.TrimRight(f.Text, "\n"); text != "" {
		return text
	}
	switch f.Value {
	case nil:
		return ""
	case true:
		return "yes"
	case false:
		return "no"
	}
	return fmt.Sprint(f.Value)
}

// single lists the flags that go with only one instance: the flags that name files, and --chain.
var single = strings.Fields("svg png pdf html step chain")

// eachInstance calls run for each instance of the arguments after PUZZLE, with a Call that has the
// instance. The calls run on all cores. What they print comes in the order of the instances, as text with
// empty lines between them.
func eachInstance(c *console.Call, run func(*console.Call) error) error {
	ins, err := c.ReadInstances(c.Puzzle, c.Args[1:])
	if err != nil {
		return err
	}
	if len(ins) == 1 {
		c.Instance = ins[0]
		return run(c)
	}
	if i := slices.IndexFunc(single, c.IsSet); i >= 0 {
		return c.Usagef("--%s: want one instance, got %d", single[i], len(ins))
	}
	type printed struct {
		console.Call
		out, messages bytes.Buffer
		err           error
	}
	first := true
	return console.InOrder(c, console.Each(ins), func(ctx context.Context, in encode.Instance) *printed {
		p := &printed{Call: *c}
		p.Context, p.Instance, p.Stdout, p.Stderr = ctx, in, &p.out, &p.messages
		p.err = run(&p.Call)
		return p
	}, func(p *printed) error {
		before := wording.If(!c.Bool("json") && !first, "\n")
		before += wording.If(!c.Bool("json") && c.Bool("next"), p.Instance.String()+"\n") // a hint alone does not name its board
		first = false
		_, _ = c.Stderr.Write(p.messages.Bytes())
		_, err := c.Stdout.Write(append([]byte(before), p.out.Bytes()...))
		if p.err != nil && !errors.As(p.err, new(console.UsageError)) {
			p.err = fmt.Errorf("%s %v: %w", c.Puzzle.Name, p.Instance, p.err)
		}
		return errors.Join(p.err, err)
	})
}
