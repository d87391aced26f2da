package reports

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"strings"

	"counterproof/bench/result"
)

// label is what a reader calls the instance of a record in a sentence: "6 October".
func label(r *result.Record) string {
	if r.Cell != nil && r.Cell.Label != "" {
		return r.Cell.Label
	}
	return r.Instance
}

// short is label at an axis: "6 Oct". A long notation is cut in its middle, since many begin
// alike.
func short(r *result.Record) string {
	if r.Cell != nil && r.Cell.Short != "" {
		return r.Cell.Short
	}
	return middleCut(r.Instance, 16)
}

// middleCut is a text in at most n characters, its middle left out where it is longer.
func middleCut(text string, n int) string {
	r := []rune(text)
	if len(r) <= n {
		return text
	}
	return string(r[:n/2]) + "…" + string(r[len(r)-(n-1)/2:])
}

// natural compares texts with their numbers as numbers: a2 before a10.
func natural(a, b string) int {
	for x, y := a, b; x != "" && y != ""; {
		i, j := digits(x), digits(y)
		if i > 0 && j > 0 {
			m, n := strings.TrimLeft(x[:i], "0"), strings.TrimLeft(y[:j], "0")
			if c := cmp.Or(cmp.Compare(len(m), len(n)), strings.Compare(m, n)); c != 0 {
				return c
			}
			x, y = x[i:], y[j:]
			continue
		}
		if x[0] != y[0] {
			return cmp.Compare(x[0], y[0])
		}
		x, y = x[1:], y[1:]
	}
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

func digits(s string) int {
	return len(s) - len(strings.TrimLeft(s, "0123456789"))
}

// grouped writes decimal digits in groups of three: 24,405.
func grouped(digits string) string {
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	whole, fraction, _ := strings.Cut(digits, ".")
	var b strings.Builder
	for i, c := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(c)
	}
	if fraction != "" {
		b.WriteString("." + fraction)
	}
	return sign + b.String()
}

// compact writes a count in at most width characters: in full if it fits, else
// rounded, like 1.2e15, with as many digits as there is room for.
func compact(n *big.Int, width int) string {
	full := n.String()
	if len(full) <= width {
		return full
	}
	x := new(big.Float).SetInt(n)
	for precision := width; ; precision-- {
		if s := exponent(x.Text('e', precision)); len(s) <= width || precision == 0 {
			return s
		}
	}
}

// measure writes a number that was measured: four digits, from 1,000 up in groups and with
// one decimal unless it is whole; "" for NaN.
func measure(x float64) string {
	switch size := math.Abs(x); {
	case math.IsNaN(x):
		return ""
	case size >= 1e15:
		return exponent(fmt.Sprintf("%.4g", x))
	case x == math.Trunc(x):
		return grouped(fmt.Sprintf("%.0f", x))
	case size >= 999.95:
		return grouped(strings.TrimSuffix(fmt.Sprintf("%.1f", x), ".0"))
	}
	return fmt.Sprintf("%.4g", x)
}

// seconds writes a time in the unit that suits it, three digits; "" for NaN.
func seconds(x float64) string {
	switch {
	case math.IsNaN(x):
		return ""
	case x == 0:
		return "0 s"
	case x < 999.5e-9:
		return fmt.Sprintf("%.3g ns", x*1e9)
	case x < 999.5e-6:
		return fmt.Sprintf("%.3g µs", x*1e6)
	case x < 999.5e-3:
		return fmt.Sprintf("%.3g ms", x*1e3)
	case x < 999.5:
		return fmt.Sprintf("%.3g s", x)
	}
	if x >= 1e7 {
		return exponent(fmt.Sprintf("%.3g", x)) + " s"
	}
	return grouped(fmt.Sprintf("%.0f", x)) + " s"
}

// list joins words as prose: "a, b and c".
func list(words []string) string {
	switch len(words) {
	case 0:
		return ""
	case 1:
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// notDrawn is the sentence on n points that no clock could tell from 0.
func notDrawn(n int, noun string) string {
	if n == 1 {
		return " 1 " + noun + " took no measurable time and is not drawn."
	}
	return fmt.Sprintf(" %d %ss took no measurable time and are not drawn.", n, noun)
}
