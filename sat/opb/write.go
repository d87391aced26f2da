package opb

import (
	"bufio"
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
	constraints, vars := 0, p.NumVars
	for i := range p.Constraints {
		c := p.Constraints[i].Plain()
		if len(c.Terms) > 0 || !c.Holds(nil) {
			constraints++
			vars = max(vars, 1)
		}
	}
	b := bufio.NewWriter(w)
	b.WriteString("* #variable= ")
	writeInt(b, vars)
	b.WriteString(" #constraint= ")
	writeInt(b, constraints)
	b.WriteByte('\n')
	for _, c := range p.Comments {
		b.WriteString("* ")
		b.WriteString(c)
		b.WriteByte('\n')
	}
	for i := range p.Constraints {
		c := p.Constraints[i].Plain()
		if len(c.Terms) == 0 {
			if c.Holds(nil) {
				continue
			}
			c.Terms = []Term{{0, 1}}
		}
		for _, t := range c.Terms {
			if t.Weight >= 0 {
				b.WriteByte('+')
			}
			writeInt(b, t.Weight)
			b.WriteString(" x")
			writeInt(b, t.Lit.Var())
			b.WriteByte(' ')
		}
		if c.Equal {
			b.WriteString("= ")
		} else {
			b.WriteString(">= ")
		}
		writeInt(b, c.Bound)
		b.WriteString(" ;\n")
	}
	return b.Flush()
}

func writeInt(b *bufio.Writer, n int) {
	b.Write(strconv.AppendInt(b.AvailableBuffer(), int64(n), 10))
}
