package formulas

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"regexp"

	"counterproof/cmd/counterproof/console"
	"counterproof/sat/cnf"
	"counterproof/sat/opb"
)

// A Problem is the contents of a file for the command sat.
type Problem struct {
	*cnf.Split
	Format string // dimacs, icnf or opb
	Vars   int    // number of variables of the file; further variables of the formula are auxiliary
}

// linearStart matches the beginning of an OPB file: a comment, an objective or a term.
var linearStart = regexp.MustCompile(`^\s*(\*|min:|max:|[+-]?\d+\s*~?x|[+-]?\d+\s+[+-]?\d*\s*~?x|[<>]?=)`)

// clauseStart matches the beginning of a DIMACS or iCNF file.
var clauseStart = regexp.MustCompile(`^\s*([cp]|vp\s)`)

// maxBlank limits how many bytes of blanks a file may have before its first word.
const maxBlank = 1 << 16

// ReadProblem reads a DIMACS, iCNF or OPB file. The first word decides the format, not the name of
// the file. If no format begins like the file, the error is a *cnf.SyntaxError. Other errors come
// from the reader of the format, or say that the constraints need too large a formula.
func ReadProblem(r io.Reader) (*Problem, error) {
	b := bufio.NewReaderSize(cnf.UTF8(r), maxBlank)
	start, err := b.Peek(256)
	if err == nil && len(bytes.TrimSpace(start)) == 0 {
		start, err = b.Peek(maxBlank)
	}
	if err != nil && err != io.EOF {
		return nil, err
	}
	if err := cnf.CheckText(start); err != nil {
		return nil, err
	}
	start = bytes.TrimPrefix(start, []byte("\ufeff"))
	words := cnf.Ordinary.Replace(string(start))
	if !linearStart.MatchString(words) && !clauseStart.MatchString(words) {
		return nil, unlike(start)
	}
	if linearStart.MatchString(words) {
		p, err := opb.Read(b)
		if err != nil {
			return nil, err
		}
		f, err := p.Clauses()
		if err != nil {
			return nil, console.Usagef("the constraints cannot be written as clauses: %w", err)
		}
		return &Problem{&cnf.Split{Formula: f, Whole: true}, "opb", p.NumVars}, nil
	}
	s, err := cnf.ReadSplit(b)
	if err != nil {
		return nil, err
	}
	format := "icnf"
	if s.Whole {
		format = "dimacs"
	}
	return &Problem{s, format, s.Formula.NumVars}, nil
}

// unlike returns the error, at the first word, for a file that begins like none of the formats.
func unlike(start []byte) error {
	start = regexp.MustCompile(`\r\n?`).ReplaceAll(start, []byte("\n"))
	before := start[:len(start)-len(bytes.TrimLeft(start, " \t\n"))]
	at := &cnf.SyntaxError{Line: 1 + bytes.Count(before, []byte("\n")), Column: len(before) - bytes.LastIndexByte(before, '\n')}
	got := "an empty file"
	if words := bytes.Fields(start); len(words) > 0 {
		got = fmt.Sprintf("%.20q", words[0])
	} else if len(start) > 0 {
		got = "blanks"
	}
	at.Err = fmt.Errorf("want \"p cnf VARIABLES CLAUSES\" (DIMACS), \"p inccnf\" (iCNF), or \"* #variable= N #constraint= M\" or a constraint (OPB), got %s", got)
	return at
}
