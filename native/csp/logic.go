package csp

// Clause says that a variable of Pos is 1 or a variable of Neg is 0. All are Boolean. The filter watches two
// literals that can be true (Moskewicz et al., "Chaff: engineering an efficient SAT solver", DAC 2001), but
// the changes of other literals wake it too.
type Clause struct{ Pos, Neg []int }

type clause struct {
	vars []int
	sign []int  // the value that makes the literal true
	at   [2]int // the watched literals
}

func (c *Clause) start(*engine) propagator {
	d := &clause{at: [2]int{0, 1}}
	for _, v := range c.Pos {
		d.vars, d.sign = append(d.vars, v), append(d.sign, 1)
	}
	for _, v := range c.Neg {
		d.vars, d.sign = append(d.vars, v), append(d.sign, 0)
	}
	return d
}

func (c *clause) scope() []int { return c.vars }
func (c *clause) wakes() event { return onFix }

func (c *clause) filter(e *engine) bool {
	if len(c.vars) < 2 {
		return len(c.vars) == 1 && e.fix(c.vars[0], c.sign[0])
	}
	for k, i := range c.at {
		if e.is(c.vars[i], c.sign[i]) {
			return true
		}
		if !e.is(c.vars[i], 1-c.sign[i]) {
			continue
		}
		other, j := c.at[1-k], 0
		for j < len(c.vars) && (j == other || e.is(c.vars[j], 1-c.sign[j])) {
			j++
		}
		if j == len(c.vars) {
			return e.fix(c.vars[other], c.sign[other])
		}
		c.at[k] = j
	}
	return true
}

func (c *clause) summary(e *engine, key []int) ([]int, bool) {
	for i, v := range c.vars {
		if e.is(v, c.sign[i]) {
			return key, true
		}
	}
	return key, false
}

// Xor says that the number of variables with the value 1 is odd or, if Odd is 0, even. All are Boolean.
type Xor struct {
	Vars []int
	Odd  int
}

func (c *Xor) start(*engine) propagator { return c }
func (c *Xor) scope() []int             { return c.Vars }
func (c *Xor) wakes() event             { return onFix }

func (c *Xor) filter(e *engine) bool {
	odd, open, last := c.Odd, 0, 0
	for _, v := range c.Vars {
		if e.fixed(v) {
			odd ^= e.lo(v)
		} else {
			open, last = open+1, v
		}
	}
	if open == 0 {
		return odd == 0
	}
	return open > 1 || e.fix(last, odd)
}
