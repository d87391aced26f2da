// Package format turns numbers, times, lists and the names of instances into text for readers.
package format

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
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
func Some(n int, before, after string) string {
	if n <= 0 {
		return ""
	}
	return before + Whole(n) + after
}

// Plural returns the parameter one if n is 1, and the parameter many otherwise.
func Plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

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
	if r.Given != "" {
		name += " with " + r.Given
	}
	return name
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
