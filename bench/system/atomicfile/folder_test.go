package atomicfile

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode/test/facttest"
)

// TestSweep checks that Sweep removes the temporary folder of an ended process and nothing else.
func TestSweep(t *testing.T) {
	gone := exec.Command("true")
	if err := gone.Run(); err != nil {
		t.Skip("*** SKIPPED: no program that ends: ", err)
	}
	pid := strconv.Itoa(gone.Process.Pid)
	if runtime.GOOS == "linux" { // a process that has ended but was not waited for
		zombie := exec.Command("true")
		out, err := zombie.StdoutPipe()
		if err := errors.Join(err, zombie.Start()); err != nil {
			t.Fatal(err)
		}
		defer zombie.Wait()
		_, _ = io.ReadAll(out)
		processtest.Until(t, "a process that has ended is not alive", func() bool { return !alive(zombie.Process.Pid) })
	}
	for _, relative := range []bool{false, true} {
		parent := t.TempDir()
		t.Chdir(parent)
		dir := filepath.Join(parent, "day")
		if relative {
			dir = "day"
		}
		own := ".day.unfinished-" + strconv.Itoa(os.Getpid())
		for _, name := range []string{own, ".day.unfinished-" + pid, ".day.unfinished-", ".day.unfinished-x", ".today.unfinished-" + pid} {
			if err := errors.Join(os.Mkdir(name, 0o777), os.WriteFile(filepath.Join(name, "instance"), nil, 0o666)); err != nil {
				t.Fatal(err)
			}
		}
		if err := Sweep(dir); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(".day.unfinished-" + pid); !errors.Is(err, os.ErrNotExist) {
			t.Error("the folder of a process that has ended is still there")
		}
		if got := processtest.Entries(t, "."); len(got) != 4 {
			t.Errorf("%v stay, want the folder of the running process, the two without a process id, and the one of another certificate", got)
		}
	}
}

// TestFree checks that Free leaves no temporary folder behind, and that its messages name the
// folder as the caller wrote it.
func TestFree(t *testing.T) {
	parent := t.TempDir()
	t.Chdir(parent)
	file := func(name string) error { return os.WriteFile(name, nil, 0o666) }
	if err := errors.Join(os.MkdirAll("full/day", 0o777), os.Mkdir("empty", 0o777), os.Symlink("empty", "link"), file("file")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		dir    string
		exists bool
		want   string
	}{
		{"new", false, ""},
		{"empty", false, ""},
		{"link", false, ""},
		{filepath.Join(parent, "new"), false, ""},
		{"full/day/../new", false, ""},
		{"full", true, "full"},
		{".", true, "."},
		{"./full/", true, "./full/"},
	} {
		err := Free(c.dir)
		if !facttest.Matches(err, c.want) || errors.Is(err, ErrExists) != c.exists {
			t.Errorf("%s: got %v, want the facts %q", c.dir, err, c.want)
		}
	}
	for _, dir := range []string{"file", "file/day"} {
		if err := Free(dir); err == nil || errors.Is(err, ErrExists) {
			t.Errorf("%s: got %v", dir, err)
		}
	}
	if got := processtest.Entries(t, "."); len(got) != 4 {
		t.Errorf("the folder has %v, want only the 4 original entries", got)
	}
	if target, err := os.Readlink("link"); target != "empty" {
		t.Errorf("the link leads to %q, %v", target, err)
	}
	t.Chdir("empty")
	if err := Free("."); err != nil {
		t.Error(err)
	}
}
