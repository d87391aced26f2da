package result

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
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
	case r.Status == Unknown:
		return "unknown" + wording.If(r.Reason != "", ", "+r.Reason)
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

// breaking matches the characters that would end a part of a benchmark's name.
var breaking = regexp.MustCompile(`[/%\pZ\p{Cc}]`)

func title(task string) string {
	letters := []rune(cmp.Or(task, Count))
	letters[0] = unicode.ToUpper(letters[0])
	return escape(string(letters))
}

func escape(s string) string {
	return breaking.ReplaceAllStringFunc(s, func(r string) string { return strings.ReplaceAll(fmt.Sprintf(" % X", r), " ", "%") })
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

type column struct {
	name  string // the key of the JSON
	index []int
	empty bool // the cell of a zero value is empty
}

// columns lists the columns of the CSV in their order. Each key of the JSON has a column, with two
// exceptions: model_seconds is a long list, and failure repeats the first word of error. A new
// column must be added at the end of its group, and existing columns must keep their names.
var columns = func() (all []column) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Record]()) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || name == "model_seconds" || name == "failure" {
			continue
		}
		// The first seed and the first repetition are 0.
		empty := options == "omitempty" && name != "seed" && name != "repetition"
		all = append(all, column{name, f.Index, empty})
	}
	return all
}()

// WriteCSV writes a header and one row per record (RFC 4180, but lines end in a line feed). Values
// are not rounded. The cell of a value that was not measured is empty. The entries of levels and
// steps_by_level are joined by slashes. Two keys of the JSON have no column: model_seconds, the
// list of the times to each solution, and failure, because the text of error begins with it.
func WriteCSV(w io.Writer, recs iter.Seq[Record]) error {
	return writeCSV(w, recs, (*column).value)
}

func writeCSV(w io.Writer, recs iter.Seq[Record], value func(*column, *Record) string) error {
	out := csv.NewWriter(w)
	row := wording.Each(columns, func(c column) string { return c.name })
	_ = out.Write(row) // out.Error returns the first error, too
	var r Record       // one for all, because a new one for each takes time
	for r = range recs {
		for i := range columns {
			row[i] = value(&columns[i], &r)
		}
		if out.Write(row) != nil {
			break
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("csv: %w", err)
	}
	return nil
}

// field returns the field of the column. The result ok is false if Cell or Difficulty is nil, so that
// the field does not exist.
func (c *column) field(r *Record) (v reflect.Value, ok bool) {
	v = reflect.ValueOf(r).Elem().Field(c.index[0])
	if len(c.index) == 1 {
		return v, true
	}
	if v.Kind() == reflect.Pointer { // FieldByIndexErr would make an error, 20 for each record
		if v.IsNil() {
			return v, false
		}
		v = v.Elem()
	}
	return v.FieldByIndex(c.index[1:]), true
}

func (c *column) value(r *Record) string {
	v, ok := c.field(r)
	if !ok || c.empty && v.IsZero() {
		return ""
	}
	v = reflect.Indirect(v)
	switch {
	case v.Kind() == reflect.String:
		return v.String()
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10)
	case v.CanFloat():
		return number(v.Float())
	}
	switch x := v.Interface().(type) {
	case []string:
		return strings.Join(x, "/")
	case []int64:
		return strings.ReplaceAll(strings.Trim(fmt.Sprint(x), "[]"), " ", "/")
	case map[string]float64:
		return named(x)
	default:
		return fmt.Sprint(x)
	}
}

// Texts yields the texts of a record, as in the CSV, with their keys in the JSON.
func (r *Record) Texts() iter.Seq2[string, string] {
	return func(yield func(key, text string) bool) {
		for _, c := range columns {
			v, ok := c.field(r)
			if ok && slices.Contains([]reflect.Kind{reflect.String, reflect.Slice, reflect.Map}, v.Kind()) && !yield(c.name, c.value(r)) {
				return
			}
		}
	}
}

// named writes facts as name=value, sorted by name and joined by semicolons.
func named(facts map[string]float64) string {
	texts := wording.Each(slices.Sorted(maps.Keys(facts)), func(name string) string { return name + "=" + number(facts[name]) })
	return strings.Join(texts, ";")
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

func columnOf(key string) *column {
	i := slices.IndexFunc(columns, func(c column) bool { return c.name == key })
	if i < 0 {
		panic("a record has no " + key)
	}
	return &columns[i]
}

// Number returns a function that reads the field with the given key in the JSON as a number, and
// whether it was measured. If no column has the key, Number panics.
func Number(key string) func(*Record) (float64, bool) {
	c := columnOf(key)
	return func(r *Record) (float64, bool) {
		v, ok := c.field(r)
		if !ok || v.Kind() == reflect.Pointer && v.IsNil() {
			return 0, false
		}
		v = reflect.Indirect(v)
		if v.CanInt() {
			return float64(v.Int()), true
		}
		return v.Float(), true
	}
}

// WriteSpreadsheet works like WriteCSV, but spreadsheets show the values as they are. They would
// take 10-06 for a date and =A1 for a formula, and round integers of more than 15 digits. So
// WriteSpreadsheet writes these values as formulas whose result is the text, such as ="10-06".
// Excel, Google Sheets and LibreOffice evaluate them. A tab or an apostrophe before the text would
// become a part of the value, and spreadsheets remove quotes and blanks.
//
// Spreadsheets read numbers and plain words as they are. The file begins with a byte order mark,
// without which Excel does not read UTF-8.
func WriteSpreadsheet(w io.Writer, recs iter.Seq[Record]) error {
	if _, err := io.WriteString(w, "\uFEFF"); err != nil {
		return err
	}
	return writeCSV(w, recs, (*column).shown)
}

var (
	exactInteger = regexp.MustCompile(`^(0|-?[1-9][0-9]{0,14})$`)
	plainWord    = regexp.MustCompile(`^[A-Za-z]+([ /_-][A-Za-z]+)*$`)
	// inFormula writes the string constants of a formula. LibreOffice accepts no line breaks in them.
	inFormula = strings.NewReplacer(`"`, `""`, "\n", `"&CHAR(10)&"`, "\r", `"&CHAR(13)&"`)
)

// longest limits the characters of a string constant in a formula. Excel accepts at most 255 units
// of UTF-16.
const longest = 127

// shown returns the cell of the record in the column for a spreadsheet. Measured numbers with
// fractions stay numbers, although Excel rounds them to 15 digits: it would leave texts out of sums.
func (c *column) shown(r *Record) string {
	text := c.value(r)
	kind := reflect.TypeFor[Record]().FieldByIndex(c.index).Type
	if kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	switch {
	case text == "", kind.Kind() == reflect.Float64,
		(kind.Kind() != reflect.String || c.name == "count") && exactInteger.MatchString(text),
		plainWord.MatchString(text) && !strings.EqualFold(text, "true") && !strings.EqualFold(text, "false"):
		return text
	}
	var parts []string
	for part := range slices.Chunk([]rune(text), longest) {
		parts = append(parts, `"`+inFormula.Replace(string(part))+`"`)
	}
	return "=" + strings.Join(parts, "&")
}
