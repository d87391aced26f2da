package experiment

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/test/fakes"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/test/facttest"
)

var kinds = []string{"heatmap", "engines"}

func spec(t *testing.T, text string) (*Spec, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.toml")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return ReadSpec(path, kinds, false)
}

const goodSpec = `
title = "All of it"
question = "Why?"

[[suite]] # the first
puzzle = "fake"
instances = ["few", "7"]
methods = ["native", "sat"]
repetitions = 2
seed = 9
limits = { solutions = 5, wall = "1m30s", memory = "300MB" }

[[suite]]
puzzle = "fake"
instances = ["2"]
methods = [
  "native", # has a count
  "native/count",
]
list = true
trace = true
fresh = true
task = "solve"
[suite.limits]
cpu = "2s"
memory = 4096

[[plot]]
kind = "engines"
name = "both"
title = "Both engines"
caption = "Drawn."
instance = "7"
`

func TestSpecJobs(t *testing.T) {
	s, err := spec(t, goodSpec)
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := jobsOf(s, t.Context(), fakes.Lookup, fakes.Read)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, j := range jobs {
		got = append(got, strings.Join([]string{j.Instance, j.Method, string(rune('0' + j.Repetition))}, " "))
	}
	want := `2 native/list 0|2 sat/pairwise 0|3 native/list 0|3 sat/pairwise 0|7 native/list 0|7 sat/pairwise 0|` +
		`2 native/list 1|2 sat/pairwise 1|3 native/list 1|3 sat/pairwise 1|7 native/list 1|7 sat/pairwise 1|` +
		`2 native/list 0|2 native/count 0`
	if strings.Join(got, "|") != want {
		t.Errorf("jobs %s\nwant %s", strings.Join(got, "|"), want)
	}
	first, last := jobs[0], jobs[len(jobs)-1]
	if first.Task != result.Count || first.Seed != 9 || first.Mode != result.Default ||
		first.Limits != (result.Limits{Solutions: 5, Wall: 90 * time.Second, Memory: 300_000_000}) {
		t.Errorf("the first job is %+v", first)
	}
	if last.Task != result.Solve || last.Mode != result.List || !last.Trace || !last.Fresh || last.Limits != (result.Limits{CPU: 2 * time.Second, Memory: 4096}) {
		t.Errorf("the last job is %+v", last)
	}
	if s.Title != "All of it" || s.Question != "Why?" || len(s.Plots) != 1 || !reflect.DeepEqual(s.Plots[0], result.Plot{Kind: "engines", Name: "both", Title: "Both engines", Caption: "Drawn.", Instance: "7"}) || s.Name() != "x.toml" || string(s.Text) != goodSpec {
		t.Errorf("got %+v", s)
	}
}

// TestSpecGenerate checks that every run generates the same boards of each size for a suite. The
// generated boards must come after the instances that the suite names. Errors about the boards must
// name the wrong key.
func TestSpecGenerate(t *testing.T) {
	const text = "title = 'x'\n[[suite]]\npuzzle = 'pairplace'\ninstances = ['BA']\nmethods = ['rules', 'rules/easy']\ntask = 'deduce'\npossible = true\n" +
		"generate = { size = '2x4 3x4', number = 2, seed = 5, minimal = true, difficulty = 'easy' }\n"
	read := func(p *encode.Puzzle, arg string) ([]encode.Instance, error) {
		in, err := p.Parse(arg)
		return []encode.Instance{in}, err
	}
	var first []result.Job
	for range 2 {
		s, err := spec(t, text)
		if err != nil {
			t.Fatal(err)
		}
		jobs, err := jobsOf(s, t.Context(), catalog.Find, read)
		if err != nil || len(jobs) != 10 {
			t.Fatalf("%d jobs (%v), want 10", len(jobs), err)
		}
		if first == nil {
			first = jobs
		}
		if !slices.Equal(jobs, first) {
			t.Error("other boards the second time")
		}
		for i, j := range jobs {
			rows := []int{1, 2, 2, 3, 3}[i/2]
			if method := []string{"rules/extreme", "rules/easy"}[i%2]; j.Task != result.Deduce || !j.Possible || j.Method != method || 1+strings.Count(j.Instance, "/") != rows {
				t.Errorf("job %d is %+v, want a table of %d rows by %s", i, j, rows, method)
			}
		}
	}
	for _, c := range []struct{ old, new, want string }{
		{"2x4 3x4", "2x4 9x4", "x.toml:8:21, pairplace, 9x4"},
		{"'easy' }", "'mean' }", `x.toml:8:83, easy, normal, hard, extreme, "mean"`},
		{"'pairplace'", "'lightsout'", "x.toml:8:64, lightsout"},
		{"rules/easy", "rules/mean", "x.toml:5:21, pairplace"},
	} {
		s, err := spec(t, strings.Replace(strings.Replace(text, c.old, c.new, 1), "instances = ['BA']", "", 1))
		if err == nil {
			_, err = jobsOf(s, t.Context(), catalog.Find, read)
		}
		if err == nil || !facttest.States(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.new, err, c.want)
		}
	}
	s, err := spec(t, text)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := jobsOf(s, ctx, catalog.Find, read); err != context.Canceled {
		t.Errorf("with a context that is done: %v", err)
	}
}

