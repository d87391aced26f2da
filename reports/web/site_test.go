package web

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"counterproof/bench/system/atomicfile"
	"counterproof/bench/test/processtest"
)

// toyEngine replaces the engine in tests that do not run the engine.
var toyEngine = fstest.MapFS{"engine.wasm.gz": {Data: []byte("engine")}, "wasm_exec.js": {Data: []byte("script")}, PrinterFile: {Data: []byte("printer")}}

// put writes a file and the folders above it.
func put(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
		t.Fatal(err)
	}
}

// TestWriteSite checks that a site replaces an earlier site and removes its files, and that it keeps
// files whose names begin with a dot.
func TestWriteSite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "site")
	older := fstest.MapFS{"old/old.js": {Data: []byte("old")}, "shared/style.css": {Data: []byte("old")}}
	if err := writeSite(dir, toyEngine, older, nil); err != nil {
		t.Fatal(err)
	}
	put(t, dir, ".git/config", "mine")
	put(t, dir, ".nojekyll", "")
	for range 2 { // writing the site a second time changes nothing
		if err := writeSite(dir, toyEngine, Assets(), nil); err != nil {
			t.Fatal(err)
		}
	}
	got := processtest.Entries(t, dir)
	for _, want := range []string{".git", ".nojekyll", "assets", "calendar.html", "engine", "files.json", "index.html", "manifest.json", "offline.js"} {
		if !slices.Contains(got, want) {
			t.Errorf("the folder has %v, want %s", got, want)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "assets", "old")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file of the earlier site is still there: %v", err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "assets", "shared", "style.css")); err != nil || string(text) == "old" {
		t.Errorf("style.css is %.30q, %v", text, err)
	}
}

// TestWriteSiteRefuses checks that WriteSite refuses to write a site without an engine, or into a
// folder with other files. In these cases, WriteSite must change nothing.
func TestWriteSiteRefuses(t *testing.T) {
	for _, c := range []struct {
		name, file string
	}{
		{"another file", "notes.txt"},
		{"another page", "index.html"},
		{"another file below", "assets/mine.js"},
		{"another list", "files.json"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			put(t, dir, c.file, "{}")
			err := writeSite(dir, toyEngine, Assets(), nil)
			var foreign *atomicfile.ForeignError
			if !errors.As(err, &foreign) || foreign.Path != filepath.Join(dir, filepath.FromSlash(c.file)) {
				t.Errorf("got %v, want a ForeignError of %s", err, c.file)
			}
			if got := processtest.Entries(t, dir); !slices.Equal(got, []string{strings.Split(c.file, "/")[0]}) {
				t.Errorf("the folder has %v", got)
			}
		})
	}
	dir := filepath.Join(t.TempDir(), "site")
	if err := writeSite(dir, toyEngine, Assets(), nil); err != nil {
		t.Fatal(err)
	}
	put(t, dir, "assets/shared/style.css", "changed by hand")
	if err := writeSite(dir, toyEngine, Assets(), nil); !errors.As(err, new(*atomicfile.ForeignError)) {
		t.Errorf("a file that was changed by hand: got %v", err)
	}
	none := filepath.Join(t.TempDir(), "none")
	if err := writeSite(none, fstest.MapFS{}, Assets(), nil); !errors.Is(err, ErrNoEngine) {
		t.Errorf("without an engine: got %v", err)
	}
	if _, err := os.Stat(none); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without an engine a folder was made: %v", err)
	}
}
