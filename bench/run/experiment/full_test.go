package experiment

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"counterproof/bench/record/result"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/test/facttest"
)

// TestSpecFull checks the quick and the full size of one file: the jobs, the labels of random
// boards, and the text that states the size.
func TestSpecFull(t *testing.T) {
	const text = "title = 'x'\ncost = { quick = '3s', full = '2h' }\n[[suite]]\nname = 'n'\npuzzle = 'submarines'\nmethods = ['native', 'sat']\n" +
		"random = { size = '3x4 4x4', density = [0.25, 0.5], number = 2, seed = 5 }\n" +
		"[suite.full]\nmethods = ['native']\nrepetitions = 2\nrandom = { size = '9x9', density = [0.5], number = 6 }\nlimits = { wall = '7s' }\n"
	path := filepath.Join(t.TempDir(), "x.toml")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	jobs := func(s *Spec, err error) []result.Job {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		all, err := jobsOf(s, t.Context(), catalog.Find, func(*encode.Puzzle, string) ([]encode.Instance, error) { panic("no instances") })
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	quick, err := ReadSpec(path, kinds, false)
	small := jobs(quick, err)
	if len(small) != 16 || string(quick.Text) != text {
		t.Fatalf("%d jobs, text %q", len(small), quick.Text)
	}
	for i, j := range small {
		want := result.Label{Suite: "n", Size: result.Size{H: 3 + i/8, W: 4}, Random: true, Density: []float64{0.25, 0.5}[i/4%2], Draws: 1, Seed: 5}
		if j.Label != want {
			t.Errorf("job %d has the label %v, want %v", i, j.Label, want)
		}
	}
	full, err := ReadSpec(path, kinds, true)
	large := jobs(full, err)
	if len(large) != 12 || string(full.Text) != "full = true # --full\n"+text {
		t.Fatalf("%d jobs, text %q", len(large), full.Text)
	}
	for i, j := range large {
		if j.Repetition != i/6 || j.Method != "native/margins" && !strings.HasPrefix(j.Method, "native/") || j.Limits.Wall.String() != "7s" || j.Label.Size.H != 9 {
			t.Errorf("job %d is %+v", i, j)
		}
	}
	again, err := ParseSpec(path, full.Text, kinds)
	if got := jobs(again, err); len(got) != 12 || got[11] != large[11] {
		t.Error("the text of the full size gives other jobs")
	}
	// A mistake in this text has the same position as in the file.
	if _, err := ParseSpec("x.toml", append(full.Text, "[[plot]]\nkind = 'none'\n"...), kinds); err == nil || !facttest.States(err.Error(), "x.toml:14:8") {
		t.Errorf("got %v", err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"density = [0.25, 0.5]", "density = [0.5, 0.25]", "x.toml:7:46, 0, 1, 0.25"},
		{"density = [0.25, 0.5]", "density = [0.5, 1.5]", "x.toml:7:46, 0, 1, 1.5"},
		{"density = [0.25, 0.5], ", "", "x.toml:7:1"},
		{"number = 2, ", "", "x.toml:7:1, 1"},
		{"'submarines'", "'sudoku'", "x.toml:7:1"},
		{"3x4 4x4", "300x4", "x.toml:7:19, submarines, 300x4, 1, 100"},
		{"full = '2h'", "full = 'long'", "x.toml:2:31"},
	} {
		s, err := ParseSpec("x.toml", []byte(strings.Replace(text, c.old, c.new, 1)), kinds)
		if err == nil {
			_, err = jobsOf(s, t.Context(), catalog.Find, nil)
		}
		if err == nil || !facttest.States(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.new, err, c.want)
		}
	}
}

// TestSpecFullFalse checks that ReadSpec replaces full = false in a file for the full size.
func TestSpecFullFalse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.toml")
	const text = "title = 'x'\n'full'= false # \u00e9 false\n[[suite]]\npuzzle = 'calendar'\ninstances = ['10-06']\nmethods = ['native']\nfull = { repetitions = 2 }\n"
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := ReadSpec(path, kinds, true)
	if err != nil || string(s.Text) != strings.Replace(text, "false", "true", 1) {
		t.Fatalf("text %q, %v", s.Text, err)
	}
	if s, err = ParseSpec("x.toml", s.Text, kinds); err != nil || !s.Full || s.Suites[0].Repetitions != 2 {
		t.Errorf("got %+v, %v", s, err)
	}
}

