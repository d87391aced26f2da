package cpog

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"counterproof/encode/wording"
	"counterproof/sat/cnf"
)

func (c *checker) read(ctx context.Context, r io.Reader) error {
	s := bufio.NewScanner(r)
	s.Buffer(nil, math.MaxInt32)
	for s.Scan() {
		c.line++
		if err := c.command(s.Bytes()); err != nil {
			return &LineError{c.line, err}
		}
		if c.line&0xfff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return cmp.Or(s.Err(), ctx.Err())
}

var commands = map[string]kind{"a": forward, "as": structural, "p": product, "s": sum, "t": skolem}

// command checks a line, which has an id or none, the name of a command, and numbers.
func (c *checker) command(line []byte) error {
	id, name := int32(0), ""
	c.numbers = c.numbers[:0]
	for word := range bytes.FieldsSeq(line) {
		n, err := strconv.ParseInt(string(word), 10, 32)
		switch {
		case name != "" && err == nil:
			c.numbers = append(c.numbers, int32(n))
		case name == "" && id == 0 && word[0] == 'c':
			return nil
		case name == "" && err != nil:
			name = string(word)
		case name == "" && id == 0 && int(n) > c.lastID:
			id = int32(n)
		case name == "":
			return fmt.Errorf("want a command after an id above %d, got %d", c.lastID, n)
		default:
			return fmt.Errorf("want a number up to %d, got %q", math.MaxInt32, wording.Short(string(word)))
		}
	}
	switch k := commands[name]; {
	case k != missing && id != 0:
		return c.add(k, id)
	case name == "D" && id == 0:
		return c.delete()
	case name == "r" && id == 0 && len(c.numbers) == 1 && c.rootLine == 0:
		c.rootLine, c.root = c.line, cnf.Lit(c.numbers[0])
	case name == "d":
		return errors.New("want no deletion of an input clause, got one: remove the line, because Check compares these clauses with the graph itself")
	case name != "" || id != 0:
		return fmt.Errorf("want \"ID COMMAND NUMBERS\" with a, as, p, s or t, or \"D IDS 0\", or once \"r LITERAL\", got %q", wording.Short(string(line)))
	}
	return nil
}

// list returns the numbers before the next 0 and after it.
func list(numbers []int32) (before, after []int32, err error) {
	n := slices.Index(numbers, 0)
	if n < 0 {
		return nil, nil, errors.New("want 0 at the end of each list, got the end of the line")
	}
	return numbers[:n], numbers[n+1:], nil
}

// add checks a lemma or a node and appends it to the entries.
func (c *checker) add(k kind, id int32) error {
	e, rest := entry{id: id, kind: k}, c.numbers
	if k >= sum && len(rest) > 0 {
		e.node, rest = cnf.Lit(rest[0]), rest[1:]
	}
	if k == sum && len(rest) > 2 {
		rest = slices.Insert(rest, 2, 0) // as in a lemma
	}
	literals, rest, err := list(rest)
	var hints []int32
	if err == nil && k <= sum {
		hints, rest, err = list(rest)
	}
	switch {
	case err != nil:
		return err
	case len(rest) > 0 || k == sum && len(literals) != 2:
		return errors.New("want two children in a sum, and the end of the line after the last list")
	case int(id)+len(literals) > math.MaxInt32:
		return fmt.Errorf("want ids up to %d, got %d", math.MaxInt32, id)
	}
	c.fresh = c.fresh[:0]
	for _, n := range literals {
		if err := c.checkLiteral(cnf.Lit(n), k); err != nil {
			return err
		}
		c.fresh = append(c.fresh, cnf.Lit(n))
	}
	switch k {
	case forward:
		c.Lemmas++
		err = c.prove(-1, hints, input)
	case structural:
		c.Lemmas++
		err = c.prove(-1, hints, structural)
	case sum:
		err = c.prove(1, hints, structural)
	}
	if err == nil && k >= sum {
		err = c.addNode(e.node, k)
	}
	c.append(e, c.fresh)
	return err
}

// checkLiteral returns nil if a lemma or node of a kind may have a literal.
func (c *checker) checkLiteral(l cnf.Lit, k kind) error {
	at := c.index(l)
	switch {
	case l == math.MinInt32 || l == 0 || at >= len(c.nodes) || at >= 0 && c.nodes[at].count == nil:
		return fmt.Errorf("want a literal of the variables 1 to %d or of an earlier node, got %d", c.f.NumVars, l)
	case at >= 0 && (k == skolem || k >= sum && l < 0):
		return fmt.Errorf("want no negated nodes as children, and no nodes in a Skolem node, got %d", l)
	case at < 0 && k >= sum && c.projected[l.Var()] == (k == skolem):
		return fmt.Errorf("want projected variables in sums and products, and the others in Skolem nodes, got %d", l)
	}
	return nil
}

// delete forgets lemmas as hints.
func (c *checker) delete() error {
	ids, rest, err := list(c.numbers)
	if err == nil && len(rest) > 0 {
		err = fmt.Errorf("want the end of the line after 0, got %d", rest[0])
	}
	for _, id := range ids {
		i, found := c.search(id)
		if !found || c.entries[i].kind != forward && c.entries[i].kind != structural {
			return fmt.Errorf("want the id of a lemma to delete, got %d", id)
		}
		c.entries[i].kind = missing
	}
	return err
}
