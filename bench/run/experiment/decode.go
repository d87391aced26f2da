package experiment

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"counterproof/encode"
	"counterproof/encode/wording"
)

// decode reads the text of an experiment into s and returns it as a table. The error is a
// *SpecError. If the text is not valid TOML, the error is at the mistake. Otherwise, it is at the
// first wrong key.
func (s *Spec) decode(text []byte) (map[string]any, error) {
	tree := map[string]any{}
	if err := toml.NewDecoder(bytes.NewReader(text)).Decode(&tree); err != nil {
		if decode, ok := errors.AsType[*toml.DecodeError](err); ok {
			line, column := decode.Position()
			return nil, &SpecError{s.Path, line, column, libraryError(err)}
		}
		return nil, &SpecError{s.Path, 0, 0, libraryError(err)}
	}
	found := surveyOf(text)
	s.at = found.at
	if err := s.checkPlain(text, found.texts); err != nil {
		return nil, err
	}
	return tree, s.bind(reflect.ValueOf(s).Elem(), tree, "")
}

// aboutKey finds the name of a key or table in an error of the TOML library.
var aboutKey = regexp.MustCompile(`(?s)^((?:key|table) )(.*)( (?:is already defined|already exists(?: as .*)?|should be a table, not .*))$`)

func libraryError(err error) error {
	text := strings.TrimPrefix(err.Error(), "toml: ")
	if parts := aboutKey.FindStringSubmatch(text); parts != nil {
		text = parts[1] + wording.Short(parts[2]) + parts[3]
	}
	return errors.New(wording.Plain(text))
}

func utf8Text(text []byte) ([]byte, error) {
	if bytes.HasPrefix(text, []byte{0xff, 0xfe}) || bytes.HasPrefix(text, []byte{0xfe, 0xff}) {
		return nil, errors.New("want a text in UTF-8, got UTF-16")
	}
	return bytes.TrimPrefix(text, []byte("\ufeff")), nil
}

// A value is a type that reads itself from a TOML value, such as a text or a number.
type value interface{ read(x any) error }

// bind sets the field v to x, the TOML value at the given path of the text. The TOML library
// could set fields, too, but its errors name Go types, and do not always name the place.
func (s *Spec) bind(v reflect.Value, x any, path string) error {
	if own, ok := v.Addr().Interface().(value); ok {
		if err := own.read(x); err != nil {
			return s.errorf(path, "%w", err)
		}
		return nil
	}
	want := ""
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return s.bind(v.Elem(), x, path)
	case reflect.Struct:
		if table, ok := x.(map[string]any); ok {
			return s.bindTable(v, table, path)
		}
		want = "a table"
	case reflect.Slice:
		if list, ok := x.([]any); ok {
			return s.bindList(v, list, path)
		}
		want = "a list"
		if v.Type().Elem().Kind() == reflect.Struct {
			want = fmt.Sprintf("[[%s]] in double brackets", path)
		}
	default:
		want = bindBasic(v, x)
	}
	if want != "" {
		return s.errorf(path, "want %s, got %s", want, show(x))
	}
	return nil
}

func (s *Spec) bindList(v reflect.Value, list []any, path string) error {
	v.Set(reflect.MakeSlice(v.Type(), len(list), len(list)))
	for i := range list {
		if err := s.bind(v.Index(i), list[i], fmt.Sprintf("%s[%d]", path, i)); err != nil {
			return err
		}
	}
	return nil
}

// wanted says what a field of each basic kind accepts, for error messages.
var wanted = map[reflect.Kind]string{
	reflect.String: "a text", reflect.Bool: "true or false", reflect.Float64: "a number",
	reflect.Int: "a whole number", reflect.Int64: "a whole number", reflect.Uint64: "a whole number from 0",
}

// bindBasic sets v to a text, a truth value or a number. If x does not fit, the result want says
// what v accepts.
func bindBasic(v reflect.Value, x any) (want string) {
	given := reflect.ValueOf(x)
	n, whole := x.(int64)
	fits := given.Kind() == v.Kind()
	switch v.Kind() {
	case reflect.Float64:
		fits = fits || whole
	case reflect.Int:
		fits = whole && !v.OverflowInt(n)
	case reflect.Uint64:
		fits = whole && n >= 0
	}
	want, ok := wanted[v.Kind()]
	if !ok {
		panic("a Spec has no field of the type " + v.Type().String())
	}
	if !fits {
		return want
	}
	v.Set(given.Convert(v.Type()))
	return ""
}

