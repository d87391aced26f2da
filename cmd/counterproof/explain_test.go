package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"counterproof/bench/solve/explain"
	"counterproof/cmd/counterproof/boards"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/catalog"
	"counterproof/encode/draw"
	"counterproof/encode/test/facttest"
	"counterproof/native"
)

// A fake is an instance with an explanation that the test chooses.
type fake struct {
	encode.Instance
	explain func(ctx context.Context) (*encode.Explanation, error)
}

func (fake) String() string { return "a<b" }

func (fake) Sites() []int { return []int{2, 3} }

func (fake) Check(encode.Solution) error { return nil }

// Reduce returns a method that finds two solutions, which differ in the second site.
func (fake) Reduce() []encode.Reduction {
	return []encode.Reduction{{Method: "fake", Search: func(ctx context.Context, _ *native.Stats, yield func(encode.Solution) bool) error {
		_ = yield("\x01\x00") && yield("\x01\x02")
		return ctx.Err()
	}}}
}

func (f fake) Explain(ctx context.Context) (*encode.Explanation, error) { return f.explain(ctx) }

var facts = []encode.Fact{
	{Name: "rank", Value: 9},
	{Name: "solutions", Value: "18446744073709551616", Text: "2^64"},
	{Name: "inverse", Value: [][]int{{0, 1}, {1, 0}}, Text: "0 1\n1 0\n"},
	{Name: "unique", Value: false},
	{Name: "min_presses", Text: "not looked for: 2^64 candidates"},
	{Name: "chain"},
}

// warnings has the warnings that explained printed to stderr.
var warnings = new(bytes.Buffer)

// explained runs the command explain on a fake instance and returns what it prints.
func explained(ctx context.Context, explain func(context.Context) (*encode.Explanation, error), flags ...string) (stdout string, err error) {
	var out bytes.Buffer
	app := &cli.App{Writer: &out, ErrWriter: warnings, ExitErrHandler: func(*cli.Context, error) {}, Commands: []*cli.Command{{
		Name:  "explain",
		Flags: boards.ExplainCommand.Flags,
		Action: func(c *cli.Context) error {
			call := console.NewCall(c)
			call.Puzzle, call.Instance = &encode.Puzzle{Name: "fake", Title: "Fake"}, fake{explain: explain}
			return boards.ExplainBoard(call)
		},
	}}}
	err = app.RunContext(ctx, append([]string{"counterproof", "explain"}, flags...))
	return out.String(), err
}

// knowing returns an explanation with facts and a picture.
func knowing(picture func() (*draw.Picture, error)) func(context.Context) (*encode.Explanation, error) {
	return func(context.Context) (*encode.Explanation, error) {
		return &encode.Explanation{Facts: facts, Picture: picture}, nil
	}
}

// sky returns a picture of a blue circle.
func sky() (*draw.Picture, error) {
	p := &draw.Picture{W: 9, H: 9}
	p.Circle(4.5, 4.5, 4, draw.Style{Fill: draw.Sky})
	return p, nil
}

func TestExplain(t *testing.T) {
	got, err := explained(context.Background(), knowing(nil))
	want := `a<b
rank         9
solutions    2^64
inverse
  0 1
  1 0
unique       no
min_presses  not looked for: 2^64 candidates
chain
backbone
  1 of 2 sites have the same value in all solutions
  site 0: value 1
impossible
  2 of 5 values of all sites occur in no solution
  site 1: not value 1
`
	if err != nil || got != want {
		t.Errorf("%v,\n%swant\n%s", err, got, want)
	}
	got, err = explained(context.Background(), knowing(nil), "--json")
	var parsed struct{ Instance string }
	if err != nil || json.Unmarshal([]byte(got), &parsed) != nil || parsed.Instance != "a<b" {
		t.Errorf("%v, %q, instance %q", err, got, parsed.Instance)
	}
	want = `","rank":9,"solutions":"18446744073709551616","inverse":[[0,1],[1,0]],"unique":false,"backbone":"1?","impossible":[[0],[1]],"not_found":{"min_presses":"not looked for: 2^64 candidates"}}` + "\n"
	if !strings.HasPrefix(got, `{"puzzle":"fake","instance":"`) || !strings.HasSuffix(got, want) {
		t.Errorf("%swant puzzle, instance, then %s", got, want)
	}
}

