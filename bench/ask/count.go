package ask

import (
	"cmp"
	"context"
	"errors"
	"math"
	"strings"
	"time"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/certificate"
	"counterproof/bench/solve/formula"
	"counterproof/bench/solve/lookup"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
	"counterproof/sat/cnf"
)

const between = 50 * time.Millisecond

// Progress is an object of an incomplete answer: how much work has been done.
type Progress struct {
	Progress  bool  `json:"progress"` // always true
	Solutions int64 `json:"solutions"`
	Nodes     int64 `json:"nodes"`
	Conflicts int64 `json:"conflicts,omitempty"` // of the SAT solver
}

// seldom returns a function that emits an object only if some time has passed since the one before.
func seldom(emit progress) progress {
	last := time.Now()
	return func(object any) {
		if now := time.Now(); now.Sub(last) >= between {
			last = now
			emit(object)
		}
	}
}

func watcher(emit progress) answer.Watcher {
	report := seldom(emit)
	return answer.Watcher{Progress: func(p answer.Progress) { report(Progress{true, p.Solutions, p.Nodes, p.Conflicts}) }}
}

// Counting holds the fields of the question "count".
type Counting struct {
	About
	Method  string  `json:"method"`          // empty: lookup.Default
	Limit   int64   `json:"limit"`           // stop at this number of solutions; 0: no limit
	Seconds float64 `json:"seconds"`         // stop after this number of seconds; 0: no limit
	Given   string  `json:"given,omitempty"` // SITE=VALUE,...
	// Sets also asks for the digest of at most result.MostListed solutions.
	Sets bool `json:"sets"`
}

// count answers with progress and then a result.Record, as count --json prints it.
func (d *Desk) count(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Counting, emit progress) (any, error) {
	name, err := methodOf(cmp.Or(q.Method, lookup.Default(p)))
	if err != nil {
		return nil, err
	}
	limit, err := duration(q.Seconds)
	if err = cmp.Or(err, natural("limit", q.Limit)); err != nil {
		return nil, err
	}
	job := result.Job{Given: q.Given, Limits: result.Limits{Solutions: q.Limit}}
	if q.Sets {
		job.Mode = result.Sets
	}
	if job, err = answer.Prepare(job, p, in, name); err != nil {
		return nil, misused("%v", err)
	}
	limited, cancel := context.WithTimeout(ctx, cmp.Or(limit, math.MaxInt64))
	defer cancel()
	return answer.Count(limited, job, p, in, watcher(emit)), nil
}

// natural refuses a negative number.
func natural(field string, n int64) error {
	if n < 0 {
		return misused("want a number from 0 in the field %q, got %d", field, n)
	}
	return nil
}

// duration converts a number of seconds; 0 means no limit. The longest Duration is 292 years.
func duration(seconds float64) (time.Duration, error) {
	const longest = time.Duration(math.MaxInt64)
	switch {
	case !(seconds >= 0) || math.IsInf(seconds, 1):
		return 0, misused("want a number of seconds from 0, got %v", seconds)
	case seconds >= longest.Seconds():
		return longest, nil
	}
	return time.Duration(seconds * float64(time.Second)), nil
}

// methodOf parses a name. A page cannot run outside programs.
func methodOf(text string) (method.Name, error) {
	name, err := method.Parse(text)
	if err != nil {
		return name, misused("%v", err)
	}
	if lookup.ProgramOf(name) != nil {
		return name, misused("a page does not run outside programs such as %s: the command line does", wording.Short(text))
	}
	return name, nil
}

// Solving holds the fields of the question "solve".
type Solving struct {
	About
	Method string `json:"method"` // empty: lookup.Listing
	Number int64  `json:"number"` // of solutions; 0: all
	Given  string `json:"given,omitempty"`
}

// A Found is an object of the answer to the question "solve": some of the solutions.
type Found struct {
	Solutions []string `json:"solutions"` // values of the sites, as encode.Solution.Format prints them
}

// An End is the last object of the answer to the question "solve".
type End struct {
	Done   bool  `json:"done"` // always true
	Number int64 `json:"number"`
	All    bool  `json:"all"` // whether there are no further solutions
}

// solve answers with several objects of the type Found, which list the solutions, and then an End.
func (d *Desk) solve(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Solving, emit progress) (any, error) {
	name, err := methodOf(cmp.Or(q.Method, lookup.Listing(p)))
	if err != nil {
		return nil, err
	}
	given, err := clues.ReadGiven(in, q.Given)
	if err = cmp.Or(err, natural("number", q.Number)); err != nil {
		return nil, err
	}
	in = clues.Restrict(in, given)
	m, err := lookup.Resolve(p, in, name)
	if err != nil {
		return nil, misused("%v", err)
	}
	var batch []string
	last := time.Now()
	flush := func() {
		if len(batch) > 0 {
			emit(Found{batch})
		}
		batch, last = nil, time.Now()
	}
	end := End{Done: true, All: true}
	err = answer.Solve(ctx, in, m, func(s encode.Solution) bool {
		if q.Number > 0 && end.Number == q.Number {
			end.All = false
			return false
		}
		end.Number++
		batch = append(batch, encode.FormatSolution(in, s))
		if len(batch) >= 1000 || time.Since(last) >= between {
			flush()
		}
		return true
	})
	flush()
	return end, err
}

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
	if err == nil && name.Variant == method.Count {
		err = errors.New("want a method that lists the solutions: counterproof certify --graph proves a count without listing")
	}
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
