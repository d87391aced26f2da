// Command rename gives the module another path, for whoever hosts it:
//
//	rename HOST/PATH
//
// HOST has a dot in its name, as the go command wants it. The path counterproof, which the module
// has until somebody hosts it, is accepted too.
//
// It reads the old path from go.mod in the current folder and replaces it in all text
// files below: in import paths, in every go.mod, and in documentation that names a
// package or requires the module. Go files are formatted again, because the new paths
// may sort differently. It leaves the folders .git, bin and out alone, and the name of
// the program stays.
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
		fmt.Fprintf(stderr, "rename: want the new module path: a host with a dot in its name, and what follows it, "+
			"such as make rename MODULE=example.org/puzzles/counterproof; or %s, to take the host away\n", unhosted)
		return 2
	}
	if err := rename(args[0], stdout); err != nil {
		fmt.Fprintln(stderr, "rename:", err)
		return 1
	}
	return 0
}

// unhosted is the path of the module before anybody hosts it.
const unhosted = "counterproof"

// modulePath describes the paths that the go command can fetch: a host with a dot in
// its name and at least one element behind it.
var modulePath = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)+(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$`)

var moduleLine = regexp.MustCompile(`(?m)^module[ \t]+(\S+)`)

// rename changes go.mod of the current folder last: started again after a failure, it
// knows the old path and does the rest.
func rename(to string, stdout io.Writer) error {
	text, err := os.ReadFile("go.mod")
	if err != nil {
		return fmt.Errorf("%w: start it in the module's folder", err)
	}
	line := moduleLine.FindSubmatch(text)
	if line == nil {
		return errors.New("go.mod has no line module PATH")
	}
	from := string(line[1])
	if from == to {
		fmt.Fprintf(stdout, "rename: the module is %s already\n", to)
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
	fmt.Fprintf(stdout, "rename: %s is %s now, in %d files\n", from, to, changed)
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

// replaced replaces the module's path where it means the module and not the program:
// in front of a folder of the module or of "...", and behind the words of a go.mod.
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
