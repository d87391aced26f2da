package reports

import (
	"slices"

	"counterproof/bench/result"
)

// drawnOnce are the records as if no board had been drawn twice.
func drawnOnce(recs []result.Record) []result.Record {
	once := slices.Clone(recs)
	for i := range once {
		once[i].Draws = nil
	}
	return once
}

// draws is how often the instance was drawn; 1 if it was not.
func (s *sample) draws() int {
	if s.Record.Draws == nil {
		return 1
	}
	return max(1, int(*s.Record.Draws))
}

// drawnRepeatedly is how many instances were drawn more than once.
func (q *query) drawnRepeatedly() int {
	seen := map[string]bool{}
	for _, s := range q.Samples {
		if s.draws() > 1 {
			seen[positionOf(s.Record)+"\x00"+s.Puzzle+"\x00"+s.Instance] = true
		}
	}
	return len(seen)
}
