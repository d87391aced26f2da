package boards

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"counterproof/bench/answer"
	"counterproof/bench/atomicfile"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/reports/canvas"
)

var ExplainCommand = &cli.Command{
	Name:     "explain",
	Usage:    "explain a board: forced values, theory, probabilities",
	Category: console.GroupSolve,
	Description: console.Describe(
		"Prints what can be said about the board beyond its solutions: rank and null space of "+
			"linear puzzles, the Gale-Ryser sums of Submarines, probabilities of mines, and forced "+
			"cells.",
		"counterproof explain lightsout '#####/#####/#####/#####/#####'",
		"counterproof explain --svg mines.svg minesweeper 'mines=3 ??????/?1..1?/?1..1?/??????'",
	),
	ArgsUsage: "PUZZLE INSTANCE",
	Flags: []cli.Flag{
		console.FileFlag("svg", "", "draw the explanation into the SVG file `F`"),
		console.FileFlag("png", "", "draw the explanation into the PNG file `F`"),
		console.JSONFlag, console.InputFlag,
	},
	Action: console.OnBoard(0, 0, func(c *cli.Context, p *encode.Puzzle, in encode.Instance, _ []string) error {
		return ExplainBoard(c, p, in)
	}),
}

func ExplainBoard(c *cli.Context, p *encode.Puzzle, in encode.Instance) error {
	if _, ok := in.(encode.Explainable); !ok {
		return console.Usagef("explain: %s has nothing to explain: no native theory beyond its solutions", p.Name)
	}
	files := [2]string{c.String("svg"), c.String("png")}
	for _, file := range files {
		if err := atomicfile.Check(file); err != nil {
			return err
		}
	}
	if files[0] != "" && files[0] == files[1] {
		return console.Usagef("explain: --svg and --png name one file: %s", files[0])
	}
	var k known // not to be touched where find is abandoned
	err := console.Abandon(c.Context, func() (err error) {
		k, err = find(c.Context, p, in, files)
		return err
	})
	if err != nil {
		return err
	}
	text := PlainFacts(in, k.facts, console.Coloured(c.App.Writer))
	if c.Bool("json") {
		if text, err = jsonFacts(p, in, k.facts); err != nil {
			return err
		}
	}
	for i, file := range files {
		if file != "" {
			if err := atomicfile.Write(file, k.pictures[i]); err != nil {
				return err
			}
		}
	}
	if len(k.missing) > 0 {
		fmt.Fprintf(c.App.ErrWriter, "counterproof: warning: %s: the font has no %q and shows boxes; the SVG has the characters\n", files[1], string(k.missing))
	}
	_, err = c.App.Writer.Write(text)
	return err
}

// A known is what is known of a board, and the pictures of it that were asked
// for: SVG, PNG.
type known struct {
	facts    []encode.Fact
	pictures [2][]byte
	missing  []rune // characters that the font of the PNG lacks
}

// find finds what is known and draws the pictures whose files have a name.
func find(ctx context.Context, p *encode.Puzzle, in encode.Instance, files [2]string) (known, error) {
	x, err := answer.Explain(ctx, in.(encode.Explainable))
	if err != nil {
		return known{}, err
	}
	k := known{facts: x.Facts}
	if files == [2]string{} {
		return k, nil
	}
	if x.Picture == nil {
		return k, console.Usagef("explain: %s: there is no picture of what is known", p.Name)
	}
	picture, err := x.Picture()
	if err != nil {
		return k, err
	}
	picture.Title, picture.Description = p.Title+", explained", in.String()
	var svg, png bytes.Buffer
	if err := picture.WriteSVG(&svg); err != nil {
		return k, err
	}
	if files[1] != "" {
		if err := canvas.PNG(&png, picture); err != nil {
			return k, err
		}
		k.missing = canvas.Missing(picture)
	}
	k.pictures = [2][]byte{svg.Bytes(), png.Bytes()}
	return k, nil
}

// jsonFacts is one object on one line; its keys stand in the order of the facts.
func jsonFacts(p *encode.Puzzle, in encode.Instance, facts []encode.Fact) ([]byte, error) {
	facts = append([]encode.Fact{{Name: "puzzle", Value: p.Name}, {Name: "instance", Value: in.String()}}, facts...)
	var b bytes.Buffer
	separator := byte('{')
	for _, f := range facts {
		if f.Value == nil {
			continue
		}
		name, err := json.Marshal(f.Name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(f.Value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		b.WriteByte(separator)
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
		separator = ','
	}
	b.WriteString("}\n")
	return b.Bytes(), nil
}

// PlainFacts is the instance, then the facts: the texts of one line in a
// column beside their names, longer ones indented under theirs; shaded tells
// whether a text's heat shows.
func PlainFacts(in encode.Instance, facts []encode.Fact, shaded bool) []byte {
	widest := 0
	texts := make([]string, len(facts))
	for i, f := range facts {
		texts[i] = strings.TrimRight(f.Text, "\n")
		if texts[i] == "" {
			texts[i] = plain(f.Value)
		}
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

// plain prints a value for people.
func plain(value any) string {
	switch value {
	case nil:
		return ""
	case true:
		return "yes"
	case false:
		return "no"
	}
	return fmt.Sprint(value)
}
