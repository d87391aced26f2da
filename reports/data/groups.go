package data

import (
	"cmp"
	"slices"
	"strings"

	"counterproof/reports/format"
)

// A Group is the samples of one line, row or bar of a picture.
type Group struct {
	Name    string  // at an axis
	Prose   string  // in prose; empty: Name
	At      float64 // of a dimension of numbers
	first   int     // the index of its first record
	Samples []*Sample
}

// Split puts the samples into the groups of a dimension. Numbers are ascending, words in
// natural order, suites in the order of the records, and rows in the order of the samples,
// which is that of their instances. It also returns how many samples lack the dimension.
func Split(samples []*Sample, d Dimension) (groups []*Group, left int) {
	index := map[string]*Group{}
	for _, s := range samples {
		name, ok := d.Text(s.Record)
		if !ok {
			left++
			continue
		}
		g := index[name]
		if g == nil {
			g = &Group{Name: name, Prose: d.Of(name), first: s.Order}
			if d.Number != nil {
				g.At, _ = d.Number(s.Record)
			}
			index[name] = g
			groups = append(groups, g)
		}
		g.first = min(g.first, s.Order)
		g.Samples = append(g.Samples, s)
	}
	slices.SortStableFunc(groups, func(a, b *Group) int {
		switch d.Key {
		case "suite":
			return cmp.Compare(a.first, b.first)
		case "row":
			return 0
		}
		return cmp.Or(cmp.Compare(a.At, b.At), format.Natural(a.Name, b.Name))
	})
	return groups, left
}

// LinesBy divides the samples by several dimensions, one after the other. A dimension divides
// a group only if all its samples have it and it tells some of them apart. A single group has
// no name.
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

// ConstantKeys returns those of the keys that have one value for each value of the dimension,
// as every suite has one puzzle.
func ConstantKeys(samples []*Sample, by Dimension, keys ...string) []string {
	var known []string
	places, left := Split(samples, by)
	for _, key := range keys {
		own := MustDimension(key)
		one := left == 0
		for _, place := range places {
			parts, _ := Split(place.Samples, own)
			one = one && len(parts) < 2
		}
		if one {
			known = append(known, key)
		}
	}
	return known
}

// Except returns the keys without some of them.
func Except(keys []string, some ...string) []string {
	return slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return slices.Contains(some, k) })
}

// DefaultLines groups by method or, if there is only one method, by puzzle and suite. Keys
// that are taken are not used.
func DefaultLines(samples []*Sample, taken ...string) []*Group {
	if SharedName(samples, func(s *Sample) string { return s.Method }) == "" && !slices.Contains(taken, "method") {
		return LinesBy(samples, "method")
	}
	return LinesBy(samples, Except([]string{"puzzle", "suite"}, taken...)...)
}

// SharedName returns the puzzle, method or other name that all samples share, or "" if they
// differ.
func SharedName(samples []*Sample, value func(*Sample) string) string {
	name := ""
	for i, s := range samples {
		if v := value(s); i > 0 && v != name {
			return ""
		} else {
			name = v
		}
	}
	return name
}

// Subject names the puzzle and the method that all samples share: " of calendar by native".
func Subject(samples []*Sample) string {
	var b strings.Builder
	if p := SharedName(samples, func(s *Sample) string { return s.Puzzle }); p != "" {
		b.WriteString(" of " + p)
	}
	if m := SharedName(samples, func(s *Sample) string { return s.Method }); m != "" {
		b.WriteString(" by " + m)
	}
	return b.String()
}

// MethodsOf returns the methods of the samples in natural order.
func MethodsOf(samples []*Sample) []string {
	seen := map[string]bool{}
	for _, s := range samples {
		seen[s.Method] = true
	}
	return format.SortedKeys(seen)
}
