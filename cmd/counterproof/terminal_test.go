package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/wording"
)

// hostile is a text that clears the screen of a terminal, renames its window, and reverses the
// direction of the text.
const hostile = "\x1b[2J\x1b]0;renamed\a\r\u009b2J\u202e\u2066\u2028\x7f"

// TestScreen writes a text in pieces of every length. It checks that letters and the control
// sequences for colours are printed unchanged, and that all other control sequences are escaped.
func TestScreen(t *testing.T) {
	const text = "a\x1b[48;5;117;30mé\x1b[0m\t日\n" + hostile + "\x1b[1;2\x1b\xff\xe6\x97"
	const want = "a\x1b[48;5;117;30mé\x1b[0m\t日\n" + `\x1b[2J\x1b]0;renamed\a\r\u009b2J\u202e\u2066\u2028\x7f\x1b[1;2\x1b\xff\xe6\x97`
	for size := range len(text) {
		var b bytes.Buffer
		s := &console.Screen{W: &b}
		for rest := text; rest != ""; {
			part := rest[:min(size+1, len(rest))]
			if n, err := s.Write([]byte(part)); n != len(part) || err != nil {
				t.Fatal(n, err)
			}
			rest = rest[len(part):]
		}
		if err := s.Close(); err != nil || b.String() != want {
			t.Errorf("in pieces of %d: %q, %v, want %q", size+1, b.String(), err, want)
		}
	}
}

