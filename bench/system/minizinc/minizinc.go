//go:build !js

// Package minizinc runs the compiler of MiniZinc, which translates a model into FlatZinc. It writes this
// project's MiniZinc library for the compiler, and collects the files that a model consists of.
//
// The compiler only sees copies of these files, in a temporary folder. So a model that is compiled again, on
// another machine and from the contents of an instance, gives the same FlatZinc.
package minizinc

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"counterproof/bench/system/release"
	"counterproof/encode/model"
	"counterproof/sat/extern"
)

// The compiler may take this much for one model.
const (
	longest    = 10 * time.Minute
	mostMemory = 8 << 30
)

// ErrNotFound reports that MiniZinc is not installed.
var ErrNotFound = errors.New("found no program minizinc on PATH, which compiles models: install it (Debian's package is minizinc), or give a model that is compiled to FlatZinc, as @FILE.fzn")

// An Error says what is wrong with a model. The compiler's message is a part of its text.
type Error struct{ Text string }

func (e *Error) Error() string { return e.Text }

func wrong(format string, args ...any) error { return &Error{fmt.Sprintf(format, args...)} }

// Path returns the absolute path of the program minizinc. The error is ErrNotFound.
func Path() (string, error) {
	path, err := extern.LookPath("minizinc")
	if err != nil {
		return "", ErrNotFound
	}
	return path, nil
}

// Run runs the program minizinc in a folder within the limits of a compilation, and returns what it prints.
func Run(ctx context.Context, dir string, args ...string) (stdout, stderr []byte, err error) {
	path, err := Path()
	if err != nil {
		return nil, nil, err
	}
	limited, stop := context.WithTimeout(ctx, longest)
	defer stop()
	var out, said bytes.Buffer
	cmd := exec.Command(path, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &said
	err = extern.Run(limited, cmd, "", mostMemory)
	switch {
	case errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil:
		err = fmt.Errorf("minizinc did not end within %v", longest)
	case errors.Is(err, extern.ErrMemory):
		err = fmt.Errorf("minizinc: %w: want at most %d GB", err, mostMemory>>30)
	}
	return out.Bytes(), said.Bytes(), err
}

var versionPattern = regexp.MustCompile(`version (\S+)`)

// Version returns the compiler and its version, such as "MiniZinc 2.6.4".
var Version = sync.OnceValues(func() (string, error) {
	out, _, err := Run(context.Background(), "", "--version")
	if err != nil {
		return "", err
	}
	found := versionPattern.FindSubmatch(out)
	if found == nil {
		return "", fmt.Errorf("minizinc --version: want a version, got %.80q", out)
	}
	return "MiniZinc " + string(found[1]), nil
})

//go:embed library
var library embed.FS

// WriteLibrary writes the MiniZinc library of this project into a folder, which it makes.
func WriteLibrary(dir string) error {
	files, err := fs.Sub(library, "library")
	if err == nil {
		err = os.CopyFS(dir, files)
	}
	return err
}

// A Solver is what MiniZinc has to know about a solver for FlatZinc, in a file NAME.msc.
type Solver struct {
	ID             string   `json:"id"`
	Name           string   `json:"name"`
	Description    string   `json:"description"`
	Version        string   `json:"version"`
	Library        string   `json:"mznlib"`
	Executable     string   `json:"executable"`
	Tags           []string `json:"tags"`
	StdFlags       []string `json:"stdFlags"`
	SupportsMzn    bool     `json:"supportsMzn"`
	SupportsFzn    bool     `json:"supportsFzn"`
	NeedsSolns2Out bool     `json:"needsSolns2Out"`
}

// Write writes the file NAME.msc.
func (s Solver) Write(path string) error {
	s.Version, s.SupportsFzn, s.NeedsSolns2Out = strings.TrimPrefix(release.Version(), "v"), true, true
	s.Tags = append([]string{"int"}, s.Tags...)
	s.StdFlags = append([]string{}, s.StdFlags...) // null is refused
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o644)
}