// TestExplainPictures checks that both files are written, and that the PNG has two pixels per unit.
func TestExplainPictures(t *testing.T) {
	dir := t.TempDir()
	files := []string{filepath.Join(dir, "a.svg"), filepath.Join(dir, "a.png")}
	out, err := explained(context.Background(), knowing(sky), "--svg", files[0], "--png", files[1])
	if err != nil || !strings.HasPrefix(out, "a<b\n") {
		t.Fatalf("%v, %q", err, out)
	}
	var want bytes.Buffer
	p, _ := sky()
	p.Title, p.Description = "Fake, explained", "a<b"
	if err := p.WriteSVG(&want); err != nil {
		t.Fatal(err)
	}
	if svg, err := os.ReadFile(files[0]); err != nil || !bytes.Equal(svg, want.Bytes()) {
		t.Errorf("%v, %s", err, svg)
	}
	f, err := os.Open(files[1])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	size := img.Bounds().Size()
	r, g, b, _ := img.At(size.X/2, size.Y/2).RGBA()
	if got := draw.RGB(uint8(r>>8), uint8(g>>8), uint8(b>>8)); got != draw.Sky || size.X != 18 {
		t.Errorf("the middle of %v pixels is %08x, want 18 pixels wide and %08x", size, got, draw.Sky)
	}
}

// TestExplainMissing checks that a warning names the characters that the font of the PNG lacks, and
// that the picture is still written.
func TestExplainMissing(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.png")
	warnings.Reset()
	_, err := explained(context.Background(), knowing(func() (*draw.Picture, error) {
		p := &draw.Picture{W: 90, H: 20}
		p.Text(45, 15, "a 字 ü", draw.Font{Size: 10})
		return p, nil
	}), "--png", file)
	if _, missing := os.Stat(file); err != nil || missing != nil || !facttest.States(warnings.String(), `a.png, "字"`) {
		t.Errorf("%v, %v, the warnings are %q", err, missing, warnings)
	}
}

// TestExplainFails checks that explain prints nothing to stdout and leaves no file when it fails.
func TestExplainFails(t *testing.T) {
	broken := errors.New("no ink")
	ran := false
	watched := func(ctx context.Context) (*encode.Explanation, error) {
		ran = true
		return knowing(sky)(ctx)
	}
	for _, c := range []struct {
		name    string
		explain func(context.Context) (*encode.Explanation, error)
		png     string // a path in the test's folder
		want    string // facts of the message; empty means the test's folder
		usage   bool
	}{
		{"picture fails", knowing(func() (*draw.Picture, error) { return nil, broken }), "a.png", "no ink", false},
		{"picture without a size", knowing(func() (*draw.Picture, error) { return &draw.Picture{}, nil }), "a.png", "svg, 0 x 0", true},
		{"picture too large for PNG", knowing(func() (*draw.Picture, error) { return &draw.Picture{W: 1e5, H: 1}, nil }), "a.png", "png, 100000 x 1", true},
		{"no folder", watched, "none/a.png", "none", false},
		{"a folder", watched, "", "", false},
		{"theory fails", func(context.Context) (*encode.Explanation, error) { return nil, broken }, "a.png", "no ink", false},
	} {
		dir := t.TempDir()
		if c.want == "" {
			c.want = dir
		}
		out, err := explained(context.Background(), c.explain, "--svg", filepath.Join(dir, "a.svg"), "--png", filepath.Join(dir, c.png))
		var usage console.UsageError
		if err == nil || !facttest.States(err.Error(), c.want) || errors.As(err, &usage) != c.usage {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
		if out != "" {
			t.Errorf("%s: it prints %q", c.name, out)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%s: it leaves %v", c.name, left)
		}
	}
	if ran {
		t.Error("explain did the work before it found that a file cannot be written")
	}
}

// TestExplainCut checks that explain prints the facts if the search was too short for the picture.
// The command must leave no file and must fail, but not with the exit status for a wrong command
// line.
func TestExplainCut(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.svg")
	cut := func() (*draw.Picture, error) { return nil, fmt.Errorf("cut: %w", explain.ErrNoPicture) }
	out, err := explained(context.Background(), knowing(cut), "--svg", file)
	var usage console.UsageError
	if !errors.Is(err, explain.ErrNoPicture) || errors.As(err, &usage) {
		t.Errorf("the error is %v, want %v", err, explain.ErrNoPicture)
	}
	if !strings.HasPrefix(out, "a<b\nrank ") {
		t.Errorf("it prints %q, want the facts", out)
	}
	if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it leaves a picture: %v", err)
	}
}

