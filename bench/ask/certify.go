package ask

import (
	"cmp"
	"context"
	"errors"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/certificate"
	"counterproof/bench/solve/lookup"
	"counterproof/encode"
	"counterproof/sat/cnf"
)

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
