package tomlfile

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

// Decode reads a TOML text into the struct that v points to. It returns the text with the positions of
// its keys, and the text as a table. The parameter longer matches the paths of the keys whose texts
// may have several lines; nil means none. The error is an *Error. If the text is not valid TOML, the
// error is at the mistake. Otherwise, it is at the first wrong key.
func Decode(path string, text []byte, v any, longer *regexp.Regexp) (*File, map[string]any, error) {
	f := &File{Path: path, Text: text}
	tree := map[string]any{}
	if err := toml.NewDecoder(bytes.NewReader(text)).Decode(&tree); err != nil {
		if decode, ok := errors.AsType[*toml.DecodeError](err); ok {
			line, column := decode.Position()
			return nil, nil, &Error{path, line, column, libraryError(err)}
		}
		return nil, nil, &Error{path, 0, 0, libraryError(err)}
	}
	found := surveyOf(text)
	f.at = found.at
	if err := f.checkPlain(found.texts, longer); err != nil {
		return nil, nil, err
	}
	return f, tree, f.Bind(v, tree, "")
}

// Encode returns a struct as TOML.
func Encode(v any) ([]byte, error) { return toml.Marshal(v) }

// aboutKey finds the name of a key or table in an error of the TOML library.
var aboutKey = regexp.MustCompile(`(?s)^((?:key|table) )(.*)( (?:is already defined|already exists(?: as .*)?|should be a table, not .*))$`)

func libraryError(err error) error {
	text := strings.TrimPrefix(err.Error(), "toml: ")
	if parts := aboutKey.FindStringSubmatch(text); parts != nil {
		text = parts[1] + wording.Short(parts[2]) + parts[3]
	}
	return errors.New(wording.Plain(text))
}

// UTF8 returns the text without a byte order mark. It refuses UTF-16.
func UTF8(text []byte) ([]byte, error) {
	if bytes.HasPrefix(text, []byte{0xff, 0xfe}) || bytes.HasPrefix(text, []byte{0xfe, 0xff}) {
		return nil, errors.New("want a text in UTF-8, got UTF-16")
	}
	return bytes.TrimPrefix(text, []byte("\ufeff")), nil
}

// A Value is a type that reads itself from a TOML value, such as a text or a number.
type Value interface{ ReadTOML(x any) error }

// Bind sets what v points to from x, the TOML value at the given path of the text, as Decode does.
func (f *File) Bind(v, x any, path string) error { return f.bind(reflect.ValueOf(v).Elem(), x, path) }

// bind sets the field v to x, the TOML value at the given path of the text. The TOML library
// could set fields, too, but its errors name Go types, and do not always name the place.
func (f *File) bind(v reflect.Value, x any, path string) error {
	if own, ok := v.Addr().Interface().(Value); ok {
		if err := own.ReadTOML(x); err != nil {
			return f.Errorf(path, "%w", err)
		}
		return nil
	}
	want := ""
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return f.bind(v.Elem(), x, path)
	case reflect.Struct:
		if table, ok := x.(map[string]any); ok {
			return f.bindTable(v, table, path)
		}
		want = "a table"
	case reflect.Slice:
		if list, ok := x.([]any); ok {
			return f.bindList(v, list, path)
		}
		want = "a list"
		if v.Type().Elem().Kind() == reflect.Struct {
			want = fmt.Sprintf("[[%s]] in double brackets", path)
		}
	default:
		want = bindBasic(v, x)
	}
	if want != "" {
		return f.Errorf(path, "want %s, got %s", want, Show(x))
	}
	return nil
}

func (f *File) bindList(v reflect.Value, list []any, path string) error {
	v.Set(reflect.MakeSlice(v.Type(), len(list), len(list)))
	for i := range list {
		if err := f.bind(v.Index(i), list[i], fmt.Sprintf("%s[%d]", path, i)); err != nil {
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
		panic("no field may have the type " + v.Type().String())
	}
	if !fits {
		return want
	}
	v.Set(given.Convert(v.Type()))
	return ""
}

func (f *File) bindTable(v reflect.Value, table map[string]any, path string) error {
	fields := map[string][]int{}
	for _, field := range reflect.VisibleFields(v.Type()) {
		key, _, _ := strings.Cut(field.Tag.Get("toml"), ",")
		if key == "" && len(field.Index) > 1 { // the field of an embedded struct, which records share
			key, _, _ = strings.Cut(field.Tag.Get("json"), ",")
		}
		if key != "" && key != "-" {
			fields[key] = field.Index
		}
	}
	offset := func(key string) int { return f.at[Join(path, key)].name }
	keys := slices.SortedFunc(maps.Keys(table), func(a, b string) int {
		return cmp.Or(cmp.Compare(offset(a), offset(b)), strings.Compare(a, b))
	})
	for _, key := range keys {
		at := Join(path, key)
		i, ok := fields[key]
		if !ok {
			name := indices.ReplaceAllString(Join(path, wording.Short(key)), "")
			return f.errorAt(offset(key), fmt.Errorf("unknown key %q: %s", name, wording.Want(key, slices.Sorted(maps.Keys(fields)))))
		}
		if err := f.bind(v.FieldByIndex(i), table[key], at); err != nil {
			return err
		}
	}
	return nil
}

var indices = regexp.MustCompile(`\[[0-9]+\]`)

// Show returns a short text of a TOML value for messages.
func Show(x any) string {
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

// checkPlain rejects characters that change what a terminal or a page shows: control characters,
// line separators and controls of bidirectional text. Line breaks and tabs are allowed outside
// strings, and in strings that may have several lines. The error is a *Error at the first
// rejected character. If this character is written as an escape, the place of the error is the
// string.
func (f *File) checkPlain(texts []located, longer *regexp.Regexp) error {
	if at := controlAt(string(f.Text), true); at >= 0 {
		return f.errorAt(at, errControl(string(f.Text[at:])))
	}
	for _, t := range texts {
		if at := controlAt(t.text, longer != nil && longer.MatchString(t.path)); at >= 0 {
			return f.Errorf(t.path, "%w", errControl(t.text[at:]))
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
