// Command rename changes the path of the module, for somebody who publishes it elsewhere:
//
//	rename HOST/PATH
//
// HOST must have a dot in its name, as the go command requires. The original path, counterproof,
// has no host and is also accepted.
//
// The program reads the old path from go.mod in the current folder. It replaces the path in all text
// files below this folder: in imports, in every go.mod, and where documentation names a package or
// requires the module. It formats Go files again, because the new imports may sort differently. It
// skips the folders .git, bin and out, and it does not change the name of the program counterproof.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	if len(args) != 1 || args[0] != unhosted && !modulePath.MatchString(args[0]) {
		fmt.Fprintf(stderr, "rename: want the new module path: a host with a dot in its name, a slash and a path, "+
			"such as make rename MODULE=example.org/puzzles/counterproof; or %s, to remove the host\n", unhosted)
		return 2
	}
	if err := rename(args[0], stdout); err != nil {
		fmt.Fprintln(stderr, "rename:", err)
		return 1
	}
	return 0
}

// unhosted is the original path of the module, which has no host.
const unhosted = "counterproof"

// modulePath matches the paths that the go command can fetch: a host with a dot in its name and at
// least one element after it.
var modulePath = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)+(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$`)

var moduleLine = regexp.MustCompile(`(?m)^module[ \t]+(\S+)`)

// rename changes the path of the module to the given one. It changes the go.mod of the current
// folder last. If it fails before that, it can be started again, because it then still finds the
// old path in go.mod.
func rename(to string, stdout io.Writer) error {
	text, err := os.ReadFile("go.mod")
	if err != nil {
		return fmt.Errorf("%w: start the program in the folder of the module", err)
	}
	line := moduleLine.FindSubmatch(text)
	if line == nil {
		return errors.New("go.mod has no line that starts with module")
	}
	from := string(line[1])
	if from == to {
		fmt.Fprintf(stdout, "rename: the path of the module is already %s\n", to)
		return nil
	}
	files, err := textFiles()
	if err != nil {
		return err
	}
	changed := 0
	for _, name := range append(files, "go.mod") {
		ok, err := rewrite(name, from, to)
		if err != nil {
			return err
		}
		if ok {
			changed++
		}
	}
	fmt.Fprintf(stdout, "rename: changed %s to %s in %d files\n", from, to, changed)
	return nil
}

// textFiles lists the regular files below the current folder, apart from its go.mod.
func textFiles() (files []string, err error) {
	err = filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{".git", "bin", "out"}, name):
			return fs.SkipDir
		case d.Type().IsRegular() && name != "go.mod":
			files = append(files, name)
		}
		return nil
	})
	return files, err
}

// rewrite replaces the module's path in one file and reports whether it occurred. A file
// that is not text stays as it is.
func rewrite(name, from, to string) (changed bool, err error) {
	text, err := os.ReadFile(name)
	if err != nil || !utf8.Valid(text) || !bytes.Contains(text, []byte(from)) {
		return false, err
	}
	out := []byte(replaced(string(text), from, to, isFolder))
	if bytes.Equal(out, text) {
		return false, nil
	}
	if filepath.Ext(name) == ".go" {
		if out, err = format.Source(out); err != nil {
			return false, fmt.Errorf("%s: %w", name, err)
		}
	}
	info, err := os.Stat(name)
	if err != nil {
		return false, err
	}
	return true, os.WriteFile(name, out, info.Mode())
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// replaced replaces the module's path in a text, but only where it means the module and not the
// program of the same name. The path means the module if a folder of the module or "..." follows,
// or if a keyword of go.mod precedes it.
func replaced(text, from, to string, folder func(name string) bool) string {
	old := regexp.QuoteMeta(from)
	below := regexp.MustCompile(`(?m)(^|[^\w./~-])` + old + `/([\w.-]+)`)
	text = below.ReplaceAllStringFunc(text, func(found string) string {
		m := below.FindStringSubmatch(found)
		if m[2] != "..." && !folder(m[2]) {
			return found
		}
		return m[1] + to + "/" + m[2]
	})
	required := regexp.MustCompile(`(?m)((?:module|require|replace)[ \t=]+)` + old + "($|[\\s=@\"'`\\\\])")
	return required.ReplaceAllString(text, "${1}"+strings.ReplaceAll(to, "$", "$$")+"${2}")
}