// TestExplainInterrupted checks that the command ends when ctx ends, even if the explanation ignores
// ctx.
func TestExplainInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	deaf := make(chan struct{})
	defer close(deaf)
	_, err := explained(ctx, func(context.Context) (*encode.Explanation, error) {
		cancel()
		<-deaf
		return nil, context.Canceled
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
}

// TestHeat checks that a heat map is shaded rune by rune, and that every shade ends at the end of the
// line.
func TestHeat(t *testing.T) {
	got := string(boards.PlainFacts(fake{}, []encode.Fact{
		{Name: "map", Text: "0é\n1.\n", Heat: []float64{0, 0.999, -1, 1, -1, -1}},
	}, true))
	want := "a<b\nmap\n" +
		"  \x1b[0m\x1b[30;48;5;230m0\x1b[0m\x1b[97;48;5;54mé\x1b[0m\n" +
		"  \x1b[0m\x1b[97;48;5;54m1\x1b[0m.\n"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := string(boards.PlainFacts(fake{}, []encode.Fact{{Name: "map", Text: "01", Heat: []float64{0, 1}}}, false)); got != "a<b\nmap  01\n" {
		t.Errorf("without shades %q", got)
	}
}

// TestClueNumbers checks the numbers of contradictory clues on boards on which only two clues
// contradict each other. The numbers were counted by hand in the text of the board, in the order that
// docs/explain.md states. For nonograms, Battleships and Minesweeper, this is not the order of the
// notation.
func TestClueNumbers(t *testing.T) {
	clued := map[string]bool{}
	for _, x := range []struct{ puzzle, board, want string }{
		{"sudoku", "2.....44.......3", "[1,2]"},                             // the two 4s of row 2
		{"pairplace", "DCBA../D..A..", "[0,2]"},                             // A and D are a pair twice; B and C are the pair between
		{"map", "regions=4 colours=2 edges=1-2 given=2:1,0:0,1:1", "[1,2]"}, // regions 1 and 2 touch
		{"sherlock", "drink:tea,milk,juice/pet:cat,dog,fox;next tea cat;at milk 3;at milk 1", "[1,2]"},
		{"gf2", "10|1/01|1/10|0", "[0,2]"},                                // equations 1 and 3 say different things about unknown 1
		{"laplace", "sum 0..1 1,2,1,2", "[2,3]"},                          // the last two cells have the sum 2, which is more than 1
		{"submarines", "rows=2,0 cols=0,1", "[0,2]"},                      // row 1 is full, column 1 is empty
		{"nonogram", "2x2:1//2/", "[0,3]"},                                // row 1 is black, column 2 is white
		{"nonogram", "2x2:1//2/,Ad", "[1,4]"},                             // the given black cell comes first
		{"battleships", "rows=?,0 cols=?,? fleet=1 given=w./c.", "[1,2]"}, // the ship lies in row 2, whose sum is 0
		{"minesweeper", "mines=0 ??1.", "[0,2]"},                          // the 1 and the total; the open cell with 0 is number 1
	} {
		clued[x.puzzle] = true
		out, status := call(t, "", "explain", "--json", x.puzzle, x.board)
		var got struct {
			Clues json.RawMessage `json:"conflict_clues"`
		}
		if err := json.Unmarshal([]byte(out), &got); err != nil || status != console.Done || string(got.Clues) != x.want {
			t.Errorf("%s %s: clues %s, status %d, %v; want %s", x.puzzle, x.board, got.Clues, status, err, x.want)
		}
	}
	for _, p := range catalog.All() {
		in, err := p.Parse(p.Example)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := in.(clues.HasDemands); ok != clued[p.Name] {
			t.Errorf("%s has clues: %v; the test has a board: %v", p.Name, ok, clued[p.Name])
		}
	}
}

// TestClueOrderStated checks that docs/explain.md states the order of the clues that TestClueNumbers
// expects, for the puzzles whose order is not the order of the notation.
func TestClueOrderStated(t *testing.T) {
	page, err := os.ReadFile("../../docs/explain.md")
	if err != nil {
		t.Fatal(err)
	}
	for puzzle, parts := range map[string][]string{
		"nonograms":   {"given cells", "row", "column"},
		"Battleships": {"hints", "rows", "columns"},
		"Minesweeper": {"numbers", "total"},
	} {
		_, rest, found := strings.Cut(string(page), "\n- "+puzzle+": ")
		item, _, _ := strings.Cut(rest, "\n- ")
		for _, part := range parts {
			var ok bool
			_, item, ok = strings.Cut(item, part)
			found = found && ok
		}
		if !found {
			t.Errorf("docs/explain.md does not state the order %q of the clues of %s", parts, puzzle)
		}
	}
}
