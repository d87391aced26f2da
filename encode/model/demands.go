//go:build !js

package model

import (
	"slices"
	"sync"

	"counterproof/encode"
	"counterproof/encode/flatzinc"
)

// Demands implements clues.HasDemands. All constraints of one line of the model are one clue.
func (in *Instance) Demands() []string {
	names, _ := in.problem().places()
	return names
}

// Relaxed implements clues.HasDemands.
func (in *Instance) Relaxed(gone []int) encode.Instance {
	whole := in.problem()
	_, of := whole.places()
	less, m := *whole, *whole.Model
	m.Constraints = encode.Keep(m.Constraints, encode.Where(of, func(place int) bool { return !slices.Contains(gone, place) }))
	less.Model = &m
	less.checker = sync.OnceValue(func() *flatzinc.Checker { return flatzinc.NewChecker(&m) })
	return relaxed{in, &less}
}

// places returns the names of the places of the model that have constraints, in the order of the first ones, and the
// place of each constraint.
func (p *problem) places() (names []string, of []int) {
	known := map[string]int{}
	for i := range p.Constraints {
		name := placeOf(&p.Constraints[i])
		if _, found := known[name]; !found {
			known[name] = len(names)
			names = append(names, name)
		}
		of = append(of, known[name])
	}
	return names, of
}

// A relaxed is an instance without some of its constraints.
type relaxed struct {
	*Instance
	less *problem
}

func (r relaxed) Check(s encode.Solution) error  { return r.less.check(s) }
func (r relaxed) Encode(e *encode.Encoder)       { r.less.encode(e) }
func (r relaxed) Reduce() []encode.Reduction     { return r.less.reduce() }
func (r relaxed) Draw(s *encode.Solution) string { return r.draw(r.less, s) }
