package data

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"counterproof/bench/record/result"
	"counterproof/encode/wording"
	"counterproof/reports/study/format"
)

// A Dimension is a property by which records can be grouped or ordered, such as the suite or the
// height of the board. A picture can use it for an axis, or for separate rows or lines.
type Dimension struct {
	Key, Name string

	// Text returns the value of a record as text. It returns false if the record lacks the
	// dimension.
	Text func(*result.Record) (string, bool)
	// Number returns the value of a record as a number. It is nil for a dimension of words.
	Number func(*result.Record) (float64, bool)

	measure *Measure // the dimension is this measure; nil for other dimensions
}

// At returns the position of a sample on an axis with this dimension of numbers. For a measure, the
// position is the median of the repetitions, as in a Sample of the measure. If this median is
// infinite and the sample is also unsolved, the position is a lower bound. The result ok is false
// if there is no position.
func (d *Dimension) At(s *Sample) (x float64, ok bool) {
	if d.measure == nil {
		return d.Number(s.Record)
	}
	own := &Sample{Record: s.Record, Records: slices.DeleteFunc(slices.Clone(s.Records), d.measure.leavesOut)}
	own.leftOut = len(s.Records) - len(own.Records)
	switch {
	case !own.complete(*d.measure):
		return 0, false
	case own.Solved():
		return own.Value, true
	}
	return own.Least, own.Least > 0 && !s.Solved()
}

// Dimensions lists the dimensions in the order in which error messages name them.
var Dimensions = []Dimension{
	word("suite", "suite", func(r *result.Record) string { return r.Suite }),
	word("puzzle", "puzzle", func(r *result.Record) string { return r.Puzzle }),
	word("method", "method", func(r *result.Record) string { return r.Method }),
	word("style", "style", func(r *result.Record) string { return r.Style }),
	word("size", "size (height x width)", func(r *result.Record) string {
		h, w, ok := Size(r)
		return wording.If(ok, fmt.Sprintf("%dx%d", h, w))
	}),
	word("instance", "instance", func(r *result.Record) string { return r.Instance }),
	word("row", "row", func(r *result.Record) string { return InstanceCell(r).Row }),
	word("column", "column", func(r *result.Record) string { return InstanceCell(r).Column }),
	count("height", "height", sized(func(h, _ int64) int64 { return h })),
	count("width", "width", sized(func(_, w int64) int64 { return w })),
	count("cells", "cells", sized(func(h, w int64) int64 { return h * w })),
	count("number", "number", result.Number("number")),
	count("density", "density", result.Number("density")),
}

// InstanceCell returns the row and column of the record's instance in a table of instances, such as
// the days of a year. If the record states no row and column, both fields of the cell are empty.
func InstanceCell(r *result.Record) result.Cell {
	return *cmp.Or(r.Cell, &result.Cell{})
}

func word(key, name string, text func(*result.Record) string) Dimension {
	return Dimension{Key: key, Name: name, Text: func(r *result.Record) (string, bool) {
		s := text(r)
		return s, s != ""
	}}
}

func count(key, name string, number func(*result.Record) (float64, bool)) Dimension {
	return Dimension{Key: key, Name: name, Number: number, Text: func(r *result.Record) (string, bool) {
		x, ok := number(r)
		return strconv.FormatFloat(x, 'g', 6, 64), ok
	}}
}

// sized returns a number that depends on the height and the width of the board.
func sized(number func(h, w int64) int64) func(*result.Record) (float64, bool) {
	return func(r *result.Record) (float64, bool) {
		h, w, ok := Size(r)
		return float64(number(h, w)), ok
	}
}

var named = regexp.MustCompile(`^(\d{1,4})x(\d{1,4})$`)

// Size returns the height and width of the board. Size first looks for the size that the
// experiment states, then for the size that a deduction has measured. Without these two, Size
// reads the name of the instance if the name has the form HxW.
func Size(r *result.Record) (h, w int64, ok bool) {
	if r.Height != nil && r.Width != nil {
		return *r.Height, *r.Width, true
	}
	for _, name := range []string{cmp.Or(r.Difficulty, &result.Difficulty{}).Size, r.Instance} {
		if m := named.FindStringSubmatch(name); m != nil {
			h, _ = strconv.ParseInt(m[1], 10, 64)
			w, _ = strconv.ParseInt(m[2], 10, 64)
			return h, w, true
		}
	}
	return 0, 0, false
}

// FindDimension returns the dimension with the key. If there is no such dimension,
// the error names all dimensions.
func FindDimension(key string) (Dimension, error) {
	if i := slices.IndexFunc(Dimensions, func(d Dimension) bool { return d.Key == key }); i >= 0 {
		return Dimensions[i], nil
	}
	keys := wording.Each(Dimensions, func(d Dimension) string { return d.Key })
	return Dimension{}, fmt.Errorf("no dimension is called %.20q: %s", key, wording.Want(key, keys))
}

// MustDimension returns the dimension with the key, and panics if there is none.
func MustDimension(key string) Dimension { return must(FindDimension(key)) }

// MustAxis works like FindAxis, but panics if there is no such dimension or measure.
func MustAxis(key string) Dimension { return must(FindAxis(key)) }

func must[T any](found T, err error) T {
	if err != nil {
		panic(err)
	}
	return found
}

// FindAxis returns the dimension with the key. If there is no such dimension, FindAxis looks for a
// measure with the key, and returns a dimension whose numbers are the values of this measure.
func FindAxis(key string) (Dimension, error) {
	d, err := FindDimension(key)
	if err == nil {
		return d, nil
	}
	m, bad := FindMeasure(key)
	if bad != nil {
		return Dimension{}, fmt.Errorf("%w, or a measure", err)
	}
	d = count(key, m.Axis(), m.Value)
	d.measure = &m
	return d, nil
}

// FindNumber works like FindAxis, but rejects dimensions of words.
func FindNumber(key string) (Dimension, error) {
	d, err := FindAxis(key)
	if err == nil && d.Number == nil {
		err = fmt.Errorf("%s is not a number: want height, width, cells, number, density or a measure", key)
	}
	return d, err
}

// Axis returns the name of the dimension, with its unit, as the label of an axis. It returns no
// label for suites, rows and columns, whose values explain themselves.
func (d *Dimension) Axis() string {
	label := d.Name + wording.If(d.Key == "height" || d.Key == "width", " (cells)")
	return wording.If(d.Key != "suite" && d.Key != "row" && d.Key != "column", label)
}

// Of returns a phrase for a value of the dimension: "height 4", "native/dlx". The parameter name is
// the value as text.
func (d *Dimension) Of(name string) string {
	return wording.If(d.Number != nil, d.Name+" ") + name
}

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
	m := SharedName(samples, func(s *Sample) string { return s.Method })
	return SubjectPuzzle(samples) + wording.If(m != "", " by "+m)
}

// SubjectPuzzle names only the puzzle: " of calendar".
func SubjectPuzzle(samples []*Sample) string {
	p := SharedName(samples, func(s *Sample) string { return s.Puzzle })
	return wording.If(p != "", " of "+p)
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
