package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// brokenRows returns the numbers, from 1, of the lines of a page that begin a row of a table and do
// not end it. Blocks of code are skipped.
func brokenRows(page string) (lines []int) {
	code := false
	for i, line := range strings.Split(page, "\n") {
		switch {
		case strings.HasPrefix(line, "```"):
			code = !code
		case !code && strings.HasPrefix(line, "|") && !strings.HasSuffix(line, "|"):
			lines = append(lines, i+1)
		}
	}
	return lines
}

// TestTables checks that each row of a table in a Markdown page is on one line. A row on two lines would
// end the table.
func TestTables(t *testing.T) {
	pages := 0
	err := filepath.WalkDir("../..", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "out" || d.Name() == "testdata"):
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(name) != ".md":
			return nil
		}
		page, err := os.ReadFile(name)
		for _, line := range brokenRows(string(page)) {
			t.Errorf("%s:%d: the row of the table ends on another line", name, line)
		}
		pages++
		return err
	})
	if err != nil || pages < 30 {
		t.Fatalf("%d pages, error %v", pages, err)
	}
	if got := brokenRows("| a | b |\n|---|---|\n| c\nd | e |\n```\n| x\n```\n"); len(got) != 1 || got[0] != 3 {
		t.Errorf("the broken row of the example is found in lines %v, want 3", got)
	}
}
