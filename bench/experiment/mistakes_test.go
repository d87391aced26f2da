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

	"counterproof/bench/fakes"
	"counterproof/encode"
	"counterproof/encode/catalog"
)

// A text without a mistake; the lines are numbered from 1.
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

// mistakes are single lines of noMistake as they should not be, and what is said of each.
var mistakes = []struct {
	line       int
	text, want string
}{
	{1, `title = 7`, `1:9: want a text, got 7`},
	{1, `title = ""`, `1:9: an experiment has a title`},
	{1, `title = 2026-11-22`, `1:9: want a text, got a date or time`},
	{1, `Title = "x"`, `1:1: unknown key "Title": want one of cost, full, plot, question, suite, suspects, title`},
	{1, `title = "x`, `1:11: basic strings cannot have new lines`},
	{1, `title "x"`, `1:7: expected '=' after key`},
	{1, `title = "x" "y"`, `1:13: expected newline but got U+0022 '"'`},
	{1, "title = \"a\x01\"", `1:11: basic strings cannot have control characters`},
	{1, "title = \"\xff\"", `1:10: invalid UTF-8 character in basic string`},
	{1, `title = "a\u001b[2J"`, `1:9: want a text without control characters, got U+001B`},
	{1, `title = "a\u009b2J"`, `1:9: want a text without control characters, got U+009B`},
	{1, `title = "a\u007f"`, `1:9: want a text without control characters, got U+007F`},
	{1, `title = "a\nb"`, `1:9: want a text without control characters, got U+000A`},
	{1, `title = "a\tb"`, `1:9: want a text without control characters, got U+0009`},
	{1, "title = \"a\u202eb\"", `1:11: want a text without control characters, got U+202E`},
	{1, "title = 'é\u0085'", `1:12: want a text without control characters, got U+0085`},
	{1, "title = \"x\" # \u2066", `1:15: want a text without control characters, got U+2066`},
	{2, `question = "a\u2028b"`, `2:12: want a text without control characters, got U+2028`},
	{2, `question = "a\rb"`, `2:12: want a text without control characters, got U+000D`},
	{2, `question = """a` + "\x1b" + `"""`, `2:16: multiline basic strings cannot have control characters`},
	{2, `"\u001b[2J" = 1`, `2:1: unknown key "\x1b[2J": want one of cost, full, plot, question, suite, suspects, title`},
	{2, `abcdefghijklmnopqrstuvwxyz = 1`, `2:1: unknown key "abcdefghijklmnopqrst...": want one of cost, full, plot, question, suite, suspects, title`},
	{4, `suspects = ["native/list", "\u001b"]`, `4:28: want a text without control characters, got U+001B`},
	{6, `name = "\u202e"`, `6:8: want a text without control characters, got U+202E`},
	{7, `puzzle = "\u001b"`, `7:10: want a text without control characters, got U+001B`},
	{8, `instances = ["few", "\u001b"]`, `8:21: want a text without control characters, got U+001B`},
	{8, `instances = ["few", "@\u0007"]`, `8:21: want a text without control characters, got U+0007`},
	{9, `methods = ["\u001b"]`, `9:12: want a text without control characters, got U+001B`},
	{9, `methods = ["abcdefghijklmnopqrstuvwxyz"]`, `9:12: fake has no method "abcdefghijklmnopqrst...": want native, sat, sat/cubes or one of native/list, native/count, native/only, sat/pairwise, sat/pairwise/cubes, brute, gophersat/countmodels, extern/cadical, extern/clasp, extern/cryptominisat5, extern/kissat, extern/minisat, extern/picosat`},
	{12, `full = { instances = ["\u001b"] }`, `12:23: want a text without control characters, got U+001B`},
	{21, `title = "\u001b"`, `21:9: want a text without control characters, got U+001B`},
	{21, `name = "\n"`, `21:8: want a text without control characters, got U+000A`},
	{21, `caption = "\u009f"`, `21:11: want a text without control characters, got U+009F`},
	{2, `title = "y"`, `2:1: key title is already defined`},
	{2, `full = "yes"`, `2:8: want true or false, got "yes"`},
	{2, `"suite.name" = 1`, `2:1: unknown key "suite.name": want one of cost, full, plot, question, suite, suspects, title`},
	{2, `a.b.c.d.e.f.g.h.i.j = 1`, `2:1: unknown key "a": want one of cost, full, plot, question, suite, suspects, title`},
	{3, `cost = "1s"`, `3:8: want a table, got "1s"`},
	{3, `cost = { quick = 5 }`, `3:18: want a time such as "90s" or "10m", got 5`},
	{3, `cost = { quick = "0s" }`, `3:18: want a time such as "90s" or "10m", got "0s"`},
	{3, `cost = { fast = "5s" }`, `3:10: unknown key "cost.fast": want one of full, quick`},
	{4, `suspects = "native/list"`, `4:12: want a list, got "native/list"`},
	{4, `suspects = ["native/list", 7]`, `4:28: want a text, got 7`},
	{4, `suspects = ["nope"]`, `4:13: no suite has the method "nope": want one of native/list, native/margins, sat/pairwise`},
	{4, `suspects = ["native"]`, `4:13: no suite has the method "native": want one of native/list, native/margins, sat/pairwise`},
	{5, `[suite]`, `13:3: key suite already exists as a table, but should be an array table`},
	{5, `[[suit]]`, `5:3: unknown key "suit": want one of cost, full, plot, question, suite, suspects, title`},
	{6, `name = 'b'`, `14:8: a second suite is called "b": give it a name of its own`},
	{6, `name = ["a"]`, `6:1: want a text, got a list`},
	{7, `puzzle = "fork"`, `7:10: no puzzle "fork"`},
	{7, `puzzle = true`, `7:10: want a text, got true`},
	{7, `# puzzle`, `5:3: a suite has a puzzle`},
	{8, `instances = "few"`, `8:13: want a list, got "few"`},
	{8, `instances = []`, `8:1: a suite has instances`},
	{8, `instances = ["few", 3]`, `8:21: want a text, got 3`},
	{8, `instances = ["few", "@none.txt"]`, `8:21: open none.txt: no such file or directory`},
	{9, `methods = ["nope"]`, `9:12: fake has no method "nope": want native, sat, sat/cubes or one of native/list, native/count, native/only, sat/pairwise, sat/pairwise/cubes, brute, gophersat/countmodels, extern/cadical, extern/clasp, extern/cryptominisat5, extern/kissat, extern/minisat, extern/picosat`},
	{9, `methods = []`, `9:1: a suite has methods`},
	{9, `methods = ["native", ["sat"]]`, `9:1: want a text, got a list`},
	{9, `methods = { native = true }`, `9:1: want a list, got a table`},
	{10, `repetitions = 0`, `10:15: want 1 or more, got 0`},
	{10, `repetitions = -1`, `10:15: want 1 or more, got -1`},
	{10, `repetitions = 1.5`, `10:15: want a whole number, got 1.5`},
	{10, `repetitions = 1000000000`, `10:15: want at most 1000000, got 1000000000`},
	{10, `repetitions = 999999`, `10:15: more than 1000000 jobs: an experiment has at most so many`},
	{10, `repetitions = 9223372036854775808`, `10:15: decimal number is too large to fit in a 64-bit signed integer`},
	{10, `seed = -1`, `10:8: want a whole number from 0, got -1`},
	{10, `seed = "one"`, `10:8: want a whole number from 0, got "one"`},
	{10, `list = 1`, `10:8: want true or false, got 1`},
	{10, `task = "sleep"`, `10:8: no task "sleep": want one of count, solve, unique, deduce, explain`},
	{10, `task = ""`, `10:8: no task "": want one of count, solve, unique, deduce, explain`},
	{10, `possible = true`, `10:12: it is for the task deduce`},
	{11, `limits = { wall = 5 }`, `11:19: want a time such as "90s" or "10m", got 5`},
	{11, `limits = { wall = true }`, `11:19: want a time such as "90s" or "10m", got true`},
	{11, `limits = { cpu = 1.5 }`, `11:18: want a time such as "90s" or "10m", got 1.5`},
	{11, `limits = { wall = "-1s" }`, `11:19: want a time such as "90s" or "10m", got "-1s"`},
	{11, `limits = { time = "5s" }`, `11:12: unknown key "suite.limits.time": want one of cpu, memory, solutions, wall`},
	{11, `limits.time = "5s"`, `11:8: unknown key "suite.limits.time": want one of cpu, memory, solutions, wall`},
	{11, `limits = { memory = -5 }`, `11:21: want a size such as 300MB or 2GiB, got -5`},
	{11, `limits = { memory = 0 }`, `11:21: want a size such as 300MB or 2GiB, got 0`},
	{11, `limits = { memory = 1.5 }`, `11:21: want a size such as 300MB or 2GiB, got 1.5`},
	{11, `limits = { memory = "0 GB" }`, `11:21: want a size such as 300MB or 2GiB, got "0 GB"`},
	{11, `limits = { solutions = 0 }`, `11:24: want 1 or more, got 0`},
	{11, `limits = { solutions = "5" }`, `11:24: want a whole number, got "5"`},
	{11, `limits = 5`, `11:10: want a table, got 5`},
	{12, `full = true`, `12:8: want a table, got true`},
	{12, `full = { seed = 4 }`, `12:10: unknown key "suite.full.seed": want one of generate, instances, limits, methods, random, repetitions`},
	{12, `full = { repetitions = -3 }`, `12:24: want 1 or more, got -3`},
	{12, `full = { repetitions = 0 }`, `12:24: want 1 or more, got 0`},
	{12, `full = { repetitions = 1000000 }`, `12:24: more than 1000000 jobs: an experiment has at most so many`},
	{12, `full = { methods = ["nope"] }`, `12:21: fake has no method "nope": want native, sat, sat/cubes or one of native/list, native/count, native/only, sat/pairwise, sat/pairwise/cubes, brute, gophersat/countmodels, extern/cadical, extern/clasp, extern/cryptominisat5, extern/kissat, extern/minisat, extern/picosat`},
	{12, `full = { methods = [] }`, `12:10: a suite has methods`},
	{12, `full = { instances = ["many"] }`, `12:23: line 1, column 1: want a number, got "many"`},
	{12, `full = { limits = { solutions = 0 } }`, `12:33: want 1 or more, got 0`},
	{12, `full = { limits = { wall = 5 } }`, `12:28: want a time such as "90s" or "10m", got 5`},
	{12, `full = { generate = { size = "5" } }`, `12:10: want a number of boards: number = 1 or more`},
	{12, `full = { generate = { number = 5 } }`, `12:10: fake makes no boards: it has its own, see the set few`},
	{16, `random = { density = [0.5] }`, `16:1: want a number of boards: number = 1 or more`},
	{16, `random = { number = 3 }`, `16:1: boards at random have a density`},
	{16, `random = { number = 3, density = 0.5 }`, `16:34: want a list, got 0.5`},
	{16, `random = { number = 3, density = [0.5, 0.5] }`, `16:40: want numbers from 0 to 1, ascending, got 0.5`},
	{16, `random = { number = 3, density = [nan] }`, `16:35: want numbers from 0 to 1, ascending, got NaN`},
	{16, `random = { number = 3, density = [0, "1"] }`, `16:38: want a number, got "1"`},
	{16, `random = { size = -3, density = [0.5], number = 3 }`, `16:19: want sizes such as "5x5 10x10", got -3`},
	{16, `random = { size = "", density = [0.5], number = 3 }`, `16:19: want sizes such as "5x5 10x10", got ""`},
	{16, `random = { size = "5x", density = [0.5], number = 3 }`, `16:19: want HxW, one number, WxHnN or WxHnNXxYy, x and y from 0, the others from 1, to 9999, got "5x"`},
	{16, `random = { size = "5 5x5", density = [0.5], number = 3 }`, `16:19: size 5x5 is there twice`},
	{16, `random = { size = "3x4 9x9n10", density = [0.5], number = 3 }`, `16:19: submarines: a board of 9x9n10: want height x width alone`},
	{16, `random = { size = "300x4", density = [0.5], number = 3 }`, `16:19: submarines: a board of 300x4: want 1 to 100 rows and columns`},
	{16, `random = { density = [0, 0.5], number = 1000000 }`, `16:41: more than 1000000 jobs: an experiment has at most so many`},
	{16, `random = { density = [0.5], number = 1000000000 }`, `16:38: want at most 1000000, got 1000000000`},
	{16, `random = { density = [0.5], number = 3, colour = "red" }`, `16:41: unknown key "suite.random.colour": want one of density, number, seed, size`},
	{17, `generate = { number = 0 }`, `17:23: want 1 or more, got 0`},
	{17, `generate = { number = 1, seed = -1 }`, `17:33: want a whole number from 0, got -1`},
	{17, `generate = { number = 1, minimal = "yes" }`, `17:36: want true or false, got "yes"`},
	{17, `generate = { number = 1, difficulty = "mean" }`, `17:39: submarines has no levels of difficulty`},
	{17, `generate = { number = 1000000000 }`, `17:23: want at most 1000000, got 1000000000`},
	{17, `generate = { number = 1, size = "9x9n10" }`, `17:33: submarines: a board of 9x9n10: want height x width alone`},
	{17, `generate = [1]`, `17:1: want a table, got a list`},
	{19, `full = { random = { number = -1 } }`, `19:30: want 1 or more, got -1`},
	{19, `full = { random = { size = "3x4n5" } }`, `19:28: submarines: a board of 3x4n5: want height x width alone`},
	{19, `full = { random = { size = "300x4" } }`, `19:28: submarines: a board of 300x4: want 1 to 100 rows and columns`},
	{19, `full = { generate = { difficulty = "mean" } }`, `19:36: submarines has no levels of difficulty`},
	{19, `full = { generate = { nubmer = 5 } }`, `19:23: unknown key "suite.full.generate.nubmer": want one of difficulty, minimal, number, seed, size`},
	{21, `kind = "pie"`, `21:8: no plot of kind "pie": want one of heatmap, engines`},
	{21, `kind = 3`, `21:8: want a text, got 3`},
	{22, `methods = ["nope"]`, `22:12: no suite has a method "nope": want one of native/list, native/margins, sat/pairwise, or the beginning of one`},
	{22, `method = ["native"]`, `22:1: unknown key "plot.method": want one of by, caption, instance, kind, measure, methods, name, suites, title, width`},
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
			_, err = s.Jobs(t.Context(), lookup, read)
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
			if !errors.As(err, &at) || err.Error() != "x.toml:"+c.want {
				t.Errorf("line %d, %s (full: %v):\n got %v\nwant x.toml:%s", c.line, c.text, full, err, c.want)
			}
		}
	}
}

