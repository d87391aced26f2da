package experiment

import (
	"fmt"
	"strconv"
	"strings"

	"counterproof/bench/result"
)

// A Shard is one in N parts of an experiment, for a run on many machines: every N-th
// instance, from the I-th, with all its jobs, so that the methods that a report
// compares on it ran on one machine. Where there are fewer instances than N it is
// every N-th job. The zero value is all jobs.
type Shard struct{ I, N int } // 1 <= I <= N

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
func (s Shard) Of(jobs []result.Job) []result.Job {
	if s.N < 2 {
		return jobs
	}
	numbers, boards := numbered(jobs)
	var own []result.Job
	for i, j := range jobs {
		if shardOf(i, numbers[i], boards, s.N) == s.I {
			own = append(own, j)
		}
	}
	return own
}

// numbered returns the number of the instance of each job, from 0, and how many instances there
// are.
func numbered(jobs []result.Job) (numbers []int, boards int) {
	type instance struct{ puzzle, instance string }
	seen := map[instance]int{}
	for _, j := range jobs {
		at := instance{j.Puzzle, j.Instance}
		if _, ok := seen[at]; !ok {
			seen[at] = len(seen)
		}
		numbers = append(numbers, seen[at])
	}
	return numbers, len(seen)
}

// shardOf returns which of n shards a job is in, from 1. The job and its board are numbers among
// all those of the experiment.
func shardOf(job, board, boards, n int) int {
	if boards < n {
		board = job
	}
	return board%n + 1
}
