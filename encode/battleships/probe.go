package battleships

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/native"
	"counterproof/native/deduce"
)

// probe is the rule that tries both values of each cell by the rules of the other
// levels. What these come to from one value without a contradiction cannot lead to
// one either, and is not tried: from there they come to no more.
func (r *reasoner) probe(s deduce.State, _ []int32, emit deduce.Emit) {
	easier := r.easier()
	defer r.sift(s)()
	fine := make(deduce.State, len(s))
	for i, left := range s {
		for v := range deduce.Each(left) {
			if fine.Has(i, v) {
				continue
			}
			before := len(r.found)
			easier.Start = slices.Clone(s)
			easier.Start[i] = 1 << v
			res, err := easier.Run(r.ctx, new(native.Stats), deduce.Options{})
			if err != nil {
				return
			}
			if !res.Empty {
				r.found = slices.Delete(r.found, before, len(r.found)) // of these steps
				for j, now := range res.State {
					if now == 1<<water || now == 1<<ship {
						fine[j] |= now
					}
				}
				continue
			}
			steps, facts := r.slice(res.Steps, contradiction(res.Steps), map[deduce.Bit]bool{{Site: i, Value: 1 - v}: true})
			r.found = slices.Delete(r.found, before, len(r.found))
			emit(i, v, r.note(nil, facts, func(*deduce.Step) string { return r.chain(i, v, steps) }))
		}
	}
}

// maxTried is how many places of a ship are tried.
const maxTried = 48

// ships is the rule that tries the places of a ship. Finished ships, but for one
// that the fleet has, are not among them: that there is one more is known.
func (r *reasoner) ships(s deduce.State, _ []int32, emit deduce.Emit) {
	easier := r.easier()
	defer r.sift(s)()
	done, t := r.finished(s), r.tally(s)
	for _, length := range r.lengths {
		var list, others []berth // others are finished
		for _, p := range done {
			if p.length == length && len(others) < r.number[length]-1 {
				others = append(others, p)
			}
		}
		for p := range r.berths(length) {
			if !r.denied(s, t, p, nil) && !slices.Contains(others, p) {
				if list = append(list, p); len(list) > maxTried {
					break
				}
			}
		}
		if len(list) > maxTried {
			continue
		}
		r.each(s, length, list, others, easier, emit)
	}
}

// A branch is what comes of one place.
type branch struct {
	supposed map[deduce.Bit]bool
	steps    []deduce.Step
	empty    bool
}

// each takes what goes in all branches.
func (r *reasoner) each(s deduce.State, length int, list, others []berth, easier *deduce.Problem, emit deduce.Emit) {
	before := len(r.found)
	some := make(deduce.State, len(s)) // what some branch leaves
	var branches []branch
	for _, p := range list {
		b := branch{supposed: map[deduce.Bit]bool{}}
		easier.Start = slices.Clone(s)
		r.zone(p, func(i int, in bool) {
			goes := ship
			if in {
				goes = water
			}
			if s.Has(i, goes) {
				b.supposed[deduce.Bit{Site: i, Value: goes}] = true
				easier.Start[i] &^= 1 << goes
			}
		})
		res, err := easier.Run(r.ctx, new(native.Stats), deduce.Options{})
		if err != nil {
			return
		}
		b.steps, b.empty = res.Steps, res.Empty
		branches = append(branches, b)
		if b.empty {
			continue
		}
		same := true
		for i, left := range res.State {
			some[i] |= left
			same = same && some[i] == s[i]
		}
		if same {
			r.found = slices.Delete(r.found, before, len(r.found))
			return
		}
	}
	var p deduce.Pattern
	was := slices.Clone(s)
	for i, left := range s {
		for v := range deduce.Each(left &^ some[i]) {
			bit := deduce.Bit{Site: i, Value: v}
			p = r.later(nil, func() []deduce.Bit {
				facts := r.limits(was, length)
				for _, q := range others {
					facts = r.known(facts, q)
				}
				for _, b := range branches {
					goals := []deduce.Bit{bit}
					if b.empty {
						goals = contradiction(b.steps)
					}
					_, more := r.slice(b.steps, goals, b.supposed)
					facts = append(facts, more...)
				}
				return unique(facts)
			}, func(st *deduce.Step) string { return r.agreed(st, length, list, branches) })
			emit(i, v, p)
		}
	}
}

// agreed says what the places of a ship have in common.
func (r *reasoner) agreed(st *deduce.Step, length int, list []berth, branches []branch) string {
	var open []berth
	for k, b := range branches {
		if !b.empty {
			open = append(open, list[k])
		}
	}
	which := "the ship"
	if r.number[length] > 1 {
		which = "one more ship"
	}
	if len(open) == 0 {
		return fmt.Sprintf("%s of %s can be nowhere", which, plural(length, "cell"))
	}
	other := ""
	if n := len(list) - len(open); n > 0 {
		other = fmt.Sprintf(", as %s to a cell that is neither", [2]string{"1 other place leads", fmt.Sprintf("%d other places lead", n)}[min(n-1, 1)])
	}
	return fmt.Sprintf("%s of %s can only be at %s%s, and each of these comes to the same there", which, plural(length, "cell"), r.named(open), other)
}

// easier are the rules of the other levels.
func (r *reasoner) easier() *deduce.Problem {
	p := &deduce.Problem{}
	for _, rule := range r.rules {
		if rule.Level < probing {
			p.Rules = append(p.Rules, rule)
		}
	}
	return p
}

// contradiction are the bits whose absence the last step completes.
func contradiction(steps []deduce.Step) []deduce.Bit {
	if len(steps) == 0 {
		return nil
	}
	last := steps[len(steps)-1].Site
	return []deduce.Bit{{Site: last, Value: water}, {Site: last, Value: ship}}
}

// slice are the steps on which the goals rest, and the facts on which these do,
// apart from what was supposed.
func (r *reasoner) slice(all []deduce.Step, goals []deduce.Bit, supposed map[deduce.Bit]bool) (steps []deduce.Step, facts []deduce.Bit) {
	needed := map[deduce.Bit]bool{}
	for _, g := range goals {
		needed[g] = true
	}
	for k := len(all) - 1; k >= 0; k-- {
		st := &all[k]
		if !needed[st.Bit] {
			continue
		}
		delete(needed, st.Bit)
		steps = append(steps, *st)
		for _, f := range st.Facts() {
			needed[f] = true
		}
	}
	slices.Reverse(steps)
	for f := range needed {
		if !supposed[f] {
			facts = append(facts, f)
		}
	}
	return steps, unique(facts)
}

// chain says what would come of a value.
func (r *reasoner) chain(i, v int, steps []deduce.Step) string {
	var b strings.Builder
	fmt.Fprintf(&b, "if %s were %s", r.cell(i), [...]string{"water", "a ship cell"}[v])
	for k, st := range steps {
		if k == len(steps)-1 {
			fmt.Fprintf(&b, ", and (%d,%d) neither", st.Site/r.w+1, st.Site%r.w+1)
			break
		}
		would := ","
		if k == 0 {
			would = ", then"
		}
		fmt.Fprintf(&b, "%s (%d,%d) %s", would, st.Site/r.w+1, st.Site%r.w+1, [...]string{"ship", "water"}[st.Value])
	}
	return b.String()
}
