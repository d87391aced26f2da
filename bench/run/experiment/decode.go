package experiment

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

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