// TestSpecTexts: mistakes in the whole of a text, and what is none.
func TestSpecTexts(t *testing.T) {
	const suite = "puzzle = 'fake'\ninstances = ['7']\nmethods = ['native']\n"
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "x.toml: an experiment has a title"},
		{"no suite", "title = 'x'\n", "x.toml: an experiment has a [[suite]]"},
		{"one bracket", "title = 'x'\n[suite]\n" + suite, "x.toml:2:2: want [[suite]], in two pairs of brackets, got a table"},
		{"a number of suites", "title = 'x'\nsuite = 1\n", "x.toml:2:9: want [[suite]], in two pairs of brackets, got 1"},
		{"a list of numbers", "title = 'x'\nsuite = [1]\n", "x.toml:2:10: want a table, got 1"},
		{"no list", "title = 'x'\nsuite = []\n", "x.toml:2:1: an experiment has a [[suite]]"},
		{"a list of tables", "title = 'x'\nsuite = [{ puzzle = 'fake', instances = ['7'], methods = 'native' }]\n", "x.toml:2:58: want a list, got \"native\""},
		{"UTF-16", "\xff\xfet\x00i\x00", "x.toml:1:1: want a text in UTF-8, got UTF-16"},
		{"too long", "title = 'x'\n#" + strings.Repeat(" ", 64<<10), "x.toml: want at most 64 kB: long lists of instances go into files of their own, as @FILE"},
		{"deep", "title = " + strings.Repeat("[", 20_000), "x.toml:1:10009: arrays and inline tables are nested more than the maximum of 10000 levels deep"},
		{"many jobs", "title = 'x'\n[[suite]]\n" + suite + "repetitions = 600000\n[[suite]]\n" + suite + "repetitions = 600000\n",
			"x.toml:7:3: with this suite more than 1000000 jobs: an experiment has at most so many"},
		{"several lines of prose", "title = 'x'\nquestion = \"\"\"\nWhy?\n\tBecause.\r\nSo.\"\"\"\n[[suite]]\n" + suite + "[[plot]]\nkind = 'engines'\ncaption = \"one\\ntwo\\tthree\"\n", ""},
		{"two keys of a name", "title = 'x'\n\"\\u001babcdefghijklmnopqrstuvwxyz\" = 1\n\"\\u001babcdefghijklmnopqrstuvwxyz\" = 2\n", `x.toml:3:1: key \x1babcdefghijklmnopqrs... is already defined`},
		{"a mark in front", "\ufefftitle = 'x'\n[[suite]]\n" + suite, ""},
		{"a mark in front, and a mistake", "\ufefftitel = 'x'\n", "x.toml:1:1: unknown key \"titel\": want one of cost, full, plot, question, suite, suspects, title"},
		{"lines of Windows", strings.ReplaceAll("title = 'x'\n[[suite]]\n"+suite, "\n", "\r\n"), ""},
		{"lines of Windows, and a mistake", strings.ReplaceAll("title = 'x'\n[[suite]]\n"+suite+"list = 1\n", "\n", "\r\n"), "x.toml:6:8: want true or false, got 1"},
	} {
		_, err := ParseSpec("x.toml", []byte(c.text), kinds)
		var at *SpecError
		if c.want == "" && err != nil || c.want != "" && (!errors.As(err, &at) || err.Error() != c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

// TestSpecFiles: what is no file.
func TestSpecFiles(t *testing.T) {
	dir := t.TempDir()
	for path, want := range map[string]error{dir: syscall.EISDIR, filepath.Join(dir, "none.toml"): os.ErrNotExist} {
		_, err := ReadSpec(path, kinds)
		var at *SpecError
		if !errors.As(err, &at) || !errors.Is(err, want) || strings.Count(err.Error(), path) != 1 {
			t.Errorf("got %v, want %v", err, want)
		}
	}
}

// TestSpecInstancesTooMany: as many jobs as a set of instances makes.
func TestSpecInstancesTooMany(t *testing.T) {
	s, err := ParseSpec("x.toml", []byte("title = 'x'\n[[suite]]\npuzzle = 'fake'\ninstances = ['few']\nmethods = ['native']\nrepetitions = 600000\n"), kinds)
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Jobs(t.Context(), fakes.Lookup, fakes.Read) // two instances
	if want := "x.toml:6:15: with this suite more than 1000000 jobs: an experiment has at most so many"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestSpecInterrupted: making many jobs ends with the context.
func TestSpecInterrupted(t *testing.T) {
	s, err := ParseSpec("x.toml", []byte("title = 'x'\n[[suite]]\npuzzle = 'fake'\ninstances = ['few']\nmethods = ['native']\nrepetitions = 500000\n"), kinds)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	jobs, err := s.Jobs(ctx, fakes.Lookup, func(p *encode.Puzzle, arg string) ([]encode.Instance, error) {
		cancel()
		return fakes.Read(p, arg)
	})
	if err != context.Canceled || s.jobs > 0 {
		t.Errorf("%d jobs, %d of them made, %v", len(jobs), s.jobs, err)
	}
}

// FuzzParseSpec: any text is an experiment, or a mistake that is in it; the text that is
// kept of either size is the same experiment again.
func FuzzParseSpec(f *testing.F) {
	// Few and short: TestSpecMistakes reads one text for each mistake.
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

// flat are the suites, with what they point to.
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
