// Package tomlfile reads TOML files. Its errors name the line and the column.
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
	"github.com/pelletier/go-toml/v2/unstable"

	"counterproof/encode/wording"
)

// A File is the text of a TOML file with the positions of its keys.
type File struct {
	Path string
	Text []byte
	at   positions
}

// An Error says where a file is wrong. Line and Column count from 1. If the error is about the whole
// file, Line and Column are 0.
type Error struct {
	Path         string
	Line, Column int
	Err          error
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.Path, e.Err)
	}
	return fmt.Sprintf("%s:%d:%d: %v", e.Path, e.Line, e.Column, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// Value returns the offset of the value at a path such as "suite[1].methods[0]". The result ok is
// false if the file has no such value.
func (f *File) Value(path string) (offset int, ok bool) {
	at, ok := f.at[path]
	return at.value, ok
}

// Errorf returns an *Error at the value of a path, or at the table that lacks the value.
func (f *File) Errorf(path, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	for ; path != ""; path = Up(path) {
		if at, ok := f.at[path]; ok {
			return f.errorAt(at.value, err)
		}
	}
	return &Error{f.Path, 0, 0, err}
}

func (f *File) errorAt(offset int, err error) error {
	before := f.Text[:offset]
	return &Error{f.Path, bytes.Count(before, []byte("\n")) + 1, offset - bytes.LastIndexByte(before, '\n'), err}
}

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

// A place says at which offsets of the text a key and its value begin. For a table, and for a value
// without a position of its own, the field value is the offset of the nearest earlier key or value.
type place struct{ name, value int }

// A positions maps paths in a TOML text, such as "suite[1].methods[0]", to places.
type positions map[string]place

// deepest is the largest number of parts of a path that is stored in a positions. A path in an
// experiment has at most five parts.
const deepest = 8

// A located is a string in a TOML text, with its path.
type located struct{ path, text string }

// A survey finds the positions of all keys and values of a TOML text, and the strings in order.
type survey struct {
	at    positions
	texts []located
}

func surveyOf(text []byte) survey {
	s := survey{at: positions{}}
	var p unstable.Parser
	p.Reset(text)
	tables := map[string]int{} // number of [[name]] so far
	table, depth := "", 0
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			names := keyNames(e)
			table, depth = "", len(names)
			for i, n := range names {
				table = Join(table, n.name)
				s.found(table, n.offset)
				if e.Kind == unstable.ArrayTable && i == len(names)-1 {
					tables[table]++
				}
				// [suite.limits] is a part of the last [[suite]].
				if k := tables[table]; k > 0 {
					table = fmt.Sprintf("%s[%d]", table, k-1)
					s.found(table, n.offset)
				}
			}
		case unstable.KeyValue:
			s.add(table, depth, e)
		}
	}
	return s
}

func (s *survey) found(path string, at int) {
	if _, ok := s.at[path]; !ok {
		s.at[path] = place{at, at}
	}
}

func (s *survey) add(path string, depth int, e *unstable.Node) {
	names := keyNames(e)
	at := 0
	for _, n := range names {
		path, at = Join(path, n.name), n.offset
		s.found(path, at)
	}
	s.value(path, depth+len(names), e.Value(), place{at, at})
}

func (s *survey) value(path string, depth int, v *unstable.Node, at place) {
	if v.Kind != unstable.Array && v.Kind != unstable.InlineTable && v.Raw.Length > 0 {
		at.value = int(v.Raw.Offset)
	}
	s.at[path] = at
	if v.Kind == unstable.String {
		s.texts = append(s.texts, located{path, string(v.Data)})
	}
	if depth >= deepest {
		return
	}
	children := v.Children()
	for i := 0; children.Next(); {
		switch child := children.Node(); {
		case child.Kind == unstable.Comment:
		case child.Kind == unstable.KeyValue:
			s.add(path, depth, child)
		case v.Kind == unstable.Array:
			s.value(fmt.Sprintf("%s[%d]", path, i), depth+1, child, at)
			i++
		}
	}
}

// A part is a part of a key, and its offset in the text.
type part struct {
	name   string
	offset int
}

// keyNames returns the parts of a key; if there are very many, it returns only the first ones.
func keyNames(e *unstable.Node) (names []part) {
	key := e.Key()
	for key.Next() && len(names) < deepest {
		names = append(names, part{string(key.Node().Data), int(key.Node().Raw.Offset)})
	}
	return names
}

// Join returns the path of a key in the table with the given path.
func Join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// Up returns the path of the table or list around a path, or "" if there is none.
func Up(path string) string { return path[:max(0, strings.LastIndexAny(path, ".["))] }
