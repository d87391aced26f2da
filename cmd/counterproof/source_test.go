package main

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"

	"counterproof/bench/run/crosscheck"
	"counterproof/cmd/counterproof/console"
	"counterproof/cmd/counterproof/trust"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/test/facttest"
)

// invoke calls the program with a reader as standard input.
func invoke(stdin io.Reader, args ...string) (stdout, stderr string, status int) {
	var out, errs bytes.Buffer
	status = run(append([]string{"counterproof"}, args...), stdin, &out, &errs)
	return out.String(), errs.String(), status
}

// A repeating is a reader that repeats a line without end. It counts the bytes that were read.
type repeating struct {
	line string
	read int
}

// Read fills p.
func (e *repeating) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = e.line[(e.read+i)%len(e.line)]
	}
	e.read += len(p)
	return len(p), nil
}

// TestEndlessInput checks that reading endless input stops at the limit for the whole text or for a
// line.
func TestEndlessInput(t *testing.T) {
	const mb = 1_000_000
	for _, c := range []struct {
		args, line string
		most       int    // bytes that may be read, without 2 MB for buffers
		says       string // facts of the message
	}{
		{"count --max-input 3MB calendar -", "10-06\n", 3 * mb, "3MB, --max-input"},
		{"count --max-input 3MB calendar -", "1", 2 * mb, "line 1, column 1"},
		{"count --max-input 80MB calendar -", "1", 5 * mb, "line 1, column 1"},
		{"count calendar -", "\x00", 16 * mb, "line 1, column 1"},
		{"crosscheck --max-input 3MB nonogram -", "1 1\n\n", 3 * mb, "3MB, --max-input"},
		{"decode --max-input 3MB calendar 10-06", "c a comment\n", 3 * mb, "3MB, --max-input"},
		{"decode --max-input 3MB calendar 10-06", "1 ", 3 * mb, ""}, // the error is about the limit or about the missing 0 at the end
	} {
		in := &repeating{line: c.line}
		out, errs, status := invoke(in, strings.Fields(c.args)...)
		if status != console.Misuse || out != "" || !facttest.States(errs, c.says) || in.read > c.most+2*mb {
			t.Errorf("%s of %q: exit status %d, %d bytes read, %q, want %q", c.args, c.line, status, in.read, errs, c.says)
		}
	}
}

// TestInputLimit checks that a file may have exactly as many bytes as the limit, and no more. For a
// folder, the limit must apply to all files together. A line may be at most a sixteenth of the
// limit long, or 1 MiB if that is more.
func TestInputLimit(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("folder", 0o777); err != nil {
		t.Fatal(err)
	}
	days := "10-06\n01-25\n"
	wide := "\n\n10-06" + strings.Repeat(" ", 1<<20-5) // the last line is 1 MiB long
	for name, text := range map[string]string{
		"two": days, "three": days + "\n", "folder/a": days, "folder/b": days, "wide": wide, "wider": wide + " ",
		"suite.toml": "title = 'x'\n[[suite]]\npuzzle = 'calendar'\ninstances = ['@two']\nmethods = ['native']\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"count --max-input 12 calendar @two", console.Done, ""},
		{"count --max-input 12 calendar @three", console.Misuse, "three, 12, --max-input"},
		{"count --max-input 24 calendar @folder", console.Done, ""},
		{"count --max-input 23 calendar @folder", console.Misuse, "b, 23, --max-input"},
		{"count --max-input 2MiB calendar @wide", console.Done, ""},
		{"count --max-input 2MiB calendar @wider", console.Misuse, "wider, line 3, column 1"},
		{"count --max-input 20MiB calendar @wider", console.Done, ""},
		{"run --dry-run --max-input 12 suite.toml", console.Done, ""},
		{"run --dry-run --max-input 11 suite.toml", console.Misuse, "two, 11, --max-input"},
		{"cluster --max-input 11 slurm suite.toml", console.Misuse, "two, 11, --max-input"},
	} {
		if out, errs, status := invoke(strings.NewReader(""), strings.Fields(c.args)...); status != c.status || !facttest.States(errs, c.says) || (out == "") != (c.status != console.Done) {
			t.Errorf("%s: exit status %d, want %d; %q, want %q", c.args, status, c.status, errs, c.says)
		}
	}
}

// TestInputFlag checks that every command that takes an instance or an experiment has the flag
// --max-input.
func TestInputFlag(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range []string{"show sudoku -", "solve sudoku -", "count sudoku -", "crosscheck sudoku -", "check sudoku - 1",
		"certify -o c sudoku -", "explain sudoku -", "encode sudoku -", "decode sudoku - file", "deduce sudoku -"} {
		words := strings.Fields(args)
		words = append([]string{words[0], "--max-input", "9"}, words[1:]...)
		_, errs, status := invoke(strings.NewReader(catalog.Find("sudoku").Example+"\n"), words...)
		if status != console.Misuse || !facttest.States(errs, "standard input, 9, --max-input") {
			t.Errorf("%s: exit status %d, %q", strings.Join(words, " "), status, errs)
		}
	}
	for _, command := range []string{"run", "cluster", "report"} {
		if out, _, status := invoke(nil, command, "--help"); status != console.Done || !strings.Contains(out, "--max-input") {
			t.Errorf("%s --help: exit status %d:\n%s", command, status, out)
		}
	}
}

// A long is an instance with a long text.
type long struct{ encode.Instance }

func (long) String() string { return strings.Repeat("x", 20_000_000) }

// TestScriptOfALongInstance checks the script that crosscheck writes for a disagreement. It must
// set --max-input if the instance is longer than the default limit for a line.
func TestScriptOfALongInstance(t *testing.T) {
	b := crosscheck.Board{Puzzle: catalog.Find("exactcover"), Instance: long{}}
	command, _, _ := strings.Cut(trust.Again(crosscheck.Check{}, crosscheck.Shrunk{Board: b}), "\n")
	_, flag, ok := strings.Cut(command, "--max-input ")
	size, _, _ := strings.Cut(flag, " ")
	if limit, err := console.ParseLimit(size); !ok || err != nil || limit.Line < 20_000_000 || limit.Bytes < 20_000_001 {
		t.Errorf("%s: %v, %v", command, limit, err)
	}
}
