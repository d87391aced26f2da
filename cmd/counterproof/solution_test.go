package main

import (
	"strings"
	"testing"

	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/catalog"
)

// TestCheckStdin checks for every puzzle that check reads, from standard input, what solve prints: the
// drawing of a solution and the values of the sites. Some of these texts cannot be arguments, because
// they begin with -.
func TestCheckStdin(t *testing.T) {
	for _, p := range catalog.All() {
		in, err := p.Parse(p.Example)
		if err != nil {
			t.Fatal(err)
		}
		s, ok := encode.Quick(in.Reduce())
		if !ok {
			t.Errorf("%s: no solution of the example %s was found", p.Name, p.Example)
			continue
		}
		texts := []string{s.Format(in.Sites())}
		if _, ok := in.(encode.HasDrawing); ok {
			texts = append(texts, in.Draw(&s))
		}
		for _, text := range texts {
			out, errs, status := invoke(strings.NewReader(text+"\n"), "check", p.Name, p.Example, "-")
			if status != console.Done || out != "ok\n" || errs != "" {
				t.Errorf("check %s %s - with the input %q: exit status %d, %q, %q, want ok", p.Name, p.Example, text, status, out, errs)
			}
		}
	}
}

// TestPaperBoards checks by two methods that boards for booklets have exactly one solution, although
// most of the games from which they are made have several solutions at first.
func TestPaperBoards(t *testing.T) {
	out, errs, status := invoke(nil, "generate", "--seed", "18", "--number", "6", "minesweeper")
	if status != console.Done {
		t.Fatal(errs)
	}
	games := strings.Fields(out)
	count := func(boards []string) []string {
		out, errs, status := invoke(nil, append([]string{"count", "--method", "native,sat", "--limit", "2", "minesweeper"}, boards...)...)
		if status != console.Done {
			t.Fatal(errs)
		}
		var counts []string
		for line := range strings.Lines(out) {
			counts = append(counts, strings.TrimSpace(line[strings.LastIndex(line, "\t"):]))
		}
		return counts
	}
	var printed []string
	for _, text := range games {
		in, err := catalog.Find("minesweeper").Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		board, err := in.(deduction.HasPaperBoard).PaperBoard(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		printed = append(printed, board.String())
	}
	if got := strings.Join(count(printed), " "); got != strings.TrimSpace(strings.Repeat("1 ", 12)) {
		t.Errorf("the boards for paper have the counts %s, want 1 by both methods", got)
	}
	if got := strings.Join(count(games), " "); !strings.Contains(got, ">=2") {
		t.Errorf("the games have the counts %s, so their boards for paper test nothing", got)
	}
}
