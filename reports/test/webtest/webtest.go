// Package webtest serves the pages of the workbench to tests, in both forms. Tests that use package
// webtest must be in an external package, such as web_test, because webtest imports the packages
// under test.
package webtest

import (
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"counterproof/bench/ask"
	"counterproof/bench/test/processtest"
	"counterproof/encode/catalog"
	"counterproof/reports/paper/booklet"
	"counterproof/reports/web"
	"counterproof/reports/web/server"
)

// Live serves the live form of the pages until the test ends. It returns the address of the first
// page, with a slash at the end. The process of the test answers all questions, even the long ones.
func Live(t testing.TB) string {
	t.Helper()
	return Serve(t, server.New(server.Options{Desk: &ask.Desk{Puzzles: catalog.All(), Printer: booklet.Printer{}}}))
}

// Site serves the static site until the test ends, below a folder such as "/" or "/some/folder/".
// It returns the address of the first page, with a slash at the end.
func Site(t testing.TB, folder string) string {
	t.Helper()
	return SiteWith(t, folder, nil)
}

// SiteWith works like Site, but also serves an atlas in the laboratory, unless the parameter atlas
// is nil. The service worker of the site copies no files: the copies of all files for a fresh profile
// took four times as long as the page. Use Files to test the real service worker.
func SiteWith(t testing.TB, folder string, atlas fs.FS) string {
	t.Helper()
	site := maps.Clone(filesWith(t, atlas))
	site["offline.js"] = &fstest.MapFile{Mode: 0o644}
	return Serve(t, http.StripPrefix(folder[:len(folder)-1], http.FileServerFS(site))) + folder[1:]
}

// Each calls the function test twice: with the address of the first page in the live form, and with
// its address in the static site.
func Each(t *testing.T, test func(t *testing.T, root string)) {
	t.Run(string(web.Live), func(t *testing.T) { test(t, Live(t)) })
	t.Run(string(web.Site), func(t *testing.T) { test(t, Site(t, "/some/folder/")) })
}

// Same works like Each, but tests the static site only in long tests. It is for tests of what a page
// does with the answers, which is the same code in both forms.
func Same(t *testing.T, test func(t *testing.T, root string)) {
	t.Run(string(web.Live), func(t *testing.T) { test(t, Live(t)) })
	t.Run(string(web.Site), func(t *testing.T) {
		processtest.Long(t)
		test(t, Site(t, "/some/folder/"))
	})
}

// Serve starts a server on the loopback address, and ends the server when the test ends. It returns
// the address of the server, with a slash at the end.
func Serve(t testing.TB, h http.Handler) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	t.Cleanup(s.CloseClientConnections) // a question that nobody waits for must not delay the end
	return s.URL + "/"
}

// Files returns the files of the static site, without an atlas. The caller can change the map, but not
// the files.
func Files(t testing.TB) fstest.MapFS {
	t.Helper()
	return maps.Clone(filesWith(t, nil))
}

// plain holds the site without an atlas, which most tests use.
var plain struct {
	sync.Mutex
	files fstest.MapFS
}

func filesWith(t testing.TB, atlas fs.FS) fstest.MapFS {
	t.Helper()
	if atlas == nil {
		plain.Lock()
		defer plain.Unlock()
		if plain.files == nil {
			plain.files = makeSite(t, nil)
		}
		return plain.files
	}
	return makeSite(t, atlas)
}

func makeSite(t testing.TB, atlas fs.FS) fstest.MapFS {
	t.Helper()
	files, err := web.SiteFiles(Engine(t), web.Assets(), atlas)
	if err != nil {
		t.Fatal(err)
	}
	site := fstest.MapFS{}
	for _, f := range files {
		site[f.Name] = &fstest.MapFile{Data: f.Data, Mode: 0o644}
	}
	return site
}

var engine struct {
	once  sync.Once
	files fs.FS
	err   error
}

// Version is the version of the engine that Engine returns.
const Version = "v9.8.7-6-gabcdef0"

// Engine returns the files of the engine for browsers, compiled from the present code. The first
// call in a process compiles the engine. Without Go's build cache, this takes a minute.
func Engine(t testing.TB) fs.FS {
	t.Helper()
	engine.once.Do(func() { engine.files, engine.err = compile() })
	if engine.err != nil {
		t.Fatal(engine.err)
	}
	return engine.files
}

// compile runs make engine.
func compile() (fs.FS, error) {
	mod, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "counterproof-engine")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	build := exec.Command("make", "engine", "ENGINE="+dir, "VERSION="+Version)
	build.Dir = filepath.Dir(strings.TrimSpace(string(mod)))
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return nil, err
	}
	files := fstest.MapFS{}
	for _, name := range web.EngineFiles {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		files[name] = &fstest.MapFile{Data: data, Mode: 0o644}
	}
	return files, nil
}
