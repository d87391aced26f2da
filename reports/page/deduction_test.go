package page

import (
	"strings"
	"testing"

	"counterproof/reports/recordtest"
)

// TestDeductionSummary: what is wrong or unknown first, then a line a method.
func TestDeductionSummary(t *testing.T) {
	const want = `WRONG: rules/two words on map w (done)
fewest      1 January (3)
most        1 January (3)
total       3 solutions of 1 day; mean 3, median 3
agreement   apart from deduction: 1 of 1 day agree by count, 0 by digest of the solutions too
deduced     map by rules/normal: 0 of 1 solved (0 %), 1 stuck with 7 values left, 6 of them in no solution
deduced     map by rules/two words: 6 of 10 solved (60 %), 3 stuck with 28 values left, 1 without one solution
deduced     sudoku by rules/pairs: 3 of 4 solved (75 %), 1 stuck with 7 values left
no answer   1 of 19 jobs: 1 by rules/two words (time-out)
`
	if got := (&Page{Records: recordtest.TwoFamilies()}).Summary().String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	recs := recordtest.TwoFamilies()[:10]
	if got := (&Page{Records: recs}).Summary().String(); strings.Contains(got, "no records") || strings.Count(got, "\n") != 1 {
		t.Errorf("deduction alone:\n%s", got)
	}
}

func TestDeductionPage(t *testing.T) {
	var b strings.Builder
	if err := writeHTML(&b, Page{Title: "T", Records: recordtest.TwoFamilies()[:14]}, nil); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"<dt>map by rules/two words</dt><dd>6 of 10 solved (60 %), 3 stuck with 28 values left, 1 without one solution</dd>",
		`<tr><td class="word">sudoku</td><td class="word">rules/<wbr>pairs</td><td data-sort="4">4</td><td data-sort="3">3</td><td data-sort="1">1</td><td data-sort="0">0</td><td data-sort="1.75">1.75</td><td data-sort="0.5">500 ms</td>`,
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page has no %s", want)
		}
	}
	for _, none := range []string{"no records of counts", "<h2>The methods</h2>", `class="alarm"`} {
		if strings.Contains(b.String(), none) {
			t.Errorf("the page has %s", none)
		}
	}
}
