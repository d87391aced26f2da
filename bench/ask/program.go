package ask

import (
	"fmt"
	"regexp"
	"slices"

	"counterproof/encode"
)

// alphabet has the letters of positions, so that a program has at most 26 of them.
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// A statement is a control structure with the statements of each of its blocks.
type statement struct {
	loop   bool
	blocks [][]statement
}

// token matches a word or a brace of a program. It also matches what has no meaning here: blanks,
// comments, conditions in parentheses, and the dots that stand for other statements.
var token = regexp.MustCompile(`^(?:\s+|//[^\n]*|\([^()\n]*\)|…|while|if|else|[{}])`)

// A programReader reads a program from its tokens.
type programReader struct {
	tokens    []encode.Span // the last one is empty, at the end of the text
	positions int           // of the statements that are read so far
}

// readProgram reads statements such as "while { if { } else { } }".
func readProgram(text string) ([]statement, error) {
	r := &programReader{}
	var last encode.Span
	for last = range encode.TextLines(text) {
		for last.Text != "" {
			word := token.FindString(last.Text)
			if word == "" {
				return nil, last.Errorf("want while, if, else, { or }, got %q", last.First())
			}
			if slices.Contains([]string{"while", "if", "else", "{", "}"}, word) {
				r.tokens = append(r.tokens, last.Until(len(word)))
			}
			last = last.From(len(word))
		}
	}
	r.tokens = append(r.tokens, last)
	all, err := r.statements()
	if err == nil && r.tokens[0].Text != "" {
		err = r.tokens[0].Errorf("want while, if or the end of the program, got %v", r.tokens[0])
	}
	if err == nil && all == nil {
		err = r.tokens[0].Errorf("want while or if, got %v", r.tokens[0])
	}
	return all, err
}

// take reads the next token if it is the given one.
func (r *programReader) take(want string) bool {
	ok := r.tokens[0].Text == want
	if ok {
		r.tokens = r.tokens[1:]
	}
	return ok
}

func (r *programReader) statements() (all []statement, err error) {
	for err == nil {
		start := r.tokens[0]
		s := statement{loop: r.take("while")}
		if !s.loop && !r.take("if") {
			break
		}
		r.positions += 2
		err = r.block(&s, start)
		for closed := s.loop; err == nil && !closed && r.take("else"); {
			closed = !r.take("if")
			err = r.block(&s, start)
			if err == nil && !closed && r.tokens[0].Text != "else" {
				err = r.tokens[0].Errorf("want else, so that some block is always chosen, got %v", r.tokens[0])
			}
		}
		if err == nil && len(s.blocks) > mostBranches {
			err = start.Errorf("want at most %d branches, got %d", mostBranches, len(s.blocks))
		}
		all = append(all, s)
	}
	return all, err
}

// block reads a block of a statement that begins at the given token.
func (r *programReader) block(s *statement, start encode.Span) error {
	if !r.take("{") {
		return r.tokens[0].Errorf("want {, got %v", r.tokens[0])
	}
	if r.positions += 2; r.positions > len(alphabet) {
		return start.Errorf("want at most %d positions, got more: each statement has two, and so does each block", len(alphabet))
	}
	inner, err := r.statements()
	if err == nil && !r.take("}") {
		err = r.tokens[0].Errorf("want }, while or if, got %v", r.tokens[0])
	}
	s.blocks = append(s.blocks, inner)
	return err
}

// widest returns the largest number of blocks of a statement, and the number of all statements.
func widest(all []statement) (blocks, n int) {
	for _, s := range all {
		blocks, n = max(blocks, len(s.blocks)), n+1
		for _, block := range s.blocks {
			inner, more := widest(block)
			blocks, n = max(blocks, inner), n+more
		}
	}
	return blocks, n
}

// write returns the graph of a program, and its text with positions.
func write(program []statement) *Control {
	c := &Control{}
	blocks, n := widest(program)
	c.Values = valuesOf(blocks)
	c.statements(program, "", -1, n > 1)
	return c
}

// place adds a position, which follows the position before if it is not -1.
func (c *Control) place(before int) int {
	at := len(c.Positions)
	c.Positions = append(c.Positions, alphabet[at:at+1])
	c.Code = append(c.Code, CodeLine{"", at})
	if before >= 0 {
		c.Steps = append(c.Steps, [2]int{before, at})
	}
	return at
}

// statements adds statements that follow the position before, and returns the last position. If the
// program has several statements, each has a condition with its own number.
func (c *Control) statements(all []statement, indent string, before int, numbered bool) int {
	for _, s := range all {
		before = c.statement(s, indent, before, numbered)
	}
	return before
}

// statement adds a structure: the position before it, its blocks, and the position after it. The
// condition chooses one of several blocks: the value i leads into and out of block i. At the end of
// a block, every other value is an error. A single edge stands for all wrong values, because Pair
// Place pairs two columns only once. If there is only one block, the value true leads into and out of
// it. At its end, the value false leads back to its start, which is an error except in a loop.
func (c *Control) statement(s statement, indent string, before int, numbered bool) int {
	n, number := len(s.blocks), ""
	if numbered {
		number = fmt.Sprint(len(c.Structures) + 1)
	}
	at := len(c.Structures)
	c.Structures = append(c.Structures, Structure{})
	st := Structure{Before: c.place(before), Blocks: [][2]int{}}
	for i, block := range s.blocks {
		c.Code = append(c.Code, CodeLine{indent + c.head(s, i, number), -1})
		start := c.place(-1)
		if len(block) == 0 {
			c.Code = append(c.Code, CodeLine{indent + "  …", -1})
		}
		end := -1
		if last := c.statements(block, indent+"  ", start, numbered); last != start {
			end = last
		}
		end = c.place(end)
		st.Blocks = append(st.Blocks, [2]int{start, end})
	}
	c.Code = append(c.Code, CodeLine{indent + "}", -1})
	st.After = c.place(-1)
	c.Structures[at] = st
	for i, b := range st.Blocks {
		c.Jumps = append(c.Jumps, Jump{From: st.Before, To: b[0], Plain: i}, Jump{From: b[1], To: b[0], Plain: (i + 1) % max(n, 2), Error: !s.loop}, Jump{From: b[1], To: st.After, Plain: i})
	}
	if n == 1 {
		c.Jumps = append(c.Jumps, Jump{From: st.Before, To: st.After, Plain: 1})
	}
	return st.After
}

// head returns the line before block i of a statement.
func (c *Control) head(s statement, i int, number string) string {
	condition := fmt.Sprintf("(value%s == %d)", number, i+1)
	if len(c.Values) == 2 {
		condition = "(condition" + number + ")"
	}
	switch {
	case s.loop:
		return "while " + condition + " {"
	case i == 0:
		return "if " + condition + " {"
	case i == len(s.blocks)-1:
		return "} else {"
	}
	return "} else if " + condition + " {"
}
