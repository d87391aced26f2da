package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"counterproof/encode"
	"counterproof/native"
)

// Tallies are boards with clues of which need must stay for one solution, so
// that clues-need are to spare.
type tally struct {
	encode.Instance
	clues, need int
	fail        error
}

func (b tally) String() string { return fmt.Sprintf("%d clues", b.clues) }

func (b tally) Clues() int { return b.clues }

func (b tally) Without(i ...int) encode.Clued {
	return tally{clues: b.clues - len(i), need: b.need, fail: b.fail}
}

func (b tally) Reduce() []encode.Reduction {
	return []encode.Reduction{{Search: func(_ context.Context, _ *native.Stats, yield func(encode.Solution) bool) error {
		for range 1 + max(0, b.need-b.clues) {
			if !yield("") {
				break
			}
		}
		return b.fail
	}}}
}

// tallies makes a puzzle whose boards have 20 to 29 clues, by the seed, and so
// many to spare.
func tallies(spare int, fail error) *encode.Puzzle {
	return &encode.Puzzle{
		Name:  "tally",
		Parse: func(string) (encode.Instance, error) { return tally{}, nil },
		Generate: func(rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
			need := 20 + rng.IntN(10)
			b := tally{clues: need + spare, need: need, fail: fail}
			if !keep(b) {
				return nil, errors.New("not kept")
			}
			return b, nil
		},
	}
}

// generated runs the command for a puzzle.
func generated(ctx context.Context, p *encode.Puzzle, flags ...string) (stdout, stderr string, err error) {
	var out, errs bytes.Buffer
	app := &cli.App{Writer: &out, ErrWriter: &errs, ExitErrHandler: func(*cli.Context, error) {}, Commands: []*cli.Command{{
		Name:   "generate",
		Flags:  generateCommand.Flags,
		Action: func(c *cli.Context) error {
			return (&generator{Context: c, p: p, size: encode.Size{H: 3, W: 3}}).boards()
		},
	}}}
	err = app.RunContext(ctx, append([]string{"counterproof", "generate"}, flags...))
	return out.String(), errs.String(), err
}

// TestGenerateMinimal: --minimal leaves out what is to spare, and nothing of
// boards without; the boards are the same otherwise.
func TestGenerateMinimal(t *testing.T) {
	ctx := context.Background()
	dug, told, err := generated(ctx, tallies(0, nil), "--number", "5")
	if err != nil || told != "" || strings.Count(dug, "\n") != 5 {
		t.Fatalf("%q, %q, %v, want 5 boards", dug, told, err)
	}
	for _, c := range []struct {
		spare int
		flags []string
		same  bool
	}{
		{0, []string{"--minimal"}, true}, {3, []string{"--minimal"}, true}, {3, nil, false},
	} {
		got, _, err := generated(ctx, tallies(c.spare, nil), append(c.flags, "--number", "5")...)
		if err != nil || (got == dug) != c.same {
			t.Errorf("%d clues to spare, %v: %v\n%swhere dug boards are\n%s", c.spare, c.flags, err, got, dug)
		}
	}
}

// TestGenerateTells: -v tells the clues of the boards on stderr.
func TestGenerateTells(t *testing.T) {
	for _, c := range []struct{ number, want string }{
		{"1", "counterproof: %d clues\n"}, {"5", "counterproof: %d to %d clues; fewest %d\n"},
	} {
		out, told, err := generated(context.Background(), tallies(0, nil), "-v", "--number", c.number)
		least, most := 99, 0
		for line := range strings.Lines(out) {
			var n int
			if _, err := fmt.Sscanf(line, "%d clues", &n); err != nil {
				t.Fatal(err)
			}
			least, most = min(least, n), max(most, n)
		}
		want := fmt.Sprintf(c.want, least, most, least)
		if c.number == "1" {
			want = fmt.Sprintf(c.want, least)
		}
		if err != nil || told != want {
			t.Errorf("%q, %v, want %q", told, err, want)
		}
	}
}

// TestGenerateFails: an error of the search, and the end of the context, are the
// error of the command, with --minimal too.
func TestGenerateFails(t *testing.T) {
	broken := errors.New("broken")
	for _, flags := range [][]string{nil, {"--minimal"}, {"-v", "--minimal", "--number", "3"}} {
		if out, told, err := generated(context.Background(), tallies(2, broken), flags...); !errors.Is(err, broken) || out+told != "" {
			t.Errorf("%v: %q, %q, %v, want %v", flags, out, told, err, broken)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if out, _, err := generated(ctx, tallies(2, nil), flags...); !errors.Is(err, context.Canceled) || out != "" {
			t.Errorf("%v: %q, %v, want %v", flags, out, err, context.Canceled)
		}
	}
}

func TestReadSize(t *testing.T) {
	for text, want := range map[string]encode.Size{
		"9": {H: 9, W: 9}, "3x5": {H: 3, W: 5}, "20x15n30": {H: 15, W: 20, N: 30},
		"30x16n99X0Y3": {H: 16, W: 30, N: 99, R: 4, C: 1},
	} {
		got, err := readSize(text)
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v, want %+v", text, got, err, want)
		}
		if again, err := readSize(want.String()); err != nil || again != want {
			t.Errorf("%v: %+v, %v, want %+v", want, again, err, want)
		}
	}
}

// TestClued: puzzles of the catalogue without clues.
func TestClued(t *testing.T) {
	if !clued(tallies(0, nil)) {
		t.Error("tallies have clues")
	}
	for _, name := range []string{"packing", "lightsout"} {
		p, err := findPuzzle(name)
		if err != nil || clued(p) {
			t.Errorf("%s has clues, or %v", name, err)
		}
	}
}
