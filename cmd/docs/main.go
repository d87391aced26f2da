// Command docs writes the generated parts of docs/puzzles.md and docs/puzzles from the catalogue:
//
//	docs [-check]
//
// Start it in the folder of the module. It generates all of docs/puzzles.md. In the page of a puzzle,
// docs/puzzles/NAME.md, it generates only the text between marks; see section. The rest of the page is
// written by hand. If a puzzle has no page, it writes one with all marks and without prose. It also
// writes the pictures in the same folder.
//
// With -check it writes nothing and names every file that is out of date. In that case the exit status
// is 1. A file in docs/puzzles that belongs to no puzzle also gives exit status 1, even without -check.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"slices"

	"counterproof/bench/system/atomicfile"
	"counterproof/cmd/counterproof/boards"
	"counterproof/encode/catalog"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

const (
	index = "docs/puzzles.md"
	pages = "docs/puzzles"
)

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("docs", flag.ContinueOnError)
	flags.SetOutput(stderr)
	check := flags.Bool("check", false, "write nothing and name the files that are out of date")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(stderr, "docs: want no arguments, got %q\n", flags.Arg(0))
		return 2
	}
	stale, surplus, err := update(*check)
	if err != nil {
		fmt.Fprintln(stderr, "docs:", err)
		return 1
	}
	for _, name := range stale {
		if *check {
			fmt.Fprintf(stdout, "%s is out of date: run make docs\n", name)
		} else {
			fmt.Fprintln(stdout, name)
		}
	}
	for _, name := range surplus {
		fmt.Fprintf(stdout, "%s belongs to no puzzle: delete it\n", name)
	}
	if *check && len(stale) > 0 || len(surplus) > 0 {
		return 1
	}
	return 0
}

// update names the files that were out of date, and writes them unless check is true. The files in
// surplus were not generated. They stay, because they may hold prose.
func update(check bool) (stale, surplus []string, err error) {
	files, err := generate(context.Background())
	if err != nil {
		return nil, nil, err
	}
	if err := os.MkdirAll(pages, 0o777); err != nil {
		return nil, nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, files[name]) {
			continue
		}
		stale = append(stale, name)
		if !check {
			if err := atomicfile.Write(name, files[name]); err != nil {
				return nil, nil, err
			}
		}
	}
	entries, err := os.ReadDir(pages)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		if name := path.Join(pages, e.Name()); files[name] == nil {
			surplus = append(surplus, name)
		}
	}
	return stale, surplus, nil
}

func generate(ctx context.Context) (map[string][]byte, error) {
	var b bytes.Buffer
	if err := boards.PrintIndex(&b); err != nil {
		return nil, err
	}
	files := map[string][]byte{index: b.Bytes()}
	for _, p := range catalog.All() {
		m := &maker{ctx: ctx, puzzle: p, listing: boards.NewListing(p), files: files}
		name := path.Join(pages, p.Name+".md")
		text, err := os.ReadFile(name)
		if os.IsNotExist(err) {
			var skeleton string
			skeleton, err = m.text("skeleton")("")
			text = []byte(skeleton)
		}
		if err != nil {
			return nil, err
		}
		if files[name], err = fill(text, m.sections()); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return files, nil
}
