package scaffold

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

const (
	catalog = "encode/catalog/catalog.go"
	folder  = "encode/puzzle/" // of the puzzles
)

// puzzles returns the names of the puzzles by package: encode/puzzle/mapcolour has the puzzle map. They come
// from the sources, because the checkout may be newer than this program.
func puzzles() (map[string]string, error) {
	text, err := os.ReadFile(filepath.FromSlash(catalog))
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, m := range listed.FindAllStringSubmatch(string(text), -1) {
		pkg := m[1]
		names[pkg] = pkg
		files, _ := filepath.Glob(folder + pkg + "/*.go") // the pattern is correct
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			if m := named.FindSubmatch(source); m != nil {
				names[pkg] = string(m[1])
			}
		}
	}
	return names, nil
}

var (
	listed = regexp.MustCompile(`(?m)^\t\t&(\w+)\.Puzzle,$`)
	named  = regexp.MustCompile(`(?m)^var Puzzle = encode\.Puzzle\{\n\tName: +"(\w+)",$`)
)

// A listing is a file of the checkout that lists all puzzles, to which a new puzzle must be added.
type listing struct {
	file    string
	entries []entry
}

type entry struct {
	among *regexp.Regexp    // matches the lines of the list; its group matches the key by which they are sorted
	keys  map[string]string // the keys of the matches that are not keys themselves
	name  string            // the key of the new line
	line  string
}

func listings(module, name string, known map[string]string) []listing {
	return []listing{
		{catalog, []entry{
			{regexp.MustCompile(`(?m)^\t"` + regexp.QuoteMeta(module) + `/encode/puzzle/(\w+)"$`), nil, name, "\t\"" + module + "/" + folder + name + "\""},
			{listed, known, name, "\t\t&" + name + ".Puzzle,"},
		}},
		{"encode/catalog/generate_test.go", []entry{
			{regexp.MustCompile(`(?m)^\t\t"(\w+)": \{(?:H: |\}).*,$`), nil, name, "\t\t\"" + name + "\": {H: 9, W: 9},"},
		}},
	}
}

// insert adds the line before the first line with a larger key, or at the end of the list.
func (e entry) insert(text string) (string, error) {
	at := -1
	for _, m := range e.among.FindAllStringSubmatchIndex(text, -1) {
		if match := text[m[2]:m[3]]; cmp.Or(e.keys[match], match) > e.name {
			return text[:m[0]] + e.line + "\n" + text[m[0]:], nil
		}
		at = m[1]
	}
	if at < 0 {
		return "", fmt.Errorf("found no list of puzzles to add the line %q to: add the puzzle by hand", strings.TrimSpace(e.line))
	}
	return text[:at] + "\n" + e.line + text[at:], nil
}
