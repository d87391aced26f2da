package answer

import (
	"context"
	"fmt"

	"counterproof/bench/record/result"
	"counterproof/encode"
	"counterproof/native"
)

// Family returns a text that is equal for jobs which Together can do by one search. It is empty for jobs that
// need a search of their own, such as jobs with limits.
func Family(j result.Job, in encode.Instance) string {
	member, ok := in.(encode.HasFamily)
	if !ok || j.Task != result.Count || j.Limits != (result.Limits{}) || j.Options != (result.Options{}) || j.Given != "" || j.Repetition > 0 {
		return ""
	}
	name, method := member.Family()
	if name == "" || j.Method != "native/"+method {
		return ""
	}
	return fmt.Sprint(j.Puzzle, " ", j.Version, " ", j.Mode, " ", name)
}

// familyBatch is how many solutions of a job Together checks at once. Checking each one when it is
// found took twice as long, because the next solution usually belongs to another job.
const familyBatch = 16

// Together does jobs with the same Family by one search, and returns a record for each. A record has
// the count and the digest, but no times and no numbers of steps, because they belong to all jobs
// together. If the jobs have to be done one by one, Together returns nil.
func Together(ctx context.Context, jobs []result.Job, p *encode.Puzzle, ins []encode.Instance) []result.Record {
	if _, _, err := ready(jobs[0], p, ins[0]); err != nil {
		return nil
	}
	all := make([]checker, len(jobs))
	for i, in := range ins {
		all[i] = checker{job: jobs[i], in: in, sites: in.Sites(), report: func() {}}
	}
	err := ins[0].(encode.HasFamily).SearchFamily(ctx, new(native.Stats), ins, func(i int, s encode.Solution) bool {
		c := &all[i]
		if c.batch = append(c.batch, s); len(c.batch) == familyBatch {
			c.flush()
		}
		return true
	})
	if err != nil {
		return nil
	}
	records := make([]result.Record, len(jobs))
	for i, j := range jobs {
		c := &all[i]
		if c.flush(); c.broken != nil {
			records[i] = wrongRecord(j, "%v", c.broken)
			continue
		}
		r := j.Record(result.Done, "")
		r.Status, r.Count, r.Digest = result.Exact, fmt.Sprint(c.found), c.digest.String()
		records[i] = r
	}
	return records
}
