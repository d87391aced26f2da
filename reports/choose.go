package reports

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"counterproof/bench/result"
)

// A Dimension is what records are put in order by: an axis, the rows of a picture,
// or its lines.
type Dimension struct {
	Key, Name string

	// text is false where the record does not say.
	text func(*result.Record) (string, bool)
	// number is nil where the texts are no numbers.
	number func(*result.Record) (float64, bool)
}

var dimensions = []Dimension{
	word("suite", "suite", func(r *result.Record) string { return r.Suite }),
	word("puzzle", "puzzle", func(r *result.Record) string { return r.Puzzle }),
	word("method", "method", func(r *result.Record) string { return r.Method }),
	word("style", "style", func(r *result.Record) string { return r.Style }),
	word("size", "size (height x width)", func(r *result.Record) string {
		h, w, ok := size(r)
		if !ok {
			return ""
		}
		return fmt.Sprintf("%dx%d", h, w)
	}),
	word("instance", "instance", func(r *result.Record) string { return r.Instance }),
	word("row", "row", func(r *result.Record) string { return instanceCell(r).Row }),
	word("column", "column", func(r *result.Record) string { return instanceCell(r).Column }),
	count("height", "height", func(r *result.Record) (float64, bool) {
		h, _, ok := size(r)
		return float64(h), ok
	}),
	count("width", "width", func(r *result.Record) (float64, bool) {
		_, w, ok := size(r)
		return float64(w), ok
	}),
	count("cells", "cells", func(r *result.Record) (float64, bool) {
		h, w, ok := size(r)
		return float64(h * w), ok
	}),
	count("number", "number", func(r *result.Record) (float64, bool) { return optional(r.Number) }),
	count("density", "density", func(r *result.Record) (float64, bool) { return optional(r.Density) }),
}

// instanceCell is where the instance is in a table of its kind; empty if nobody says.
func instanceCell(r *result.Record) result.Cell {
	if r.Cell == nil {
		return result.Cell{}
	}
	return *r.Cell
}

func word(key, name string, text func(*result.Record) string) Dimension {
	return Dimension{Key: key, Name: name, text: func(r *result.Record) (string, bool) {
		s := text(r)
		return s, s != ""
	}}
}

func count(key, name string, number func(*result.Record) (float64, bool)) Dimension {
	return Dimension{Key: key, Name: name, number: number, text: func(r *result.Record) (string, bool) {
		x, ok := number(r)
		return strconv.FormatFloat(x, 'g', 6, 64), ok
	}}
}

var named = regexp.MustCompile(`^(\d{1,4})x(\d{1,4})$`)

// size is that of the board: as the experiment says it, as deduction says it, or
// the name of the instance where that is HxW.
func size(r *result.Record) (h, w int64, ok bool) {
	if r.Height != nil && r.Width != nil {
		return *r.Height, *r.Width, true
	}
	for _, name := range []string{sizeOf(r.Difficulty), r.Instance} {
		if m := named.FindStringSubmatch(name); m != nil {
			h, _ = strconv.ParseInt(m[1], 10, 64)
			w, _ = strconv.ParseInt(m[2], 10, 64)
			return h, w, true
		}
	}
	return 0, 0, false
}

func sizeOf(d *result.Difficulty) string {
	if d == nil {
		return ""
	}
	return d.Size
}

// findDimension is the dimension of a key; an error names all there are.
func findDimension(key string) (Dimension, error) {
	var keys []string
	for _, d := range dimensions {
		if d.Key == key {
			return d, nil
		}
		keys = append(keys, d.Key)
	}
	return Dimension{}, fmt.Errorf("nothing is called %q: want one of %s", key, strings.Join(keys, ", "))
}

// mustDimension is one that there is.
func mustDimension(key string) Dimension {
	d, err := findDimension(key)
	if err != nil {
		panic(err)
	}
	return d
}

// findAxis is a dimension, or a measure, whose numbers are one too.
func findAxis(key string) (Dimension, error) {
	d, err := findDimension(key)
	if err == nil {
		return d, nil
	}
	m, bad := findMeasure(key)
	if bad != nil {
		return Dimension{}, fmt.Errorf("%w, or a measure", err)
	}
	return count(key, m.axis(), m.value), nil
}

// positionOf is where in the experiment the record stands: a job that is in several suites, or was
// drawn at several densities, has a record in each of these places.
func positionOf(r *result.Record) string {
	at := r.Suite
	if r.Density != nil {
		at += "\x00" + strconv.FormatFloat(*r.Density, 'g', -1, 64)
	}
	return at
}

// A selection is what a plot takes of the records.
type selection struct {
	Suites, Methods []string // none: all; a method by its name or the beginning of it up to a slash
	BySuite         bool     // a job in several suites is taken in each
	ByPosition      bool     // a job in several suites or at several densities is taken in each
}

