package crosscheck

import (
	"cmp"
	"slices"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/result"
)

// A Summary counts boards by the results of their comparisons. The zero value is empty.
type Summary struct {
	Instances int `json:"instances"`
	Agree     int `json:"agree"`
	Disagree  int `json:"disagree"`  // two answers contradict each other, or one is wrong by itself
	Failed    int `json:"failed"`    // a method ended with the reason error or killed
	Undecided int `json:"undecided"` // fewer than two methods gave an answer, and no method failed

	Methods []*MethodSummary `json:"methods"` // in the order of their first use
	Drawn   *Drawn           `json:"drawn,omitempty"`
}

// A Drawn says how many of the last boards were drawn at random.
type Drawn struct {
	Seed   uint64 `json:"seed"`
	Boards int    `json:"boards"`
}

// A MethodSummary counts the records of one method. Each record counts in exactly one field. An
// answer counts as wrong only if it is known to be wrong. An answer counts as a disagreement if
// another answer contradicts it and nobody knows which of the two is wrong. Any other record counts
// by how its job ended. Method is the name as the user wrote it.
type MethodSummary struct {
	Method   string `json:"method"`
	Exact    int    `json:"exact"`
	AtLeast  int    `json:"at_least"`
	Timeout  int    `json:"timeout"`
	CPU      int    `json:"cpu"`
	Memory   int    `json:"memory"`
	Error    int    `json:"error"`
	Killed   int    `json:"killed"`
	Refused  int    `json:"refused"` // brute force refused the board as too large
	Disagree int    `json:"disagree"`
	Wrong    int    `json:"wrong"`

	// The wall time of the search, without starting the worker and reading the board. A job
	// that was cut short counts with the wall time of the whole job.
	MedianSeconds float64 `json:"median_seconds"`
	TotalSeconds  float64 `json:"total_seconds"`

	seconds []float64
}

// Add counts one comparison.
func (s *Summary) Add(x Checked) {
	s.Instances++
	switch {
	case x.Wrong():
		s.Disagree++
	case slices.ContainsFunc(x.Records, judge.Failed):
		s.Failed++
	case x.Methods < 2:
		s.Undecided++
	default:
		s.Agree++
	}
	blamed := x.Blame(underTest)
	for i, r := range x.Records {
		s.method(x.Asked[i]).add(r, blamed[i])
	}
}

func (s *Summary) method(name string) *MethodSummary {
	i := slices.IndexFunc(s.Methods, func(m *MethodSummary) bool { return m.Method == name })
	if i < 0 {
		i = len(s.Methods)
		s.Methods = append(s.Methods, &MethodSummary{Method: name})
	}
	return s.Methods[i]
}

func (m *MethodSummary) add(r result.Record, blame judge.Blame) {
	switch {
	case blame == judge.KnownWrong:
		m.Wrong++
	case blame == judge.Disputed:
		m.Disagree++
	case r.Status == result.Exact:
		m.Exact++
	case r.Status == result.AtLeast:
		m.AtLeast++
	case r.Refused():
		m.Refused++
	default:
		by := map[string]*int{result.Timeout: &m.Timeout, result.CPU: &m.CPU, result.Memory: &m.Memory, result.Killed: &m.Killed}
		*cmp.Or(by[r.Reason], &m.Error)++
	}
	if r.WallSeconds != nil {
		m.seconds = append(m.seconds, *r.WallSeconds)
		m.TotalSeconds += *r.WallSeconds
	}
}

// Finish computes the median times of all comparisons added so far.
func (s *Summary) Finish() {
	for _, m := range s.Methods {
		if n := len(m.seconds); n > 0 {
			slices.Sort(m.seconds)
			m.MedianSeconds = (m.seconds[(n-1)/2] + m.seconds[n/2]) / 2
		}
	}
}
