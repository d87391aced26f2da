package ask

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"counterproof/bench/solve/explain"
	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/play"
	"counterproof/native"
)

// A judged is a small board with all its solutions, which brute force has found (for a calendar, its native method).
type judged struct {
	puzzle    *encode.Puzzle
	in        encode.Instance
	solutions []encode.Solution
}

// judgedBoard returns a random small board, or nil if it has too many solutions. Every other board lacks
// a clue, so that it may have several.
func judgedBoard(t *testing.T, p *encode.Puzzle, seed uint64) *judged {
	t.Helper()
	rng := rand.New(rand.NewPCG(37, seed))
	in, err := p.Generate(t.Context(), rng, encode.Size{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if clued, ok := in.(clues.HasClues); ok && seed%2 == 1 && clued.Clues() > 1 {
		in = clued.Without(rng.IntN(clued.Clues()))
	}
	j := &judged{puzzle: p, in: in}
	st := &native.Stats{Limit: native.Limit{Nodes: 300_000}}
	search := encode.BruteForce(in)
	if p.Name == "calendar" { // its boards are too large for brute force
		search, st = in.Reduce()[0], &native.Stats{}
	}
	err = search.Search(t.Context(), st, func(s encode.Solution) bool {
		j.solutions = append(j.solutions, s)
		return len(j.solutions) <= 200
	})
	if err != nil || len(j.solutions) > 200 || len(in.Sites()) == 0 {
		return nil
	}
	return j
}

// answer makes an answer: a solution, or a random assignment, of which up to three values are changed and
// some sites are open.
func (j *judged) answer(rng *rand.Rand) (values []int, whole bool) {
	sites := j.in.Sites()
	values = make([]int, len(sites))
	for i, n := range sites {
		values[i] = rng.IntN(n)
		if len(j.solutions) > 0 {
			values[i] = -1
		}
	}
	if len(j.solutions) > 0 {
		for i, v := range []byte(j.solutions[rng.IntN(len(j.solutions))]) {
			values[i] = int(v)
		}
	}
	changes := rng.IntN(4)
	for range changes {
		i := rng.IntN(len(sites))
		values[i] = rng.IntN(sites[i])
	}
	if whole = rng.IntN(2) == 0; whole {
		return values, whole
	}
	if rng.IntN(2) == 0 { // cut short
		for i := rng.IntN(len(sites)); i < len(sites); i++ {
			values[i] = -1
		}
		return values, whole
	}
	for i := range values {
		if rng.IntN(3) > 0 {
			values[i] = -1
		}
	}
	return values, whole
}

// has reports whether a solution has the values of all chosen sites that have one.
func (j *judged) has(values []int, chosen func(site int) bool) bool {
	return slices.ContainsFunc(j.solutions, func(s encode.Solution) bool {
		for i, v := range values {
			if v >= 0 && chosen(i) && v != int(s[i]) {
				return false
			}
		}
		return true
	})
}

// format writes values with "." for open sites: as site values, or as solve prints them, if it does.
func (j *judged) format(t *testing.T, values []int, asValues bool) string {
	cells, ok := j.in.(encode.HasCells)
	if asValues || !ok {
		separator, sites := "", j.in.Sites()
		if slices.Max(sites) > 62 {
			separator = ","
		}
		return strings.Join(each(values, func(i, v int) string { return encode.Solution([]byte{byte(v)}).Format(sites) }), separator)
	}
	return strings.Join(each(values, func(i, v int) string {
		for _, text := range cellTexts() {
			if got, err := cells.ReadCell(i, encode.OneLine(text)); err == nil && int(got) == v {
				return text
			}
		}
		if got, err := cells.ReadCell(i, encode.OneLine(".")); err != nil || int(got) != v {
			t.Fatalf("%s %v: no text for value %d of site %d", j.puzzle.Name, j.in, v, i)
		}
		return strconv.Itoa(v)
	}), ",")
}

func each(values []int, text func(i, v int) string) (all []string) {
	for i, v := range values {
		if v < 0 {
			all = append(all, ".")
		} else {
			all = append(all, text(i, v))
		}
	}
	return all
}

// cellTexts are the texts with which drawings may show values, except a dot.
var cellTexts = sync.OnceValue(func() (all []string) {
	for r := '!'; r <= '~'; r++ {
		if !strings.ContainsRune(".,/", r) {
			all = append(all, string(r))
		}
	}
	for n := -300; n <= 300; n++ {
		all = append(all, strconv.Itoa(n))
	}
	return all
})

// TestJudge compares the verdicts of the question "check" with the solutions that brute force finds, for
// right, changed and incomplete answers on small boards of every puzzle. It reads site values and, if the
// puzzle has them, the texts that solve prints.
func TestJudge(t *testing.T) {
	total, verdicts := processtest.Cases(2000, 100_000), map[string]int{}
	perPuzzle := total/len(desk.Puzzles) + 1
	for _, p := range desk.Puzzles {
		t.Run(p.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(37, 0))
			several, none, tried := 0, 0, 0
			for seed := uint64(0); tried < perPuzzle; seed++ {
				j := judgedBoard(t, p, seed)
				if j == nil && seed > 50 && tried == 0 {
					t.Fatal("brute force takes too long for every board")
				}
				if j == nil {
					continue
				}
				if len(j.solutions) > 1 {
					several++
				}
				if len(j.solutions) == 0 {
					none++
				}
				for range 20 {
					tried++
					verdicts[j.judge(t, rng)]++
				}
			}
			t.Logf("%d answers, boards with several solutions: %d, with none: %d", tried, several, none)
		})
	}
	t.Logf("%v", verdicts)
	for _, kind := range []string{"whole ok", "whole broken", "ok", "possible", "broken", "no solution"} {
		if verdicts[kind] < total/100 {
			t.Errorf("only %d of %d answers have the verdict %q", verdicts[kind], total, kind)
		}
	}
}

