package experiment

import (
	"cmp"
	"fmt"
	"slices"

	"counterproof/bench/record/result"
)

// A Shard is one of N parts of an experiment, for a run on many machines. A Shard contains every
// N-th instance, starting with the I-th, and all jobs of these instances. So all methods that a
// report compares on an instance have run on the same machine. If there are fewer than N instances,
// a Shard contains every N-th job. The zero Shard contains all jobs. To make parts of about equal
// time, use a Split.
type Shard struct{ I, N int } // 1 <= I <= N

// ParseShard reads a shard written as I/N. The text 0/N means N/N, so that users may also count
// from 0.
func ParseShard(text string) (Shard, error) {
	var i, n int
	_, err := fmt.Sscanf(text, "%d/%d", &i, &n)
	written := fmt.Sprintf("%d/%d", i, n) // the text must equal this: no signs, spaces or leading zeros
	if err != nil || written != text || n < 1 || i < 0 || i > n {
		return Shard{}, fmt.Errorf("want I/N for the I-th of N parts, such as 2/8, got %q", text)
	}
	return Shard{cmp.Or(i, n), n}, nil
}

// Of returns the jobs of the shard. The parameter places has the places of all jobs.
func Of[J result.Keyed](s Shard, jobs []J, places []result.Place) []J {
	if s.N < 2 {
		return jobs
	}
	_, shard := Members(places, s.N)
	return slices.DeleteFunc(slices.Clone(jobs), func(j J) bool { return shard[j.Key()] != s.I })
}

// numbered numbers the instances of the jobs from 0. It returns the number for each job, and how many
// there are.
func numbered[J result.Keyed](jobs []J) (numbers []int, boards int) {
	type instance struct{ puzzle, instance string }
	seen := map[instance]int{}
	for _, listed := range jobs {
		j := listed.Whole()
		at := instance{j.Puzzle, j.Instance}
		if _, ok := seen[at]; !ok {
			seen[at] = len(seen)
		}
		numbers = append(numbers, seen[at])
	}
	return numbers, len(seen)
}

// A Part says how many jobs a shard or a whole experiment has, and how many of these jobs have no
// record.
type Part struct {
	Shard   Shard
	Jobs    int
	Missing int // jobs without a record
}

func (p Part) String() string {
	text := fmt.Sprintf("%d of %d jobs have no record", p.Missing, p.Jobs)
	if p.Shard.N > 1 {
		text = fmt.Sprintf("shard %d of %d: %s", p.Shard.I, p.Shard.N, text)
	}
	return text
}

// Members returns the keys of an experiment's jobs in order. The map shard states for each key the
// job's shard, counted from 1. The parameter shards is the number of shards.
func Members(places []result.Place, shards int) (keys []string, shard map[string]int) {
	boards := 0
	for _, p := range places {
		boards = max(boards, p.Board+1)
	}
	shard = map[string]int{}
	shards = max(shards, 1)
	for _, p := range places {
		if shard[p.Key] == 0 {
			number := p.Board
			if boards < shards {
				number = len(keys) // of the job
			}
			shard[p.Key] = number%shards + 1
			keys = append(keys, p.Key)
		}
	}
	return keys, shard
}

// Parts returns a Part for each shard of an experiment that was run in the given number of shards.
// Shards without jobs are left out. The map done has the keys of all jobs with a record.
func Parts(places []result.Place, shards int, done map[string]bool) []Part {
	keys, shard := Members(places, shards)
	var all []Part
	for _, own := range result.GroupBy(keys, func(key string) int { return shard[key] }) {
		p := Part{Shard: Shard{shard[own[0]], shards}, Jobs: len(own)}
		for _, key := range own {
			if !done[key] {
				p.Missing++
			}
		}
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b Part) int { return a.Shard.I - b.Shard.I })
	return all
}
