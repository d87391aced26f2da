//go:build !js

package model

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"counterproof/encode"
	"counterproof/encode/contents"
	"counterproof/encode/flatzinc"
)

// demands returns the names of the constraints of the model, and for each FlatZinc constraint the index of its
// name. All FlatZinc constraints that come from one place of the model are one demand. The index is -1 for a
// constraint that only defines a variable of the compiler, because others may use this variable.
func (p *problem) demands() (names []string, of []int) {
	known := map[string]int{}
	for i := range p.Constraints {
		c := &p.Constraints[i]
		if c.Line == 0 || c.Defines >= 0 && p.Vars[c.Defines].Introduced {
			of = append(of, -1)
			continue
		}
		name := p.ruleOf(c)
		k, found := known[name]
		if !found {
			k = len(names)
			known[name] = k
			names = append(names, name)
		}
		of = append(of, k)
	}
	return names, of
}

// Demands implements clues.HasDemands. The constraints of the model are its clues.
func (in *Instance) Demands() []string {
	names, _ := in.problem().demands()
	return names
}

// Relaxed implements clues.HasDemands.
func (in *Instance) Relaxed(gone []int) encode.Instance {
	p := in.problem()
	_, of := p.demands()
	m := *p.Model
	m.Constraints = encode.Keep(p.Constraints, encode.Where(of, func(k int) bool {
		_, left := slices.BinarySearch(gone, k)
		return !left
	}))
	less := *p
	less.Model = &m
	less.checker = sync.OnceValue(func() *flatzinc.Checker { return flatzinc.NewChecker(&m) })
	return &Instance{in.held, &less}
}

// Drawn returns the files of the model, with constraints that leave only the given solution. The result ok is false
// if the model has no output item.
func (in *Instance) Drawn(s encode.Solution) (source Source, ok bool) {
	data, err := contents.Find(in.String())
	if err != nil {
		return source, false
	}
	if source, _, ok = Unpack(data); !ok || len(outputItems(source.Files)) == 0 {
		return source, false
	}
	p := in.problem()
	var rules strings.Builder
	for i := range p.outputs {
		o := &p.outputs[i]
		for k, e := range o.elems {
			fmt.Fprintf(&rules, "constraint %s = %s; ", o.nameOf(k), p.elementText(o, e, s))
		}
	}
	source.Files[0].Text = rules.String() + source.Files[0].Text
	return source, true
}
