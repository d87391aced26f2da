package transport_test

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"counterproof/bench/run/queue"
	"counterproof/bench/run/queue/transport"
)

// write writes a file and makes its folder.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func startIn(t *testing.T, folder string) (*transport.Server, error) {
	t.Helper()
	s, err := transport.Start(t.Context(), transport.Options{Host: "127.0.0.1", Folder: folder, Classes: []string{queue.BuiltIn}})
	if err == nil {
		t.Cleanup(s.Close)
	}
	return s, err
}

// TestForeignFolder starts the queue where somebody else has files. Start must refuse the folder at
// once and must not delete the files.
func TestForeignFolder(t *testing.T) {
	for name, file := range map[string]string{
		"a file": "", "another folder": "mydata/x", "a file jetstream": "jetstream", "another folder in jetstream": "jetstream/mydata/x",
	} {
		t.Run(name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "l.sqlite-queue")
			precious, began := filepath.Join(folder, file), time.Now()
			write(t, precious, "precious")
			_, err := startIn(t, folder)
			if err == nil || !strings.Contains(err.Error(), folder+" is reserved for the queue") {
				t.Errorf("got %v, want an error about %s", err, folder)
			}
			if text, err := os.ReadFile(precious); string(text) != "precious" {
				t.Errorf("%s has %q (%v)", precious, text, err)
			}
			if took := time.Since(began); took > 20*time.Second {
				t.Errorf("the error came after %v", took)
			}
		})
	}
}

// TestUnusableFolder damages the files of the server: where the server needs a folder, there is a
// file. Start must make the files again. If this is impossible, Start must say so at once.
func TestUnusableFolder(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, "jetstream", "$G", "streams"), "damaged")
	if _, err := startIn(t, folder); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(filepath.Join(folder, "jetstream", "$G", "streams")); err != nil || !info.IsDir() {
		t.Errorf("the folder of the streams: %v, %v", info, err)
	}
	const empty = "/proc/tty/ldisc" // of Linux; not even root can make files there
	if all, err := os.ReadDir(empty); err != nil || len(all) > 0 {
		t.Skipf("%s has %v (%v)", empty, all, err)
	}
	began := time.Now()
	if _, err := startIn(t, empty); err == nil || strings.Contains(err.Error(), "reserved") {
		t.Errorf("in a folder that takes no files: got %v", err)
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("the error came after %v", took)
	}
}

// TestLinkedFolder starts the queue in a folder behind two symbolic links, and deletes the folder while the
// server runs. The server must notice. The next start makes the folder again.
func TestLinkedFolder(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "disk", "target"), filepath.Join(dir, "l.sqlite-queue")
	for name, to := range map[string]string{link: "second", filepath.Join(dir, "second"): filepath.Join("disk", "target")} {
		if err := os.Symlink(to, name); err != nil {
			t.Skip(err)
		}
	}
	for range 2 {
		s, err := startIn(t, link)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Intact(); err != nil {
			t.Errorf("the new folder: %v", err)
		}
		if err := os.RemoveAll(target); err != nil {
			t.Log(err) // the server may write while the folder is deleted
		}
		if err := s.Intact(); !errors.Is(err, transport.ErrGone) {
			t.Errorf("got %v, want %v", err, transport.ErrGone)
		}
		s.Close()
	}
}

// TestClear checks that Clear deletes the files of the queue, but neither files of somebody else nor a
// symbolic link.
func TestClear(t *testing.T) {
	dir := t.TempDir()
	own, foreign, link, target := filepath.Join(dir, "own"), filepath.Join(dir, "foreign"), filepath.Join(dir, "link"), filepath.Join(dir, "target")
	for _, folder := range []string{own, foreign, target} {
		write(t, filepath.Join(folder, "jetstream", "$G", "streams", "x"), "x")
	}
	write(t, filepath.Join(foreign, "precious"), "x")
	if err := os.Symlink("target", link); err != nil {
		t.Skip(err)
	}
	for folder, want := range map[string]bool{own: true, link: true, foreign: false} {
		if err := transport.Clear(folder); (err == nil) != want {
			t.Errorf("%s: %v", folder, err)
		}
	}
	for path, want := range map[string]bool{
		own: false, filepath.Join(foreign, "precious"): true, filepath.Join(foreign, "jetstream", "$G", "streams", "x"): true,
		link: true, filepath.Join(target, "jetstream"): false,
	} {
		if _, err := os.Lstat(path); (err == nil) != want {
			t.Errorf("%s: %v, want to exist: %v", path, err, want)
		}
	}
}

// TestPortTaken starts the queue at a port at which another program listens. Start must say so, and must
// not touch the folder.
func TestPortTaken(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	folder := filepath.Join(t.TempDir(), "l.sqlite-queue")
	_, err = transport.Start(t.Context(), transport.Options{Host: "127.0.0.1", Port: l.Addr().(*net.TCPAddr).Port, Folder: folder})
	if taken, ok := errors.AsType[*net.OpError](err); !ok || taken.Op != "listen" {
		t.Errorf("got %v, want an error about listening", err)
	}
	if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder: %v", err)
	}
}
