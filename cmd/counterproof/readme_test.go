package main

import (
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"counterproof/bench/test/processtest"
	"counterproof/cmd/counterproof/console"
	"counterproof/reports/web"
)

// pages returns the README and all pages of docs.
func pages(t *testing.T) []string {
	t.Helper()
	all := []string{"../../README.md"}
	for _, folder := range []string{"", "experiments", "puzzles"} {
		more, err := filepath.Glob("../../docs/" + folder + "/*.md")
		if err != nil || len(more) == 0 {
			t.Fatalf("no page in docs/%s: %v", folder, err)
		}
		all = append(all, more...)
	}
	return all
}

// TestLinks checks the links of all pages.
func TestLinks(t *testing.T) {
	for _, page := range pages(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		checkLinks(t, page, string(text))
	}
}

// An example is a shell command of a page or of a help.
type example struct {
	where   string   // the first page, or "help"
	outputs []string // what the pages show below the command
	help    bool     // whether the help of a command has it
}

// examples collects the different commands of the pages and of the help. In the console blocks of a
// page, a line that begins with "$ " is a command, and its output must begin with the lines below it,
// except that "..." stands for any output: see pattern. The tables of sources.md
// also have commands.
func examples(t *testing.T) map[string]*example {
	t.Helper()
	all := map[string]*example{}
	at := func(command, where string) *example {
		if all[command] == nil {
			all[command] = &example{where: where}
		}
		return all[command]
	}
	for _, command := range helpExamples() {
		at(command, "help").help = true
	}
	for _, page := range pages(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for i, part := range strings.Split(string(text), "```") {
			block, ok := strings.CutPrefix(part, "console\n")
			if i%2 == 1 && ok {
				for _, shown := range strings.Split("\n"+block, "\n$ ")[1:] {
					command, want, _ := strings.Cut(shown, "\n")
					if want != "" && !strings.HasSuffix(want, "\n") { // another command follows
						want += "\n"
					}
					e := at(command, filepath.Base(page))
					if want != "" {
						e.outputs = append(e.outputs, want)
					}
				}
			}
		}
		if filepath.Base(page) == "sources.md" {
			for _, m := range inline.FindAllStringSubmatch(string(text), -1) {
				at(strings.ReplaceAll(m[1], `\|`, "|"), "sources.md")
			}
		}
	}
	return all
}

// inline matches a command in a table.
var inline = regexp.MustCompile("`(counterproof [^`\n]+)`")

// omitted matches "..." at the end of a line, but not a row of a board, such as ".../...".
var omitted = regexp.MustCompile(`(?m)(^|[ ,])\.\.\.\n`)

// pattern returns an expression that matches the outputs for which a page shows the text. Each "..."
// stands for any output up to the end of a line. The result is nil if the text shows nothing else.
func pattern(shown string) *regexp.Regexp {
	parts := strings.Split(omitted.ReplaceAllString(shown, "$1\x00"), "\x00")
	if strings.Join(parts, "") == "" {
		return nil
	}
	for i := range parts {
		parts[i] = regexp.QuoteMeta(parts[i])
	}
	return regexp.MustCompile("^" + strings.TrimSuffix(strings.Join(parts, `(?s:.*\n)`), `(?s:.*\n)`))
}

// TestPattern checks which outputs a text of a page allows.
func TestPattern(t *testing.T) {
	for _, c := range []struct {
		shown, output string
		want          bool
	}{
		{"a\nb\n", "a\nb\nc\n", true},
		{"a\nb\n", "a\nc\n", false},
		{"took ...\nend\n", "took 3 s\nend\n", true},
		{"took ...\nend\n", "took 3 s\nmore\nend\n", true},
		{"took ...\nend\n", "took 3 s\n", false},
		{"took ...\n", "took 3 s\n", true},
		{"a\n...\n", "a\nb\n", true},
		{"...\n", "a\n", false}, // a page must show something
		{".../...\n....\na\n", ".../...\n....\nb\n", false},
	} {
		if p := pattern(c.shown); (p != nil && p.MatchString(c.output)) != c.want {
			t.Errorf("%q shows %q: %v, want %v", c.shown, c.output, !c.want, c.want)
		}
	}
}

// scripted returns the commands that the scripts of testdata/script run, and that must succeed there.
func scripted(t *testing.T) map[string]bool {
	t.Helper()
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatal("no scripts", err)
	}
	commands := map[string]bool{}
	for _, script := range scripts {
		text, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if command, ok := strings.CutPrefix(line, "exec "); ok {
				commands[strings.TrimSuffix(command, "\n")] = true
			}
		}
	}
	return commands
}

// shorter lists parts of commands that take too long, each with a short form. Long tests run the
// commands themselves. In the output of a shortened command, numbers may differ.
var shorter = strings.NewReplacer(
	"counterproof atlas --dry-run", "counterproof atlas --dry-run calendar-year",
	"run --ledger lights.sqlite", "run --shard 1/20 --ledger lights.sqlite",
	"run --ledger effort.sqlite", "run --shard 1/60 --ledger effort.sqlite",
	"run --ledger singular.sqlite", "run --shard 1/30 --ledger singular.sqlite",
	"run --ledger a.sqlite bench", "run --shard 1/30 --ledger a.sqlite bench",
	"run --ledger b.sqlite bench", "run --shard 1/30 --ledger b.sqlite bench",
	"--shard 1/61", "--shard 2/300",
	"--number 100 --minimal", "--number 5 --minimal",
	"--number 12 --seed 5", "--number 2 --seed 5",
	"run --ledger times.sqlite", "run --shard 1/8 --ledger times.sqlite",
)

