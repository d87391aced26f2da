package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"counterproof/bench"
	"counterproof/bench/ledger"
	"counterproof/bench/result"
)

// named is how many wrong answers are told one by one.
const named = 20

// A verdicts counts those of records and tells of the wrong ones. What a method
// says whose wrong answers an experiment is about is no failure, and makes nobody
// else's answer wrong by itself: with one other method it is one against one.
type verdicts struct {
	suspected func(method string) bool
	counts    map[string]int
	unknown   int // without an answer
	unsettled int // of those, killed or ended with an error
	failures  int // wrong, and not suspected

	puzzle, instance string
	without          map[string]string // the verdicts there without suspects, by key
}

// add counts a record of l.
func (v *verdicts) add(c *cli.Context, l *ledger.Ledger, r result.Record) error {
	suspected := v.suspected(r.Method)
	verdict := r.Verdict
	if verdict == result.Wrong && !suspected {
		if v.without == nil || v.puzzle != r.Puzzle || v.instance != r.Instance {
			var err error
			if v.without, err = bench.JudgeWithout(l, r.Puzzle, r.Instance, v.suspected); err != nil {
				return err
			}
			v.puzzle, v.instance = r.Puzzle, r.Instance
		}
		if own, ok := v.without[r.Key]; ok {
			verdict = own
		}
	}
	if !ledger.Settled(r) && !suspected {
		v.unsettled++
	}
	if verdict == result.Wrong && !suspected {
		v.failures++
		if v.failures <= named {
			fmt.Fprintf(c.App.ErrWriter, "counterproof: wrong: %s %s by %s: %s\n", r.Puzzle, r.Instance, r.Method, claim(r))
		}
	}
	if r.Status == result.Unknown && verdict != result.Wrong {
		v.unknown++
		return nil
	}
	if verdict == "" { // its run was killed before it set any
		verdict = result.Unchecked
	}
	if v.counts == nil {
		v.counts = map[string]int{}
	}
	v.counts[verdict]++
	return nil
}

// end tells how many wrong answers were not told one by one, and gives the line of
// counts.
func (v *verdicts) end(c *cli.Context) string {
	if v.failures > named {
		fmt.Fprintf(c.App.ErrWriter, "counterproof: wrong: %d more\n", v.failures-named)
	}
	return fmt.Sprintf("%d correct, %d wrong, %d unchecked, %d without an answer",
		v.counts[result.Correct], v.counts[result.Wrong], v.counts[result.Unchecked], v.unknown)
}

// claim is what a wrong record says.
func claim(r result.Record) string {
	if r.Status == result.Unknown {
		return r.Error
	}
	return r.Amount()
}
