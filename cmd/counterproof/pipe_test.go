//go:build unix && !nonats

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/urfave/cli/v2"

	"counterproof/bench/test/processtest"
	"counterproof/cmd/counterproof/console"
)

// atPipe lists commands that read the pipe fifo or write to the pipe out.
const atPipe = `
	show sudoku @fifo;show --svg=out calendar 10-06;show --png=out calendar 10-06;show --pdf=out calendar 10-06;
	solve sudoku @fifo;solve --svg=out calendar 10-06;solve --png=out calendar 10-06;solve --pdf=out calendar 10-06;solve --sheet=out.pdf calendar 10-06;
	count sudoku @fifo;check sudoku @fifo 1;explain calendar @fifo;
	explain --svg=out calendar 10-06;explain --png=out calendar 10-06;explain --pdf=out calendar 10-06;
	deduce sudoku @fifo;deduce --svg=out sudoku 1...............;deduce --png=out sudoku 1...............;deduce --pdf=out sudoku 1...............;
	deduce --html=out sudoku 1...............;generate --picture=fifo nonogram;repair sudoku @fifo;
	sheet -o=board.pdf sudoku @fifo;sheet -o=out calendar 10-06;plot sudoku @fifo;crosscheck sudoku @fifo;certify -o=folder sudoku @fifo;
	encode sudoku @fifo;encode --map=out calendar 10-06;compile sudoku @fifo;compile -o=out sudoku 1...............;decode sudoku @fifo;decode calendar 10-06 fifo;sat fifo;sat --proof=out tiny.cnf;
	run fifo;run boards.toml;run --dry-run fifo;run --shard=1/2 --parts=fifo spec.toml;report --ledger=ledger.sqlite fifo;compare ledger.sqlite other.sqlite fifo;
	coordinate fifo;coordinate --token=fifo spec.toml;coordinate --tls-cert=fifo --tls-key=tiny.cnf spec.toml;coordinate --tls-cert=tiny.cnf --tls-key=fifo spec.toml;
	rate sudoku @fifo;orbit sudoku @fifo;audit --puzzle=sudoku fifo;serve --api=fifo;
	work --token=fifo nats://127.0.0.1:1;work --tls-ca=fifo nats://127.0.0.1:1;
	cluster slurm fifo;cluster status fifo;cluster --prelude=fifo slurm spec.toml;cluster --shards=2 --parts=fifo slurm spec.toml
`

// noPipe lists the flags that name a file and need no row in atPipe.
var noPipe = map[string]string{
	"ledger":      "a pipe is not a ledger",
	"index":       "a link",
	"experiments": "a folder",
	"files":       "a folder", "encode -o": "a folder",
	"plot -o": "a folder", "atlas -o": "a folder", "report -o": "a folder", "compare -o": "a folder", "site -o": "a folder", "solvers fuzz -o": "a folder",
}

// TestUnansweredPipe checks that one signal ends every command that waits for the other end of a
// pipe. The table must have a row for each argument and flag that names a file.
func TestUnansweredPipe(t *testing.T) {
	processtest.Need(t)
	dir := t.TempDir()
	spec := "title = 'x'\nquestion = '?'\n[[suite]]\npuzzle = 'calendar'\ninstances = ['10-06']\nmethods = ['native']\n"
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"spec.toml": spec, "boards.toml": strings.ReplaceAll(spec, "10-06", "@fifo"), "tiny.cnf": "p cnf 1 2\n1 0\n-1 0\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"fifo", "out", "out.pdf"} {
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Skip(err)
		}
	}
	for _, name := range []string{"ledger.sqlite", "other.sqlite"} {
		if _, errs, status := invoke(nil, "run", "--ledger", filepath.Join(dir, name), filepath.Join(dir, "spec.toml")); status != console.Done {
			t.Fatal(errs)
		}
	}
	var rows [][]string
	for text := range strings.SplitSeq(atPipe, ";") {
		rows = append(rows, strings.Fields(text))
	}
	checkRows(t, rows)
	for i, args := range rows {
		sent := []os.Signal{os.Interrupt, syscall.SIGTERM}[i%2]
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			t.Parallel()
			p := launch(t, dir, args...)
			p.until(t, waits)
			_ = p.cmd.Process.Signal(sent)
			err := p.wait()
			status, want := p.cmd.ProcessState.ExitCode(), console.Failure
			if args[0] == "sat" {
				want = 0
			} else if got := p.stderr.String(); !strings.HasPrefix(got, "counterproof: interrupted") {
				t.Errorf("stderr %q", got)
			}
			if status != want {
				t.Errorf("%v, want exit status %d", err, want)
			}
		})
	}
}

// opens matches an argument that makes a command open a pipe.
var opens = regexp.MustCompile(`^(@|--?[a-z-]+=)?(fifo|out|out\.pdf)$`)

// checkRows checks that each argument and flag of a command that names a file has a row.
func checkRows(t *testing.T, rows [][]string) {
	t.Helper()
	has := func(command string, match func(arg string) bool) bool {
		return slices.ContainsFunc(rows, func(args []string) bool { return args[0] == command && slices.ContainsFunc(args[1:], match) })
	}
	for _, c := range newApp(nil, nil, nil).Commands {
		usage := strings.Trim(c.ArgsUsage, "[].")
		if strings.Contains(usage, "INSTANCE") || strings.Contains(usage, "FILE") || strings.Contains(usage, "SPEC") {
			if !has(c.Name, func(arg string) bool { return opens.MatchString(arg) }) {
				t.Errorf("no row for the argument %s of %s", c.ArgsUsage, c.Name)
			}
		}
		for _, flag := range c.Flags {
			f, ok := flag.(*cli.StringFlag)
			if !ok || !f.TakesFile || noPipe[f.Name] != "" || noPipe[c.Name+" -"+f.Name] != "" || c.Name == "certify" {
				continue
			}
			if !has(c.Name, func(arg string) bool {
				return opens.MatchString(arg) && strings.HasPrefix(strings.TrimLeft(arg, "-"), f.Name+"=")
			}) {
				t.Errorf("no row for the flag %s of %s", f.Name, c.Name)
			}
		}
	}
}

// TestStalledReader checks that one signal ends a command whose output nobody reads, even if its
// messages go to the same pipe.
func TestStalledReader(t *testing.T) {
	t.Parallel()
	processtest.Need(t)
	for _, args := range [][]string{
		{"encode", "sudoku", strings.Repeat(".", 81)}, {"generate", "--number=100000", "lightsout"}, {"solve", "--number=0", "pentomino", "6x10"},
	} {
		for _, both := range []bool{false, true} {
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			p := &launched{cmd: exec.Command("counterproof", args...)}
			p.cmd.Stdout, p.cmd.Stderr = w, &p.stderr
			if both {
				p.cmd.Stderr = w
			}
			p.start(t)
			p.until(t, waits)
			_ = p.cmd.Process.Signal(syscall.SIGTERM)
			err = p.wait()
			if p.cmd.ProcessState.ExitCode() != console.Failure {
				t.Errorf("%s: %v, want exit status 1", args[0], err)
			}
			if got := p.stderr.String(); !both && got != "counterproof: interrupted\n" {
				t.Errorf("%s: stderr %q", args[0], got)
			}
			r.Close()
			w.Close()
		}
	}
}
