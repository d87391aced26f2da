package result

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode"

	"counterproof/encode/wording"
)

// WriteGoBench writes the records as Go benchmark results, for benchstat and similar programs
// (https://go.dev/design/14313-benchmark-format). Each record that has a time to compare becomes
// one line with one iteration. Repetitions are lines with the same name.
//
//	BenchmarkCount/puzzle=calendar/instance=01-25/method=native%2Fbitset 1 1234500 ns/op 4567 nodes
//
// Other settings of the job precede the method if they are not the default:
// "/mode=list/wall_limit_seconds=600".
//
// White space, slashes and percent signs in a value are written as %XX, since they would end or
// split the name. A hyphen in front of digits at the end of the name is also written as %XX,
// because benchstat would read the digits as GOMAXPROCS.
//
// Configuration lines state the provenance and are repeated where it changes. Comment lines state the
// solver. If configuration lines stated it, benchstat would put the methods into different tables.
//
// A record becomes a comment line if it has no answer or no time, if a limit of time or memory cut its
// answer short, or if its answer is wrong. Such records have no time to compare.
//
//	counterproof export --format gobench > all.txt && benchstat -col /method all.txt
func WriteGoBench(w io.Writer, recs iter.Seq[Record]) error {
	b := bufio.NewWriter(w)
	config := map[string]string{}
	solvers := map[string]bool{"": true}
	for rec := range recs {
		if why := incomparable(rec); why != "" {
			fmt.Fprintf(b, "# left out: %s %s %s: %s\n", rec.Puzzle, rec.Instance, rec.Method, why)
			continue
		}
		for _, kv := range provenance(rec) {
			// A key without a value cancels the value of an earlier record.
			if value := strings.Join(strings.Fields(kv[1]), " "); config[kv[0]] != value {
				config[kv[0]] = value
				fmt.Fprintf(b, "%s: %s\n", kv[0], value)
			}
		}
		if !solvers[rec.Solver] {
			solvers[rec.Solver] = true
			fmt.Fprintf(b, "# solver: %s\n", strings.Join(strings.Fields(rec.Solver), " "))
		}
		fmt.Fprintf(b, "Benchmark%s/puzzle=%s/instance=%s%s/method=%s 1%s\n", title(rec.Task),
			escape(rec.Puzzle), escape(rec.Instance), settings(&rec), escapeLast(rec.Method), values(rec))
	}
	return b.Flush()
}

// settingNames lists the columns, apart from the seed, that can be parts of a benchmark's name.
var settingNames = append([]string{"mode", "cube", "given", "solution_limit", "wall_limit_seconds", "cpu_limit_seconds", "memory_limit_bytes"},
	wording.Each(optionFields, func(o Option) string { return o.Name })...)

func settings(r *Record) string {
	var b strings.Builder
	for _, c := range columns {
		value := c.value(r)
		isSetting := slices.Contains(settingNames, c.name) || c.name == "seed" && value != "0"
		if isSetting && value != "" {
			fmt.Fprintf(&b, "/%s=%s", c.name, escape(value))
		}
	}
	return b.String()
}

func incomparable(r Record) string {
	switch {
	case r.Verdict == Wrong:
		return "wrong"
	case r.Status == Unknown && r.Reason != "":
		return "unknown, " + r.Reason
	case r.Status == Unknown:
		return "unknown"
	case r.Status == AtLeast && r.Reason != Limit && r.Reason != Done && r.Reason != "":
		return r.Status + ", " + r.Reason // its time only shows the limit
	case r.WallSeconds == nil:
		return "no time"
	}
	return ""
}

// provenance returns the configuration lines of a record as keys and values. The host, such as "AMD
// EPYC, 2 cores, linux/amd64", becomes the keys of Go's own benchmarks: cpu, goos and goarch.
func provenance(r Record) [][2]string {
	cpu, goos, goarch := r.Host, "", ""
	if i := strings.LastIndex(r.Host, ", "); i >= 0 {
		if a, b, ok := strings.Cut(r.Host[i+2:], "/"); ok && !strings.Contains(a+b, " ") {
			cpu, goos, goarch = r.Host[:i], a, b
		}
	}
	return [][2]string{{"goos", goos}, {"goarch", goarch}, {"cpu", cpu}, {"go", r.Go}, {"commit", r.Commit}}
}

func values(r Record) string {
	var b strings.Builder
	for _, t := range [][2]string{{"wall_seconds", "ns/op"}, {"cpu_seconds", "cpu-ns/op"}, {"sat_seconds", "sat-ns/op"}} {
		if seconds, ok := Number(t[0])(&r); ok { // to a tenth of a nanosecond, without an exponent; no clock is finer
			fmt.Fprintf(&b, " %s %s", strings.TrimSuffix(fmt.Sprintf("%.1f", seconds*1e9), ".0"), t[1])
		}
	}
	for _, key := range []string{"peak_bytes", "nodes", "updates", "variables", "clauses", "conflicts", "decisions", "propagations",
		"cubes", "cubes_closed", "runs", "level_index", "steps", "longest_wait", "left", "left_removable", "clues", "moves"} {
		if value := columnOf(key).value(&r); value != "" {
			fmt.Fprintf(&b, " %s %s", value, strings.ReplaceAll(key, "_", "-"))
		}
	}
	return b.String()
}

