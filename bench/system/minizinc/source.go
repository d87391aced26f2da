//go:build !js

package minizinc

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"counterproof/encode/model"
)

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