// Compile compiles a model with the library of this project.
func Compile(ctx context.Context, s model.Source) (c model.Compiled, err error) {
	if c.Compiler, err = Version(); err != nil {
		return c, err
	}
	path, err := Path() // MiniZinc wants the executable of a solver to exist
	if err != nil {
		return c, err
	}
	dir, err := os.MkdirTemp("", "counterproof-minizinc-")
	if err != nil {
		return c, err
	}
	defer os.RemoveAll(dir)
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := WriteLibrary(at("library")); err != nil {
		return c, err
	}
	if err := (Solver{ID: "org.counterproof.compiler", Name: "Counterproof", Library: at("library"), Executable: path}).Write(at("counterproof.msc")); err != nil {
		return c, err
	}
	_, said, err := runModel(ctx, s, dir, "--solver", at("counterproof.msc"), "-c", "--keep-paths", "--output-mode", "dzn", "--fzn", at("out.fzn"), "--ozn", at("out.ozn"))
	if err != nil {
		return c, err
	}
	fzn, err := os.ReadFile(at("out.fzn"))
	if err != nil {
		return c, err
	}
	ozn, err := os.ReadFile(at("out.ozn"))
	c.FlatZinc, c.Ozn = withoutFolders(placed(string(fzn), said), dir), withoutFolders(string(ozn), dir)
	return c, err
}

// runModel runs minizinc on the files of a model, which it writes into a folder in dir. It returns what minizinc prints.
func runModel(ctx context.Context, s model.Source, dir string, args ...string) (stdout, stderr []byte, err error) {
	folder := filepath.Join(dir, "model")
	files, err := unfold(s, folder)
	if err != nil {
		return nil, nil, err
	}
	for _, d := range s.Defines {
		args = append(args, "-D", d)
	}
	stdout, stderr, err = Run(ctx, dir, append(args, files...)...) // MiniZinc warns about files of the same name in its folder
	if errors.As(err, new(*exec.ExitError)) {
		err = &Error{"minizinc does not compile the model:\n" + shortened(strings.ReplaceAll(string(stderr), folder+"/", ""))}
	}
	return stdout, stderr, err
}

var inconsistency = regexp.MustCompile(`model inconsistency detected\n([^"|\\\n]+):(\d+)\.(\d+)`)

// placed adds a path to the constraint that stands for a contradiction which the compiler has found. The compiler
// prints its place.
func placed(fzn string, said []byte) string {
	found := inconsistency.FindSubmatch(said)
	if found == nil {
		return fzn
	}
	path := fmt.Sprintf("constraint bool_eq(false,true):: mzn_path(\"%s|%s|%s|\");", found[1], found[2], found[3])
	return strings.Replace(fzn, "constraint bool_eq(false,true);", path, 1)
}

// mostLines limits the lines of a message of the compiler.
const mostLines = 30

func shortened(text string) string {
	lines := strings.Split(strings.TrimSpace(strings.ToValidUTF8(text, "?")), "\n")
	if n := len(lines); n > mostLines {
		lines = append(lines[:mostLines], fmt.Sprintf("and %d more lines", n-mostLines))
	}
	return strings.Join(lines, "\n")
}

var standardFolder = regexp.MustCompile(`([;"])/[^|;"\n]*/std/`)

// withoutFolders removes from the paths in annotations the folders that depend on the machine.
func withoutFolders(text, dir string) string {
	return standardFolder.ReplaceAllString(strings.ReplaceAll(strings.ReplaceAll(text, dir+"/model/", ""), dir+"/", ""), "${1}std/")
}

// unfold writes the files of a source into a folder. It returns the paths of the model and the data files.
func unfold(s model.Source, dir string) (args []string, err error) {
	included := map[string]bool{}
	for i, f := range s.Files {
		if !filepath.IsLocal(f.Name) {
			return nil, wrong("want files with relative names, got %.80q", f.Name)
		}
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, []byte(f.Text), 0o644); err != nil {
			return nil, err
		}
		for _, name := range includes(f.Text) {
			included[filepath.Join(filepath.Dir(f.Name), name)] = true
		}
		if i == 0 || IsData(f.Name) && !included[f.Name] {
			args = append(args, path)
		}
	}
	return args, nil
}

