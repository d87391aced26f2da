package experiment

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"counterproof/bench/test/fakes"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/test/facttest"
)

// noMistake is an experiment without a mistake. Its lines count from 1.
const noMistake = `title = "x"
question = "Why?"
cost = { quick = "1s", full = "2s" }
suspects = ["native/list"]
[[suite]]
name = "a"
puzzle = "fake"
instances = ["few"]
methods = ["native", "sat"]
repetitions = 2
limits = { solutions = 5, wall = "1m", cpu = "1m", memory = "300MB" }
full = { instances = ["7"], methods = ["native"], repetitions = 3, limits = { wall = "2m" } }
[[suite]]
name = "b"
puzzle = "submarines"
random = { size = "3x4", density = [0.25, 0.5], number = 2, seed = 5 }
generate = { size = "4x4", number = 1, seed = 1 }
methods = ["native"]
full = { random = { number = 3 }, generate = { number = 2 } }
[[plot]]
kind = "engines"
methods = ["native"]
`

// mistakes lists wrong lines and the facts that the error must state. Each wrong line replaces a
// line of noMistake.
var mistakes = []struct {
	line       int
	text, want string
}{
	{1, `title = 7`, `1:9, 7`},
	{1, `title = ""`, `1:9`},
	{1, `title = 2026-11-22`, `1:9`},
	{1, `Title = "x"`, `1:1, "Title", cost, full, plot, question, suite, suspects, title`},
	{1, `title = "x`, `1:11`},
	{1, `title "x"`, `1:7, '='`},
	{1, `title = "x" "y"`, `1:13, U+0022, '"'`},
	{1, "title = \"a\x01\"", `1:11`},
	{1, "title = \"\xff\"", `1:10, UTF-8`},
	{1, `title = "a\u001b[2J"`, `1:9, U+001B`},
	{1, `title = "a\u009b2J"`, `1:9, U+009B`},
	{1, `title = "a\u007f"`, `1:9, U+007F`},
	{1, `title = "a\nb"`, `1:9, U+000A`},
	{1, `title = "a\tb"`, `1:9, U+0009`},
	{1, "title = \"a\u202eb\"", `1:11, U+202E`},
	{1, "title = 'é\u0085'", `1:12, U+0085`},
	{1, "title = \"x\" # \u2066", `1:15, U+2066`},
	{2, `question = "a\u2028b"`, `2:12, U+2028`},
	{2, `question = "a\rb"`, `2:12, U+000D`},
	{2, `question = """a` + "\x1b" + `"""`, `2:16`},
	{2, `"\u001b[2J" = 1`, `2:1, "\x1b[2J", cost, full, plot, question, suite, suspects, title`},
	{2, `abcdefghijklmnopqrstuvwxyz = 1`, `2:1, "abcdefghijklmnopqrst...", cost, full, plot, question, suite, suspects, title`},
	{4, `suspects = ["native/list", "\u001b"]`, `4:28, U+001B`},
	{6, `name = "\u202e"`, `6:8, U+202E`},
	{7, `puzzle = "\u001b"`, `7:10, U+001B`},
	{8, `instances = ["few", "\u001b"]`, `8:21, U+001B`},
	{8, `instances = ["few", "@\u0007"]`, `8:21, U+0007`},
	{9, `methods = ["\u001b"]`, `9:12, U+001B`},
	{9, `methods = ["abcdefghijklmnopqrstuvwxyz"]`, `9:12, "abcdefghijklmnopqrst...", list fake`},
	{12, `full = { instances = ["\u001b"] }`, `12:23, U+001B`},
	{21, `title = "\u001b"`, `21:9, U+001B`},
	{21, `name = "\n"`, `21:8, U+000A`},
	{21, `caption = "\u009f"`, `21:11, U+009F`},
	{2, `title = "y"`, `2:1`},
	{2, `full = "yes"`, `2:8, "yes"`},
	{2, `"suite.name" = 1`, `2:1, "suite.name", cost, full, plot, question, suite, suspects, title`},
	{2, `a.b.c.d.e.f.g.h.i.j = 1`, `2:1, "a", cost, full, plot, question, suite, suspects, title`},
	{3, `cost = "1s"`, `3:8, "1s"`},
	{3, `cost = { quick = 5 }`, `3:18, "90s", "10m", 5`},
	{3, `cost = { quick = "0s" }`, `3:18, "90s", "10m", "0s"`},
	{3, `cost = { fast = "5s" }`, `3:10, "cost.fast", full, quick`},
	{4, `suspects = "native/list"`, `4:12, "native/list"`},
	{4, `suspects = ["native/list", 7]`, `4:28, 7`},
	{4, `suspects = ["nope"]`, `4:13, "nope", native/list, native/margins, sat/pairwise`},
	{4, `suspects = ["native"]`, `4:13, "native", native/list, native/margins, sat/pairwise`},
	{5, `[suite]`, `13:3`},
	{5, `[[suit]]`, `5:3, "suit", cost, full, plot, question, suite, suspects, title`},
	{6, `name = 'b'`, `14:8, "b"`},
	{6, `name = ["a"]`, `6:1`},
	{7, `puzzle = "fork"`, `7:10, "fork"`},
	{7, `puzzle = true`, `7:10`},
	{7, `# puzzle`, `5:3`},
	{8, `instances = "few"`, `8:13, "few"`},
	{8, `instances = []`, `8:1`},
	{8, `instances = ["few", 3]`, `8:21, 3`},
	{8, `instances = ["few", "@none.txt"]`, `8:21, none.txt`},
	{9, `methods = ["nope"]`, `9:12, "nope", list fake`},
	{9, `methods = []`, `9:1`},
	{9, `methods = ["native", ["sat"]]`, `9:1`},
	{9, `methods = { native = true }`, `9:1`},
	{10, `repetitions = 0`, `10:15, 1, 0`},
	{10, `repetitions = -1`, `10:15, 1, -1`},
	{10, `repetitions = 1.5`, `10:15, 1.5`},
	{10, `repetitions = 1000000000`, `10:15, 1000000, 1000000000`},
	{10, `repetitions = 999999`, `10:15, 1000000`},
	{10, `repetitions = 9223372036854775808`, `10:15, 64-bit`},
	{10, `seed = -1`, `10:8, 0, -1`},
	{10, `seed = "one"`, `10:8, 0, "one"`},
	{10, `list = 1`, `10:8, 1`},
	{10, `task = "sleep"`, `10:8, "sleep", count, solve, unique, deduce, explain`},
	{10, `task = ""`, `10:8, "", count, solve, unique, deduce, explain`},
	{10, `possible = true`, `10:12`},
	{11, `limits = { wall = 5 }`, `11:19, "90s", "10m", 5`},
	{11, `limits = { wall = true }`, `11:19, "90s", "10m"`},
	{11, `limits = { cpu = 1.5 }`, `11:18, "90s", "10m", 1.5`},
	{11, `limits = { wall = "-1s" }`, `11:19, "90s", "10m", "-1s"`},
	{11, `limits = { time = "5s" }`, `11:12, "suite.limits.time", cpu, memory, solutions, wall`},
	{11, `limits.time = "5s"`, `11:8, "suite.limits.time", cpu, memory, solutions, wall`},
	{11, `limits = { memory = -5 }`, `11:21, 300MB, 2GiB, -5`},
	{11, `limits = { memory = 0 }`, `11:21, 300MB, 2GiB, 0`},
	{11, `limits = { memory = 1.5 }`, `11:21, 300MB, 2GiB, 1.5`},
	{11, `limits = { memory = "0 GB" }`, `11:21, 300MB, 2GiB, "0 GB"`},
	{11, `limits = { solutions = 0 }`, `11:24, 1, 0`},
	{11, `limits = { solutions = "5" }`, `11:24, "5"`},
	{11, `limits = 5`, `11:10, 5`},
	{12, `full = true`, `12:8`},
	{12, `full = { seed = 4 }`, `12:10, "suite.full.seed", generate, instances, limits, methods, random, repetitions`},
	{12, `full = { repetitions = -3 }`, `12:24, 1, -3`},
	{12, `full = { repetitions = 0 }`, `12:24, 1, 0`},
	{12, `full = { repetitions = 1000000 }`, `12:24, 1000000`},
	{12, `full = { methods = ["nope"] }`, `12:21, "nope", list fake`},
	{12, `full = { methods = [] }`, `12:10`},
	{12, `full = { instances = ["many"] }`, `12:23, line 1, column 1, "many"`},
	{12, `full = { limits = { solutions = 0 } }`, `12:33, 1, 0`},
	{12, `full = { limits = { wall = 5 } }`, `12:28, "90s", "10m", 5`},
	{12, `full = { generate = { size = "5" } }`, `12:10, 1`},
	{12, `full = { generate = { number = 5 } }`, `12:10`},
	{16, `random = { density = [0.5] }`, `16:1, 1`},
	{16, `random = { number = 3 }`, `16:1`},
	{16, `random = { number = 3, density = 0.5 }`, `16:34, 0.5`},
	{16, `random = { number = 3, density = [0.5, 0.5] }`, `16:40, 0, 1, 0.5`},
	{16, `random = { number = 3, density = [nan] }`, `16:35, 0, 1`},
	{16, `random = { number = 3, density = [0, "1"] }`, `16:38, "1"`},
	{16, `random = { size = -3, density = [0.5], number = 3 }`, `16:19, "5x5 10x10", -3`},
	{16, `random = { size = "", density = [0.5], number = 3 }`, `16:19, "5x5 10x10", ""`},
	{16, `random = { size = "5x", density = [0.5], number = 3 }`, `16:19, 0, 1, 9999, "5x"`},
	{16, `random = { size = "5 5x5", density = [0.5], number = 3 }`, `16:19, 5x5`},
	{16, `random = { size = "3x4 9x9n10", density = [0.5], number = 3 }`, `16:19, submarines, 9x9n10`},
	{16, `random = { size = "300x4", density = [0.5], number = 3 }`, `16:19, submarines, 300x4, 1, 100`},
	{16, `random = { density = [0, 0.5], number = 1000000 }`, `16:41, 1000000`},
	{16, `random = { density = [0.5], number = 1000000000 }`, `16:38, 1000000, 1000000000`},
	{16, `random = { density = [0.5], number = 3, colour = "red" }`, `16:41, "suite.random.colour", density, number, seed, size`},
	{17, `generate = { number = 0 }`, `17:23, 1, 0`},
	{17, `generate = { number = 1, seed = -1 }`, `17:33, 0, -1`},
	{17, `generate = { number = 1, minimal = "yes" }`, `17:36, "yes"`},
	{17, `generate = { number = 1, difficulty = "mean" }`, `17:39, easy, "mean"`},
	{17, `generate = { number = 1000000000 }`, `17:23, 1000000, 1000000000`},
	{17, `generate = { number = 1, size = "9x9n10" }`, `17:33, submarines, 9x9n10`},
	{17, `generate = [1]`, `17:1`},
	{19, `full = { random = { number = -1 } }`, `19:30, 1, -1`},
	{19, `full = { random = { size = "3x4n5" } }`, `19:28, submarines, 3x4n5`},
	{19, `full = { random = { size = "300x4" } }`, `19:28, submarines, 300x4, 1, 100`},
	{19, `full = { generate = { difficulty = "mean" } }`, `19:36, easy, "mean"`},
	{19, `full = { generate = { nubmer = 5 } }`, `19:23, "suite.full.generate.nubmer", difficulty, minimal, number, seed, size`},
	{21, `kind = "pie"`, `21:8, "pie", heatmap, engines`},
	{21, `kind = 3`, `21:8, 3`},
	{22, `methods = ["nope"]`, `22:12, "nope", native/list, native/margins, sat/pairwise`},
	{22, `method = ["native"]`, `22:1, "plot.method", by, caption, instance, kind, measure, methods, name, suites, title, width`},
}

