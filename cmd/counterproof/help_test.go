package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"counterproof/bench/system/release"
	"counterproof/bench/test/processtest"
	"counterproof/cmd/counterproof/boards"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/catalog"
)

func visibleCommands() []*cli.Command {
	var all []*cli.Command
	app := newApp(nil, nil, nil)
	for _, group := range console.Groups {
		all = append(all, console.Commands(app, group)...)
	}
	return all
}

// helpExamples returns the examples in the help of all commands.
func helpExamples() (all []string) {
	for _, c := range visibleCommands() {
		_, examples := console.Description(c)
		all = append(all, examples...)
	}
	return all
}

// TestHelpExamples checks that the help of every command has two examples with this command.
// TestExamples runs them.
func TestHelpExamples(t *testing.T) {
	for _, c := range visibleCommands() {
		_, examples := console.Description(c)
		if len(examples) != 2 {
			t.Errorf("%s has %d examples, want 2", c.Name, len(examples))
		}
		for _, example := range examples {
			if !strings.Contains(example, "counterproof "+console.Name(c)+" ") && !strings.HasSuffix(example, "counterproof "+console.Name(c)) {
				t.Errorf("the example %q does not use %s", example, c.Name)
			}
		}
	}
}

// TestHelpLists checks that the help of the program names every command that is not hidden, in a
// group, and that every help fits into its width.
func TestHelpLists(t *testing.T) {
	var help bytes.Buffer
	app := newApp(nil, &help, &help)
	if err := app.Run([]string{"counterproof", "--help"}); err != nil {
		t.Fatal(err)
	}
	for _, c := range app.Commands {
		if listed := strings.Contains(help.String(), "\n  "+c.Name+" "); listed == c.Hidden && c.Name != "help" {
			t.Errorf("command %s: hidden %t, listed %t", c.Name, c.Hidden, listed)
		}
	}
	for _, c := range visibleCommands() {
		help.Reset()
		if err := newApp(nil, &help, &help).Run(append(append([]string{"counterproof"}, strings.Fields(console.Name(c))...), "--help")); err != nil {
			t.Fatal(err)
		}
		text, _, _ := strings.Cut(help.String(), "\nExamples:") // an example is one line, however long
		_, flags, _ := strings.Cut(help.String(), "\nFlags:")
		for line := range strings.Lines(text + flags) {
			if n := len(strings.TrimRight(line, "\n")); n > console.HelpWidth {
				t.Errorf("%s --help has a line of %d characters: %s", c.Name, n, line)
			}
		}
		if empty := regexp.MustCompile(`default: (0|0s|false|)\)|value\b.*\[ --`).FindString(help.String()); empty != "" {
			t.Errorf("%s --help says %q", c.Name, empty)
		}
	}
}

// TestDefaults checks that the help states the default of a flag after the first sentence, which is
// about the flag itself. The text may also contain a number with a decimal point or a file name.
func TestDefaults(t *testing.T) {
	for _, c := range []struct{ usage, want string }{
		{"read `FILE`", "read FILE (default: x)"},
		{"read `FILE`. Lines end with LF. Others fail", "read FILE (default: x). Lines end with LF. Others fail"},
		{"read `FILE`, such as a.Toml, 1.5 times", "read FILE, such as a.Toml, 1.5 times (default: x)"},
	} {
		if _, got := console.FlagText(&cli.StringFlag{Name: "file", Value: "x", Usage: c.usage}); got != c.want {
			t.Errorf("%q: got %q, want %q", c.usage, got, c.want)
		}
	}
}

// TestManual checks that the manual page has a section for every command and flag.
func TestManual(t *testing.T) {
	page, status := call(t, "", "man")
	if status != 0 {
		t.Fatalf("exit status %d", status)
	}
	plain := strings.ReplaceAll(page, `\-`, "-")
	for _, c := range visibleCommands() {
		_, section, found := strings.Cut(plain, "\n.SS "+console.Name(c)+"\n")
		if !found {
			t.Errorf("no section for %s", console.Name(c))
		}
		section, _, _ = strings.Cut(section, "\n.S")
		for _, f := range c.Flags {
			if name := "-" + f.Names()[0]; !strings.Contains(section, name) {
				t.Errorf("the section of %s does not name the flag %s", c.Name, name)
			}
		}
	}
}

// TestVersionFlag checks that --version prints one line with the version that version --json gives.
func TestVersionFlag(t *testing.T) {
	line, status := call(t, "", "--version")
	if status != 0 || strings.Count(line, "\n") != 1 {
		t.Fatalf("status %d, output %q", status, line)
	}
	if v := release.Version(); !strings.HasSuffix(line, " "+v+"\n") {
		t.Errorf("--version prints %q, the version is %s", line, v)
	}
}

