package cpog_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"counterproof/sat/cnf"
	"counterproof/sat/cpog"
)

// small has the solutions 1 2, 1 -2 and -1 2, because variable 3 is projected out.
func small() *cnf.Formula {
	return &cnf.Formula{NumVars: 3, Clauses: [][]cnf.Lit{{1, 2}, {-1, 3}}, Projection: cnf.Projection{Free: []cnf.Lit{1, 2}}}
}

const smallProof = `r 7
3 t 4 3 0
4 p 5 1 4 0
7 p 6 -1 2 0
10 s 7 5 6 5 8 0
13 a 7 0 11 12 3 4 1 7 0
`

// edited returns smallProof with some lines replaced, which may then be several lines.
func edited(lines map[int]string) string {
	var text strings.Builder
	for i, line := range strings.Split(strings.TrimSuffix(smallProof, "\n"), "\n") {
		if other, ok := lines[i+1]; ok {
			line = other
		}
		text.WriteString(line + "\n")
	}
	return text.String()
}

// TestAccept checks proofs that are unusual but right.
func TestAccept(t *testing.T) {
	free := &cnf.Formula{NumVars: 100}
	for v := range 100 {
		free.Free = append(free.Free, cnf.Lit(v+1))
	}
	unit := &cnf.Formula{NumVars: 3, Clauses: [][]cnf.Lit{{-2}, {3, -3}}, Projection: cnf.Projection{Free: []cnf.Lit{1, 2}}}
	contradiction := &cnf.Formula{NumVars: 1, Clauses: [][]cnf.Lit{{1}, {-1}}, Projection: cnf.Projection{Free: []cnf.Lit{1}}}
	for _, tt := range []struct {
		name  string
		f     *cnf.Formula
		proof string
		want  string
	}{
		{"the small proof", small(), smallProof, "3"},
		{"the root last", small(), edited(map[int]string{1: "c", 6: "13 a 7 0 11 12 3 4 1 7 0\nr 7"}), "3"},
		{"a long line", small(), edited(map[int]string{1: "r 7\nc" + strings.Repeat(" 1", 100_000)}), "3"},
		{"comments, blanks and empty lines", small(), edited(map[int]string{1: "\nc r 1\ncomment\n \tr  7\t\r"}), "3"},
		{"no line feed at the end", small(), strings.TrimSuffix(smallProof, "\n"), "3"},
		{"gaps between ids", small(), edited(map[int]string{6: "2000000000 a 7 0 11 12 3 4 1 7 0"}), "3"},
		{"gaps between nodes", small(), edited(map[int]string{1: "r 70", 5: "10 s 70 5 6 5 8 0", 6: "13 a 70 0 11 12 3 4 1 7 0"}), "3"},
		{"a structural lemma", small(), edited(map[int]string{5: "10 as -6 -5 0 5 8 0\n11 s 7 6 5 10 0", 6: "14 a 7 0 12 13 3 4 1 7 0"}), "3"},
		{"a lemma from a lemma, deleted", small(), edited(map[int]string{6: "13 a 7 -1 0 11 3 4 0\n14 a 7 0 12 13 1 7 0\nD 13 14 0"}), "3"},
		{"hints after the conflict", small(), edited(map[int]string{6: "13 a 7 0 11 12 3 4 1 7 7 1 0"}), "3"},
		{"a literal twice in a lemma", small(), edited(map[int]string{6: "13 a 7 7 0 11 12 3 4 1 7 0"}), "3"},
		{"a lemma with a variable and its negation", small(), edited(map[int]string{6: "13 a 7 0 11 12 3 4 1 7 0\n14 a 1 -1 0 0"}), "3"},
		{"a sum of both literals of a variable", free, "1 s 101 7 -7 0\n4 a 101 0 2 3 0\nr 101\n", new(big.Int).Lsh(big.NewInt(1), 100).String()},
		{"everything", free, "1 p 101 0\nr 101\n", new(big.Int).Lsh(big.NewInt(1), 100).String()},
		{"everything as a Skolem node", small0(), "r 3\n1 t 3 0\n", "2"},
		{"a literal as the root", unit, "r -2\n", "2"},
		{"a contradiction", contradiction, "3 a 0 1 2 0\nr 0\n", "0"},
		{"the empty clause in the formula", &cnf.Formula{Clauses: [][]cnf.Lit{{}}}, "r 0\n", "0"},
		{"no variables", &cnf.Formula{}, "1 p 1 0\nr 1\n", "1"},
	} {
		got, err := check(tt.f, tt.proof)
		if err != nil || got.Count.String() != tt.want {
			t.Errorf("%s: got %v, %v, want %s", tt.name, got, err, tt.want)
		}
	}
	got, _ := check(small(), smallProof)
	if want := fmt.Sprint(&cpog.Result{Count: big.NewInt(3), Nodes: 4, Edges: 7, Lemmas: 1}); fmt.Sprint(got) != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

// small0 has no clauses, and variable 2 is projected out.
func small0() *cnf.Formula {
	return &cnf.Formula{NumVars: 2, Projection: cnf.Projection{Free: []cnf.Lit{1}}}
}

// TestRefuse checks that broken proofs are refused with the line of the fault.
func TestRefuse(t *testing.T) {
	for _, tt := range []struct {
		name  string
		line  int // of the refusal
		lines map[int]string
	}{
		// Rule 1.
		{"a literal twice in a product", 3, map[int]string{3: "4 p 5 1 4 1 0"}},
		{"a variable and its negation in a product", 3, map[int]string{3: "4 p 5 1 4 -1 0"}},
		{"a literal that a child depends on", 6, map[int]string{6: "13 p 8 -1 5 0"}},
		{"a literal before a child that depends on it", 6, map[int]string{6: "13 p 8 5 1 0"}},
		{"two children with a common variable", 6, map[int]string{6: "13 p 8 5 6 0"}},
		{"two children with a common variable that is projected out", 3, map[int]string{3: "4 p 5 1 4 4 0"}},
		{"a literal twice in a Skolem node", 2, map[int]string{2: "3 t 4 3 3 0"}},
		{"a variable and its negation in a Skolem node", 2, map[int]string{2: "3 t 4 3 -3 0"}},
		// Rule 2.
		{"a sum without a proof", 5, map[int]string{5: "10 s 7 5 6 0"}},
		{"a sum with too few hints", 5, map[int]string{5: "10 s 7 5 6 5 0"}},
		{"a sum of the same node twice", 5, map[int]string{5: "10 s 7 5 5 5 8 0"}},
		{"a sum of sides that are not disjoint", 5, map[int]string{5: "10 s 7 4 6 5 8 0"}},
		{"a sum proved with an input clause", 5, map[int]string{4: "7 p 6 -2 0\n9 s 7 6 -1 1 0"}},
		{"a sum proved with an input clause after the conflict", 5, map[int]string{5: "10 s 7 5 6 5 8 1 0"}},
		{"a sum proved with a lemma", 6, map[int]string{5: "10 a -5 -6 0 5 8 0\n11 s 7 5 6 10 0"}},
		{"a structural lemma proved with a lemma", 6, map[int]string{5: "10 a -5 -6 0 5 8 0\n11 as -5 -6 0 10 0"}},
		{"a structural lemma proved with an input clause", 6, map[int]string{6: "13 as 7 0 11 12 3 4 1 7 0"}},
		// Rule 3.
		{"no lemma of the root", 1, map[int]string{6: ""}},
		{"a lemma of another node", 1, map[int]string{1: "r 6"}},
		{"a lemma with another literal", 1, map[int]string{6: "13 a 7 2 0 11 12 3 4 1 0"}},
		{"a literal as the root", 1, map[int]string{1: "r 1"}},
		{"an unsatisfiable formula", 1, map[int]string{1: "r 0"}},
		{"a hint removed", 6, map[int]string{6: "13 a 7 0 11 12 3 4 1 0"}},
		{"a hint removed in the middle", 6, map[int]string{6: "13 a 7 0 11 12 3 1 7 0"}},
		{"a hint with a true literal", 6, map[int]string{6: "13 a 7 0 11 11 12 3 4 1 7 0"}},
		{"the lemma itself as a hint", 6, map[int]string{6: "13 a 7 0 13 0"}},
		{"a later lemma as a hint", 6, map[int]string{6: "13 a 7 0 14 0\n14 a 7 0 11 12 3 4 1 7 0"}},
		{"a deleted lemma as a hint", 8, map[int]string{6: "13 a 7 0 11 12 3 4 1 7 0\nD 13 0\n14 a 7 0 13 0"}},
		{"a hint in a gap", 6, map[int]string{5: "20 s 7 5 6 5 8 0", 6: "23 a 7 0 21 22 3 4 1 19 0"}},
		{"a hint after the clauses of a Skolem node", 3, map[int]string{3: "5 as 4 0 4 0"}},
		{"the hint 0 as an id", 6, map[int]string{6: "13 a 7 0 0"}},
		{"a negative hint", 6, map[int]string{6: "13 a 7 0 -11 0"}},
		{"a lemma of a node before it is defined", 2, map[int]string{2: "3 a 4 -4 0 0"}},
		// Rule 4.
		{"a negation dropped, so that 1 2 counts twice", 5, map[int]string{4: "7 p 6 2 0"}},
		{"a literal dropped, so that -1 -2 counts", 1, map[int]string{4: "7 p 6 -1 0", 6: "13 a 7 0 11 12 3 4 7 0"}},
		{"a Skolem node dropped", 1, map[int]string{3: "4 p 5 1 0", 6: "13 a 7 0 11 12 4 1 7 0"}},
		{"a Skolem node without the literal", 1, map[int]string{2: "3 t 4 0"}},
		{"a Skolem node with the wrong literal", 1, map[int]string{2: "3 t 4 -3 0"}},
		// Which literals are allowed where.
		{"a projected variable in a Skolem node", 2, map[int]string{2: "3 t 4 2 0"}},
		{"a node in a Skolem node", 4, map[int]string{4: "7 t 6 5 0"}},
		{"a variable that is projected out in a product", 3, map[int]string{3: "4 p 5 1 3 0"}},
		{"a variable that is projected out in a sum", 5, map[int]string{5: "10 s 7 3 -3 0"}},
		{"a variable that is projected out as the root", 1, map[int]string{1: "r 3"}},
		{"a negated node in a product", 3, map[int]string{3: "4 p 5 1 -4 0"}},
		{"a negated node in a sum", 5, map[int]string{5: "10 s 7 5 -5 5 8 0"}},
		{"a negated node as the root", 1, map[int]string{1: "r -7"}},
		{"an unknown node as the root", 1, map[int]string{1: "r 8"}},
		{"an unknown node", 3, map[int]string{3: "4 p 5 1 9 0"}},
		{"a node out of order", 2, map[int]string{2: "3 p 5 1 4 0", 3: "6 t 4 3 0"}},
		{"a node in a gap", 6, map[int]string{4: "7 p 6 -1 2 0\n10 p 9 0", 5: "11 p 7 8 0"}},
		{"a cycle of one node", 3, map[int]string{3: "4 p 5 1 5 0"}},
		{"a cycle of two nodes", 3, map[int]string{3: "4 p 5 1 6 0", 4: "7 p 6 -1 5 0"}},
		// Ids and numbers.
		{"a node twice", 3, map[int]string{3: "4 p 4 1 0"}},
		{"a variable as a node", 3, map[int]string{3: "4 p 3 1 4 0"}},
		{"a negative node", 3, map[int]string{3: "4 p -5 1 4 0"}},
		{"a node after a large gap", 3, map[int]string{3: "4 p 2147483647 1 4 0"}},
		{"an id twice", 3, map[int]string{3: "3 p 5 1 4 0"}},
		{"the id of an input clause", 2, map[int]string{2: "2 t 4 3 0"}},
		{"an id of a product", 4, map[int]string{4: "6 p 6 -1 2 0"}},
		{"an id of a sum", 6, map[int]string{6: "12 a 7 0 11 12 3 4 1 7 0"}},
		{"ids above the largest number", 3, map[int]string{3: "2147483646 p 5 1 4 0"}},
		{"an id beyond the largest number", 3, map[int]string{3: "2147483648 p 5 1 4 0"}},
		{"a literal beyond the largest number", 3, map[int]string{3: "4 p 5 4294967297 4 0"}},
		{"the smallest literal", 3, map[int]string{3: "4 p 5 -2147483648 4 0"}},
		{"the smallest node", 3, map[int]string{3: "4 p -2147483648 1 4 0"}},
		{"the smallest root", 1, map[int]string{1: "r -2147483648"}},
		{"a word", 3, map[int]string{3: "4 p 5 one 4 0"}},
		// Lines.
		{"two roots", 2, map[int]string{1: "r 7\nr 7"}},
		{"no root", 6, map[int]string{1: "c"}},
		{"a root without a number", 1, map[int]string{1: "r"}},
		{"a root with two numbers", 1, map[int]string{1: "r 7 0"}},
		{"a root with an id", 1, map[int]string{1: "3 r 7"}},
		{"a deletion with an id", 7, map[int]string{6: "13 a 7 0 11 12 3 4 1 7 0\n14 D 13 0"}},
		{"the deletion of an input clause", 2, map[int]string{2: "D 1 0"}},
		{"the deletion of a node", 3, map[int]string{3: "D 3 0"}},
		{"the deletion of a clause in a product", 4, map[int]string{4: "D 5 0"}},
		{"the deletion of an unknown clause", 3, map[int]string{3: "D 9 0"}},
		{"a lemma deleted twice", 7, map[int]string{6: "13 a 7 0 11 12 3 4 1 7 0\nD 13 13 0"}},
		{"a deletion without 0", 7, map[int]string{6: "13 a 7 0 11 12 3 4 1 7 0\nD 13"}},
		{"a deletion with numbers after 0", 7, map[int]string{6: "13 a 7 0 11 12 3 4 1 7 0\nD 13 0 1"}},
		{"the explicit deletion of an input clause", 7, map[int]string{6: "13 a 7 0 11 12 3 4 1 7 0\nd 1 13 10 0"}},
		{"a weak sum", 5, map[int]string{5: "10 S 7 5 6 0"}},
		{"an unknown command", 5, map[int]string{5: "10 x 7 5 6 5 8 0"}},
		{"an id without a command", 2, map[int]string{2: "3"}},
		{"two ids", 2, map[int]string{2: "3 4 t 4 3 0"}},
		{"a command without an id", 2, map[int]string{2: "t 4 3 0"}},
		{"a command without numbers", 2, map[int]string{2: "3 t"}},
		{"a comment after an id", 2, map[int]string{2: "3 c"}},
		{"children without 0", 3, map[int]string{3: "4 p 5 1 4"}},
		{"hints without 0", 6, map[int]string{6: "13 a 7 0 11 12 3 4 1 7"}},
		{"a lemma without hints", 6, map[int]string{6: "13 a 7 0"}},
		{"numbers after a product", 3, map[int]string{3: "4 p 5 1 4 0 1"}},
		{"numbers after a lemma", 6, map[int]string{6: "13 a 7 0 11 12 3 4 1 7 0 0"}},
		{"a sum of one child", 5, map[int]string{5: "10 s 7 5 0 5 8 0"}},
		{"a sum of three children", 5, map[int]string{5: "10 s 7 5 6 4 0 5 8 0"}},
		{"a sum without children", 5, map[int]string{5: "10 s 7 0 0"}},
	} {
		got, err := check(small(), edited(tt.lines))
		var at *cpog.LineError
		if !errors.As(err, &at) || at.Line != tt.line || errors.Unwrap(err) == nil {
			t.Errorf("%s: got %v, %v, want a refusal of line %d", tt.name, got, err, tt.line)
		}
	}
	contradiction := &cnf.Formula{NumVars: 1, Clauses: [][]cnf.Lit{{1}, {-1}}, Projection: cnf.Projection{Free: []cnf.Lit{1}}}
	for _, tt := range []struct {
		name  string
		line  int
		f     *cnf.Formula
		proof string
	}{
		{"an empty proof", 1, small(), ""},
		{"a Skolem node if all variables are projected", 2, &cnf.Formula{NumVars: 3, Clauses: small().Clauses, Projection: cnf.Projection{Free: []cnf.Lit{1, 2, 3}}}, smallProof},
		{"a unit clause that is projected out as the root", 1, &cnf.Formula{NumVars: 2, Clauses: [][]cnf.Lit{{2}}, Projection: cnf.Projection{Free: []cnf.Lit{1}}}, "r 2\n"},
		{"a contradiction without a root", 2, contradiction, "3 a 0 1 2 0\nc\n"},
		{"a contradiction with a root", 2, contradiction, "3 a 0 1 2 0\nr 1\n"},
		{"a contradiction with a negated node as the root", 1, contradiction, "r -2\n3 p 2 1 0\n5 a -2 0 1 2 0\n"},
		{"a contradiction in which a node is the root", 1, contradiction, "r 2\n3 p 2 1 0\n5 a 2 0 1 2 0\n"},
		{"a contradiction with the empty clause", 1, &cnf.Formula{NumVars: 1, Clauses: [][]cnf.Lit{{}}}, "r 2\n3 t 2 0\n"},
	} {
		got, err := check(tt.f, tt.proof)
		var at *cpog.LineError
		if !errors.As(err, &at) || at.Line != tt.line {
			t.Errorf("%s: got %v, %v, want a refusal of line %d", tt.name, got, err, tt.line)
		}
	}
}

// TestEachOfManyClauses drops each of 200 literals from a product, so that the root does not imply the
// unit clause of this literal. The even clauses also have a variable with its negation.
func TestEachOfManyClauses(t *testing.T) {
	const n = 200
	f := &cnf.Formula{NumVars: n + 1}
	var hints []int
	for v := range n {
		l := cnf.Lit(v + 1)
		f.Free = append(f.Free, l)
		f.Add(l)
		f.Add(n+1, -n-1)
		hints = append(hints, 2*v+1)
	}
	for drop := range n + 1 {
		product := slices.Clone(f.Free)
		if drop < n {
			product = slices.Delete(product, drop, drop+1)
		}
		needed := slices.DeleteFunc(slices.Clone(hints), func(id int) bool { return id == 2*drop+1 })
		proof := fmt.Sprintf("r %d\n%d p %d %s\n%d a %d 0 %s\n", n+2, 2*n+1, n+2, list(product), 4*n, n+2, list(append(needed, 2*n+1)))
		got, err := check(f, proof)
		switch {
		case drop == n && (err != nil || got.Count.Int64() != 1):
			t.Errorf("got %v, %v, want the count 1", got, err)
		case drop < n && (err == nil || !strings.Contains(err.Error(), fmt.Sprint("clause ", 2*drop+1))):
			t.Errorf("got %v, %v, want a refusal that names the clause %d", got, err, 2*drop+1)
		}
	}
}

// TestMemory checks that a proof is refused if its nodes take too much memory. A node takes 17 words, or
// only one if it depends on the same variables as a child.
func TestMemory(t *testing.T) {
	f := &cnf.Formula{NumVars: 1000}
	for v := range 1000 {
		f.Free = append(f.Free, cnf.Lit(v+1))
	}
	const proof = "1 s 1001 1 -1 0\n4 p 1002 1001 0\n6 s 1003 2 -2 0\n9 p 1004 1002 1003 0\n12 a 1001 0 2 3 0\n13 a 1003 0 7 8 0\n14 a 1004 0 12 4 13 9 0\nr 1004\n"
	before := cpog.SetMemory(17 + 1 + 17 + 17)
	defer cpog.SetMemory(before)
	if got, err := check(f, proof); err != nil || got.Count.BitLen() != 1001 {
		t.Errorf("got %v, %v, want 2 to the power of 1000", got, err)
	}
	for line, words := range []int{16, 17, 34, 51} {
		cpog.SetMemory(words)
		if got, err := check(f, proof); err == nil || !strings.HasPrefix(err.Error(), fmt.Sprint("line ", line+1)) {
			t.Errorf("%d words: got %v, %v, want a refusal of line %d", words, got, err, line+1)
		}
	}
}

// TestTruncated checks that the beginning of a proof is refused, unless only the line feed is missing.
func TestTruncated(t *testing.T) {
	for n := range len(smallProof) - 1 {
		if got, err := check(small(), smallProof[:n]); err == nil {
			t.Errorf("%q: got %v, want a refusal", smallProof[:n], got)
		}
	}
}

// TestOtherErrors checks that errors of the reader and of the context are returned as they are.
func TestOtherErrors(t *testing.T) {
	broken := errors.New("broken")
	if _, err := cpog.Check(context.Background(), small(), iotest.ErrReader(broken)); err != broken {
		t.Errorf("got %v, want %v", err, broken)
	}
	long := edited(map[int]string{1: "r 7" + strings.Repeat("\nc", 10_000)})
	for asked := range 4 { // twice in the text, at its end, and for the clauses
		ctx := &patient{context.Background(), asked}
		if _, err := cpog.Check(ctx, small(), strings.NewReader(long)); err != context.Canceled {
			t.Errorf("got %v after %d checks of the context, want %v", err, asked, context.Canceled)
		}
	}
}

// A patient context ends when it was asked for its error several times.
type patient struct {
	context.Context
	left int
}

func (p *patient) Err() error {
	if p.left--; p.left < 0 {
		return context.Canceled
	}
	return nil
}

// FuzzCheck checks that no text makes Check panic, and that accepted proofs have the right count.
func FuzzCheck(f *testing.F) {
	f.Add(smallProof)
	f.Add(edited(map[int]string{5: "10 as -6 -5 0 5 8 0\n11 s 7 6 5 10 0", 6: "14 a 7 0 12 13 3 4 1 7 0\nD 10 0"}))
	f.Add("r 0\n3 a 0 1 2 0\n")
	f.Add("c comment\n\n1 p 3 0\n3 a -3 3 0 0\nr 3")
	f.Add("1 s 3 1 -1 0\nr 3\n4 a 3 0 2 3 0")
	formulas := []*cnf.Formula{small(), small0(), {NumVars: 1, Clauses: [][]cnf.Lit{{1}, {-1}}, Projection: cnf.Projection{Free: []cnf.Lit{1}}}}
	f.Fuzz(func(t *testing.T, proof string) {
		for _, formula := range formulas {
			got, err := check(formula, proof)
			if want := brute(formula); err == nil && got.Count.Int64() != want {
				t.Errorf("got %v, want %d solutions of %v\n%s", got, want, formula.Clauses, proof)
			}
		}
	})
}
