package ask

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/certificate"
	"counterproof/bench/solve/formula"
	"counterproof/bench/solve/lookup"
	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
	"counterproof/sat/cnf"
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

// A Printer makes PDF documents.
type Printer interface {
	// Picture returns a document with one picture.
	Picture(picture *draw.Picture) ([]byte, error)
	// Sheet returns the document that the command sheet writes about the board.
	Sheet(ctx context.Context, p *encode.Puzzle, in encode.Instance) ([]byte, error)
}

// Printing holds the fields of the question "pdf".
type Printing struct {
	About
	Sheet bool `json:"sheet"` // a sheet with the rules and the answer, instead of the picture of the board
}

// A Printed is the answer to the question "pdf".
type Printed struct {
	PDF []byte `json:"pdf"` // in JSON as base64
}

func (d *Desk) pdf(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Printing, emit progress) (last any, err error) {
	picture := p.Picture(in, nil)
	if picture == nil {
		return nil, misused("%s has no pictures", p.Name)
	}
	if d.Printer == nil {
		return nil, errors.New("this engine makes no PDF documents")
	}
	var made Printed
	if q.Sheet {
		made.PDF, err = d.Printer.Sheet(ctx, p, in)
	} else {
		made.PDF, err = d.Printer.Picture(picture)
	}
	return made, err
}

// Certifying holds the fields of the question "certificate".
type Certifying struct {
	About
	Method string `json:"method,omitempty"` // as certify --method takes it; empty: sat/cubes
}

// A Certified is the answer to the question "certificate".
type Certified struct {
	Count string `json:"count"` // the number of solutions, decimal
	Name  string `json:"name"`  // of the folder in the archive
	Zip   []byte `json:"zip"`   // a ZIP archive with the certificate, in JSON as base64
}

// mostCertificate limits the bytes of a certificate, before compression. A date has about 4 MB.
const mostCertificate = 64 << 20

func (d *Desk) certificate(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Certifying, emit progress) (any, error) {
	name, err := methodOf(cmp.Or(q.Method, method.SAT+"/"+method.Cubes))
	if err != nil {
		return nil, err
	}
	job, err := answer.Prepare(result.Job{Task: result.Certify}, p, in, name)
	if err != nil {
		return nil, misused("%v", err)
	}
	m, err := lookup.Prove(p, in, name)
	if err != nil {
		return nil, err
	}
	subject := certificate.Subject{
		Puzzle: p.Name, Instance: in, Encoding: m.Encoding, Method: job.Method,
		Versions: certificate.VersionsOf(job.Version, job.Solver),
	}
	seen := Progress{Progress: true}
	report := seldom(emit)
	claim, archive, err := certificate.Zip(subject, func(proof certificate.Proof, yield func(cnf.Model) bool) error {
		return m.Models(ctx, new(cnf.Stats), proof, func(model cnf.Model) bool {
			seen.Solutions++
			report(seen)
			return ctx.Err() == nil && yield(model)
		})
	}, mostCertificate)
	if errors.As(err, new(*certificate.TooLarge)) {
		return nil, misused("%v, which is too large for a page: write it with counterproof certify", err)
	}
	if err != nil {
		return nil, err
	}
	return Certified{claim.Count, certificate.Name(p.Name, in.String()), archive}, nil
}