// TestMistakes checks that a message about a mistake names the mistake and what is accepted.
func TestMistakes(t *testing.T) {
	t.Chdir(t.TempDir())
	const board = "mine.txt"
	if err := os.WriteFile(board, []byte("##\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	spec := func(suite, plot string) string {
		file := filepath.Join(t.TempDir(), "spec.toml")
		text := "title = \"x\"\nquestion = \"x\"\n[[suite]]\n" + suite + "\n[[plot]]\n" + plot + "\n"
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return file
	}
	good := "puzzle = \"calendar\"\ninstances = [\"10-06\"]\nmethods = [\"native\"]"
	for _, test := range []struct {
		args string
		want []string // in stderr
		not  string   // not in stderr
	}{
		{"count packing " + board, []string{`'m'`, "@" + board}, ""},
		{"count --timeout 10 calendar 10-06", []string{"--timeout", `"10"`, "90s"}, "parse error"},
		{"count --limit calendar 10-06", []string{"--limit", `"calendar"`, "number"}, "parse error"},
		{"generate --seed -1 sudoku", []string{"--seed", `"-1"`, "number"}, "parse error"},
		{"count --method all calendar 10-06", []string{"crosscheck", "counterproof list calendar"}, "sequential"},
		{"solve --method sat/sequental calendar 10-06", []string{`"sat/sequential"`, "counterproof list calendar"}, ""},
		{"encode --style sinz calendar 10-06", []string{"pairwise, sequential, product"}, "["},
		{"encode --style sequental calendar 10-06", []string{`"sequential"`, "pairwise, sequential, product"}, "["},
		{"encode --format dimac calendar 10-06", []string{`"dimacs"`}, ""},
		{"run " + spec(strings.Replace(good, "calendar", "calender", 1), `kind = "box"`), []string{":4:", `"calender"`, `"calendar"`}, ""},
		{"run " + spec(good+"\ntask = \"cuont\"", `kind = "box"`), []string{":7:", `"cuont"`, `"count"`}, ""},
		{"run " + spec(good, `kind = "histogramm"`), []string{":8:", `"histogramm"`, `"histogram"`}, ""},
		{"run " + spec("puzle"+good[6:], `kind = "box"`), []string{":4:", `"puzzle"`}, ""},
		{"show --svg x.pdf calendar 10-06", []string{"--svg", "--pdf x.pdf"}, ""},
		{"explain --svg x.png lightsout .", []string{"--png x.png"}, ""},
		{"conut", []string{`"conut"`, `"count"`}, ""},
	} {
		var out, messages bytes.Buffer
		if status := run(append([]string{"counterproof"}, strings.Fields(test.args)...), nil, &out, &messages); status != console.Misuse {
			t.Errorf("%s: exit status %d, want %d", test.args, status, console.Misuse)
		}
		for _, want := range test.want {
			if !strings.Contains(messages.String(), want) {
				t.Errorf("%s: no %s in: %s", test.args, want, messages.String())
			}
		}
		if test.not != "" && strings.Contains(messages.String(), test.not) {
			t.Errorf("%s: %s in: %s", test.args, test.not, messages.String())
		}
	}
	if _, err := os.Stat("x.pdf"); err == nil {
		t.Error("show --svg x.pdf wrote a file")
	}
}

// TestVerifyOfNoCertificate checks that verify prints a single line of error for a folder without
// certificates.
func TestVerifyOfNoCertificate(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b", "c"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name+".txt"), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var out, messages bytes.Buffer
	if status := run([]string{"counterproof", "verify", dir}, nil, &out, &messages); status != console.Failure {
		t.Errorf("exit status %d, want %d", status, console.Failure)
	}
	if n := strings.Count(messages.String(), "\n"); n != 1 {
		t.Errorf("%d lines of messages, want 1:\n%s", n, messages.String())
	}
}

// TestOtherSize checks that generate and sheet name a size on which boards of the level exist: in the
// test, none of the boards of Pair Place drawn at 3x6 or 5x6 is hard. Only a long test draws boards at
// 5x6, the default size, and runs sheet.
func TestOtherSize(t *testing.T) {
	if testing.Short() {
		t.Skip("draws 2,000 boards")
	}
	commands := [][]string{{"generate", "--difficulty", "hard", "--size", "3x6"}}
	if processtest.IsLong() {
		commands = append(commands, []string{"generate", "--difficulty", "hard"}, []string{"sheet", "-o", filepath.Join(t.TempDir(), "x.pdf"), "--difficulty", "easy,hard"})
	}
	for _, args := range commands {
		var out, messages bytes.Buffer
		if status := run(slices.Concat([]string{"counterproof"}, args, []string{"pairplace"}), nil, &out, &messages); status != console.Failure {
			t.Fatalf("%v: exit status %d, want %d; stdout %s", args, status, console.Failure, out.String())
		}
		m := regexp.MustCompile(`--size (\d+x\d+)`).FindStringSubmatch(messages.String())
		if m == nil {
			t.Fatalf("%v: no size in: %s", args, messages.String())
		}
		out.Reset()
		if status := run([]string{"counterproof", "generate", "--difficulty", "hard", "--size", m[1], "pairplace"}, nil, &out, &messages); status != console.Done {
			t.Errorf("--size %s: exit status %d, %s", m[1], status, messages.String())
		}
	}
}

// TestListOne checks that list PUZZLE prints the rules, notations, methods, styles, size and levels.
func TestListOne(t *testing.T) {
	for _, p := range catalog.All() {
		text, status := call(t, "", "list", p.Name)
		if status != console.Done {
			t.Fatalf("%s: exit status %d", p.Name, status)
		}
		l := boards.NewListing(p)
		want := append(slices.Concat(l.Methods, l.Styles, l.Formats, l.Levels), l.Rules, l.Sites, l.Size)
		for _, s := range l.Sets {
			want = append(want, s.Name)
		}
		for _, r := range l.Deduction {
			want = append(want, r.Name, r.Statement)
		}
		got := strings.Join(strings.Fields(text), " ")
		for _, w := range want {
			if !strings.Contains(got, strings.Join(strings.Fields(w), " ")) {
				t.Errorf("list %s does not print %q", p.Name, w)
			}
		}
	}
	if _, status := call(t, "", "list", "chess"); status != console.Misuse {
		t.Errorf("list chess: exit status %d, want %d", status, console.Misuse)
	}
}
