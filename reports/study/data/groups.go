package data

import (
	"cmp"
	"slices"
	"strings"

	"counterproof/bench/record/result"
	"counterproof/encode/wording"
	"counterproof/reports/study/format"
)

// A Group holds the samples for one line, row or bar of a picture.
type Group struct {
	Name    string  // the label on an axis
	Prose   string  // the name in prose; if empty, Name
	At      float64 // the position on an axis, for a dimension of numbers
	Samples []*Sample
}

// Phrase returns the name in prose.
func (g *Group) Phrase() string { return cmp.Or(g.Prose, g.Name) }

// Split divides the samples into groups by the values of a dimension. It sorts numbers in ascending
// order, words in natural order, and suites in the order of the records. If the dimension is the
// row of a table, the rows stay in the order of the samples, which are sorted by instance. The
// result left is the number of samples that lack the dimension.
func Split(samples []*Sample, d Dimension) (groups []*Group, left int) {
	known := slices.DeleteFunc(slices.Clone(samples), func(s *Sample) bool { _, ok := d.Text(s.Record); return !ok })
	for _, own := range result.GroupBy(known, func(s *Sample) string { name, _ := d.Text(s.Record); return name }) {
		name, _ := d.Text(own[0].Record)
		g := &Group{Name: name, Prose: d.Of(name), Samples: own}
		if d.Number != nil {
			g.At, _ = d.Number(own[0].Record)
		}
		groups = append(groups, g)
	}
	first := func(g *Group) int {
		return slices.MinFunc(g.Samples, func(a, b *Sample) int { return a.Order - b.Order }).Order
	}
	slices.SortStableFunc(groups, func(a, b *Group) int {
		switch d.Key {
		case "suite":
			return first(a) - first(b)
		case "row":
			return 0
		}
		return cmp.Or(cmp.Compare(a.At, b.At), format.Natural(a.Name, b.Name))
	})
	return groups, len(samples) - len(known)
}

// LinesBy divides the samples into groups by several dimensions, one after the other. LinesBy
// divides a group by a dimension only if all samples of the group have the dimension, with at
// least two different values. If no dimension divides the samples, LinesBy returns one group
// without a name.
func LinesBy(samples []*Sample, keys ...string) []*Group {
	all := []*Group{{Samples: samples}}
	for _, key := range keys {
		d := MustDimension(key)
		var finer []*Group
		for _, g := range all {
			parts, left := Split(g.Samples, d)
			if len(parts) < 2 || left > 0 {
				finer = append(finer, g)
				continue
			}
			for _, part := range parts {
				part.Name = strings.TrimPrefix(g.Name+", "+part.Name, ", ")
				finer = append(finer, part)
			}
		}
		all = finer
	}
	return all
}

// VaryingKeys divides the samples by a dimension, and returns the given keys that have several values
// in one of the groups. An example is a division by suite where every suite has only one puzzle: the
// result then lacks the key "puzzle".
func VaryingKeys(samples []*Sample, by Dimension, keys ...string) []string {
	places, left := Split(samples, by)
	return slices.DeleteFunc(slices.Clone(keys), func(key string) bool {
		return left == 0 && !slices.ContainsFunc(places, func(place *Group) bool {
			parts, _ := Split(place.Samples, MustDimension(key))
			return len(parts) > 1
		})
	})
}

// Except returns the parameter keys without the keys in the parameter some.
func Except(keys []string, some ...string) []string {
	return slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return slices.Contains(some, k) })
}

// DefaultLines groups by method or, if there is only one method, by puzzle and suite. The
// parameter taken lists keys that the picture already shows in another way. DefaultLines does not
// group by these keys.
func DefaultLines(samples []*Sample, taken ...string) []*Group {
	if SharedName(samples, func(s *Sample) string { return s.Method }) == "" && !slices.Contains(taken, "method") {
		return LinesBy(samples, "method")
	}
	return LinesBy(samples, Except([]string{"puzzle", "suite"}, taken...)...)
}

// SharedName returns the puzzle, method or other name that all samples have in common, or "" if
// they differ.
func SharedName(samples []*Sample, value func(*Sample) string) string {
	if names := wording.Each(samples, value); len(slices.Compact(names)) == 1 {
		return names[0]
	}
	return ""
}

// Subject names the puzzle and the method that all samples have in common: " of calendar by
// native".
func Subject(samples []*Sample) string {
	text := SubjectPuzzle(samples)
	if m := SharedName(samples, func(s *Sample) string { return s.Method }); m != "" {
		text += " by " + m
	}
	return text
}

// SubjectPuzzle names only the puzzle: " of calendar".
func SubjectPuzzle(samples []*Sample) string {
	if p := SharedName(samples, func(s *Sample) string { return s.Puzzle }); p != "" {
		return " of " + p
	}
	return ""
}

// MethodsOf returns the methods of the samples in natural order.
func MethodsOf(samples []*Sample) []string {
	return wording.Each(byMethod(samples), func(own []*Sample) string { return own[0].Method })
}

func byMethod(samples []*Sample) [][]*Sample {
	return ByName(samples, func(s *Sample) string { return s.Method })
}

// ByName divides values into groups with the same name, in natural order of the names.
func ByName[T any](values []T, name func(T) string) [][]T {
	groups := result.GroupBy(values, name)
	slices.SortFunc(groups, func(a, b []T) int { return format.Natural(name(a[0]), name(b[0])) })
	return groups
}