func title(task string) string {
	letters := []rune(cmp.Or(task, Count))
	letters[0] = unicode.ToUpper(letters[0])
	return escape(string(letters))
}

func escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r == '/' || r == '%' || unicode.IsSpace(r) || unicode.IsControl(r) {
			for _, c := range []byte(string(r)) {
				fmt.Fprintf(&b, "%%%02X", c)
			}
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func escapeLast(s string) string {
	s = escape(s)
	i := len(strings.TrimRight(s, "0123456789"))
	if i < len(s) && i > 0 && s[i-1] == '-' {
		return s[:i-1] + "%2D" + s[i:]
	}
	return s
}

// WriteJSONL writes each record as one line of JSON. If JSON cannot express a number, the error
// names the record. Any other error comes from w.
func WriteJSONL(w io.Writer, recs iter.Seq[Record]) error {
	b := bufio.NewWriter(w)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	n := 0
	for rec := range recs {
		n++
		if err := enc.Encode(rec); err != nil {
			return fmt.Errorf("record %d (%s %s): %w", n, rec.Instance, rec.Method, err)
		}
	}
	return b.Flush()
}

// DecodeJSON reads a text that is exactly one JSON value. It rejects keys that into does not have.
func DecodeJSON[T ~string | ~[]byte](text T, into any) error {
	d := decoders.Get().(*decoder)
	d.text.Reset(string(text))
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("there is more text after the JSON value")
	}
	decoders.Put(d)
	return nil
}

// DecodeObject reads the fields of a JSON object. The fields are nil if the text is another value. If a name
// occurs twice, the error says so, and the fields have the last value.
func DecodeObject(text []byte) (fields map[string]json.RawMessage, err error) {
	if err = json.Unmarshal(text, &fields); err != nil || fields == nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(text)) // without errors, because the text is valid
	_, _ = d.Token()
	for seen := map[json.Token]bool{}; d.More(); {
		name, _ := d.Token()
		if seen[name] {
			return fields, fmt.Errorf("the field %q occurs twice", name)
		}
		seen[name] = true
		_ = d.Decode(new(json.RawMessage))
	}
	return fields, nil
}

type decoder struct {
	*json.Decoder
	text strings.Reader
}

// decoders holds decoders that have read the whole of a text. A new one for each text allocates more than
// a record does.
var decoders = sync.Pool{New: func() any {
	d := new(decoder)
	d.Decoder = json.NewDecoder(&d.text)
	d.DisallowUnknownFields()
	return d
}}

// Options say how a job is done. The options are a part of the job's key and are repeated in the
// job's record. Add a new option as a field at the end. The JSON key of this field is the name of
// the option everywhere: in the text of the job, in records and in experiment files. If only one
// task has the option, the tag "task" names that task.
type Options struct {
	Orbits   bool `json:"orbits,omitempty" task:"count"`    // count up to symmetry
	Trace    bool `json:"trace,omitempty"`                  // record the time of every solution
	Fresh    bool `json:"fresh,omitempty"`                  // start a new worker for this job
	Possible bool `json:"possible,omitempty" task:"deduce"` // count the remaining values that no solution has
}

// An Option is one field of Options.
type Option struct {
	Name string
	Task string // the only task that has the option; empty if all tasks have it
	Text string // the value as text; empty for the zero value
}

// optionFields holds the name of each option, and its only task if it has one.
var optionFields = func() (all []Option) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Options]()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		all = append(all, Option{Name: name, Task: f.Tag.Get("task")})
	}
	return all
}()

// List returns all options in the order of the fields.
func (o Options) List() []Option {
	all := make([]Option, len(optionFields))
	v := reflect.ValueOf(o)
	for i, option := range optionFields {
		if f := v.Field(i); !f.IsZero() {
			option.Text = fmt.Sprint(f.Interface())
		}
		all[i] = option
	}
	return all
}

// keyOrder returns the options in the order of the lines in a job's text. Orbits, the first field,
// comes after Fresh. Another order would change the keys of old jobs.
func keyOrder(all []Option) []Option {
	return append([]Option{all[1], all[2], all[0]}, all[3:]...)
}

// A Plot describes one picture of records. The kind of the plot chooses a value for each empty
// field.
type Plot struct {
	Kind     string `toml:"kind"`     // the name of a kind of plots
	Name     string `toml:"name"`     // the name of the files, without the extension; default: Kind
	Title    string `toml:"title"`    // replaces the title of the kind
	Caption  string `toml:"caption"`  // precedes the caption that the kind writes
	Instance string `toml:"instance"` // the instance to draw, for a kind that draws one ("models")

	Suites  []string `toml:"suites"`  // the suites whose records are used; empty: all suites
	Methods []string `toml:"methods"` // the methods whose records are used, by full name or by its beginning up to a slash; empty: all methods
	Measure string   `toml:"measure"` // the key of a measure, such as "cpu_seconds"; empty: the default of the kind
	By      string   `toml:"by"`      // the key of the dimension for the horizontal axis or for the rows; empty: the default of the kind
	Scale   string   `toml:"scale"`   // "log" or "linear": the scale of the numbers; empty: logarithmic if the numbers span a wide range
	Width   string   `toml:"width"`   // "column": 3.4 inches, for a column of a paper; empty: 7.4 inches or a little less
}

// File returns the name of the plot's files without the extension.
func (p Plot) File() string { return cmp.Or(p.Name, p.Kind) }
