package mapcolour

import (
	"fmt"
	"math/bits"

	"counterproof/encode/technique"
	"counterproof/native/deduce"
)

// lossyRule returns the rule that Eppstein rejects ("Any-order puzzle deduction", 2019). It is a trap:
// its steps are right on maps with one solution, but a step does not stay possible. When the open
// neighbour or the region itself gets a colour for another reason, the pattern of the step is gone.
// Then nobody can see any more that the colour of the neighbour decides the colour of the region.
func (r *reasoner) lossyRule() deduce.Rule {
	return deduce.Rule{Name: "lossy", Level: trap, Unique: true, Find: r.lossy,
		Facts: func(st *deduce.Step) (facts []deduce.Bit) {
			for _, l := range st.Proof.([]link) {
				facts = deduce.AppendBits(facts, l.region, r.all&^(1<<l.colour))
			}
			return facts
		},
		Tell: func(steps []deduce.Step) string {
			st := &steps[0]
			return fmt.Sprintf("a trap that loses information: region %s has no colour yet, touches %s, and has only region %s as a neighbour without a colour",
				r.name(st.Sites[0]), technique.And(technique.Names(st.Values, func(v int) string { return "colour " + colourNames[v:v+1] })), r.name(st.Site))
		},
		Moves: deduce.Moves{Reason: func(st *deduce.Step) any { return st.Sites[0] }},
		Statement: "A trap, because its steps do not stay possible, so that the order of the steps matters. " +
			"Take a region without a colour that touches all colours except two, and exactly one other region without a colour. " +
			"That other region has one of these two colours, so it loses the others. Otherwise, the first region could have either of the two.",
	}
}

func (r *reasoner) lossy(s deduce.State, _ []int32, emit deduce.Emit) {
	for i := range s {
		if s.One(i) {
			continue
		}
		p := deduce.Pattern{Sites: []int{i}}
		open, number := none, 0
		var near []link
		for _, at := range r.near[i] {
			if !s.One(at) {
				open = at
				number++
				continue
			}
			near = append(near, link{at, s.Value(at)})
			p.Sites = append(p.Sites, at)
			p.Values |= s[at]
		}
		if number == 1 && bits.OnesCount64(r.all&^p.Values) == 2 {
			p.Proof = near
			r.strike(s, []int{open}, p.Values, p, emit)
		}
	}
}
