package work

import (
	"context"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/certificate"
	"counterproof/bench/solve/lookup"
	"counterproof/encode"
	"counterproof/sat/cnf"
)

// certify does a job of the task certify: it writes the certificate into Job.Folder. The times of the
// record include all of this work.
func certify(j result.Job, p *encode.Puzzle, in encode.Instance) result.Record {
	var st lookup.Stats
	var watch answer.Stopwatch
	watch.Start()
	name, err := method.Parse(j.Method)
	if err != nil {
		return answer.Failed(j, err)
	}
	m, err := lookup.Prove(p, in, name)
	switch {
	case err != nil:
		return answer.Failed(j, err)
	case m.Name.String() != j.Method || m.Version != j.Version:
		return j.Record(result.Error, "the worker has "+m.Name.String()+" version "+m.Version+", but the job is for "+j.Method+" version "+j.Version)
	}
	versions := certificate.VersionsOf(m.Version, j.Solver)
	versions.Commit = commit()
	subject := certificate.Subject{Puzzle: p.Name, Instance: in, Encoding: m.Encoding, Method: m.Name.String(), Versions: versions}
	claim, err := certificate.Write(j.Folder, subject, func(proof certificate.Proof, yield func(cnf.Model) bool) error {
		return m.Models(context.Background(), &st.SAT, proof, yield)
	})
	watch.Stop()
	if err != nil {
		return answer.Failed(j, err)
	}
	r := j.Record(result.Done, "")
	r.Status, r.Count, r.Digest = result.Exact, claim.Count, claim.Digest
	answer.Measure(&r, m.Method, &watch, &st)
	return r
}
