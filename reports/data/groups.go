package data

import (
	"cmp"
	"slices"
	"strings"

	"counterproof/reports/format"
)

// A Group is the samples that one line, row or bar of a picture is about.
type Group struct {
	Name    string  // at an axis
	Prose   string  // in prose; empty: Name
	At      float64 // of a dimension of numbers
	first   int     // its first record's place among the records
	Samples []*Sample
}

// Split puts the samples into the groups of a dimension: numbers ascending, words in natural
// order, suites in the order of the records, and rows in the order of the samples, which is
// that of their instances. left is how many say nothing of it.
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

// LinesBy are the samples by what tells them apart of some dimensions, each only where it
// splits what those before it left together, all of it or nothing. One line has no name.
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

// ConstantKeys are those of the keys that a dimension says already: all samples of one value
// of it have the same, as those of a suite have one puzzle.
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

// Except are the keys but some.
func Except(keys []string, some ...string) []string {
	return slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return slices.Contains(some, k) })
}

// DefaultLines are the lines of a picture that has one for each method, over all suites; those of
// one method alone are by suite and puzzle.
func DefaultLines(samples []*Sample, taken ...string) []*Group {
	if SharedName(samples, func(s *Sample) string { return s.Method }) == "" && !slices.Contains(taken, "method") {
		return LinesBy(samples, "method")
	}
	return LinesBy(samples, Except([]string{"puzzle", "suite"}, taken...)...)
}

// SharedName is what all samples share of a puzzle or method, "" if they differ.
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

// Subject names what a picture of one method or puzzle is about: " of calendar by native".
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

func MethodsOf(samples []*Sample) []string {
	seen := map[string]bool{}
	for _, s := range samples {
		seen[s.Method] = true
	}
	return format.SortedKeys(seen)
}
