package result

import (
	"encoding/csv"
	"fmt"
	"io"
	"iter"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode/wording"
)

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