// TestSpecJobsOnce checks that Jobs returns a job only once if two suites contain it.
func TestSpecJobsOnce(t *testing.T) {
	suite := "[[suite]]\npuzzle = 'fake'\ninstances = ['few', '3']\nmethods = ['native', 'native/list']\n"
	s, err := spec(t, "title = 'x'\n"+suite+suite)
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := jobsOf(s, t.Context(), fakes.Lookup, fakes.Read)
	if err != nil || len(jobs) != 2 {
		t.Errorf("%d jobs (%v), want 2", len(jobs), err)
	}
}

// TestSpecErrors changes a line of a correct file, and checks the position and the facts that the
// error states.
func TestSpecErrors(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"syntax", `question = "Why?"`, `question = "Why?`, "x.toml:3:"},
		{"unknown key", "seed = 9", "sede = 9", `x.toml:10:1, "suite.sede"`},
		{"unknown limit", `cpu = "2s"`, `gpu = "2s"`, `x.toml:25:1, "suite.limits.gpu"`},
		{"wrong type", "repetitions = 2", `repetitions = "two"`, "x.toml:9:15"},
		{"negative", "repetitions = 2", "repetitions = -2", "x.toml:9:15, 1, -2"},
		{"negative limit", "solutions = 5", "solutions = -5", "x.toml:11:24, 1, -5"},
		{"time", `cpu = "2s"`, `cpu = "2"`, `x.toml:25:7, "90s", "10m", "2"`},
		{"size", `"300MB"`, `"300 cows"`, `x.toml:11:52, 300MB, 2GiB, "300 cows"`},
		{"no title", `title = "All of it"`, "", "x.toml: an experiment needs a title"},
		{"no methods", `methods = ["native", "sat"]`, "", "x.toml:5:3"},
		{"task", `task = "solve"`, `task = "sleep"`, `x.toml:23:8, "sleep", count, solve, unique, deduce, explain`},
		{"plot", `kind = "engines"`, `kind = "pie"`, `x.toml:29:8, "pie", heatmap, engines`},
		{"plot without kind", `kind = "engines"`, "", `x.toml:28:3, "", heatmap, engines`},
		{"no instances", `instances = ["few", "7"]`, "", "x.toml:5:3"},
		{"possible", "repetitions = 2", "possible = true", "x.toml:9:12"},
		{"orbits", `task = "solve"`, "task = 'solve'\norbits = true", "x.toml:24:10"},
		{"deduce, and a list", `task = "solve"`, `task = "deduce"`, "x.toml:23:8"},
		{"no number", "repetitions = 2", "generate = { size = '5' }", "x.toml:9:1, 1"},
		{"board size", "repetitions = 2", "generate = { number = 1, size = '5 x' }", `x.toml:9:33`},
		{"boards", "repetitions = 2", "generate = { number = 1 }", "x.toml:9:1"},
		{"puzzle", `puzzle = "fake"`, `puzzle = "fork"`, `x.toml:6:10, "fork"`},
		{"instance", `["few", "7"]`, `["few", "many"]`, `x.toml:7:21, line 1, column 1, "many"`},
		{"standard input", `["few", "7"]`, `["-"]`, `x.toml:7:14`},
		{"method", `"native/count",`, `"native/guess",`, `x.toml:18:3, "native/guess", native`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := spec(t, strings.Replace(goodSpec, c.old, c.new, 1))
			if err == nil {
				_, err = jobsOf(s, t.Context(), fakes.Lookup, fakes.Read)
			}
			var at *SpecError
			if !errors.As(err, &at) || !facttest.States(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
	lights, err := spec(t, "title = 'x'\n[[suite]]\npuzzle = 'lightsout'\ninstances = ['#']\nmethods = ['native']\norbits = true")
	if err == nil {
		_, err = jobsOf(lights, t.Context(), catalog.Find, func(p *encode.Puzzle, arg string) ([]encode.Instance, error) {
			in, err := p.Parse(arg)
			return []encode.Instance{in}, err
		})
	}
	if err == nil || !errors.Is(err, encode.ErrSymmetries) || !facttest.States(err.Error(), "x.toml:6:10, lightsout") {
		t.Errorf("orbits of lightsout: %v", err)
	}
	if _, err := ReadSpec(filepath.Join(t.TempDir(), "none.toml"), kinds, false); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// TestTogether checks which jobs of an experiment one search may do. Their suite must ask for it, they must
// have no limits, and the method must be the best one.
func TestTogether(t *testing.T) {
	const suite = "\n[[suite]]\npuzzle = 'calendar'\ninstances = ['01-01', '01-02']\nmethods = ['native', 'native/dlx']\n"
	s, err := spec(t, "title = 'x'"+suite+"together = true"+suite+"list = true"+suite+"together = true\nlimits = { wall = '1h' }")
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := jobsOf(s, t.Context(), catalog.Find, func(p *encode.Puzzle, arg string) ([]encode.Instance, error) {
		in, err := p.Parse(arg)
		return []encode.Instance{in}, err
	})
	if err != nil || len(jobs) != 12 {
		t.Fatal(len(jobs), err)
	}
	if jobs[0].Family == "" || jobs[0].Family != jobs[2].Family {
		t.Errorf("two days have the families %q and %q", jobs[0].Family, jobs[2].Family)
	}
	for i, j := range jobs {
		if i != 0 && i != 2 && j.Family != "" {
			t.Errorf("job %d, %s of %s, has the family %q", i, j.Method, j.Instance, j.Family)
		}
	}
}

func TestSpecPaths(t *testing.T) {
	s := &Spec{Path: filepath.Join("a", "b.toml")}
	for arg, want := range map[string]string{"@x.txt": filepath.Join("a", "x.txt"), "@/x.txt": "/x.txt", "7": "7"} {
		if got, ok := s.FilePath(arg); got != want || ok != (arg != "7") {
			t.Errorf("%s is read as %s, %v, want %s", arg, got, ok, want)
		}
	}
}

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int64{
		"1": 1, "4096": 4096, "300MB": 300_000_000, "2GiB": 2 << 30, "1.5G": 1_500_000_000, "1.5 kB": 1500, "7B": 7,
		"": 0, "MB": 0, "-1": 0, "0": 0, "2GX": 0, "1e30": 0, "NaN": 0, "inf": 0,
	} {
		got, err := ParseSize(text)
		if got != want || (err == nil) != (want > 0) {
			t.Errorf("ParseSize(%q) = %d, %v, want %d", text, got, err, want)
		}
	}
}

// TestSuiteWithoutName checks that suites without a name get a name, because plots by suite need
// names. It also checks that the name does not change the keys of the jobs, so that older ledgers
// can still be resumed.
func TestSuiteWithoutName(t *testing.T) {
	const suite = "[[suite]]\npuzzle = 'pushpull'\ninstances = ['%d']\nmethods = ['native']\n"
	text := "title = 'x'\n"
	boards := []string{"011110110", "000000000", "111111111", "100000000"}
	for _, name := range []string{"", "name = 'pushpull 2'\n", "", "full = { repetitions = 2 }\n"} {
		text += strings.ReplaceAll(suite, "%d", boards[strings.Count(text, "[[suite]]")]) + name
	}
	keys := func(change func(*Spec)) []string {
		s, err := spec(t, text)
		if err != nil {
			t.Fatal(err)
		}
		change(s)
		jobs, err := jobsOf(s, t.Context(), catalog.Find, func(p *encode.Puzzle, arg string) ([]encode.Instance, error) {
			in, err := p.Parse(arg)
			return []encode.Instance{in}, err
		})
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, j := range jobs {
			all = append(all, j.Key())
		}
		return all
	}
	var names []string
	named := keys(func(s *Spec) {
		for _, x := range s.Suites {
			names = append(names, x.Name)
		}
	})
	if want := []string{"pushpull", "pushpull 2", "pushpull 3", "pushpull 4"}; !slices.Equal(names, want) {
		t.Errorf("suites %q, want %q", names, want)
	}
	none := keys(func(s *Spec) {
		for i := range s.Suites {
			s.Suites[i].Name = ""
		}
	})
	if len(none) != 4 || !slices.Equal(named, none) {
		t.Errorf("keys %q, without names %q", named, none)
	}
	s, err := ParseSpec("x.toml", []byte("full = true\n"+text), kinds)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Suites[3]; got.Name != "pushpull 4" || got.Repetitions != 2 {
		t.Errorf("full size: %q, %d repetitions", got.Name, got.Repetitions)
	}
}

func TestSameJobs(t *testing.T) {
	const text = "title = 'x'\n[[suite]]\npuzzle = 'fake'\ninstances = ['few']\nmethods = ['native']\n[suite.full]\nrepetitions = 2\n"
	for _, c := range []struct {
		name, text string
		full, want bool
	}{
		{"the same", text, false, true},
		{"the full size", text, true, false},
		{"other prose and plots", "question = '?'\n" + text + "[[plot]]\nkind = '" + kinds[0] + "'\n", false, true},
		{"another method", strings.Replace(text, "native", "sat", 1), false, false},
		{"another name", strings.Replace(text, "[[suite]]", "[[suite]]\nname = 'a'", 1), false, false},
		{"more in the full size", strings.Replace(text, "repetitions = 2", "repetitions = 3", 1), false, false},
	} {
		own, err := ParseSpec("x.toml", []byte(text), kinds)
		if err != nil {
			t.Fatal(err)
		}
		other, err := parseSpec("x.toml", []byte(c.text), kinds, c.full)
		if err != nil {
			t.Fatal(err)
		}
		if got := own.SameJobs(other); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// jobsOf returns the jobs of an experiment one by one.
func jobsOf(s *Spec, ctx context.Context, lookup encode.Lookup, read func(p *encode.Puzzle, arg string) ([]encode.Instance, error)) ([]result.Job, error) {
	jobs, err := s.Jobs(ctx, lookup, read)
	if err != nil {
		return nil, err
	}
	return result.Unlisted(jobs), nil
}
