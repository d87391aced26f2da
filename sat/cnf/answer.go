package cnf

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode/wording"
)

// A Status is a solver's verdict on a formula.
type Status int

const (
	Unknown Status = iota
	Satisfiable
	Unsatisfiable
)

func (s Status) String() string {
	return [...]string{"UNKNOWN", "SATISFIABLE", "UNSATISFIABLE"}[s]
}

// An Answer is the answer of a solver or a model counter for a formula.
type Answer struct {
	Status Status
	Model  Model    // nil unless the answer has a model; then the status is Satisfiable
	Count  *big.Int // nil unless the answer has a count
}

// ReadModel reads a solver's answer in one of three formats. It returns a *SyntaxError, or an
// error of r.
//
//   - Competition output has a line `s SATISFIABLE`, `s UNSATISFIABLE` or `s UNKNOWN`, and `v`
//     lines of literals up to a 0. They may come in either order, with comments between them.
//     If there are values but no `s` line, the status is Satisfiable.
//   - Minisat's result file has SAT and literals up to a 0, or UNSAT, or INDET.
//   - Pseudo-Boolean solvers print values as `v x1 -x2`. These have no 0; they end with the
//     file.
//
// The model gives values to the variables 1..vars. It is nil unless the status is Satisfiable.
// Every variable needs a value, with two exceptions. Pseudo-Boolean solvers omit variables that
// occur in no constraint. Minisat omits the last variables if they occur in no clause. Omitted
// variables are false. ReadModel ignores the values of further variables, such as auxiliaries.
// A count is an error.
func ReadModel(r io.Reader, vars int) (Model, Status, error) {
	a := newAnswer(r, vars)
	if err := a.read(); err != nil {
		return nil, Unknown, err
	}
	if a.count != nil {
		return nil, Unknown, a.fail("want a model, got a count")
	}
	return a.result().Model, a.status, nil
}

// ReadAnswer reads an answer as ReadModel does, or the count of a model counter. It accepts
// three forms of a count, with comments between the lines:
//
//   - The form of the Model Counting Competitions since 2021 and of Ganak: `s SATISFIABLE`, `c
//     s type pmc`, `c s log10-estimate 1.4771`, `c s exact arb int 30`.
//   - The form of 2020: `s mc 30` or `s pmc 30`.
//   - A bare `s 30`.
//
// Lines that contradict each other are an error, and so is a count with the status UNKNOWN.
// Weighted counts, approximate counts and counts that are not exact integers are also errors.
// The estimate may differ from the logarithm of the count by a hundredth.
//
// The function idle reports whether a variable occurs in no clause. The answer may omit such a
// variable, because a solver that reads iCNF does not know of it. Omitted variables are false.
func ReadAnswer(r io.Reader, vars int, idle func(variable int) bool) (Answer, error) {
	a := newAnswer(r, vars)
	a.idle = idle
	if err := a.read(); err != nil {
		return Answer{}, err
	}
	return a.result(), nil
}

type answer struct {
	*scanner
	model   Model
	given   []bool // by variable-1: whether the answer has given the variable a value
	status  Status
	stated  bool // a status line was read
	minisat bool // minisat's format: lines of literals without `v`
	linear  bool // the values have the form x1, -x2
	values  bool // a literal or the 0 was read
	done    bool // the 0 was read
	idle    func(variable int) bool
	counter
}

func newAnswer(r io.Reader, vars int) *answer {
	return &answer{scanner: newScanner(r), model: make(Model, vars), given: make([]bool, vars)}
}

func (a *answer) read() error {
	for more := true; more; more = a.nextLine() {
		if err := a.readLine(); err != nil {
			return err
		}
	}
	return a.end()
}

func (a *answer) result() Answer {
	r := Answer{Status: a.status, Count: a.count}
	if a.status == Satisfiable && a.count == nil {
		r.Model = a.model
	}
	return r
}

var statuses = map[string]Status{
	"SATISFIABLE": Satisfiable, "UNSATISFIABLE": Unsatisfiable, "UNKNOWN": Unknown,
	"SAT": Satisfiable, "UNSAT": Unsatisfiable, "INDET": Unknown,
}

