//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/catalog"
	"counterproof/encode/test/facttest"
)

// onPath puts a shell script on PATH as a program. If alone is true, PATH has no other program.
func onPath(t *testing.T, alone bool, name, script string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	if !alone {
		dir += string(filepath.ListSeparator) + os.Getenv("PATH")
	}
	t.Setenv("PATH", dir)
}

// TestProgramsAreNamed checks that the commands list and version name the installed outside
// programs, and that docs/puzzles.md names none.
func TestProgramsAreNamed(t *testing.T) {
	onPath(t, true, "clasp", "echo clasp version 9.8.7")
	puzzles := len(catalog.All()) + len(catalog.OfFiles())
	for _, c := range []struct {
		args, want string
		times      int
	}{
		{"list", " extern/clasp\n", puzzles},
		{"list", "extern/cadical", 0},
		{"list --json", `"extern/clasp"]`, puzzles},
		{"list --markdown", "extern/", 0},
		{"version", "\nextern/clasp 9.8.7 ", 1},
		{"version", "extern/cadical", 0},
		{"version --json", `"method":"extern/clasp","path":"`, 1},
	} {
		out, status := call(t, "", strings.Fields(c.args)...)
		if got := strings.Count(out, c.want); got != c.times || status != console.Done {
			t.Errorf("%s: %q %d times, want %d; exit status %d", c.args, c.want, got, c.times, status)
		}
	}
	onPath(t, true, "clasp", "exit 1")
	if out, status := call(t, "", "version"); !strings.Contains(out, "\nextern/clasp ") || strings.Contains(out, "9.8.7") || status != console.Done {
		t.Errorf("version: exit status %d: %s", status, out)
	}
}

// TestProgramThatIsNotThere checks that nothing is run if a program is missing, and that the message
// names the package.
func TestProgramThatIsNotThere(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, command := range []string{"count", "crosscheck"} {
		var out, errs bytes.Buffer
		status := run([]string{"counterproof", command, "--method", "native,extern/cryptominisat5", "calendar", "10-06"}, strings.NewReader(""), &out, &errs)
		const want = "extern/cryptominisat5, PATH, cryptominisat" // the last is Debian's package
		if status != console.Misuse || out.Len() > 0 || !facttest.States(errs.String(), want) {
			t.Errorf("%s: exit status %d, %q, %q", command, status, out.String(), errs.String())
		}
	}
}