// TestHostileTexts checks that stderr never gets control characters from texts that others have
// written. The texts come from arguments, names of files, files and ledgers.
func TestHostileTexts(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "folder")
	name := filepath.Join(folder, strings.ReplaceAll(hostile, "/", ""))
	for _, err := range []error{os.Mkdir(folder, 0o777), os.WriteFile(name, []byte("no date\n"), 0o666)} {
		if err != nil {
			t.Skip(err) // some systems do not allow such names
		}
	}
	instances := filepath.Join(dir, "instances")
	if err := os.WriteFile(instances, []byte(hostile+" "+hostile+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	from := filepath.Join(dir, "from.sqlite")
	l, err := ledger.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	r := result.Record{Key: "k", Puzzle: "p", Instance: hostile, Method: hostile, Status: result.Exact, Reason: result.Done, Verdict: result.Wrong, Count: "1", Error: hostile}
	if err := l.Add(ledger.Row{Job: "job", Record: r}); err != nil {
		t.Fatal(err)
	}
	l.Close()
	for _, args := range [][]string{
		{"count", "calendar", "@" + folder},
		{"count", "calendar", "@" + instances},
		{"count", "exactcover", "@" + instances},
		{"show", "map", "@" + instances},
		{"show", "pairplace", "@" + instances},
		{"count", "calendar", hostile},
		{"count", hostile, "x"},
		{hostile},
		{"run", "--ledger", filepath.Join(dir, "l"), name},
		{"sat", name},
		{"decode", "calendar", "10-06", instances},
		{"verify", name},
		{"merge", "--ledger", filepath.Join(dir, "into.sqlite"), from},
		{"merge", "--ledger", filepath.Join(dir, "into.sqlite"), name},
		{"run", "--ledger", name, name},
		{"report", "--ledger", from, "-o", name},
	} {
		var out, errs bytes.Buffer
		status := run(append([]string{"counterproof"}, args...), strings.NewReader(""), &out, &errs)
		if status == console.Done && args[0] != "show" || errs.Len() == 0 {
			t.Errorf("%q: exit status %d, stderr %q", args, status, &errs)
		}
		for i, r := range errs.String() {
			if r != '\n' && r != '\t' && wording.Unsafe(r) {
				t.Errorf("%q: stderr has %U: %q", args, r, errs.String()[i:])
				break
			}
		}
	}
}

// TestHostileExperiments checks that every command refuses an experiment file with control
// characters. The error must state the position of the first control character, and must
// not contain control characters.
func TestHostileExperiments(t *testing.T) {
	const suite = "[[suite]]\npuzzle = \"calendar\"\ninstances = [\"10-06\"]\nmethods = [\"native\"]\n"
	db := filepath.Join(t.TempDir(), "l.sqlite")
	l, err := ledger.Open(db)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	r := result.Record{Key: "k", Puzzle: "calendar", Instance: "10-06", Method: "native/list", Status: result.Exact, Reason: result.Done, Verdict: result.Correct, Count: "1"}
	if err := l.Add(ledger.Row{Job: "job", Record: r}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ at, text string }{
		{"1:9", `title = "\u001b[2J\u001b]0;renamed\u0007"` + "\n" + suite},
		{"1:11", "title = \"x\u009b2J\"\n" + suite},
		{"1:10", "title = \"\x1b[2J\"\n" + suite},
		{"2:12", "title = \"x\"\nquestion = \"\\u0085\"\n" + suite},
		{"2:16", "title = \"x\"\nquestion = \"why\u202etxt\"\n" + suite},
		{"6:8", "title = \"x\"\n" + suite + `name = "\u2066"` + "\n"},
		{"8:11", "title = \"x\"\n" + suite + "[[plot]]\nkind = \"extremes\"\ncaption = \"\\u202a\"\n"},
	} {
		dir := t.TempDir()
		spec := filepath.Join(dir, "x.toml")
		if err := os.WriteFile(spec, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{
			{"run", "--ledger", db, spec},
			{"run", "--dry-run", "--ledger", db, spec},
			{"report", "--ledger", db, "-o", filepath.Join(dir, "out"), spec},
			{"cluster", "slurm", spec},
		} {
			var out, errs bytes.Buffer
			status := run(append([]string{"counterproof"}, args...), strings.NewReader(""), &out, &errs)
			if status != console.Misuse || out.Len() > 0 || !strings.Contains(errs.String(), "x.toml:"+c.at+": ") {
				t.Errorf("%q of %q: exit status %d, stdout %q, stderr %q, want an error at %s", args, c.text, status, &out, &errs, c.at)
			}
			if i := strings.IndexFunc(strings.ReplaceAll(errs.String(), "\n", ""), wording.Unsafe); i >= 0 {
				t.Errorf("%q of %q: stderr %q has a control character", args, c.text, &errs)
			}
		}
	}
}

// TestSecretFiles checks that an error quotes little of a file that is not what the command
// expects. An experiment file can name any file. Without the limit, it could make a command print a
// secret file.
func TestSecretFiles(t *testing.T) {
	const secret = "root:$6$abcdefgh0123456789:19000:0:99999:7:::"
	dir := t.TempDir()
	for name, text := range map[string]string{
		"shadow": secret + "\n",
		"x.toml": "title = \"x\"\n[[suite]]\npuzzle = \"exactcover\"\ninstances = [\"@shadow\"]\nmethods = [\"native\"]\n",
		"y.toml": "title = \"x\"\n[[suite]]\npuzzle = \"calendar\"\ninstances = [\"@shadow\"]\nmethods = [\"native\"]\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"run", "--ledger", filepath.Join(dir, "l"), filepath.Join(dir, "x.toml")},
		{"run", "--ledger", filepath.Join(dir, "l"), filepath.Join(dir, "y.toml")},
		{"run", "--ledger", filepath.Join(dir, "l"), filepath.Join(dir, "shadow")},
		{"sat", filepath.Join(dir, "shadow")},
	} {
		var out, errs bytes.Buffer
		status := run(append([]string{"counterproof"}, args...), strings.NewReader(""), &out, &errs)
		if status != console.Misuse {
			t.Errorf("%q: exit status %d, stderr %q", args, status, &errs)
		}
		if quotesMuch(errs.String(), secret) {
			t.Errorf("%q: stderr quotes too much: %q", args, &errs)
		}
	}
}
