// Package wording has what messages need: plurals, words that depend on a condition, short
// quotations, characters that are safe to print, and guesses which name a user meant to type.
package wording

import (
	"fmt"
	"strings"
)

// Nearest returns the name that is closest to the typed text, or "" if no name is close. A name is
// close if at most a third of its letters must be changed, or if the name begins with the text, or
// the text begins with the name. The names must be in lower case. The typed text may have capitals.
func Nearest(typed string, names []string) string {
	best, least := "", 0
	typed = strings.ToLower(typed)
	for _, name := range names {
		d := distance(typed, name)
		if len(typed) >= 3 && (strings.HasPrefix(name, typed) || strings.HasPrefix(typed, name)) {
			d = 1
		}
		if 3*d <= len(name) && (best == "" || d < least) {
			best, least = name, d
		}
	}
	return best
}

// Want returns the end of an error message about an unknown name. The text suggests a close name,
// if there is one, and lists all names.
func Want(typed string, names []string) string {
	list := "want one of " + strings.Join(names, ", ")
	if name := Nearest(typed, names); name != "" {
		return fmt.Sprintf("did you mean %q? %s", name, list)
	}
	return list
}

// distance returns how many single changes turn a into b. A change inserts, deletes or replaces a
// letter, or swaps two neighbouring letters (optimal string alignment).
func distance(a, b string) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}

// Each returns the result of the function for each value, for example its name.
func Each[T, U any](values []T, of func(T) U) (all []U) {
	if len(values) > 0 {
		all = make([]U, len(values))
	}
	for i, v := range values {
		all[i] = of(v)
	}
	return all
}

// Fill returns n values: the results of the function for 0, 1, and so on.
func Fill[T any](n int, of func(i int) T) []T {
	all := make([]T, n)
	for i := range all {
		all[i] = of(i)
	}
	return all
}

// Most returns the largest result of the function, for example the length of the longest text, or 0 if
// all results are smaller.
func Most[T any](values []T, of func(T) int) (most int) {
	for _, v := range values {
		most = max(most, of(v))
	}
	return most
}

// Sum returns the sum of a number of each value.
func Sum[T any](values []T, of func(T) int) (sum int) {
	for _, v := range values {
		sum += of(v)
	}
	return sum
}

// Set returns the set of the results of the function, for example of keys.
func Set[T any, K comparable](values []T, of func(T) K) map[K]bool {
	set := make(map[K]bool, len(values))
	for _, v := range values {
		set[of(v)] = true
	}
	return set
}

// List joins names and puts the word before the last one, as in "a, b and c" with the word " and ".
func List(names []string, word string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + word + names[last]
}