// TestSpecFullKeys checks the keys that the table full leaves out: the full size must take their
// values from the quick size. The generated and random boards of both sizes must begin with the
// same boards.
func TestSpecFullKeys(t *testing.T) {
	const text = "title = 'x'\n[[suite]]\npuzzle = 'submarines'\nmethods = ['native']\n" +
		"generate = { size = '3x4', number = 1, seed = 5 }\nrandom = { size = '4x4', density = [0.5], number = 2, seed = 6 }\n" +
		"limits = { wall = '1s', memory = '1GB' }\n" +
		"full = { generate = { number = 3 }, random.number = 4, limits = { wall = '2s' } }\n"
	quick, err := parseSpec("x.toml", []byte(text), kinds, false)
	if err != nil {
		t.Fatal(err)
	}
	full, err := parseSpec("x.toml", []byte(text), kinds, true)
	if err != nil {
		t.Fatal(err)
	}
	z := encode.Size{H: 3, W: 4}
	for _, c := range []struct {
		spec             *Spec
		generate, random int
		wall             time.Duration
	}{{quick, 1, 2, time.Second}, {full, 3, 4, 2 * time.Second}} {
		got := c.spec.Suites[0]
		if b := got.Generate; !slices.Equal(b.Sizes, sizes{z}) || b.Number != c.generate || b.Seed != 5 {
			t.Errorf("boards %+v", b)
		}
		if r := got.Random; !slices.Equal(r.Sizes, sizes{{H: 4, W: 4}}) || !slices.Equal(r.Densities, []float64{0.5}) || r.Number != c.random || r.Seed != 6 {
			t.Errorf("random %+v", r)
		}
		if l := got.Limits; l.Wall.Duration != c.wall || l.Memory != 1e9 || l.CPU.Duration != 0 {
			t.Errorf("limits %+v", l)
		}
	}
	few, err := jobsOf(quick, t.Context(), catalog.Find, nil)
	if err != nil {
		t.Fatal(err)
	}
	many, err := jobsOf(full, t.Context(), catalog.Find, nil)
	if err != nil || len(many) != 7 || few[0].Instance != many[0].Instance || few[2].Instance != many[4].Instance {
		t.Errorf("%v: %v is not the beginning of %v", err, few, many)
	}
}

// TestSpecSeeds checks that the record of a randomly drawn board states the seed. The record
// must not state a number of mines, because the density decides this number. The record of an
// instance from the file must have no seed.
func TestSpecSeeds(t *testing.T) {
	s, err := spec(t, "title = 'x'\n[[suite]]\npuzzle = 'minesweeper'\nmethods = ['native']\nrandom = { density = [0.1], number = 1 }\n"+
		"[[suite]]\npuzzle = 'submarines'\nmethods = ['native']\ngenerate = { size = '3x4', number = 1, seed = 77 }\ninstances = ['rows=1 cols=1']\n")
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := jobsOf(s, t.Context(), catalog.Find, func(p *encode.Puzzle, arg string) ([]encode.Instance, error) {
		in, err := p.Parse(arg)
		return []encode.Instance{in}, err
	})
	if err != nil || len(jobs) != 3 {
		t.Fatalf("%d jobs, %v", len(jobs), err)
	}
	random, given, drawn := jobs[0].Record("", ""), jobs[1].Record("", ""), jobs[2].Record("", "")
	if random.BoardSeed == nil || *random.BoardSeed != 0 || random.Number != nil || given.BoardSeed != nil || drawn.BoardSeed == nil || *drawn.BoardSeed != 77 {
		t.Errorf("seeds %v, %v, %v", random.BoardSeed, given.BoardSeed, drawn.BoardSeed)
	}
}

// TestSpecPlaces checks that a board that is drawn several times is one job. The job has a place
// for each density and each suite, and each place counts its draws. A 1x2 board has four possible
// states. At density 0 or 1, only one state can be drawn.
func TestSpecPlaces(t *testing.T) {
	s, err := spec(t, "title = 'x'\n[[suite]]\nname = 'a'\npuzzle = 'lightsout'\nmethods = ['native']\n"+
		"random = { size = '1x2', density = [0, 0.5, 1], number = 50, seed = 3 }\n"+
		"[[suite]]\nname = 'b'\npuzzle = 'lightsout'\nmethods = ['native']\ninstances = ['##']\n")
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := jobsOf(s, t.Context(), catalog.Find, func(p *encode.Puzzle, arg string) ([]encode.Instance, error) {
		in, err := p.Parse(arg)
		return []encode.Instance{in}, err
	})
	if err != nil || len(jobs) != 4 {
		t.Fatalf("%d jobs, %v, want 4", len(jobs), err)
	}
	draws := map[float64]int{}
	for _, j := range jobs {
		var places []result.Label
		for _, p := range s.Places {
			if p.Key == j.Key() {
				places = append(places, *p.Label)
			}
		}
		if j.Label != places[0] {
			t.Errorf("%s has the label %v, not that of its first place %v", j.Instance, j.Label, places[0])
		}
		for _, l := range places {
			if l.Suite == "a" {
				draws[l.Density] += l.Draws
			}
		}
		var want []result.Label
		drawn := func(density float64, draws int) result.Label {
			return result.Label{Suite: "a", Size: result.Size{H: 1, W: 2}, Random: true, Density: density, Draws: draws, Seed: 3}
		}
		switch j.Instance {
		case "..":
			want = []result.Label{drawn(0, 50), drawn(0.5, places[min(1, len(places)-1)].Draws)}
		case "##":
			want = []result.Label{drawn(0.5, places[0].Draws), drawn(1, 50), {Suite: "b", Size: result.Size{H: 1, W: 2}}}
		default:
			want = []result.Label{drawn(0.5, places[0].Draws)}
		}
		if !slices.Equal(places, want) {
			t.Errorf("%s is in %v, want %v", j.Instance, places, want)
		}
	}
	if draws[0] != 50 || draws[0.5] != 50 || draws[1] != 50 {
		t.Errorf("drawn %v times, want 50 each", draws)
	}
}