// TestProgramIsGone checks a run on a machine that lacks the outside program of an optional suite.
// The report must still show earlier records of that program.
func TestProgramIsGone(t *testing.T) {
	needs(t, "clasp")
	t.Chdir(t.TempDir())
	const text = "title = \"Gone\"\n[[suite]]\npuzzle = \"pushpull\"\ninstances = [\"011110110\"]\nmethods = [\"native\", \"extern/clasp\"]\noptional = true\n"
	if err := os.WriteFile("gone.toml", []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	path := os.Getenv("PATH")
	for _, c := range []struct{ path, want string }{
		{path, "2 jobs, 0 of them from the ledger"},
		{t.TempDir(), "1 jobs, 1 of them from the ledger"},
		{path, "2 jobs, 2 of them from the ledger"},
		{t.TempDir(), "1 jobs, 1 of them from the ledger"},
	} {
		t.Setenv("PATH", c.path)
		if out, status := call(t, "", "run", "gone.toml"); status != console.Done || !strings.Contains(out, c.want) {
			t.Fatalf("run: exit status %d, %q, want %q", status, out, c.want)
		}
		out, status := call(t, "", "report", "gone.toml")
		page, err := os.ReadFile(filepath.Join("report", "index.html"))
		if status != console.Done || err != nil || !strings.Contains(string(page), "extern/clasp/") || strings.Contains(out, "nothing was compared") {
			t.Errorf("report with PATH=%s: exit status %d, %q, %v", c.path, status, out, err)
		}
	}
}

// TestLyingProgram checks that crosscheck reports wrong answers of an outside program, with the
// instance.
func TestLyingProgram(t *testing.T) {
	for _, c := range []struct{ script, stdout, stderr string }{
		{"echo s UNSATISFIABLE; exit 20", "extern/clasp/pairwise=0", "calendar 10-06, native/bitset, 7, extern/clasp/pairwise, 0"},
		{"n=$(sed -n 's/^p cnf \\([0-9]*\\) .*/\\1/p'); echo v $(seq 1 $n) 0; echo s SATISFIABLE; exit 30", "extern/clasp/pairwise=?(error)", "calendar 10-06, extern/clasp/pairwise"},
	} {
		onPath(t, false, "clasp", "[ $1 = --version ] && { echo 1; exit; }\n"+c.script)
		var out, errs bytes.Buffer
		status := run([]string{"counterproof", "crosscheck", "--failures", "", "--method", "native,sat,extern/clasp", "calendar", "10-06"}, strings.NewReader(""), &out, &errs)
		if status != console.Failure || !strings.Contains(out.String(), "calendar\t10-06\t") || !strings.Contains(out.String(), c.stdout) || !facttest.States(errs.String(), c.stderr) {
			t.Errorf("exit status %d, %q, %q, want %q", status, out.String(), errs.String(), c.stderr)
		}
	}
}

// TestOutsidePrograms compares the outside programs with the native methods on the example of each
// puzzle, and with a published count.
func TestOutsidePrograms(t *testing.T) {
	var methods []string
	for _, program := range []string{"clasp", "cadical", "minisat", "cryptominisat5", "picosat"} {
		if _, ok := processtest.Find(t, program); ok {
			methods = append(methods, "extern/"+program)
		}
	}
	if len(methods) == 0 {
		t.Skip("*** SKIPPED: no outside solver is installed ***")
	}
	// A program starts again for each solution. This takes too long for random boards, which have
	// too many solutions, and for a calendar day, which has too many clauses.
	for i, p := range catalog.All() {
		if p.Name == "calendar" || p.Name == "pentomino" {
			continue
		}
		asked := methods[i%len(methods)]
		if p.Name == "submarines" || p.Name == "lightsout" {
			asked = strings.Join(methods, ",")
		}
		out, status := call(t, "", "crosscheck", "--limit", "3", "--method", "native,"+asked, p.Name)
		if status != console.Done || !strings.HasSuffix(out, "agree\n") {
			t.Errorf("crosscheck %s: exit status %d\n%s", p.Name, status, out)
		}
	}
	needs(t, "clasp")
	if out, status := call(t, "", "count", "--method", "extern/clasp,extern/clasp/product", "calendar", "10-06"); status != console.Done ||
		out != "10-06\textern/clasp\t7\n10-06\textern/clasp/product\t7\n" {
		t.Errorf("count: exit status %d, %s", status, out)
	}
	if out, status := call(t, "", "solve", "--json", "--number", "0", "--method", "extern/clasp", "calendar", "10-06"); status != console.Done || strings.Count(out, "\n") != 7 {
		t.Errorf("solve: exit status %d, %s", status, out)
	}
}

// TestProgramEndsWithTheCommand checks that no outside program keeps running after the command was
// interrupted or killed. For the command count, a worker runs the program. For the command solve,
// the command itself runs the program.
func TestProgramEndsWithTheCommand(t *testing.T) {
	for _, c := range []struct {
		command string
		signal  os.Signal
		linux   bool
	}{
		{"solve", os.Interrupt, false},
		{"count", os.Interrupt, false},
		{"count", syscall.SIGKILL, false},
		{"solve", syscall.SIGKILL, true},
	} {
		if _, err := os.Stat("/proc/self/stat"); err != nil && c.linux {
			continue // on other systems a program outlives the process that started it
		}
		file := filepath.Join(t.TempDir(), "pid")
		onPath(t, false, "cadical", "[ $1 = --version ] && { echo 1; exit; }\necho $$ >"+file+".part; mv "+file+".part "+file+"; exec sleep 1000")
		cmd := exec.Command("counterproof", c.command, "--method", "extern/cadical", "calendar", "10-06")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		pid := 0
		started := processtest.Happens(func() bool {
			text, _ := os.ReadFile(file)
			pid, _ = strconv.Atoi(strings.TrimSpace(string(text)))
			return pid != 0
		})
		_ = cmd.Process.Signal(c.signal)
		_ = cmd.Wait()
		if !started {
			t.Fatalf("%s: no program was started", c.command)
		}
		if !processtest.Happens(func() bool { return !processtest.Alive(pid) }) {
			_ = syscall.Kill(pid, syscall.SIGKILL)
			t.Errorf("%s, %v: the program is still running", c.command, c.signal)
		}
	}
}
