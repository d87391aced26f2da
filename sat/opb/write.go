package opb

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// Write prints p as OPB. It writes the same bytes for the same problem. The first line is the
// header, `* #variable= 3 #constraint= 2`. The comments follow, each on a line that begins with
// *, and then the constraints:
//
//	+1 x1 +1 x2 +1 x3 = 1 ;
//	+2 x1 -3 x2 >= 0 ;
//
// It uses only features that every reader of the format supports: no negated literals, no <=,
// and each variable once in a constraint. It omits constraints without terms that always hold.
// A constraint without terms that cannot hold gets a term +0 x1. If the problem has no
// variables, Write then declares one.
func (p *Problem) Write(w io.Writer) error {
	written := func(yield func(Constraint) bool) {
		for i := range p.Constraints {
			c := p.Constraints[i].Plain()
			if len(c.Terms) == 0 && !c.Holds(nil) {
				c.Terms = []Term{{0, 1}}
			}
			if len(c.Terms) > 0 && !yield(c) {
				return
			}
		}
	}
	constraints := 0
	for range written {
		constraints++
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "* #variable= %d #constraint= %d\n", max(p.NumVars, min(constraints, 1)), constraints)
	for _, c := range p.Comments {
		fmt.Fprintf(b, "* %s\n", c)
	}
	for c := range written {
		line := b.AvailableBuffer()
		for _, t := range c.Terms {
			if t.Weight >= 0 {
				line = append(line, '+')
			}
			line = append(strconv.AppendInt(line, int64(t.Weight), 10), " x"...)
			line = append(strconv.AppendInt(line, int64(t.Lit), 10), ' ')
		}
		if !c.Equal {
			line = append(line, '>')
		}
		line = strconv.AppendInt(append(line, "= "...), int64(c.Bound), 10)
		b.Write(append(line, " ;\n"...))
	}
	return b.Flush()
}
