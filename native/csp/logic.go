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
		other := c.at[1-k]
		found := false
		for j, v := range c.vars {
			if j != i && j != other && !e.is(v, 1-c.sign[j]) {
				c.at[k], found = j, true
				break
			}
		}
		if !found {
			return e.fix(c.vars[other], c.sign[other])
		}
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

// missing returns the parity that the open variables must have, their number and one of them.
func (c *Xor) missing(e *engine) (odd, open, last int) {
	odd = c.Odd
	for _, v := range c.Vars {
		if e.fixed(v) {
			odd ^= e.lo(v)
		} else {
			open, last = open+1, v
		}
	}
	return odd, open, last
}

func (c *Xor) filter(e *engine) bool {
	switch odd, open, last := c.missing(e); open {
	case 0:
		return odd == 0
	case 1:
		return e.fix(last, odd)
	}
	return true
}

func (c *Xor) summary(e *engine, key []int) ([]int, bool) {
	odd, open, _ := c.missing(e)
	return append(key, odd), open == 0
}
