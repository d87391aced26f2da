package ask

import (
	"cmp"
	"context"
	"strings"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/formula"
	"counterproof/encode"
	"counterproof/encode/wording"
)

// Writing holds the fields of the question "formula".
type Writing struct {
	About
	Format string `json:"format"`          // as encode --format takes it; empty: only the list of formats
	Style  string `json:"style,omitempty"` // for dimacs and icnf; empty: the first one of the puzzle
}

// A Written is the answer to the question "formula".
type Written struct {
	Formats []string `json:"formats"` // in which the board can be written
	Styles  []string `json:"styles"`  // of dimacs and icnf
	Text    string   `json:"text,omitempty"`
}

const mostText = 32 << 20

func (d *Desk) formula(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Writing, emit progress) (any, error) {
	w := Written{Formats: formula.Formats(in), Styles: p.Styles}
	if q.Format == "" || ctx.Err() != nil {
		return w, nil
	}
	write, err := formula.New(p, in, q.Format, cmp.Or(q.Style, p.Styles[0]))
	if err != nil {
		return nil, misused("%v", err)
	}
	var b limitedText
	err = write(ctx, &b)
	w.Text = b.String()
	return w, err
}

type limitedText struct{ strings.Builder }

func (b *limitedText) Write(text []byte) (int, error) {
	if b.Len()+len(text) > mostText {
		return 0, misused("the formula has more than %d megabytes: write it with counterproof encode", mostText>>20)
	}
	return b.Builder.Write(text)
}

// Comparing holds the fields of the question "compare".
type Comparing struct {
	Records []result.Record `json:"records"` // answers to the question "count", about one board
}

// A Compared is the answer to the question "compare".
type Compared struct {
	Compared string   `json:"compared"` // sets, counts or none
	Disagree bool     `json:"disagree"`
	Problems []string `json:"problems"` // as crosscheck prints them
}

const mostRecords = 100

func (d *Desk) compare(_ context.Context, q Comparing, emit progress) (any, error) {
	if len(q.Records) == 0 || len(q.Records) > mostRecords {
		return nil, misused("want 1 to %d answers to compare, got %d", mostRecords, len(q.Records))
	}
	first := q.Records[0]
	for _, r := range q.Records {
		if r.Puzzle != first.Puzzle || r.Instance != first.Instance || r.Given != first.Given {
			return nil, misused("want answers about one board, got answers about %s and %s", wording.Short(first.Instance), wording.Short(r.Instance))
		}
	}
	b := judge.Compare(q.Records)
	return Compared{b.Compared(), b.Wrong(), append([]string{}, b.Problems()...)}, nil
}
