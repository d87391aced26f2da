package result

import (
	"encoding/csv"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// columns are the columns of the CSV in their order: the keys of the JSON,
// except model_seconds, which is a list. New columns go to the end of their
// group and never change the name of another.
var columns = []struct {
	name  string
	value func(*Record) string
}{
	{"key", func(r *Record) string { return r.Key }},
	{"task", func(r *Record) string { return r.Task }},
	{"puzzle", func(r *Record) string { return r.Puzzle }},
	{"instance", func(r *Record) string { return r.Instance }},
	{"method", func(r *Record) string { return r.Method }},
	{"style", func(r *Record) string { return r.Style }},
	{"version", func(r *Record) string { return r.Version }},
	{"seed", func(r *Record) string { return strconv.FormatUint(r.Seed, 10) }},
	{"repetition", func(r *Record) string { return strconv.Itoa(r.Repetition) }},
	{"cube", func(r *Record) string { return r.Cube }},
	{"mode", func(r *Record) string { return r.Mode }},
	{"orbits", func(r *Record) string { return flag(r.Orbits) }},
	{"trace", func(r *Record) string { return flag(r.Trace) }},
	{"fresh", func(r *Record) string { return flag(r.Fresh) }},
	{"possible", func(r *Record) string { return flag(r.Possible) }},
	{"solution_limit", func(r *Record) string { return whole(present(r.SolutionLimit)) }},
	{"wall_limit_seconds", func(r *Record) string { return number(present(r.WallLimit)) }},
	{"cpu_limit_seconds", func(r *Record) string { return number(present(r.CPULimit)) }},
	{"memory_limit_bytes", func(r *Record) string { return whole(present(r.MemoryLimit)) }},

	{"suite", func(r *Record) string { return r.Suite }},
	{"height", func(r *Record) string { return whole(r.Height) }},
	{"width", func(r *Record) string { return whole(r.Width) }},
	{"number", func(r *Record) string { return whole(r.Number) }},
	{"density", func(r *Record) string { return number(r.Density) }},
	{"draws", func(r *Record) string { return whole(r.Draws) }},
	{"board_seed", func(r *Record) string {
		if r.BoardSeed == nil {
			return ""
		}
		return strconv.FormatUint(*r.BoardSeed, 10)
	}},
	{"row", placed(func(c *Cell) string { return c.Row })},
	{"column", placed(func(c *Cell) string { return c.Column })},
	{"label", placed(func(c *Cell) string { return c.Label })},
	{"short", placed(func(c *Cell) string { return c.Short })},
	{"noun", placed(func(c *Cell) string { return c.Noun })},
	{"instance_hash", func(r *Record) string { return r.Hash }},

	{"status", func(r *Record) string { return r.Status }},
	{"reason", func(r *Record) string { return r.Reason }},
	{"verdict", func(r *Record) string { return r.Verdict }},
	{"count", func(r *Record) string { return r.Count }},
	{"digest", func(r *Record) string { return r.Digest }},
	{"error", func(r *Record) string { return r.Error }},

	{"wall_seconds", func(r *Record) string { return number(r.WallSeconds) }},
	{"cpu_seconds", func(r *Record) string { return number(r.CPUSeconds) }},
	{"peak_bytes", func(r *Record) string { return whole(r.PeakBytes) }},
	{"nodes", func(r *Record) string { return whole(r.Nodes) }},
	{"updates", func(r *Record) string { return whole(r.Updates) }},
	{"variables", func(r *Record) string { return whole(r.Variables) }},
	{"clauses", func(r *Record) string { return whole(r.Clauses) }},
	{"conflicts", func(r *Record) string { return whole(r.Conflicts) }},
	{"decisions", func(r *Record) string { return whole(r.Decisions) }},
	{"cubes", func(r *Record) string { return whole(r.Cubes) }},
	{"cubes_closed", func(r *Record) string { return whole(r.CubesClosed) }},
	{"sat_seconds", func(r *Record) string { return number(r.SATSeconds) }},
	{"runs", func(r *Record) string { return whole(r.Runs) }},
	{"propagations", func(r *Record) string { return whole(r.Propagations) }},

	{"deduced", graded(func(d *Difficulty) string { return d.Deduced })},
	{"levels", graded(func(d *Difficulty) string { return strings.Join(d.Levels, "/") })},
	{"level", graded(func(d *Difficulty) string { return d.Level })},
	{"level_index", graded(func(d *Difficulty) string { return whole(&d.LevelIndex) })},
	{"steps", graded(func(d *Difficulty) string { return whole(&d.Steps) })},
	{"steps_by_level", graded(func(d *Difficulty) string { return slashed(d.StepsByLevel) })},
	{"longest_wait", graded(func(d *Difficulty) string { return whole(&d.LongestWait) })},
	{"left", graded(func(d *Difficulty) string { return whole(&d.Left) })},
	{"left_removable", graded(func(d *Difficulty) string { return whole(d.LeftRemovable) })},
	{"clues", graded(func(d *Difficulty) string { return whole(d.Clues) })},
	{"full_clues", graded(func(d *Difficulty) string { return whole(d.FullClues) })},
	{"size", graded(func(d *Difficulty) string { return d.Size })},

	{"facts", func(r *Record) string { return named(r.Facts) }},

	{"started", func(r *Record) string { return r.Started }},
	{"host", func(r *Record) string { return r.Host }},
	{"go", func(r *Record) string { return r.Go }},
	{"commit", func(r *Record) string { return r.Commit }},
	{"solver", func(r *Record) string { return r.Solver }},
}

// WriteCSV writes a header and one row a record (RFC 4180, lines end in a line
// feed). Values are unrounded; what was not measured is an empty cell. The
// entries of levels and steps_by_level are joined by slashes. The times to each
// solution are left out: JSON Lines has them.
func WriteCSV(w io.Writer, recs iter.Seq[Record]) error {
	out := csv.NewWriter(w)
	row := make([]string, len(columns))
	for i, c := range columns {
		row[i] = c.name
	}
	if err := out.Write(row); err != nil {
		return fmt.Errorf("csv: %w", err)
	}
	for rec := range recs {
		for i, c := range columns {
			row[i] = c.value(&rec)
		}
		if err := out.Write(row); err != nil {
			return fmt.Errorf("csv: %w", err)
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("csv: %w", err)
	}
	return nil
}

// placed is an empty cell where the instance has no place in a table.
func placed(value func(*Cell) string) func(*Record) string {
	return func(r *Record) string {
		if r.Cell == nil {
			return ""
		}
		return value(r.Cell)
	}
}

// graded is an empty cell where there was no deduction.
func graded(value func(*Difficulty) string) func(*Record) string {
	return func(r *Record) string {
		if r.Difficulty == nil {
			return ""
		}
		return value(r.Difficulty)
	}
}

// named is name=value, in the order of the names, joined by semicolons.
func named(facts map[string]float64) string {
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(facts)) {
		x := facts[name]
		texts = append(texts, name+"="+number(&x))
	}
	return strings.Join(texts, ";")
}

func slashed(xs []int64) string {
	var texts []string
	for _, x := range xs {
		texts = append(texts, strconv.FormatInt(x, 10))
	}
	return strings.Join(texts, "/")
}

// flag is an empty cell for false.
func flag(x bool) string {
	if x {
		return "true"
	}
	return ""
}

// present is nil for zero, which is no limit.
func present[T int64 | float64](x T) *T {
	if x == 0 {
		return nil
	}
	return &x
}

func number(x *float64) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(*x, 'g', -1, 64)
}

func whole(x *int64) string {
	if x == nil {
		return ""
	}
	return strconv.FormatInt(*x, 10)
}
