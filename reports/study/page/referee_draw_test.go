package page_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"

	"counterproof/bench/record/result"
	"counterproof/reports/test/recordtest"
)

// This file draws the ledgers of TestReferee. A ledger is kept twice: as the records that the report
// reads, and as the trials that the independent program reads.

// A trial is a job with its repetitions.
type trial struct {
	board, method string
	suites        []string
	height, width int64
	draws         int
	limit         int64 // of the wall time, in nanoseconds; 0: none
	runs          []run
}

// A run is one repetition of a trial. A field of work is -1 if it was not measured.
type run struct {
	end   string // "done", "wrong" or a reason without an answer
	ns    int64  // wall time in nanoseconds
	cpu   int64  // CPU time
	work  int64  // nodes of a native method, conflicts of a SAT method
	count *big.Int
}

// drawLedger makes random trials. The seed decides the numbers, the number of repetitions, the share of
// jobs that a limit ends, and the share of equal numbers.
func drawLedger(seed uint64) []*trial {
	rng := rand.New(rand.NewPCG(31, seed))
	pick := func(ps ...float64) float64 { return ps[rng.IntN(len(ps))] }
	methods := []string{"native/bitset", "native/dlx", "sat/pairwise", "sat/sequential"}[:2+rng.IntN(3)]
	if rng.IntN(3) == 0 {
		methods = []string{"sat/pairwise", "sat/sequential"}
	}
	boards, runs := 1+rng.IntN(8), 1+rng.IntN(4)
	switch rng.IntN(40) {
	case 0:
		boards, runs = 60, 1
	case 1, 2, 3, 4, 5:
		boards = 14
	}
	cut, wrong, zero, missing := pick(0, 0.1, 0.4), pick(0, 0, 0.15), pick(0, 0, 0.4), pick(0, 0, 0.25)
	limits := [][]int64{{10e9}, {10e9}, {10e9}, {5e9, 10e9}, {0}}[rng.IntN(5)]
	equal, wide, repeated := rng.IntN(8) == 0, rng.IntN(2) == 0, rng.IntN(2) == 0
	suites := []string{"s1", "s2"}[:1+rng.IntN(2)]
	var all []*trial
	for b := range boards {
		in := []string{suites[rng.IntN(len(suites))]}
		if len(suites) == 2 && rng.IntN(4) == 0 {
			in = suites
		}
		height, width := int64(2+rng.IntN(4)), int64(2+rng.IntN(4))
		count := big.NewInt(int64(rng.IntN(4)))
		switch rng.IntN(8) {
		case 0:
			count.SetInt64(60_000 + rng.Int64N(900_000))
		case 1, 2:
			count.Exp(big.NewInt(7), big.NewInt(int64(rng.IntN(40))), nil)
		}
		draws := 1 + rng.IntN(2)*rng.IntN(3)
		limit := limits[rng.IntN(len(limits))]
		var twin *trial
		for _, m := range methods {
			if rng.Float64() < missing && len(all) > 0 {
				continue
			}
			t := &trial{board: fmt.Sprint("b", b), method: m, suites: in, height: height, width: width, draws: draws, limit: limit}
			for range runs {
				t.runs = append(t.runs, drawRun(rng, cut, wrong, zero, wide, repeated, count, limit))
			}
			if equal && twin != nil {
				t.runs = twin.runs
			}
			twin = t
			all = append(all, t)
		}
	}
	return all
}

// drawRun draws one repetition.
func drawRun(rng *rand.Rand, cut, wrong, zero float64, wide, repeated bool, count *big.Int, limit int64) run {
	r := run{end: "done", ns: 1_000_000 * int64(1+rng.IntN(9)), work: int64(1 + rng.IntN(6)), count: count}
	if wide {
		for range rng.IntN(4) {
			r.ns, r.work = r.ns*10, r.work*10
		}
	}
	if !repeated {
		r.ns, r.work = r.ns+rng.Int64N(999_999), r.work*37+rng.Int64N(37)
	}
	if r.cpu = r.ns * int64(5+rng.IntN(3)) / 5; rng.Float64() < zero {
		r.work = 0
	}
	switch {
	case rng.Float64() < wrong:
		r.end, r.count = "wrong", new(big.Int).Add(count, big.NewInt(1))
	case rng.Float64() < cut:
		r.count = nil
		switch k := rng.IntN(6); {
		case k == 0 || limit == 0 && k < 4:
			r.end = result.Memory
		case k == 1 || limit == 0:
			r.end, r.ns, r.cpu, r.work = result.Killed, -1, -1, -1
		default:
			r.end, r.ns = result.Timeout, limit+rng.Int64N(50_000_000)
			r.cpu = limit - rng.Int64N(50_000_000)
		}
		if rng.IntN(4) == 0 {
			r.work = -1
		}
		if rng.IntN(4) == 0 {
			r.cpu = -1
		}
	}
	return r
}

// records returns the records of the trials: first the first repetition of each job in each of its
// suites, then the second repetitions, and so on.
func records(all []*trial) (recs []result.Record) {
	longest := 0
	for _, t := range all {
		longest = max(longest, len(t.runs))
	}
	for repetition := range longest {
		for _, suite := range []string{"s1", "s2"} {
			for _, t := range all {
				if repetition < len(t.runs) && slices.Contains(t.suites, suite) {
					recs = append(recs, recordOf(t, repetition, suite))
				}
			}
		}
	}
	return recs
}

func recordOf(t *trial, repetition int, suite string) result.Record {
	run := t.runs[repetition]
	r := recordtest.Exact(t.board, t.method, "")
	r.Key = fmt.Sprint(t.board, t.method, repetition)
	r.Suite, r.Height, r.Width, r.Repetition = suite, &t.height, &t.width, repetition
	r.WallLimit, r.MemoryLimit, r.Verdict = float64(t.limit)/1e9, 1e9, result.Correct
	r.Draws = recordtest.Of(int64(t.draws))
	if run.ns >= 0 {
		r.WallSeconds = recordtest.Of(float64(run.ns) / 1e9)
	}
	if run.cpu >= 0 {
		r.CPUSeconds = recordtest.Of(float64(run.cpu) / 1e9)
	}
	if run.work >= 0 {
		if t.native() {
			r.Nodes = &run.work
		} else {
			r.Conflicts = &run.work
		}
	}
	switch run.end {
	case "done", "wrong":
		r.Count = run.count.String()
		if run.end == "wrong" {
			r.Verdict = result.Wrong
		}
	default:
		r.Status, r.Reason, r.Verdict = result.Unknown, run.end, result.Unchecked
	}
	return r
}

func (t *trial) native() bool { return t.method[0] == 'n' }
