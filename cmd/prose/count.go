package main

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// A tally holds the counts for one kind of prose.
type tally struct {
	words, sentences, comments int
	rules, phrases             map[string]int
}

// writeCounts prints the table of counts, with a column for each kind of prose. It does not count
// findings that an exception excuses.
func (c *checker) writeCounts(w io.Writer, docs []document) error {
	var tallies [kinds]tally
	for k := range tallies {
		tallies[k].rules, tallies[k].phrases = map[string]int{}, map[string]int{}
	}
	for _, d := range docs {
		t := &tallies[d.kind]
		for _, p := range d.passages {
			t.words += words(masked(p.text))
			t.sentences += len(sentences(masked(p.text)))
		}
		t.comments += len(d.comments)
		for _, f := range c.check([]document{d}) {
			t.rules[f.rule]++
			t.phrases[f.phrase]++
		}
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "\t")
	for k := range kinds {
		fmt.Fprintf(table, "%s\t", k)
	}
	fmt.Fprint(table, "all\t\n")
	row := func(name string, value func(t tally) int) {
		fmt.Fprintf(table, "%s\t", name)
		sum := 0
		for _, t := range tallies {
			fmt.Fprintf(table, "%d\t", value(t))
			sum += value(t)
		}
		fmt.Fprintf(table, "%d\t\n", sum)
	}
	row("words", func(t tally) int { return t.words })
	row("sentences", func(t tally) int { return t.sentences })
	row(fmt.Sprintf("over %d words", maxWords), func(t tally) int { return t.rules["length"] })
	row("doc comments", func(t tally) int { return t.comments })
	row("without name and verb", func(t tally) int { return t.rules["doc"] })
	row("phrases", func(t tally) int { return t.rules["phrase"] })
	for _, p := range c.phrases {
		row(fmt.Sprintf("%q", p.name), func(t tally) int { return t.phrases[p.name] })
	}
	return table.Flush()
}