// checked answers the question "check", however long it takes on a busy machine.
func checked(t *testing.T, question object) (got Checked) {
	t.Helper()
	body, err := json.Marshal(question)
	if err == nil {
		err = (&Desk{Puzzles: desk.Puzzles, Patience: math.MaxInt64}).Ask(t.Context(), "check", body, func(o any) error {
			text, err := json.Marshal(o)
			return cmp.Or(err, json.Unmarshal(text, &got))
		})
	}
	if err != nil {
		t.Fatalf("%v: %v", question, err)
	}
	return got
}

// judge checks the verdict on one answer, and returns it.
func (j *judged) judge(t *testing.T, rng *rand.Rand) string {
	values, whole := j.answer(rng)
	question, asValues := about(j.puzzle.Name, j.in.String()), rng.IntN(2) == 0
	if whole && asValues {
		text := j.format(t, values, true)
		got := checked(t, and(question, object{"solution": text}))
		if right := j.has(values, func(int) bool { return true }); got.Solved != right || (got.Verdict == explain.OK) != right || (got.Rule == "") != right {
			t.Errorf("%s %v: solution %s: %+v, right: %v", j.puzzle.Name, j.in, text, got, right)
		}
		return "whole " + string(got.Verdict)
	}
	text := j.format(t, values, asValues)
	got := checked(t, and(question, object{"partial": text, "values": asValues, "search": true}))
	wanted := slices.Clone(values)
	if alike, ok := j.in.(play.HasEqualValues); ok && whole && !asValues {
		for i, v := range []byte(alike.InOrder(encode.Solution(bytesOf(values)))) {
			wanted[i] = int(v)
		}
	}
	right := j.has(wanted, func(int) bool { return true })
	complete := !slices.Contains(values, -1)
	verdict := fmt.Sprint(got.Verdict)
	switch verdict {
	case "ok", "possible":
		if !right || complete != (verdict == "ok") {
			t.Errorf("%s %v: %s: %+v, but no solution has these entries", j.puzzle.Name, j.in, text, got)
		}
	case "broken":
		// The entries that are blamed exclude every solution without the others.
		if right || !complete && j.has(values, func(i int) bool { return slices.Contains(got.Entries, i) }) || got.Rule == "" {
			t.Errorf("%s %v: %s: %+v, but a solution has these entries", j.puzzle.Name, j.in, text, got)
		}
	case "no solution":
		if right || complete {
			t.Errorf("%s %v: %s: %+v, but a solution has these entries", j.puzzle.Name, j.in, text, got)
		}
	default:
		t.Errorf("%s %v: %s: %+v", j.puzzle.Name, j.in, text, got)
	}
	return verdict
}

func bytesOf(values []int) (all []byte) {
	for _, v := range values {
		all = append(all, byte(v))
	}
	return all
}
