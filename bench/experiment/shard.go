package experiment

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"counterproof/bench/result"
)

// A Shard is one in N parts of an experiment, for a run on many machines: every N-th
// instance, from the I-th, with all its jobs, so that the methods that a report
// compares on it ran on one machine. Where there are fewer instances than N it is
// every N-th job. The zero value is all jobs.
type Shard struct{ I, N int } // 1 <= I <= N

// ParseShard reads I/N. 0/N is N/N, so that indices that count from 0 will do.
func ParseShard(text string) (Shard, error) {
	var i, n int
	_, err := fmt.Sscanf(text, "%d/%d", &i, &n)
	written := fmt.Sprintf("%d/%d", i, n) // as the text must be: without signs, blanks and more zeros
	if err != nil || written != text || n < 1 || i < 0 || i > n {
		return Shard{}, fmt.Errorf("want I/N, the I-th of N parts, such as 2/8, got %q", text)
	}
	return Shard{cmp.Or(i, n), n}, nil
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

// shardOf returns which of n shards a job is in, from 1. It takes the numbers of the job and of its
// board in the experiment, and the number of boards.
func shardOf(job, board, boards, n int) int {
	if boards < n {
		board = job
	}
	return board%n + 1
}

// A Part is one shard of an experiment, or all of it.
type Part struct {
	Shard   Shard
	Jobs    int
	Missing int // without a record
}

func (p Part) String() string {
	text := fmt.Sprintf("%d of %d jobs have no record", p.Missing, p.Jobs)
	if p.Shard.N > 1 {
		text = fmt.Sprintf("shard %d of %d: %s", p.Shard.I, p.Shard.N, text)
	}
	return text
}

// Parts returns the parts of an experiment that have jobs, if it was run in that many shards.
// done has the keys of all jobs with a record.
func Parts(places []result.Place, shards int, done map[string]bool) []Part {
	seen := map[string]bool{}
	boards := 0
	for _, p := range places {
		boards = max(boards, p.Board+1)
	}
	parts := map[int]*Part{}
	for _, p := range places {
		if seen[p.Key] {
			continue
		}
		i := shardOf(len(seen), p.Board, boards, max(shards, 1))
		seen[p.Key] = true
		if parts[i] == nil {
			parts[i] = &Part{Shard: Shard{i, shards}}
		}
		parts[i].Jobs++
		if !done[p.Key] {
			parts[i].Missing++
		}
	}
	var all []Part
	for _, i := range slices.Sorted(maps.Keys(parts)) {
		all = append(all, *parts[i])
	}
	return all
}
