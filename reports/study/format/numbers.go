package format

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

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
	if x.IsInt() {
		return Grouped(x.Num().String())
	}
	return Grouped(x.FloatString(n))
}

// Percent returns the share n/of. The result is "0%" only for n = 0, and "100%" only for n =
// of. Shares close to 0 or 1 have a decimal, as in "0.4%".
func Percent(n, of int) string {
	x := 100 * float64(n) / float64(of)
	if n > 0 && x < 1 || n < of && x > 99 {
		return fmt.Sprintf("%.1f%%", x)
	}
	return fmt.Sprintf("%.0f%%", x)
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
	decimals := 2
	if math.Abs(math.Abs(rho)-1) < 1e-12 {
		decimals = 0
	}
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
func ExponentLabel(x float64) string {
	return Exponent(strconv.FormatFloat(Tidy(x), 'e', -1, 64))
}

// Tidy rounds x to 12 significant digits. This removes rounding errors: 6 * 0.2 becomes 1.2, and numbers
// that were computed in different ways become equal if they are equal by arithmetic.
func Tidy(x float64) float64 {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 12, 64), 64)
	return x
}

// DecimalLabel returns a number for a logarithmic axis: 0.01, 10,000, 1e6.
func DecimalLabel(x float64) string {
	if x >= 1 {
		return CountLabel(x)
	}
	return Exponent(strconv.FormatFloat(x, 'g', 3, 64))
}

// Whole returns a whole number in groups of three digits.
func Whole(n int) string { return Grouped(fmt.Sprint(n)) }
