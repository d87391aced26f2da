//go:build unix

package main

import (
	"net"
	"os"
	"strings"
	"syscall"
	"testing"

	"counterproof/cmd/counterproof/console"
	"counterproof/cmd/counterproof/formulas"
	"counterproof/encode/contents"
)

// TestNoFile checks that devices, sockets and folders are refused before they are opened, and that
// pipes are read.
func TestNoFile(t *testing.T) {
	t.Chdir(t.TempDir())
	socket, err := net.Listen("unix", "socket")
	if err != nil {
		t.Skip(err)
	}
	defer socket.Close()
	for link, to := range map[string]string{"link": os.DevNull, "folder": "."} {
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("files", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(os.DevNull, "files/null"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args, says string
		status     int
	}{
		{"count sudoku @/dev/zero", "device", console.Misuse},
		{"count sudoku @/dev/null", "device", console.Misuse},
		{"count sudoku @link", "device", console.Misuse},
		{"count sudoku @files", "device", console.Misuse},
		{"count sudoku @socket", "socket", console.Misuse},
		{"decode calendar 10-06 /dev/zero", "device", console.Misuse},
		{"decode calendar 10-06 socket", "socket", console.Misuse},
		{"decode calendar 10-06 folder", "folder", console.Failure},
		{"sat /dev/zero", "device", console.Misuse},
		{"sat socket", "socket", console.Misuse},
		{"sat folder", "folder", console.Failure},
	} {
		if out, errs, status := invoke(strings.NewReader(""), strings.Fields(c.args)...); status != c.status || out != "" || !strings.Contains(errs, c.says) {
			t.Errorf("%s: exit status %d, stdout %q, stderr %q, want %d and %q", c.args, status, out, errs, c.status, c.says)
		}
	}
	if err := syscall.Mkfifo("pipe", 0o666); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		args, text, want string
		status           int
	}{
		{"count calendar @pipe", "10-06\n", "10-06\tnative\t7\n", console.Done},
		{"count --max-input 5 calendar @pipe", "10-06\n", "", console.Misuse},
		{"sat pipe", "p cnf 1 1\n1 0\n", "s SATISFIABLE\nv 1 0\n", formulas.Satisfiable},
	} {
		go func() { _ = os.WriteFile("pipe", []byte(c.text), 0) }()
		if out, errs, status := invoke(strings.NewReader(""), strings.Fields(c.args)...); status != c.status || out != c.want {
			t.Errorf("%s: exit status %d, %q, %q", c.args, status, out, errs)
		}
	}
	// Nobody writes to a pipe in a folder.
	if err := os.Mkdir("family", 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, "family/f.cnf", 0o666, "p cnf 1 1\n1 0\n")
	if err := syscall.Mkfifo("family/pipe.cnf", 0o666); err != nil {
		t.Fatal(err)
	}
	if out, errs, status := invoke(strings.NewReader(""), "count", "dimacs", "@family"); status != console.Misuse || out != "" || !strings.Contains(errs, "@family/pipe.cnf") {
		t.Errorf("a pipe in a folder: exit status %d, %q, %q", status, out, errs)
	}
	text := "f.cnf sha256:" + contents.Hash([]byte("p cnf 1 1\n1 0\n"))
	if out, errs, status := invoke(strings.NewReader(""), "count", "--files", "family", "dimacs", text); status != console.Done || out != text+"\tsat/count\t1\n" {
		t.Errorf("--files with a pipe: exit status %d, %q, %q", status, out, errs)
	}
}
