package page

import (
	"regexp"
	"strings"
	"testing"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
	"counterproof/reports/test/recordtest"
)

// TestSuspects checks the finding about a method under test. The method gophersat/countmodels works
// on five boards. On two boards, the method is wrong: it says 343 instead of 216, and 20 instead of
// 40. On the third board, the method is right, and on the fourth, it has no answer. On the last
// board, no other method has a count. So 2 of the 3 counts that can be checked are wrong. The
// finding must state Wilson's interval for this share, 0.2077 to 0.9385 by hand, and factors from
// 0.5 to 343/216 = 1.588.
func TestSuspects(t *testing.T) {
	const liar = "gophersat/countmodels"
	wrong := func(r *result.Record) { r.Verdict = result.Wrong }
	p := Page{Title: "t", Suspects: judge.Suspects{liar}, Records: []result.Record{
		recordtest.Exact("01-25", "native/a", "216"), recordtest.With(recordtest.Exact("01-25", liar, "343"), wrong),
		recordtest.Exact("01-26", "native/a", "40"), recordtest.With(recordtest.Exact("01-26", liar, "20"), wrong),
		recordtest.Exact("01-27", "native/a", "7"), recordtest.Exact("01-27", liar, "7"),
		recordtest.Exact("01-28", "native/a", "7"), recordtest.Unknown("01-28", liar, result.Timeout),
		recordtest.Exact("01-29", liar, "7"),
	}}
	const want = "2 .*\\b3 counts .*\\b67%.*\\b95% .*\\b21% .*\\b94%.*\\b0[.]5 .*\\b1[.]59, 1 .*, 1 unchecked"
	if got := p.Summary().String(); !regexp.MustCompile("\nunder test  "+liar+" .*\\bcalendar: "+want+"\n$").MatchString(got) || strings.Contains(got, "WRONG") || strings.Contains(got, "DISAGREE") {
		t.Errorf("got\n%s", got)
	}
	if p.Alarming() {
		t.Error("a method under test is an alarm")
	}
	var b strings.Builder
	if err := writeHTML(&b, p, nil); err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile("<dt>"+liar+" .*\\bcalendar</dt><dd>"+want).MatchString(b.String()) || strings.Contains(b.String(), `class="alarm"`) {
		t.Error("the page does not say it, or has an alarm")
	}
	p.Suspects = nil
	if !p.Alarming() || !strings.Contains(p.Summary().String(), "DISAGREEMENT") {
		t.Error("without suspects there is no alarm")
	}
}

// TestSuspectsBySuite checks that each board counts once in each suite. In the suite "one", the
// method is wrong on board a in one of two runs. In the suite "two", the method is wrong on the
// boards a and b, and right on c.
func TestSuspectsBySuite(t *testing.T) {
	const liar = "gophersat/countmodels"
	p := Page{Suspects: judge.Suspects{liar}}
	for _, x := range []struct{ suite, board, says string }{
		{"one", "a", "4"}, {"one", "a", "8"}, {"two", "a", "8"}, {"two", "b", "12"}, {"two", "c", "4"}, {"two", "c", "4"},
	} {
		in := func(r *result.Record) { r.Suite = x.suite }
		p.Records = append(p.Records, recordtest.With(recordtest.Exact(x.board, "native/a", "4"), in), recordtest.With(recordtest.Exact(x.board, liar, x.says), in))
	}
	fs := suspicionFindings(p.Suspects.Suspicions(p.Records))
	if len(fs) != 2 || !facttest.States(fs[0].Subject, liar+", calendar, one") || !facttest.States(fs[0].Value, "1, 1 counts") ||
		!facttest.States(fs[1].Subject, liar+", calendar, two") || !facttest.States(fs[1].Value, "2, 3 counts, 2, 3") {
		t.Errorf("got %q", fs)
	}
}