func (s *Spec) bindTable(v reflect.Value, table map[string]any, path string) error {
	fields := map[string][]int{}
	for _, f := range reflect.VisibleFields(v.Type()) {
		key := f.Tag.Get("toml")
		if key == "" && len(f.Index) > 1 { // the field of an embedded struct, which records share
			key, _, _ = strings.Cut(f.Tag.Get("json"), ",")
		}
		if key != "" && key != "-" {
			fields[key] = f.Index
		}
	}
	offset := func(key string) int { return s.at[join(path, key)].name }
	keys := slices.SortedFunc(maps.Keys(table), func(a, b string) int {
		return cmp.Or(cmp.Compare(offset(a), offset(b)), strings.Compare(a, b))
	})
	for _, key := range keys {
		at := join(path, key)
		i, ok := fields[key]
		if !ok {
			name := indices.ReplaceAllString(join(path, wording.Short(key)), "")
			return s.errorAt(offset(key), fmt.Errorf("unknown key %q: %s", name, wording.Want(key, slices.Sorted(maps.Keys(fields)))))
		}
		if err := s.bind(v.FieldByIndex(i), table[key], at); err != nil {
			return err
		}
	}
	return nil
}

var indices = regexp.MustCompile(`\[[0-9]+\]`)

// merge returns a copy of the first table with the values of the second, and merges nested tables.
func merge(table, instead map[string]any) map[string]any {
	merged := maps.Clone(table)
	for key, x := range instead {
		old, isTable := merged[key].(map[string]any)
		if t, ok := x.(map[string]any); ok && isTable {
			x = merge(old, t)
		}
		merged[key] = x
	}
	return merged
}

func show(x any) string {
	switch x := x.(type) {
	case string:
		return strconv.Quote(wording.Short(x))
	case bool, int64, float64:
		return fmt.Sprint(x)
	case []any:
		return "a list"
	case map[string]any:
		return "a table"
	}
	return "a date or time" // TOML has four types of dates and times
}

// longer matches the paths of the keys whose texts may have several lines, such as the key
// question.
var longer = regexp.MustCompile(`(^question|\.caption|\.size|\.instances\[[0-9]+\])$`)

// checkPlain rejects characters that change what a terminal or a page shows: control characters,
// line separators and controls of bidirectional text. Line breaks and tabs are allowed outside
// strings, and in strings that may have several lines. The error is a *SpecError at the first
// rejected character. If this character is written as an escape, the place of the error is the
// string.
func (s *Spec) checkPlain(text []byte, texts []located) error {
	if at := controlAt(string(text), true); at >= 0 {
		return s.errorAt(at, errControl(string(text[at:])))
	}
	for _, t := range texts {
		if at := controlAt(t.text, longer.MatchString(t.path)); at >= 0 {
			return s.errorf(t.path, "%w", errControl(t.text[at:]))
		}
	}
	return nil
}

// controlAt returns the offset of the first forbidden character in a text, or -1. If lines is true,
// it allows line breaks and tabs.
func controlAt(text string, lines bool) int {
	for i, r := range text {
		if !wording.Unsafe(r) || lines && (r == '\n' || r == '\t' || strings.HasPrefix(text[i:], "\r\n")) {
			continue
		}
		return i
	}
	return -1
}

func errControl(text string) error {
	return fmt.Errorf("want a text without control characters, got %U", []rune(text)[0])
}

// units lists the units of sizes in bytes, longer names first.
var units = []struct {
	name  string
	bytes float64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12},
	{"k", 1e3}, {"K", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}, {"B", 1}, {"", 1},
}

// ParseSize reads a size in bytes: "300MB" (powers of 1000), "2GiB" (powers of
// 1024), "1.5G", "4096".
func ParseSize(text string) (int64, error) {
	for _, u := range units {
		number, ok := strings.CutSuffix(text, u.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if bytes := n * u.bytes; err == nil && bytes >= 1 && bytes < math.MaxInt64 {
			return int64(bytes), nil
		}
		break
	}
	return 0, fmt.Errorf("want a size such as 300MB or 2GiB, got %q", wording.Short(text))
}

// A size is a number of bytes. In TOML it is a text or a number.
type size int64

func (s *size) read(x any) error {
	var n int64
	var err error
	switch x := x.(type) {
	case string:
		n, err = ParseSize(x)
	case int64:
		n = x
	}
	if err == nil && n < 1 {
		err = fmt.Errorf("want a size such as 300MB or 2GiB, got %s", show(x))
	}
	*s = size(n)
	return err
}

// A duration is a time. In TOML it is a text.
type duration struct{ time.Duration }

func (d *duration) read(x any) error {
	if text, ok := x.(string); ok {
		if v, err := time.ParseDuration(text); err == nil && v > 0 {
			d.Duration = v
			return nil
		}
	}
	return fmt.Errorf(`want a time such as "90s" or "10m", got %s`, show(x))
}

// A sizes is a list of board sizes. In TOML it is one text with spaces between the sizes.
type sizes []encode.Size

func (s *sizes) read(x any) error {
	text, ok := x.(string)
	if fields := strings.Fields(text); ok && len(fields) > 0 {
		seen := map[encode.Size]bool{}
		for _, f := range fields {
			z, err := encode.ParseSize(f)
			if err != nil {
				return err
			}
			if seen[z] {
				return fmt.Errorf("size %s occurs twice", f) // the same boards would count twice
			}
			seen[z] = true
			*s = append(*s, z)
		}
		return nil
	}
	return fmt.Errorf(`want sizes such as "5x5 10x10", got %s`, show(x))
}
