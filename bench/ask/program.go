package ask

import (
	"fmt"
	"regexp"
	"slices"

	"counterproof/encode"
)

// alphabet has the letters of positions, so that a program has at most 26 of them.
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// token matches a word or a brace of a program. It also matches what has no meaning here: blanks,
// comments, conditions in parentheses, and the dots that stand for other statements.
var token = regexp.MustCompile(`^(?:\s+|//[^\n]*|\([^()\n]*\)|…|while|if|else|[{}])`)

// A programReader reads a program from its tokens, and adds its graph and its text to a Control.
type programReader struct {
	c         Control
	tokens    []encode.Span // the last one is empty, at the end of the text
	positions int           // of the statements and blocks that have begun
	blocks    int           // of the statement with the most blocks
	numbered  bool          // whether each condition has a number
}

// readProgram reads statements such as "while { if { } else { } }". It reads them twice, because the
// conditions depend on the numbers of statements and blocks.
func readProgram(text string) (*Control, error) {
	var tokens []encode.Span
	var last encode.Span
	for last = range encode.TextLines(text) {
		for last.Text != "" {
			word := token.FindString(last.Text)
			if word == "" {
				return nil, last.Errorf("want while, if, else, { or }, got %q", last.First())
			}
			if slices.Contains([]string{"while", "if", "else", "{", "}"}, word) {
				tokens = append(tokens, last.Until(len(word)))
			}
			last = last.From(len(word))
		}
	}
	tokens = append(tokens, last)
	first := &programReader{tokens: tokens}
	_, err := first.statements("", -1)
	switch rest := first.tokens[0]; {
	case err != nil:
		return nil, err
	case rest.Text != "":
		return nil, rest.Errorf("want while, if or the end of the program, got %v", rest)
	case first.c.Structures == nil:
		return nil, rest.Errorf("want while or if, got %v", rest)
	}
	r := &programReader{tokens: tokens, c: Control{Values: valuesOf(first.blocks)}, numbered: len(first.c.Structures) > 1}
	_, err = r.statements("", -1)
	return &r.c, err
}

// take reads the next token if it is the given one.
func (r *programReader) take(want string) bool {
	ok := r.tokens[0].Text == want
	if ok {
		r.tokens = r.tokens[1:]
	}
	return ok
}

// place adds a position, which follows the position before if it is not -1.
func (r *programReader) place(before int) int {
	at := len(r.c.Positions)
	r.c.Positions = append(r.c.Positions, alphabet[at:at+1])
	r.c.Code = append(r.c.Code, CodeLine{"", at})
	if before >= 0 {
		r.c.Steps = append(r.c.Steps, [2]int{before, at})
	}
	return at
}

func (r *programReader) line(text string) { r.c.Code = append(r.c.Code, CodeLine{text, -1}) }

// statements reads statements that follow the position before. It returns the last position, or -1 if
// there are no statements.
func (r *programReader) statements(indent string, before int) (last int, err error) {
	for last = -1; err == nil; before = last {
		start := r.tokens[0]
		if !r.take("while") && !r.take("if") {
			break
		}
		last, err = r.statement(start, indent, before)
	}
	return last, err
}

// statement reads a structure after its first word: the position before it, its blocks, and the position
// after it. The condition chooses one of several blocks: the value i leads into and out of block i. At
// the end of a block, every other value is an error. A single edge stands for all wrong values, because
// Pair Place pairs two columns only once. If there is only one block, the value true leads into and out of
// it. At its end, the value false leads back to its start, which is an error except in a loop.
func (r *programReader) statement(start encode.Span, indent string, before int) (int, error) {
	at, s := len(r.c.Structures), Structure{Blocks: [][2]int{}}
	r.c.Structures = append(r.c.Structures, s)
	r.positions += 2
	loop := start.Text == "while"
	for head := start.Text; head != ""; {
		if r.positions += 2; r.positions > len(alphabet) {
			return 0, start.Errorf("want at most %d positions, got more: each statement has two, and so does each block", len(alphabet))
		}
		if head == start.Text {
			s.Before = r.place(before)
		}
		block, err := r.block(indent, head+r.condition(head, at, len(s.Blocks))+" {")
		if err != nil {
			return 0, err
		}
		s.Blocks = append(s.Blocks, block)
		switch {
		case !loop && head != "} else" && r.take("else"):
			if head = "} else"; r.take("if") {
				head = "} else if"
			}
		case head == "} else if":
			return 0, r.tokens[0].Errorf("want else, so that some block is always chosen, got %v", r.tokens[0])
		default:
			head = ""
		}
	}
	n := len(s.Blocks)
	if n > mostBranches {
		return 0, start.Errorf("want at most %d branches, got %d", mostBranches, n)
	}
	r.blocks = max(r.blocks, n)
	r.line(indent + "}")
	s.After = r.place(-1)
	r.c.Structures[at] = s
	for i, b := range s.Blocks {
		r.c.Jumps = append(r.c.Jumps, Jump{From: s.Before, To: b[0], Plain: i}, Jump{From: b[1], To: b[0], Plain: (i + 1) % max(n, 2), Error: !loop}, Jump{From: b[1], To: s.After, Plain: i})
	}
	if n == 1 {
		r.c.Jumps = append(r.c.Jumps, Jump{From: s.Before, To: s.After, Plain: 1})
	}
	return s.After, nil
}

// block reads a block, and returns its start and its end. The head is the line before it.
func (r *programReader) block(indent, head string) (ends [2]int, err error) {
	if !r.take("{") {
		return ends, r.tokens[0].Errorf("want {, got %v", r.tokens[0])
	}
	r.line(indent + head)
	ends[0] = r.place(-1)
	end, err := r.statements(indent+"  ", ends[0])
	switch {
	case err != nil:
		return ends, err
	case !r.take("}"):
		return ends, r.tokens[0].Errorf("want }, while or if, got %v", r.tokens[0])
	case end < 0:
		r.line(indent + "  …")
	}
	ends[1] = r.place(end)
	return ends, nil
}

// condition returns the condition of block i of a structure. The last block after else has none.
func (r *programReader) condition(head string, structure, i int) string {
	number := ""
	if r.numbered {
		number = fmt.Sprint(structure + 1)
	}
	switch {
	case head == "} else":
		return ""
	case len(r.c.Values) == 2:
		return " (condition" + number + ")"
	}
	return fmt.Sprintf(" (value%s == %d)", number, i+1)
}
