package cnf

import (
	"fmt"
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"
)

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
