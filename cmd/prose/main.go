// Command prose checks the English of the repository in the current folder:
//
//	prose [-count] [PATH...]
//
// It reads the comments, help texts and other strings of Go files, and all pages in Markdown. It checks
// the files and folders PATH or, without PATH, all files. It prints each finding as a line
// path:line:column: rule: text. The exit status is 1 if there are findings. With -count it prints a
// table of counts instead. The rules are:
//
//   - length: sentences have at most 35 words. Strings other than help texts may be longer.
//   - phrase: no sentence contains an expression of phrases.tsv.
//   - doc: a doc comment starts with the name and, for functions, a verb.
//   - exception: each line of exceptions.tsv excuses a finding. This is checked only without PATH.
//
// Code between backquotes counts as one word and contains no phrases. The tool does not read code
// blocks, generated files and the strings of tests.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run runs the program and returns its exit status: 0 without findings, 1 with findings or after a
// failure, 2 for wrong arguments.
func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("prose", flag.ContinueOnError)
	flags.SetOutput(stderr)
	count := flags.Bool("count", false, "print a table of counts instead of findings")
	if flags.Parse(args) != nil {
		return 2
	}
	for _, name := range flags.Args() {
		if _, err := os.Stat(name); err != nil || !filepath.IsLocal(name) {
			fmt.Fprintf(stderr, "prose: %s: want files and folders below the current folder\n", name)
			return 2
		}
	}
	c, err := newChecker(phrasesText, exceptionsText)
	if err != nil {
		fmt.Fprintln(stderr, "prose:", err)
		return 1
	}
	docs, err := read(".", flags.Args())
	if err != nil {
		fmt.Fprintln(stderr, "prose:", err)
		return 1
	}
	if *count {
		if err := c.writeCounts(stdout, docs); err != nil {
			fmt.Fprintln(stderr, "prose:", err)
			return 1
		}
		return 0
	}
	found := c.check(docs)
	if flags.NArg() == 0 { // an exception may be about a file that was not read
		found = append(found, c.unusedExceptions()...)
	}
	for _, f := range found {
		if _, err := fmt.Fprintln(stdout, f); err != nil {
			fmt.Fprintln(stderr, "prose:", err)
			return 1
		}
	}
	if len(found) > 0 {
		fmt.Fprintf(stderr, "prose: %d findings\n", len(found))
		return 1
	}
	return 0
}