func TestSpecMistakes(t *testing.T) {
	lookup := func(name string) *encode.Puzzle {
		if p := catalog.Find(name); p != nil {
			return p
		}
		return fakes.Lookup(name)
	}
	read := func(p *encode.Puzzle, arg string) ([]encode.Instance, error) {
		if path, ok := strings.CutPrefix(arg, "@"); ok {
			_, err := os.ReadFile(path)
			return nil, err
		}
		return fakes.Read(p, arg)
	}
	all := func(text string, full bool) error {
		s, err := parseSpec("x.toml", []byte(text), kinds, full)
		if err == nil {
			_, err = jobsOf(s, t.Context(), lookup, read)
		}
		return err
	}
	for _, full := range []bool{false, true} {
		if err := all(noMistake, full); err != nil {
			t.Fatal(err)
		}
		for _, c := range mistakes {
			lines := strings.Split(noMistake, "\n")
			lines[c.line-1] = c.text
			err := all(strings.Join(lines, "\n"), full)
			var at *SpecError
			if !errors.As(err, &at) || !facttest.States(err.Error(), "x.toml:"+c.want) {
				t.Errorf("line %d, %s (full: %v):\n got %v\nwant x.toml:%s", c.line, c.text, full, err, c.want)
			}
		}
	}
}

