package reports

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
)

var months = []string{"January", "February", "March", "April", "May", "June", "July",
	"August", "September", "October", "November", "December"}

var monthDays = []int{31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}

// date reads an instance that is a date, MM-DD; 02-29 is one.
func date(name string) (month, day int, ok bool) {
	if len(name) != 5 || name[2] != '-' {
		return 0, 0, false
	}
	for _, i := range []int{0, 1, 3, 4} {
		if name[i] < '0' || name[i] > '9' {
			return 0, 0, false
		}
	}
	month = int(name[0]-'0')*10 + int(name[1]-'0')
	day = int(name[3]-'0')*10 + int(name[4]-'0')
	return month, day, month >= 1 && month <= 12 && day >= 1 && day <= monthDays[month-1]
}

var weekdays = []string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}

// weekday reads an instance that is a date and a weekday, weekday:MM-DD-Www.
func weekday(name string) (day string, month, number int, ok bool) {
	rest, found := strings.CutPrefix(name, "weekday:")
	if !found || len(rest) != 9 || rest[5] != '-' {
		return "", 0, 0, false
	}
	i := slices.IndexFunc(weekdays, func(w string) bool { return w[:3] == rest[6:] })
	month, number, ok = date(rest[:5])
	if i < 0 || !ok {
		return "", 0, 0, false
	}
	return weekdays[i], month, number, true
}

// spoken is an instance as a reader says it: "6 October" for 10-06, "Monday 6 April" for
// weekday:04-06-Mon.
func spoken(name string) string {
	if m, d, ok := date(name); ok {
		return fmt.Sprintf("%d %s", d, months[m-1])
	}
	if w, m, d, ok := weekday(name); ok {
		return fmt.Sprintf("%s %d %s", w, d, months[m-1])
	}
	return name
}

// short is spoken for a label: "6 Oct", "Mon 6 Apr", and a long name is cut in its middle:
// many begin alike.
func short(name string) string {
	if m, d, ok := date(name); ok {
		return fmt.Sprintf("%d %s", d, months[m-1][:3])
	}
	if w, m, d, ok := weekday(name); ok {
		return fmt.Sprintf("%s %d %s", w[:3], d, months[m-1][:3])
	}
	return middleCut(name, 16)
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
