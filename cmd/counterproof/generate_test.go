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

	"counterproof/bench/solve/generator"
	"counterproof/cmd/counterproof/boards"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/test/facttest"
	"counterproof/native"
)

// A tally is a fake board. The field need is the smallest number of clues that leave only one
// solution. With fewer clues, the board has several solutions.
type tally struct {
	encode.Instance
	clues, need int
	fail        error
}

func (b tally) String() string { return fmt.Sprintf("%d clues", b.clues) }

func (b tally) Clues() int { return b.clues }

func (b tally) Without(i ...int) clues.HasClues {
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

// tallies returns a puzzle whose boards need 20 to 29 clues, depending on the seed. The parameter
// spare is the number of further clues, which a board does not need.
func tallies(spare int, fail error) *encode.Puzzle {
	return &encode.Puzzle{
		Name:  "tally",
		Size:  encode.Size{H: 3, W: 3},
		Parse: func(string) (encode.Instance, error) { return tally{}, nil },
		Generate: func(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
			need := 20 + rng.IntN(10)
			b := tally{clues: need + spare, need: need, fail: fail}
			if !keep(b) {
				return nil, errors.New("not kept")
			}
			return b, nil
		},
	}
}

// generated runs the command generate for a puzzle.
func generated(ctx context.Context, p *encode.Puzzle, flags ...string) (stdout, stderr string, err error) {
	var out, errs bytes.Buffer
	app := &cli.App{Writer: &out, ErrWriter: &errs, ExitErrHandler: func(*cli.Context, error) {}, Commands: []*cli.Command{{
		Name:  "generate",
		Flags: boards.GenerateCommand.Flags,
		Action: func(c *cli.Context) error {
			call := console.NewCall(c)
			call.Puzzle = p
			return boards.Boards(call, generator.Draw{Minimal: c.Bool("minimal")})
		},
	}}}
	err = app.RunContext(ctx, append([]string{"counterproof", "generate"}, flags...))
	return out.String(), errs.String(), err
}

// TestGenerateMinimal checks that --minimal removes exactly the clues that a board does not need.
// In all other respects the boards must be the same as without the flag.
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
			t.Errorf("%d clues to spare, %v: %v\n%sminimal boards are\n%s", c.spare, c.flags, err, got, dug)
		}
	}
}

// TestGenerateTells checks that -v reports the number of clues on stderr.
func TestGenerateTells(t *testing.T) {
	for _, c := range []struct{ number, want string }{
		{"1", "counterproof, %d clues"}, {"5", "counterproof, %d, %d clues"},
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
		want := fmt.Sprintf(c.want, least, most)
		if c.number == "1" {
			want = fmt.Sprintf(c.want, least)
		}
		if err != nil || !facttest.States(told, want) {
			t.Errorf("%q, %v, want %q", told, err, want)
		}
	}
}

// TestGenerateFails checks that the command returns the error of the search, and the error of a
// context that has ended.
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

// TestNoBoards checks the errors if the user asks for a kind of board, such as a level, that the
// puzzle cannot generate.
func TestNoBoards(t *testing.T) {
	for _, c := range []struct {
		puzzle, part string
		draw         generator.Draw
	}{
		{"calendar", "", generator.Draw{}},
		{"packing", "minimal", generator.Draw{Minimal: true}}, {"lightsout", "minimal", generator.Draw{Minimal: true}},
		{"map", "difficulty", generator.Draw{Difficulty: "mean"}},
		{"sudoku", "size", generator.Draw{Size: encode.Size{H: 9, W: 9, N: 3}}},
		{"lightsout", "rule", generator.Draw{Rule: "pair"}}, {"map", "rule", generator.Draw{Rule: "X-wing"}},
		{"map", "rule", generator.Draw{Rule: "pair", Difficulty: "easy"}}, {"sudoku", "difficulty", generator.Draw{Difficulty: "unreasonable"}},
	} {
		p, err := console.FindPuzzle(c.puzzle)
		if err != nil {
			t.Fatal(err)
		}
		var bad *generator.DrawError
		if _, err = c.draw.For(p); !errors.As(err, &bad) || bad.Part != c.part {
			t.Errorf("%s, %+v: %v", c.puzzle, c.draw, err)
		}
	}
}