// TestSpecTexts checks the errors for mistakes that concern a whole experiment file, and that
// correct files are accepted.
func TestSpecTexts(t *testing.T) {
	const suite = "puzzle = 'fake'\ninstances = ['7']\nmethods = ['native']\n"
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "x.toml"},
		{"no suite", "title = 'x'\n", "x.toml, [[suite]]"},
		{"one bracket", "title = 'x'\n[suite]\n" + suite, "x.toml:2:2, [[suite]]"},
		{"a number of suites", "title = 'x'\nsuite = 1\n", "x.toml:2:9, [[suite]], 1"},
		{"a list of numbers", "title = 'x'\nsuite = [1]\n", "x.toml:2:10, 1"},
		{"no list", "title = 'x'\nsuite = []\n", "x.toml:2:1, [[suite]]"},
		{"a list of tables", "title = 'x'\nsuite = [{ puzzle = 'fake', instances = ['7'], methods = 'native' }]\n", `x.toml:2:58, "native"`},
		{"UTF-16", "\xff\xfet\x00i\x00", "x.toml:1:1, UTF-8, UTF-16"},
		{"too long", "title = 'x'\n#" + strings.Repeat(" ", 64<<10), "x.toml, 64, @FILE"},
		{"deep", "title = " + strings.Repeat("[", 20_000), "x.toml:1:10009, 10000"},
		{"many jobs", "title = 'x'\n[[suite]]\n" + suite + "repetitions = 600000\n[[suite]]\n" + suite + "repetitions = 600000\n",
			"x.toml:7:3, 1000000"},
		{"several lines of prose", "title = 'x'\nquestion = \"\"\"\nWhy?\n\tBecause.\r\nSo.\"\"\"\n[[suite]]\n" + suite + "[[plot]]\nkind = 'engines'\ncaption = \"one\\ntwo\\tthree\"\n", ""},
		{"two keys of a name", "title = 'x'\n\"\\u001babcdefghijklmnopqrstuvwxyz\" = 1\n\"\\u001babcdefghijklmnopqrstuvwxyz\" = 2\n", `x.toml:3:1, \x1babcdefghijklmnopqrs`},
		{"a mark in front", "\ufefftitle = 'x'\n[[suite]]\n" + suite, ""},
		{"a mark in front, and a mistake", "\ufefftitel = 'x'\n", `x.toml:1:1, "titel", cost, full, plot, question, suite, suspects, title`},
		{"lines of Windows", strings.ReplaceAll("title = 'x'\n[[suite]]\n"+suite, "\n", "\r\n"), ""},
		{"lines of Windows, and a mistake", strings.ReplaceAll("title = 'x'\n[[suite]]\n"+suite+"list = 1\n", "\n", "\r\n"), "x.toml:6:8, 1"},
	} {
		_, err := ParseSpec("x.toml", []byte(c.text), kinds)
		var at *SpecError
		if c.want == "" && err != nil || c.want != "" && (!errors.As(err, &at) || !facttest.States(err.Error(), c.want)) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

// TestSpecFiles checks the errors of ReadSpec for a folder and for a missing file.
func TestSpecFiles(t *testing.T) {
	dir := t.TempDir()
	for path, want := range map[string]error{dir: syscall.EISDIR, filepath.Join(dir, "none.toml"): os.ErrNotExist} {
		_, err := ReadSpec(path, kinds, false)
		var at *SpecError
		if !errors.As(err, &at) || !errors.Is(err, want) || strings.Count(err.Error(), path) != 1 {
			t.Errorf("got %v, want %v", err, want)
		}
	}
}

// TestSpecInstancesTooMany checks the error if a set of instances makes too many jobs.
func TestSpecInstancesTooMany(t *testing.T) {
	s, err := ParseSpec("x.toml", []byte("title = 'x'\n[[suite]]\npuzzle = 'fake'\ninstances = ['few']\nmethods = ['native']\nrepetitions = 600000\n"), kinds)
	if err != nil {
		t.Fatal(err)
	}
	_, err = jobsOf(s, t.Context(), fakes.Lookup, fakes.Read) // two instances
	if want := "x.toml:6:15, 1000000"; err == nil || !facttest.States(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestSpecInterrupted checks that Jobs returns early when its context ends.
func TestSpecInterrupted(t *testing.T) {
	s, err := ParseSpec("x.toml", []byte("title = 'x'\n[[suite]]\npuzzle = 'fake'\ninstances = ['few']\nmethods = ['native']\nrepetitions = 500000\n"), kinds)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	jobs, err := jobsOf(s, ctx, fakes.Lookup, func(p *encode.Puzzle, arg string) ([]encode.Instance, error) {
		cancel()
		return fakes.Read(p, arg)
	})
	if err != context.Canceled || s.jobs > 0 {
		t.Errorf("%d jobs, %d of them made, %v", len(jobs), s.jobs, err)
	}
}

// FuzzParseSpec checks that any text is an experiment, or gives an error at a position within the
// text. Parsing the field Text of the quick or full size must give the same experiment again.
func FuzzParseSpec(f *testing.F) {
	// A few short texts suffice here, because TestSpecMistakes reads one text for each mistake.
	f.Add([]byte(noMistake))
	f.Add([]byte("title = 'x'\n[[suite]]\npuzzle = 'fake'\ninstances = ['7']\nmethods = ['native']\n[suite.limits]\ncpu = '2s'\n"))
	f.Add([]byte("\ufefftitle='x'\r\nsuite=[{puzzle='fake',instances=['7'],methods=['native'],full={}}]\r\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, full := range []bool{false, true} {
			s, err := parseSpec("x.toml", text, kinds, full)
			if err != nil {
				var at *SpecError
				if !errors.As(err, &at) || at.Line < 0 || at.Line > 1+bytes.Count(text, []byte("\n")) || at.Line > 0 && at.Column < 1 {
					t.Fatalf("%q", err)
				}
				continue
			}
			again, err := ParseSpec("x.toml", s.Text, kinds)
			if err != nil || again.Full != s.Full || !bytes.Equal(again.Text, s.Text) && !full {
				t.Fatalf("%q is read again as %+v, %v", s.Text, again, err)
			}
			if want, got := fmt.Sprintf("%+v", flat(s)), fmt.Sprintf("%+v", flat(again)); got != want {
				t.Fatalf("%q is read again as\n%s, want\n%s", s.Text, got, want)
			}
		}
	})
}

// flat returns the contents of an experiment as values without pointers, so that two experiments
// can be compared.
func flat(s *Spec) (all []any) {
	for _, suite := range s.Suites {
		if suite.Generate != nil {
			all = append(all, *suite.Generate)
		}
		if suite.Random != nil {
			all = append(all, *suite.Random)
		}
		suite.Generate, suite.Random, suite.Full, suite.other = nil, nil, nil, nil
		all = append(all, suite)
	}
	return append(all, s.Title, s.Question, s.Cost, s.Suspects, s.Plots)
}
