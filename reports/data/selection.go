package data

import (
	"slices"
	"strconv"

	"counterproof/bench/method"
	"counterproof/bench/result"
)

// PositionOf returns the place of the record in the experiment: its suite and density. A job
// that is in several suites, or was drawn at several densities, has a record in each place.
func PositionOf(r *result.Record) string {
	at := r.Suite
	if r.Density != nil {
		at += "\x00" + strconv.FormatFloat(*r.Density, 'g', -1, 64)
	}
	return at
}

// A Selection is what a plot takes of the records.
type Selection struct {
	Suites, Methods []string // none: all; a method by its name or the beginning of it up to a slash
	BySuite         bool     // a job in several suites is taken in each
	ByPosition      bool     // a job in several suites or at several densities is taken in each
}

// Choose returns the records of the suites and methods in their order, and names those that
// have no record. Other jobs than those of BySuite and ByPosition are taken once.
func (s *Selection) Choose(recs []result.Record) (chosen []result.Record, missing []string) {
	used := map[string]bool{}
	seen := map[string]bool{}
	for _, r := range recs {
		if len(s.Suites) > 0 && !slices.Contains(s.Suites, r.Suite) {
			continue
		}
		named := slices.DeleteFunc(slices.Clone(s.Methods), func(m string) bool { return !method.HasPrefix(r.Method, m) })
		if len(named) == 0 && len(s.Methods) > 0 {
			continue
		}
		used["suite "+r.Suite] = true
		for _, m := range named {
			used["method "+m] = true
		}
		id := r.Key
		switch {
		case s.ByPosition:
			id += "\x00" + PositionOf(&r)
		case s.BySuite || len(s.Suites) > 0:
			id += "\x00" + r.Suite
		}
		if r.Key != "" && seen[id] {
			continue
		}
		seen[id] = true
		chosen = append(chosen, r)
	}
	for _, name := range s.Suites {
		if !used["suite "+name] {
			missing = append(missing, "suite "+name)
		}
	}
	for _, m := range s.Methods {
		if !used["method "+m] {
			missing = append(missing, "method "+m)
		}
	}
	return chosen, missing
}

// DrawnOnce returns the records as if no board had been drawn more than once.
func DrawnOnce(recs []result.Record) []result.Record {
	once := slices.Clone(recs)
	for i := range once {
		once[i].Draws = nil
	}
	return once
}

// Draws returns how often the instance was drawn, at least 1.
func (s *Sample) Draws() int {
	if s.Record.Draws == nil {
		return 1
	}
	return max(1, int(*s.Record.Draws))
}
