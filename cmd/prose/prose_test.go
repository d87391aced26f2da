package main

import (
	"slices"
	"strings"
	"testing"
)

// load returns a checker with the tables of the tool.
func load(t *testing.T, exceptions string) *checker {
	t.Helper()
	c, err := newChecker(phrasesText, exceptions)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// rulesIn returns the rules that a comment breaks: "length", "doc" and the names of phrases. If
// function is true, the comment is above a function with the name of its first word.
func rulesIn(t *testing.T, c *checker, text string, function bool) (rules []string) {
	t.Helper()
	source := "package p\n\n// " + text + "\n\nvar x int\n"
	if function {
		name, _, _ := strings.Cut(text, " ")
		source = "package p\n\n// " + text + "\nfunc " + name + "() {}\n"
	}
	docs, err := readGo("p.go", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range c.check(docs) {
		if f.rule == "phrase" {
			f.rule = f.phrase
		}
		rules = append(rules, f.rule)
	}
	return rules
}

// TestGuide checks the tool on examples from the project's guide to plain English. The tool must
// have findings in the old text of each example, and none in the edited text.
func TestGuide(t *testing.T) {
	c := load(t, "")
	for _, g := range []struct {
		before, after string
		function      bool // whether the text is the comment of a function
		want          []string
	}{
		{"Of is the estimate, in words, for those of the jobs, which may be a shard of the experiment, that are not done, by as many workers at once, 0 for as many as there are cores: by the mean of those like each, where all have some.",
			"Of estimates how long the unfinished jobs will take with the given number of workers (0 means one per core). It uses the mean of similar finished jobs. Without any, it uses the cost stated in the file, or else the time limits.",
			true, []string{"doc", "length", "those of"}},
		{"beside is what jobs take beside their searches, which of small ones is nearly all",
			"overhead estimates the time per job outside the search. Small jobs consist of little else.",
			true, []string{"beside", "doc", "is what"}},
		{"lonely are the lines of a picture that has one for each method, over all suites; those of one method alone are by suite and puzzle",
			"defaultLines groups by method or, if there is only one method, by suite and puzzle.",
			true, []string{"doc", "those of"}},
		{"CheckPlots is nil if CheckPlot is of each and no two share their files.",
			"CheckPlots checks every plot and rejects duplicate file names.", true, []string{"doc", "is of"}},
		{"What a method says whose wrong answers an experiment is about is no failure, and makes nobody else's answer wrong by itself",
			"Wrong answers of a method under test do not fail the run. Contradicting such a method does not by itself make another method wrong.",
			false, []string{"is no"}},
		{"A wrong answer is none: where it is about what was spent, the instance is unsolved, and in `exact` it is 0.",
			"A wrong answer counts as no answer. Cost measures treat the instance as unsolved, and the measure `exact` is 0.",
			false, []string{"is none"}},
		{"To solve is to win over not to solve.", "If only one method solved an instance, that method wins it.", false, []string{"to do is to"}},
		{"Beside a picture or table stands what to mind:", "Each picture and table lists its caveats:", false, []string{"beside", "stands"}},
		{"Who wants puzzles with one solution has to give hints, or to choose.",
			"To get puzzles with a unique solution, add hints or select boards.", false, []string{"who wants"}},
		{"count solutions once that the symmetries of the puzzle (turns, reflections, exchanged colours) take to one another",
			"count solutions up to symmetry (rotations, reflections, colour swaps)", false, []string{"turns"}},
		{"no board of 4x5 found that is wanted", "found no suitable 4x5 board in 10,000 tries; try another --size or --seed", false, []string{"wanted"}},
		{"Works on a board by rules that people use, each of a level, the easiest first",
			"Solves a board with human techniques, graded by level, easiest first", false, []string{"rules that people use"}},
		{"Time as a multiple of that of a list in one piece", "Speed-up from splitting into cubes", false, []string{"that of"}},
		{"A repeated item is none that is taken.", "The parser rejects a repeated item.", false, []string{"is none"}},
		{"The intervals are of 95 %.", "The file has a 95% confidence interval for each suite.", false, []string{"95 %", "is of"}},
		{"Solutions are counted; the others are what was cut, but for the first.", "There is no X. There are none left.", false, []string{"but for", "is what"}},
	} {
		got := rulesIn(t, c, g.before, g.function)
		slices.Sort(got)
		if got = slices.Compact(got); !slices.Equal(got, g.want) {
			t.Errorf("%s\nbreaks %q, want %q", g.before, got, g.want)
		}
		if got := rulesIn(t, c, g.after, g.function); len(got) > 0 {
			t.Errorf("%s\nbreaks %q", g.after, got)
		}
	}
}

// TestPhrases checks that each phrase is found in its own example, and that there are no findings
// in sentences that only look similar.
func TestPhrases(t *testing.T) {
	c := load(t, "")
	for i, p := range c.phrases {
		if slices.ContainsFunc(c.phrases[:i], func(q phrase) bool { return p.name == q.name }) {
			t.Errorf("two phrases have the name %q", p.name)
		}
		if got := rulesIn(t, c, p.example, false); !slices.Equal(got, []string{p.name}) {
			t.Errorf("%q breaks %q, want %q", p.example, got, p.name)
		}
	}
	for _, harmless := range []string{
		"Where there is no clue, the count is no longer exact and is no more than 9.",
		"There are no boards. It takes no more time than the others.",
		"The value has not been checked. They have not run.",
		"A star stands for a mine. Blue and orange stand out.",
		"The two colours can be told apart by everyone. Shading tells the regions apart.",
		"The ship goes on top of the water.",
		"The command reads one that is a puzzle. It needs no file and leaves the rest alone.",
		"Neither the first nor the last 2.5 seconds count.",
		"Write `is none of those of that of` and `told`.",
		"The formula %5d is 95%, 96%d.",
	} {
		if got := rulesIn(t, c, harmless, false); len(got) > 0 {
			t.Errorf("%q breaks %q", harmless, got)
		}
	}
	for _, bad := range []string{"name\tpattern", "name\t(\t-\tinstead\texample", "name\tx\t(\tinstead\texample"} {
		if _, err := newChecker("# first\n"+bad, ""); err == nil || !strings.Contains(err.Error(), "phrases.tsv:2: ") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// TestSentences checks where sentences end and how many words they have.
func TestSentences(t *testing.T) {
	for _, c := range []struct {
		text string
		want []int // words of each sentence
	}{
		{"", nil},
		{"...", nil},
		{"One two three", []int{3}},
		{"One two. Three four five.", []int{2, 3}},
		{"It returns x. lookup never fails.", []int{3, 3}},
		{"Use e.g. a board, i.e. (cf. Knuth) nothing.", []int{8}},
		{"It takes 3.5 seconds in version 1.2. Then it ends.", []int{7, 3}},
		{"D. E. Knuth wrote it. Is it fast? Yes! Very.", []int{5, 3, 1, 1}},
		{"Wait ... what? Wait... Then go.", []int{2, 1, 2}},
		{"Wait … what. So… Then.", []int{2, 1, 1}},
		{"3. Take one. In round 3. Then stop.", []int{3, 3, 2}},
		{`It says "stop." Then (it ends.) Now.`, []int{3, 3, 1}},
		{"A well-known board's x := f(a, b) — here - is one.", []int{9}},
		{masked("Run `go test ./... -run 'A. B'` now. Then `x`."), []int{3, 2}},
	} {
		var got []int
		for _, s := range sentences(c.text) {
			got = append(got, words(c.text[s.start:s.end]))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q has sentences of %v words, want %v", c.text, got, c.want)
		}
	}
	long := strings.Repeat("word ", maxWords)
	c := load(t, "")
	if got := rulesIn(t, c, long, false); len(got) > 0 {
		t.Errorf("%d words break %q", maxWords, got)
	}
	if got := rulesIn(t, c, long+"more", false); !slices.Equal(got, []string{"length"}) {
		t.Errorf("%d words break %q", maxWords+1, got)
	}
}

// TestExceptions checks which findings exceptions excuse, and that an unused exception is a finding.
func TestExceptions(t *testing.T) {
	const source = "package p\n\n// It is told. The rest is told, too.\n\nvar x int\n"
	for _, c := range []struct {
		exceptions string
		found      int
		unused     []int // lines
	}{
		{"", 2, nil},
		{"# a remark\n\np.go\tphrase\tThe rest\ta quotation", 1, nil},
		{"*.go\tphrase\ttold\ta quotation", 0, nil},
		{"a/*.go\tphrase\ttold\tnot here", 2, []int{1}},
		{"p.go\tlength\ttold\tanother rule\np.go\tphrase\tIt is\tit is", 1, []int{1}},
		{"p.go\tphrase\tsomething else\tanother text", 2, []int{1}},
	} {
		checker := load(t, c.exceptions)
		docs, err := readGo("p.go", []byte(source))
		if err != nil {
			t.Fatal(err)
		}
		found := checker.check(docs)
		var unused []int
		for _, f := range checker.unusedExceptions() {
			unused = append(unused, f.line)
		}
		if len(found) != c.found || !slices.Equal(unused, c.unused) {
			t.Errorf("%q: found %v, unused %v, want %d and %v", c.exceptions, found, unused, c.found, c.unused)
		}
	}
	for _, bad := range []string{"p.go\tphrase\ttold", "p.go\tphrase\t\treason", "p.go\tphrase\ttold\t ", "[\tphrase\ttold\treason", "a\tb\tc\td\te"} {
		if _, err := parseExceptions("\n" + bad); err == nil || !strings.HasPrefix(err.Error(), exceptionsFile+":2: ") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// TestOwnProse checks that the tool has no findings in its own prose.
func TestOwnProse(t *testing.T) {
	docs, err := read("../..", []string{"cmd/prose"})
	if err != nil {
		t.Fatal(err)
	}
	if len(docs) < 10 {
		t.Fatalf("%d documents", len(docs))
	}
	for _, f := range load(t, exceptionsText).check(docs) {
		t.Error(f)
	}
}
