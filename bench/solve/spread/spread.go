// Package spread divides the native search of one hard board among several cores.
package spread

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/bench/system/usage"
	"counterproof/encode"
	"counterproof/native"
)

// alone is how long a search runs on one core before its work is shared. Then the search starts again
// on all cores.
var alone = 100 * time.Millisecond

const (
	// nodesPerCore is the least number of nodes of the search tree per core, so that all cores end at about
	// the same time.
	nodesPerCore = 64
	// deepest limits the depth of these nodes, and walkTime the time of the walk through the tree above
	// them, which every core repeats.
	deepest  = 40
	walkTime = 20 * time.Millisecond
)

// A spreading is a job whose native search may use several cores.
type spreading struct {
	job    result.Job
	puzzle *encode.Puzzle
	guard  Guard
}

// A Guard calls a function that does the job. If the function panics, the result is a record of this.
type Guard func(j result.Job, do func() result.Record) result.Record

// Takes reports whether Count can do the job.
func Takes(j result.Job) bool {
	return j.Cores > 1 && j.Task == result.Count && j.Mode == result.Default && !j.Trace && strings.HasPrefix(j.Method, method.Native+"/")
}

// Count does a job as answer.Count does. If the search has no answer after a short time, and if its engine
// supports native.Share, Count uses all cores of the job. It calls the function guard in several
// goroutines. The record has the same answer and the same numbers of nodes and updates as on one core,
// unless a limit has stopped the search. Its times include everything, even the checks of the solutions.
func Count(j result.Job, p *encode.Puzzle, guard Guard) result.Record {
	s := spreading{j, p, guard}
	before, _ := usage.CPU()
	began := time.Now()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	first := &native.Share{Depth: 1, Taken: new(atomic.Int64)}
	done := make(chan result.Record, 1)
	go func() { done <- s.search(ctx, first) }()
	select {
	case r := <-done:
		return r
	case <-time.After(alone):
	}
	if first.Taken.Load() == 0 {
		return <-done
	}
	cancel()
	if r := <-done; r.Reason != result.Killed {
		return r
	}
	depth, top := s.divide()
	r := merge(j, s.together(depth), top)
	if now, ok := usage.CPU(); ok && r.CPUSeconds != nil {
		*r.CPUSeconds = (now - before).Seconds()
	}
	if r.WallSeconds != nil {
		*r.WallSeconds = time.Since(began).Seconds()
	}
	return r
}

// search does one search of the job. It parses the instance again, because an instance may keep what it
// has computed, and need not be safe for concurrent use.
func (s spreading) search(ctx context.Context, share *native.Share) result.Record {
	return s.guard(s.job, func() result.Record {
		in, err := s.puzzle.Parse(s.job.Instance)
		if err != nil {
			return s.job.Record(result.Error, err.Error())
		}
		return answer.Count(ctx, s.job, s.puzzle, in, answer.Watcher{Share: share})
	})
}

// divide returns a depth at which the tree has enough nodes for all cores, and the record of the walk
// through the tree above.
func (s spreading) divide() (depth int, top result.Record) {
	for depth = 1; ; depth++ {
		began := time.Now()
		walk := &native.Share{Depth: depth}
		top = s.search(context.Background(), walk)
		if walk.Met >= int64(nodesPerCore*s.job.Cores) || depth == deepest || time.Since(began) > walkTime {
			return depth, top
		}
	}
}

// together runs one search per core, which share the nodes at the given depth. It cancels all searches
// as soon as one has failed or has found enough solutions.
func (s spreading) together(depth int) []result.Record {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	records := make([]result.Record, s.job.Cores)
	var taken atomic.Int64
	var running sync.WaitGroup
	for i := range records {
		running.Go(func() {
			records[i] = s.search(ctx, &native.Share{Depth: depth, Taken: &taken})
			if records[i].Status != result.Exact {
				cancel()
			}
		})
	}
	running.Wait()
	return records
}

// merge returns the record of the job. The parameter top is the record of the walk that each of the
// parts repeats.
func merge(j result.Job, parts []result.Record, top result.Record) result.Record {
	count, digest := new(big.Int), new(big.Int)
	for _, part := range parts {
		switch {
		case part.Status == result.Exact:
			n, _ := new(big.Int).SetString(part.Count, 10)
			d, _ := new(big.Int).SetString(part.Digest, 16)
			count.Add(count, n)
			digest.Add(digest, d)
		case part.Reason != result.Killed: // then the other parts are cancelled
			return part
		}
	}
	r := parts[0]
	for _, part := range parts[1:] {
		more(r.Nodes, part.Nodes, top.Nodes)
		more(r.Updates, part.Updates, top.Updates)
	}
	if stop, proven := j.Bounds(); stop > 0 && count.Cmp(big.NewInt(stop)) >= 0 {
		r.Status, r.Reason, r.Count, r.Digest = result.AtLeast, result.Limit, fmt.Sprint(proven), ""
		return r
	}
	modulus := new(big.Int).Lsh(big.NewInt(1), 256)
	r.Count, r.Digest = count.String(), fmt.Sprintf("%064x", digest.Mod(digest, modulus))
	return r
}

// more adds the steps of a part below the walk, unless they were not counted.
func more(steps, part, walk *int64) {
	if steps != nil && part != nil && walk != nil {
		*steps += *part - *walk
	}
}