func (a *answer) readLine() error {
	word := string(a.word())
	switch {
	case word == "c":
		return a.readComment()
	case word == "" || word[0] == 'c':
		return nil
	case word == "s":
		col := a.col
		word = string(a.wordUpTo(maxDigits + 1))
		if isCount(word) {
			return a.readOldCount(word)
		}
		if a.stated {
			a.col = col
			return a.fail("want a line that begins with v or c, got \"s\"")
		}
		if len(word) < len("UNKNOWN") { // minisat's words are not allowed here
			return a.fail("want SATISFIABLE, UNSATISFIABLE or UNKNOWN, got %s", quote(word))
		}
		return a.state(word)
	case word == "v" && !a.minisat:
		return a.readValues(a.word())
	case !a.stated && (word == "SAT" || word == "UNSAT" || word == "INDET"):
		a.minisat = true
		return a.state(word)
	case a.minisat:
		return a.readValues([]byte(word))
	case a.stated:
		return a.fail("want a line that begins with v or c, got %s", quote(word))
	}
	return a.fail("want a line that begins with s, v or c, or minisat's SAT, UNSAT or INDET, got %s", quote(word))
}

func (a *answer) state(word string) error {
	status, ok := statuses[word]
	if !ok {
		return a.fail("want SATISFIABLE, UNSATISFIABLE or UNKNOWN, got %s", quote(word))
	}
	a.status, a.stated = status, true
	return a.lineEnd("the end of the line")
}

func (a *answer) readValues(word []byte) error {
	for ; len(word) > 0; word = a.word() {
		digits, linear := word, false
		if i := bytes.IndexByte(word, 'x'); (i == 0 || i == 1 && word[0] == '-') && i+1 < len(word) && word[i+1] != '-' {
			digits, linear = append(word[:i:i], word[i+1:]...), true
		}
		n, err := a.number(digits, "a literal", MaxVars)
		if err != nil {
			return err
		}
		if a.values && linear != a.linear || linear && (n == 0 || a.minisat) {
			return a.fail("want a literal, got %s", quote(word))
		}
		a.linear = linear
		if a.done {
			return a.fail("want the end of the file after 0, got %s", wording.Short(string(word)))
		}
		a.values = true
		v := max(n, -n)
		switch {
		case n == 0:
			a.done = true
		case v > len(a.model):
		case a.given[v-1] && a.model[v-1] != (n > 0):
			return a.fail("variable %d is both true and false", v)
		default:
			a.model[v-1], a.given[v-1] = n > 0, true
		}
	}
	return nil
}

func (a *answer) end() error {
	if a.Err != nil {
		return a.Err
	}
	if err := a.endCount(); err != nil {
		return err
	}
	switch {
	case a.count != nil && !a.values:
		return nil
	case !a.stated && !a.values:
		return a.fail("want a line that begins with s or v, or minisat's SAT, UNSAT or INDET, got the end of the file")
	case a.stated && a.status != Satisfiable:
		if a.values {
			return a.fail("want no values, because the status is %v", a.status)
		}
		return nil
	case !a.values && len(a.model) > 0:
		return a.fail("want values up to a 0, or a count, because the status is %v, got the end of the file", a.status)
	case !a.done && !a.linear && (a.minisat || len(a.model) > 0):
		return a.fail("want 0 at the end of the values, got the end of the file")
	}
	a.status = Satisfiable
	last := slices.Index(a.given, false)
	if a.linear || a.minisat && last >= 0 && !slices.Contains(a.given[last:], true) {
		return nil
	}
	for i, ok := range a.given {
		if !ok && (a.idle == nil || !a.idle(i+1)) {
			return a.fail("want a value for each of the variables 1 to %d, got none for %d", len(a.given), i+1)
		}
	}
	return nil
}

const maxDigits = 1 << 20

type counter struct {
	count *big.Int
	log10 *float64 // the estimate of the logarithm of the count that the answer states; nil: none
}