// choose returns the records of the suites and methods in their order, and names those that
// have no record. Other jobs than those of BySuite and ByPosition are taken once.
func (s *selection) choose(recs []result.Record) (chosen []result.Record, missing []string) {
	used := map[string]bool{}
	seen := map[string]bool{}
	for _, r := range recs {
		if len(s.Suites) > 0 && !slices.Contains(s.Suites, r.Suite) {
			continue
		}
		named := slices.DeleteFunc(slices.Clone(s.Methods), func(m string) bool { return !matchesName(r.Method, m) })
		if len(named) == 0 && len(s.Methods) > 0 {
			continue
		}
		used["suite "+r.Suite] = true
		for _, m := range named {
			used["method "+m] = true
		}
		id := r.Key
		switch {
		case s.ByPosition:
			id += "\x00" + positionOf(&r)
		case s.BySuite || len(s.Suites) > 0:
			id += "\x00" + r.Suite
		}
		if r.Key != "" && seen[id] {
			continue
		}
		seen[id] = true
		chosen = append(chosen, r)
	}
	for _, name := range s.Suites {
		if !used["suite "+name] {
			missing = append(missing, "suite "+name)
		}
	}
	for _, m := range s.Methods {
		if !used["method "+m] {
			missing = append(missing, "method "+m)
		}
	}
	return chosen, missing
}

// matchesName reports whether a method has the name, or begins with it up to a slash.
func matchesName(method, name string) bool {
	rest, ok := strings.CutPrefix(method, name)
	return ok && (rest == "" || rest[0] == '/')
}

// axis is the name with its unit. Suites, rows and columns have names that say what they are.
func (d *Dimension) axis() string {
	if d.Key == "suite" || d.Key == "row" || d.Key == "column" {
		return ""
	}
	if d.Key == "height" || d.Key == "width" {
		return d.Name + " (cells)"
	}
	return d.Name
}

// of names a value of the dimension in prose: "height 4", "native/dlx".
func (d *Dimension) of(name string) string {
	if d.number != nil {
		return d.Name + " " + name
	}
	return name
}

// A group is the samples that one line, row or bar of a picture is about.
type group struct {
	Name    string  // at an axis
	Prose   string  // in prose; empty: Name
	at      float64 // of a dimension of numbers
	first   int     // its first record's place among the records
	Samples []*sample
}

// split puts the samples into the groups of a dimension: numbers ascending, words in natural
// order, suites in the order of the records, and rows in the order of the samples, which is
// that of their instances. left is how many say nothing of it.
func split(samples []*sample, d Dimension) (groups []*group, left int) {
	index := map[string]*group{}
	for _, s := range samples {
		name, ok := d.text(s.Record)
		if !ok {
			left++
			continue
		}
		g := index[name]
		if g == nil {
			g = &group{Name: name, Prose: d.of(name), first: s.Order}
			if d.number != nil {
				g.at, _ = d.number(s.Record)
			}
			index[name] = g
			groups = append(groups, g)
		}
		g.first = min(g.first, s.Order)
		g.Samples = append(g.Samples, s)
	}
	slices.SortStableFunc(groups, func(a, b *group) int {
		switch d.Key {
		case "suite":
			return cmp.Compare(a.first, b.first)
		case "row":
			return 0
		}
		return cmp.Or(cmp.Compare(a.at, b.at), natural(a.Name, b.Name))
	})
	return groups, left
}

// linesBy are the samples by what tells them apart of some dimensions, each only where it
// splits what those before it left together, all of it or nothing. One line has no name.
func linesBy(samples []*sample, keys ...string) []*group {
	all := []*group{{Samples: samples}}
	for _, key := range keys {
		d := mustDimension(key)
		var finer []*group
		for _, g := range all {
			parts, left := split(g.Samples, d)
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

// constantKeys are those of the keys that a dimension says already: all samples of one value
// of it have the same, as those of a suite have one puzzle.
func constantKeys(samples []*sample, by Dimension, keys ...string) []string {
	var known []string
	places, left := split(samples, by)
	for _, key := range keys {
		own := mustDimension(key)
		one := left == 0
		for _, place := range places {
			parts, _ := split(place.Samples, own)
			one = one && len(parts) < 2
		}
		if one {
			known = append(known, key)
		}
	}
	return known
}

// except are the keys but some.
func except(keys []string, some ...string) []string {
	return slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return slices.Contains(some, k) })
}

// defaultLines are the lines of a picture that has one for each method, over all suites; those of
// one method alone are by suite and puzzle.
func defaultLines(samples []*sample, taken ...string) []*group {
	if sharedName(samples, func(s *sample) string { return s.Method }) == "" && !slices.Contains(taken, "method") {
		return linesBy(samples, "method")
	}
	return linesBy(samples, except([]string{"puzzle", "suite"}, taken...)...)
}