var number = regexp.MustCompile(`[0-9]+([.,][0-9]+)*`)

// TestExamples runs each command of the pages and of the help once, and compares the outputs. A
// command of the help must succeed, and so must a command whose output the page does not show.
// TestExamples leaves out the commands that a script runs.
func TestExamples(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts hundreds of programs, whose commands TestScripts runs too")
	}
	scripts, all := scripted(t), examples(t)
	if len(all) < 100 {
		t.Errorf("only %d examples found", len(all))
	}
	for _, command := range slices.Sorted(maps.Keys(all)) {
		e := all[command]
		if len(e.outputs) == 0 && scripts[command] {
			continue
		}
		numbers := func(text string) string { return text }
		if short := shorter.Replace(command); short != command && !processtest.IsLong() {
			command = short
			numbers = func(text string) string { return number.ReplaceAllString(text, "1") }
		}
		t.Run(e.where+": "+command, func(t *testing.T) {
			t.Parallel()
			code, out := runExample(t, command)
			if (e.help || len(e.outputs) == 0) && code != console.Done {
				t.Errorf("exit status %d:\n%s", code, out)
			}
			for _, shown := range e.outputs {
				if p := pattern(numbers(shown)); p == nil || !p.MatchString(numbers(out)) {
					t.Errorf("it prints\n%s\nthe page says\n%s", out, shown)
				}
			}
		})
	}
}

// link matches a link or an image, in Markdown or in the HTML in it.
var link = regexp.MustCompile(`\]\(<?([^)\s>]+)|(?:src|href|srcset)="([^"]+)"`)

// checkLinks checks that a page links only to existing files and headings. It does not check links
// to the web.
func checkLinks(t *testing.T, page, text string) {
	for _, m := range link.FindAllStringSubmatch(withoutCode(text), -1) {
		target, heading, _ := strings.Cut(m[1]+m[2], "#")
		if strings.Contains(target, ":") {
			continue
		}
		file := page
		if target != "" {
			file = filepath.Join(filepath.Dir(page), target)
		}
		if _, err := os.Stat(file); err != nil {
			t.Errorf("%s links to %s: %v", filepath.Base(page), target, err)
			continue
		}
		if heading == "" || filepath.Ext(file) != ".md" {
			continue
		}
		linked, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(headings(string(linked)), heading) {
			t.Errorf("%s links to the heading #%s, which %s lacks", filepath.Base(page), heading, filepath.Base(file))
		}
	}
}

// withoutCode returns a page without its code blocks.
func withoutCode(text string) string {
	var b strings.Builder
	for i, part := range strings.Split(text, "```") {
		if i%2 == 0 {
			b.WriteString(part)
		}
	}
	return b.String()
}

// headings returns the anchors of the headings of a page, by the rules of code hosts.
func headings(page string) []string {
	var names []string
	for line := range strings.Lines(withoutCode(page)) {
		if heading := strings.TrimLeft(line, "#"); strings.HasPrefix(heading, " ") && heading != line {
			names = append(names, strings.Map(func(r rune) rune {
				switch {
				case r == ' ':
					return '-'
				case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
					return unicode.ToLower(r)
				}
				return -1
			}, strings.TrimSpace(heading)))
		}
	}
	return names
}

// TestHeadings checks the anchors of the headings of a page.
func TestHeadings(t *testing.T) {
	const page = "# The *Puzzles*\ntext # no\n```sh\n# code\n```\n## 7. Words, `R\\*` and x-y\n#none\n"
	if got, want := headings(page), []string{"the-puzzles", "7-words-r-and-x-y"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// exampleFolder returns the folder in which an example runs and writes its files. The folder has
// links to folders of the repository. For an example that changes the repository, the folder is
// a copy of the packages that puzzles need.
func exampleFolder(t *testing.T, change bool) string {
	dir := t.TempDir()
	for _, name := range []string{"bench", "docs", "encode"} {
		target, err := filepath.Abs("../../" + name)
		if err == nil && !change {
			err = os.Symlink(target, filepath.Join(dir, name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if !change {
		return dir
	}
	for _, name := range []string{"docs", "encode", "native", "sat"} {
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS("../../"+name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile("../../" + name)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// runExample runs a shell command. It returns the exit status, which may be 1 for an example of a
// failure, and the output.
func runExample(t *testing.T, command string) (code int, out string) {
	for _, program := range []string{"clasp", "cadical", "minisat", "minisat+", "drat-trim", "cake_lpr", "sgt-flip"} {
		if strings.Contains(command, program) {
			needs(t, program)
		}
	}
	if _, err := fs.Stat(web.Engine(), web.PrinterFile); err != nil && strings.Contains(command, "counterproof site") && os.Getenv(processtest.CI) == "" {
		t.Skip("this program was built without the engine for browsers: make engine builds it")
	}
	if strings.HasPrefix(command, "counterproof serve") {
		runServer(t, strings.Fields(command)[1:])
		return console.Done, ""
	}
	if strings.HasPrefix(command, "counterproof coordinate") || strings.HasPrefix(command, "counterproof work ") {
		runQueue(t, strings.Fields(command)[1:])
		return console.Done, ""
	}
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = exampleFolder(t, strings.Contains(command, "counterproof new "))
	cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+t.TempDir(), "GOFLAGS=-trimpath -buildvcs=false") // the compiler reuses what it made for other copies
	printed, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	if code = cmd.ProcessState.ExitCode(); code == 2 || code < 0 || code > 125 {
		t.Errorf("exit status %d:\n%s", code, printed)
	}
	return code, string(printed)
}