func (a *answer) readComment() error {
	if string(a.word()) != "s" {
		return nil
	}
	switch word := string(a.word()); word {
	case "type":
		switch word := string(a.word()); word {
		case "mc", "pmc":
			return nil
		default:
			return a.fail("want the type mc or pmc, got %s", quote(word))
		}
	case "log10-estimate":
		word := string(a.word())
		x, err := strconv.ParseFloat(word, 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 1) {
			return a.fail("want a number or -inf, got %s", quote(word))
		}
		a.log10 = &x
		return nil
	case "exact":
		precision := string(a.word())
		exact := precision == "arb" || precision == "quadruple" && a.status == Unsatisfiable // d4 writes a 0 so
		if notation := string(a.word()); !exact || notation != "int" {
			return a.fail("want an exact integer count (arb int), got %s %s", quote(precision), quote(notation))
		}
		return a.readNumber(a.wordUpTo(maxDigits + 1))
	case "approx":
		return a.fail("want an exact count, got an approximate one")
	}
	return nil
}

func isCount(word string) bool {
	return word == "mc" || word == "pmc" || word == "wmc" || word == "pwmc" ||
		word != "" && word[0] >= '0' && word[0] <= '9'
}

// readOldCount reads `s mc N` or `s N`. word is the word after `s`.
func (a *answer) readOldCount(word string) error {
	switch word {
	case "wmc", "pwmc":
		return a.fail("want mc or pmc, got %s: weighted counting is not supported", quote(word))
	case "mc", "pmc":
		return a.readNumber(a.wordUpTo(maxDigits + 1))
	}
	return a.readNumber([]byte(word))
}

func (a *answer) readNumber(word []byte) error {
	if len(word) > maxDigits {
		return a.fail("want a count of at most %d digits", maxDigits)
	}
	for _, d := range word {
		if d < '0' || d > '9' {
			return a.fail("want a count, got %s", quote(word[:min(len(word), maxWord)]))
		}
	}
	n, ok := new(big.Int).SetString(string(word), 10)
	if !ok {
		return a.fail("want a count, got %s", quote(word))
	}
	if a.count != nil && a.count.Cmp(n) != 0 {
		return a.fail("want one count, got a second, different one")
	}
	a.count = n
	return a.lineEnd("the end of the line")
}

// endCount checks that the lines about the count agree with the other lines. The reader calls it at
// the end of an answer.
func (a *answer) endCount() error {
	if a.count == nil {
		return nil
	}
	if a.values {
		return a.fail("want either a model or a count, got both")
	}
	if a.stated && a.status == Unknown {
		return a.fail("want no count, because the status is UNKNOWN")
	}
	none := a.count.Sign() == 0
	if a.stated && a.status == Satisfiable == none {
		return a.fail("the status is %v, but the count is %s0", a.status, map[bool]string{false: "not "}[none])
	}
	if a.log10 != nil {
		if x := log10(a.count); x != *a.log10 && !(math.Abs(x-*a.log10) <= 0.01) {
			return a.fail("the estimate of the count's logarithm is %.6g, but the true logarithm is %.6g", *a.log10, x)
		}
	}
	if !a.stated {
		a.status = Satisfiable
		if none {
			a.status = Unsatisfiable
		}
	}
	return nil
}

// log10 returns the logarithm of a number that may be too large for a float64. It returns -Inf
// for 0.
func log10(n *big.Int) float64 {
	mantissa := new(big.Float)
	exponent := new(big.Float).SetInt(n).MantExp(mantissa)
	x, _ := mantissa.Float64()
	return math.Log10(x) + float64(exponent)*math.Log10(2)
}

// WriteCount writes a count in the output format of the Model Counting Competitions, with a status
// line. If the parameter projected is true, the type of the count is pmc, otherwise mc.
func WriteCount(w io.Writer, status Status, projected bool, n *big.Int) error {
	kind := "mc"
	if projected {
		kind = "pmc"
	}
	estimate := strings.ToLower(strconv.FormatFloat(log10(n), 'g', 15, 64))
	_, err := fmt.Fprintf(w, "s %v\nc s type %s\nc s log10-estimate %s\nc s exact arb int %v\n", status, kind, estimate, n)
	return err
}
