// Package format turns numbers, times, lists and the names of instances into text for readers.
package format

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"counterproof/bench/record/result"
	"counterproof/encode/wording"
)

// Natural compares texts in natural order, which compares the numbers in them by value: a2 comes
// before a10.
func Natural(a, b string) int {
	if a == b {
		return 0
	}
	at := 0 // where they differ, or the number in which they differ begins
	for at < len(a) && at < len(b) && a[at] == b[at] {
		at++
	}
	for at > 0 && digits(a[at-1:at]) > 0 {
		at--
	}
	for x, y := a[at:], b[at:]; x != "" && y != ""; {
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

func digits(s string) (n int) {
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}

// List joins words as in a sentence: "a, b and c".
func List(words []string) string { return wording.List(words, " and ") }

// Shorten removes the middle of a text of more than n characters.
func Shorten(text string, n int) string {
	r := []rune(text)
	if len(r) <= n {
		return text
	}
	return string(r[:n/2]) + "…" + string(r[len(r)-(n-1)/2:])
}

// SortedKeys returns the keys of a map in natural order.
func SortedKeys[T any](m map[string]T) []string { return slices.SortedFunc(maps.Keys(m), Natural) }

// AtMost replaces the words after the first n by one that counts them. The parameter more is its format.
func AtMost(words []string, n int, more string) []string {
	if k := len(words) - n; k > 0 {
		return append(words[:n:n], fmt.Sprintf(more, Whole(k)))
	}
	return words
}

// AppendDistinct appends each value unless it is empty or already in the list.
func AppendDistinct(values []string, more ...string) []string {
	for _, v := range more {
		if v != "" && !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values
}

// Some returns the number n between two texts, as in ", 2 wrong". If there is nothing to count, it returns "".
func Some(n int, before, after string) string { return wording.If(n > 0, before+Whole(n)+after) }

// Plural returns the parameter one if n is 1, and the parameter many otherwise.
func Plural(n int, one, many string) string { return wording.Either(n == 1, one, many) }

// Capital returns the text with a capital first letter. This letter must be ASCII.
func Capital(s string) string {
	n := min(len(s), 1)
	return strings.ToUpper(s[:n]) + s[n:]
}

// Label returns the name of the record's instance for readers: "6 October". If the record has given
// values, they are a part of the name: "6 October with 0=1".
func Label(r *result.Record) string {
	name := named(r.Instance)
	if r.Cell != nil && r.Cell.Label != "" {
		name = r.Cell.Label
	}
	return name + wording.If(r.Given != "", " with "+r.Given)
}

// named leaves the hash out of an instance that is a file.
func named(instance string) string {
	_, hash, _ := wording.File(instance)
	if hash == "" {
		return instance
	}
	return strings.Replace(instance, " sha256:"+hash, "", 1)
}

// ShortLabel returns a short name of the instance for an axis: "6 Oct". ShortLabel removes the
// middle of a long notation, because many notations begin alike.
func ShortLabel(r *result.Record) string {
	if r.Cell != nil && r.Cell.Short != "" {
		return r.Cell.Short
	}
	return Shorten(named(r.Instance), 16)
}

// Grouped returns decimal digits in groups of three: 24,405.
func Grouped(digits string) string {
	whole, fraction, _ := strings.Cut(digits, ".")
	var b strings.Builder
	for i := range len(whole) {
		if i > 0 && (len(whole)-i)%3 == 0 && whole[i-1] != '-' {
			b.WriteByte(',')
		}
		b.WriteByte(whole[i])
	}
	return strings.TrimSuffix(b.String()+"."+fraction, ".")
}

// Compact returns a count in at most width characters. A count that is too long in full is
// rounded, like 1.2e15, with as many digits as fit.
func Compact(n *big.Int, width int) string {
	full := n.String()
	if len(full) <= width {
		return full
	}
	x := new(big.Float).SetInt(n)
	for precision := width; ; precision-- {
		if s := Exponent(x.Text('e', precision)); len(s) <= width || precision == 0 {
			return s
		}
	}
}

// Number returns a measured number with four digits. From 1,000 up, the digits are in groups of
// three, with one decimal if the number is not whole. NaN becomes empty.
func Number(x float64) string {
	switch size := math.Abs(x); {
	case math.IsNaN(x):
		return ""
	case size >= 1e15:
		return Exponent(fmt.Sprintf("%.4g", x))
	case x == math.Trunc(x):
		return Grouped(fmt.Sprintf("%.0f", x))
	case size >= 999.95:
		return Grouped(strings.TrimSuffix(fmt.Sprintf("%.1f", x), ".0"))
	}
	return fmt.Sprintf("%.4g", x)
}

// Seconds returns a time with three digits in a suitable unit. NaN becomes empty.
func Seconds(x float64) string {
	switch {
	case math.IsNaN(x):
		return ""
	case x == 0:
		return "0 s"
	case x >= 1e7:
		return Exponent(fmt.Sprintf("%.3g s", x))
	case x >= 999.5:
		return Grouped(fmt.Sprintf("%.0f", x)) + " s"
	}
	i, parts := 0, []float64{1e9, 1e6, 1e3, 1}
	for x >= 999.5/parts[i] {
		i++
	}
	return fmt.Sprintf("%.3g %s", x*parts[i], []string{"ns", "µs", "ms", "s"}[i])
}

// Bytes returns a size with three digits in a suitable unit.
func Bytes(x float64) string {
	units := []string{"B", "kB", "MB", "GB", "TB", "PB"}
	i := 0
	if x >= 1e18 {
		return Exponent(fmt.Sprintf("%.3g", x)) + " B"
	}
	for x >= 999.5 && i < len(units)-1 {
		x /= 1000
		i++
	}
	return fmt.Sprintf("%.3g %s", x, units[i])
}

// Decimals returns an exact number with at most n decimals: "66.68", "59".
func Decimals(x *big.Rat, n int) string {
	return Grouped(wording.Either(x.IsInt(), x.Num().String(), x.FloatString(n)))
}

// Percent returns the share n/of. The result is "0%" only for n = 0, and "100%" only for n =
// of. Shares close to 0 or 1 have a decimal, as in "0.4%".
func Percent(n, of int) string {
	x := 100 * float64(n) / float64(of)
	return fmt.Sprintf("%.*f%%", wording.Either(n > 0 && x < 1 || n < of && x > 99, 1, 0), x)
}

// Ratio returns a ratio with three digits, or as a whole number from 1,000 up.
func Ratio(x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	if x >= 1000 {
		return Grouped(fmt.Sprintf("%.0f", x))
	}
	return fmt.Sprintf("%.3g", x)
}

// Probability returns a p-value with two digits, and never "0".
func Probability(p float64) string {
	switch {
	case math.IsNaN(p):
		return "–"
	case p < 1e-4:
		return "< 0.0001"
	}
	return fmt.Sprintf("%.2g", p)
}

// PValue returns a p-value with the sign before it: "= 0.03", "< 0.0001".
func PValue(p float64) string { return strings.Replace("= "+Probability(p), "= <", "<", 1) }

// Coefficient returns a correlation: "0.53", "−0.12", "1". NaN becomes "–".
func Coefficient(rho float64) string {
	if math.IsNaN(rho) {
		return "–"
	}
	decimals := wording.Either(math.Abs(math.Abs(rho)-1) < 1e-12, 0, 2)
	return strings.NewReplacer("-0.00", "0.00", "-", "−").Replace(fmt.Sprintf("%.*f", decimals, rho))
}

// Round rounds a finite number, which is not 0, to two significant digits.
func Round(x float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(math.Abs(x)))-1)
	return math.Round(x/unit) * unit
}

// Exponent shortens exponents: 1e+06 becomes 1e6.
func Exponent(s string) string {
	return strings.NewReplacer("e+0", "e", "e+", "e", "e-0", "e-").Replace(s)
}

// CountLabel returns a number for an axis: 1, 10, 10,000, 1e6.
func CountLabel(x float64) string {
	x = Tidy(x)
	if x == 0 {
		return "0" // also for -0
	}
	if a := math.Abs(x); a >= 1e6 || a < 1e-4 {
		return ExponentLabel(x)
	}
	return Grouped(strconv.FormatFloat(x, 'f', -1, 64))
}

// ExponentLabel returns a number for an axis: 1e0, 1e4, 1.5e6.
func ExponentLabel(x float64) string { return Exponent(strconv.FormatFloat(Tidy(x), 'e', -1, 64)) }

// Tidy rounds x to 12 significant digits. This removes rounding errors: 6 * 0.2 becomes 1.2, and numbers
// that were computed in different ways become equal if they are equal by arithmetic.
func Tidy(x float64) float64 {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 12, 64), 64)
	return x
}

// DecimalLabel returns a number for a logarithmic axis: 0.01, 10,000, 1e6.
func DecimalLabel(x float64) string {
	return wording.Either(x >= 1, CountLabel(x), Exponent(strconv.FormatFloat(x, 'g', 3, 64)))
}

// Whole returns a whole number in groups of three digits.
func Whole(n int) string { return Grouped(fmt.Sprint(n)) }