// IsData reports whether a file has data for a model, by its extension.
func IsData(name string) bool {
	ext := strings.ToLower(filepath.Ext(name))
	return ext == ".dzn" || ext == ".json"
}

// mostFiles limits the files of a model.
const mostFiles = 1000

// Gather reads a model, the files of its folder that it includes, and its data files. The function read
// decompresses; plain removes the extension of compressed files. Files of MiniZinc's standard library are not
// a part of the source.
func Gather(path string, data []string, read func(path string) ([]byte, error), plain func(name string) string) (s model.Source, err error) {
	var texts []string // in the order of the paths
	text := func(path string) error {
		b, err := read(path)
		if err == nil && !utf8.Valid(b) {
			err = wrong("%s: want a text in UTF-8", path)
		}
		texts = append(texts, string(b))
		return err
	}
	own := []string{filepath.Clean(path)}
	for i := 0; i < len(own); i++ {
		if err := text(own[i]); err != nil {
			return s, err
		}
		for _, name := range includes(texts[i]) {
			if filepath.IsAbs(name) {
				return s, wrong("%s: want includes with relative paths, got %.80q", own[i], name)
			}
			p := filepath.Join(filepath.Dir(own[i]), name)
			if info, err := os.Stat(p); err == nil && info.Mode().IsRegular() && !slices.Contains(own, p) {
				own = append(own, p)
			}
		}
		if len(own) > mostFiles {
			return s, wrong("%s: want at most %d files that a model includes", path, mostFiles)
		}
	}
	names, err := relative(own)
	if err != nil {
		return s, err
	}
	for i, name := range names {
		s.Files = append(s.Files, model.SourceFile{Name: name, Text: texts[i]})
	}
	s.Files[0].Name = plain(s.Files[0].Name)
	for _, p := range data {
		name := plain(filepath.Base(p))
		if !IsData(name) || slices.ContainsFunc(s.Files, func(f model.SourceFile) bool { return f.Name == name }) {
			return s, wrong("%s: want data files that end in .dzn or .json, with different names", p)
		}
		if err := text(p); err != nil {
			return s, err
		}
		s.Files = append(s.Files, model.SourceFile{Name: name, Text: texts[len(texts)-1]})
	}
	return s, nil
}

// relative returns the names of files relative to the folder of the first or, if a file is outside of it, to
// the nearest folder above that has all files.
func relative(paths []string) (names []string, err error) {
	for root, i := filepath.Dir(paths[0]), 0; i < len(paths); {
		name, err := filepath.Rel(root, paths[i])
		if err == nil && filepath.IsLocal(name) {
			names, i = append(names, filepath.ToSlash(name)), i+1
			continue
		}
		full, err := filepath.Abs(root)
		if err != nil || filepath.Dir(full) == full {
			return nil, wrong("%s: want includes in a folder that has the model, too, got %s", paths[0], paths[i])
		}
		root, names, i = filepath.Dir(full), nil, 0
		for k := range paths {
			if paths[k], err = filepath.Abs(paths[k]); err != nil {
				return nil, err
			}
		}
	}
	return names, nil
}

var include = regexp.MustCompile(`%[^\n]*|/\*(?s:.*?)\*/|\binclude(?:\s|%[^\n]*\n|/\*(?s:.*?)\*/)*"((?:\\.|[^"\\\n])*)"|"(?:\\.|[^"\\\n])*"`)

// includes returns the file names in the include items of a model.
func includes(text string) (names []string) {
	for _, found := range include.FindAllStringSubmatch(text, -1) {
		if found[1] != "" {
			names = append(names, filepath.FromSlash(found[1]))
		}
	}
	return names
}
