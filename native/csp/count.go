package csp

import (
	"encoding/binary"
	"errors"
	"math/big"
	"slices"
)

// maxMemo limits the memory for the memo of a count, in bytes. A full memo is emptied. Then the count stays
// right, but takes longer. The constant maxHeld limits the memory for the components that are being counted,
// which can grow with the square of the number of variables.
var maxMemo, maxHeld = 1 << 28, 1 << 30

// entry is the approximate memory of an entry of the memo without its key, in bytes.
const entry = 150

// A counter counts answers without listing them: in each component of the graph of open variables, it branches
// on one variable, and multiplies the counts of the components into which the rest falls. A memo holds the
// counts of components. This is the method of model counters for SAT (Sang et al., "Combining component
// caching and clause learning for effective model counting", SAT 2004), without learning. A component without
// shown variables counts 0 or 1.
//
// The key of a component has its variables with their domains, and of each constraint what it needs to know
// of the fixed variables. See summarizer.
type counter struct {
	*engine
	memo        map[string]*big.Int
	bytes, held int
	key         []byte
}

var one = big.NewInt(1)

// product returns the number of answers of the variables. The caller must not change it.
func (c *counter) product(vars []int32) *big.Int {
	total := one
	for _, part := range c.split(vars) {
		n := c.component(part)
		if n.Sign() == 0 || c.err != nil {
			return n
		}
		total = new(big.Int).Mul(total, n)
	}
	return total
}

func (c *counter) component(p component) *big.Int {
	if c.isShown[p.vars[0]] && len(p.vars) == 1 && len(p.constraints) == 0 {
		return big.NewInt(int64(c.size(int(p.vars[0]))))
	}
	c.makeKey(p)
	if n, ok := c.memo[string(c.key)]; ok {
		return n
	}
	key, total := string(c.key), new(big.Int)
	size := len(key) + 4*(len(p.vars)+len(p.constraints))
	if c.held += size; c.held > maxHeld {
		c.err = errors.New("want a count in 1 GiB of memory, got too many variables: list the solutions, or use another method")
	}
	defer func() { c.held -= size }()
	if v := c.pick(p.vars, true); v >= 0 {
		cut := c.cut(v)
		for _, second := range []bool{false, true} {
			c.push()
			if c.decide(v, cut, second) {
				total.Add(total, c.product(p.vars))
			}
			c.pop()
		}
	} else if c.solvable(p.vars) {
		total = one
	}
	if c.err != nil {
		return total
	}
	if c.bytes += len(key) + len(total.Bits())*8 + entry; c.bytes > maxMemo {
		clear(c.memo)
		c.bytes = 0
	}
	c.memo[key] = total
	return total
}

func (c *counter) makeKey(p component) {
	k := binary.AppendVarint(c.key[:0], int64(len(p.vars)))
	for _, v := range p.vars {
		k = binary.AppendVarint(k, int64(v))
		c.buffer = c.appendRanges(c.buffer[:0], int(v))
		k = binary.AppendVarint(k, int64(len(c.buffer)))
		for _, r := range c.buffer {
			k = binary.AppendVarint(binary.AppendVarint(k, int64(r.Lo)), int64(r.Hi-r.Lo))
		}
	}
	for _, i := range p.constraints {
		k = binary.AppendVarint(k, int64(i))
		for _, x := range c.rests[i] {
			k = binary.AppendVarint(k, int64(x))
		}
	}
	c.key = k
}

// A component is a set of open variables, and the constraints that connect them. Both ascend.
type component struct{ vars, constraints []int32 }

// A splitter finds components. The stamps belong to variables and constraints that a split has reached.
type splitter struct {
	stamp            int
	reached, touched []int
	rests            [][]int // of each constraint: its summary
}

// split returns the components of the open variables among vars, where all variables that constraints connect
// to them are open or belong to vars too. Constraints that hold for all values do not connect.
func (e *engine) split(vars []int32) (parts []component) {
	if e.stamp == 0 {
		e.reached, e.touched = make([]int, len(e.doms)), make([]int, len(e.propagators))
		e.rests = make([][]int, len(e.propagators))
	}
	e.stamp++
	for _, v := range vars {
		if e.fixed(int(v)) || e.reached[v] == e.stamp {
			continue
		}
		e.reached[v] = e.stamp
		p := component{vars: []int32{v}}
		for i := 0; i < len(p.vars); i++ {
			for _, w := range e.watchers[p.vars[i]] {
				e.visit(&p, w.constraint)
			}
		}
		slices.Sort(p.vars)
		slices.Sort(p.constraints)
		parts = append(parts, p)
	}
	return parts
}

// visit adds a constraint to a component with its open variables, unless it holds for all values.
func (e *engine) visit(p *component, i int32) {
	if e.touched[i] == e.stamp {
		return
	}
	e.touched[i] = e.stamp
	rest, done := e.rests[i][:0], false
	if s, ok := e.propagators[i].(summarizer); ok {
		rest, done = s.summary(e, rest)
	} else {
		rest, done = e.fixedValues(e.scopes[i], rest)
	}
	if e.rests[i] = rest; done {
		return
	}
	p.constraints = append(p.constraints, i)
	for _, v := range e.scopes[i] {
		if !e.fixed(v) && e.reached[v] != e.stamp {
			e.reached[v] = e.stamp
			p.vars = append(p.vars, int32(v))
		}
	}
}

// fixedValues appends the values of the variables that are fixed, and reports whether all are.
func (e *engine) fixedValues(vars, key []int) (_ []int, all bool) {
	all = true
	for _, v := range vars {
		if e.fixed(v) {
			key = append(key, e.lo(v))
		} else {
			all = false
		}
	}
	return key, all
}
