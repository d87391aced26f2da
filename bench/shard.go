package bench

import (
	"fmt"
	"strconv"
	"strings"
)

// A Shard is every N-th job of an experiment, for a run on many machines. The
// zero value is all jobs.
type Shard struct{ I, N int } // jobs I, I+N, I+2N, ... counted from 1; 1 <= I <= N

// ParseShard reads I/N. 0/N is N/N, so that indices that count from 0 will do.
func ParseShard(text string) (Shard, error) {
	bad := fmt.Errorf("want I/N, the I-th of N parts, such as 2/8, got %q", text)
	first, last, ok := strings.Cut(text, "/")
	if !ok {
		return Shard{}, bad
	}
	i, err := strconv.Atoi(first)
	if err != nil || strconv.Itoa(i) != first {
		return Shard{}, bad
	}
	n, err := strconv.Atoi(last)
	if err != nil || strconv.Itoa(n) != last || n < 1 || i < 0 || i > n {
		return Shard{}, bad
	}
	if i == 0 {
		i = n
	}
	return Shard{i, n}, nil
}

// Of picks the shard's jobs.
func (s Shard) Of(jobs []Job) []Job {
	if s.N < 2 {
		return jobs
	}
	var own []Job
	for i := s.I - 1; i < len(jobs); i += s.N {
		own = append(own, jobs[i])
	}
	return own
}
