package page

import (
	"regexp"
	"strings"
	"testing"

	"counterproof/encode/test/facttest"
	"counterproof/reports/test/recordtest"
)

// TestDeductionSummary checks that the summary first reports wrong and unknown results of
// deduction, and then has one line per method.
func TestDeductionSummary(t *testing.T) {
	want := []string{
		"WRONG, rules/two words, map w, (done)",
		"fewest, 1 January (3)",
		"most, 1 January (3)",
		"total, 3 solutions, 1 day, mean 3, median 3",
		"agreement, deduction: 1, 1 day, count, 0, digest",
		"deduced, map, rules/normal: 0, 1 solved (0%), 1 stuck, 7 values, 6",
		"deduced, map, rules/two words: 6, 10 solved (60%), 3 stuck, 28 values, 1",
		"deduced, sudoku, rules/pairs: 3, 4 solved (75%), 1 stuck, 7 values",
		"1, 19 jobs: 1, rules/two words, (time-out)",
	}
	if got := (&Page{Records: recordtest.TwoFamilies()}).Summary().String(); !facttest.Lines(got, want...) {
		t.Errorf("got\n%s\nwant %q", got, want)
	}
	recs := recordtest.TwoFamilies()[:10]
	if got := (&Page{Records: recs}).Summary().String(); !facttest.Lines(got, "deduced, rules/two words: 6, 10 solved (60%)") {
		t.Errorf("deduction alone:\n%s", got)
	}
}

func TestDeductionPage(t *testing.T) {
	var b strings.Builder
	if err := writeHTML(&b, Page{Title: "T", Records: recordtest.TwoFamilies()[:14]}, nil); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<dt>map .*rules/two words</dt><dd>6 .*10 solved \(60%\), 3 stuck .*28 values .*, 1 .*</dd>`,
		`<tr><td class="word">sudoku</td><td class="word">rules/<wbr>pairs</td><td data-sort="4">4</td><td data-sort="3">3</td><td data-sort="1">1</td><td data-sort="0">0</td><td data-sort="1.75">1.75</td><td data-sort="0.5">500 ms</td>`,
	} {
		if !regexp.MustCompile(want).MatchString(b.String()) {
			t.Errorf("the page has no %s", want)
		}
	}
	for _, none := range []string{`<dt>Records</dt><dd>\D`, "<h2>The methods</h2>", `class="alarm"`} {
		if regexp.MustCompile(none).MatchString(b.String()) {
			t.Errorf("the page has %s", none)
		}
	}
}
