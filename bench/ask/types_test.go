package ask

import (
	"cmp"
	"encoding"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/bench/solve/rating"
	"counterproof/bench/solve/repair"
)

var update = flag.Bool("update", false, "write the types of questions and answers for the scripts of pages, and the schema for other programs")

// typesFile has the types of questions and answers for TypeScript, which checks the scripts of pages.
const typesFile = "../../reports/web/types/questions.d.ts"

// answerTypes holds, for each question, the method that answers it, the type of the last object of its
// answer, and the types of the earlier objects.
var answerTypes = map[string][]any{
	"puzzles":     {(*Desk).puzzles, Puzzles{}},
	"board":       {(*Desk).board, Board{}},
	"picture":     {(*Desk).picture, Drawn{}},
	"check":       {(*Desk).check, Checked{}},
	"count":       {(*Desk).count, result.Record{}, Progress{}},
	"solve":       {(*Desk).solve, End{}, Progress{}, Found{}},
	"correct":     {(*Desk).correct, Correct{}},
	"hint":        {(*Desk).hint, Hint{}},
	"first":       {(*Desk).first, First{}},
	"deduce":      {(*Desk).deduce, Deduced{}},
	"place":       {(*Desk).place, Placed{}},
	"path":        {(*Desk).path, Placed{}, Step{}},
	"rate":        {(*Desk).rate, rating.Rating{}},
	"orbit":       {(*Desk).orbit, Orbit{}},
	"explain":     {(*Desk).explain, Explained{}, Progress{}},
	"marginals":   {(*Desk).marginals, Shared{}, Progress{}},
	"repair":      {(*Desk).repair, repair.Report{}, Mending{}},
	"guess":       {(*Desk).guess, Guess{}},
	"formula":     {(*Desk).formula, Written{}},
	"certificate": {(*Desk).certificate, Certified{}, Progress{}},
	"pdf":         {(*Desk).pdf, Printed{}},
	"compare":     {(*Desk).compare, Compared{}},
	"generate":    {(*Desk).generate, Made{}, Trying{}},
	"daily":       {(*Desk).daily, Made{}},
	"day":         {(*Desk).day, Menu{}},
	"events":      {(*Desk).events, Events{}},
	"control":     {(*Desk).control, Control{}},
}

// TestTypes compares the file of types for the scripts, and the schema for other programs, with the
// structs of this package.
func TestTypes(t *testing.T) {
	if names := slices.Sorted(maps.Keys(answerTypes)); !slices.Equal(names, slices.Sorted(slices.Values(Names()))) {
		t.Fatalf("the table has the questions %v, want %v", names, Names())
	}
	for file, want := range map[string]string{typesFile: typesText(), schemaFile: schemaText(t)} {
		if *update {
			if err := os.WriteFile(file, []byte(want), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if have, err := os.ReadFile(file); err != nil || string(have) != want {
			t.Errorf("%s differs from the structs (%v): run go test ./bench/ask -run TestTypes -update", file, err)
		}
	}
}

// A form is what a Go type looks like in JSON.
type form struct {
	kind   string // any, string, boolean, integer, number, list, map, or struct
	elem   *form  // of a list or map
	length int    // of a list that always has the same length, or 0
	null   bool   // the value may be null
	name   string // of a struct
}

// A field is a field of a struct in JSON.
type field struct {
	name     string
	optional bool
	form     form
	of       reflect.Type // the Go struct with the field
	field    string       // its name in Go
	pointer  bool         // the struct is embedded by a pointer, which may be nil
}

// forms describes the questions and answers. The key of a struct is its name in Go. A struct with the
// flag asked occurs in a question, where every field may be missing.
type forms struct{ structs map[structKey]structForm }

type structKey struct {
	name  string
	asked bool
}

type structForm struct {
	of     reflect.Type
	fields []field
}

// A questionForm has the forms of the fields of a question, the last object of its answer, and the
// earlier objects.
type questionForm struct {
	question, last form
	parts          []form
}

// walk returns the forms of all questions, by name, and of all structs in them.
func walk() (*forms, map[string]questionForm) {
	w, all := &forms{map[structKey]structForm{}}, map[string]questionForm{}
	for name, types := range answerTypes {
		method := reflect.TypeOf(types[0])
		q := questionForm{question: w.form(method.In(method.NumIn()-2), true), last: w.form(reflect.TypeOf(types[1]), false)}
		for _, part := range types[2:] {
			q.parts = append(q.parts, w.form(reflect.TypeOf(part), false))
		}
		all[name] = q
	}
	return w, all
}

// form returns the form of a Go type.
func (w *forms) form(t reflect.Type, asked bool) form {
	switch {
	case t.Implements(reflect.TypeFor[json.Marshaler]()):
		return form{kind: "any"}
	case t.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return form{kind: "string"}
	}
	switch t.Kind() {
	case reflect.Pointer:
		f := w.form(t.Elem(), asked)
		f.null = true
		return f
	case reflect.Bool:
		return form{kind: "boolean"}
	case reflect.String:
		return form{kind: "string"}
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return form{kind: "string"} // base64
		}
		elem, length := w.form(t.Elem(), asked), 0
		if t.Kind() == reflect.Array {
			length = t.Len()
		}
		return form{kind: "list", elem: &elem, length: length, null: asked && length == 0}
	case reflect.Map:
		elem := w.form(t.Elem(), asked)
		return form{kind: "map", elem: &elem}
	case reflect.Interface:
		return form{kind: "any"}
	case reflect.Struct:
		key := structKey{t.Name(), asked}
		if _, ok := w.structs[key]; !ok {
			w.structs[key] = structForm{} // a struct may contain itself
			w.structs[key] = structForm{t, w.fields(t, asked)}
		} else if was := w.structs[key].of; was != nil && was != t {
			panic(fmt.Sprintf("two structs have the name %s: %v and %v", t.Name(), was, t))
		}
		return form{kind: "struct", name: t.Name()}
	case reflect.Float32, reflect.Float64:
		return form{kind: "number"}
	}
	return form{kind: "integer"}
}

// fields returns the fields of a struct and of its embedded structs.
func (w *forms) fields(t reflect.Type, asked bool) (all []field) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-" || f.PkgPath != "" && !f.Anonymous:
		case f.Anonymous && name == "":
			embedded, pointer := f.Type, f.Type.Kind() == reflect.Pointer
			if pointer {
				embedded = embedded.Elem()
			}
			for _, inner := range w.fields(embedded, asked) {
				inner.pointer = inner.pointer || pointer
				all = append(all, inner)
			}
		default:
			added := field{name, asked || strings.Contains(options, "omit"), w.form(f.Type, asked), t, f.Name, false}
			added.form.null = added.form.null && (asked || !added.optional)
			all = append(all, added)
		}
	}
	return all
}

// typesText writes the types of all questions and answers in TypeScript.
func typesText() string {
	w, all := walk()
	questions, answers, parts := "", "", ""
	for _, name := range slices.Sorted(maps.Keys(all)) {
		q := all[name]
		questions += fmt.Sprintf("  %s: %s;\n", name, w.script(q.question))
		answers += fmt.Sprintf("  %s: %s;\n", name, w.script(q.last))
		var earlier []string
		for _, part := range q.parts {
			earlier = append(earlier, w.script(part))
		}
		if len(earlier) > 0 {
			parts += fmt.Sprintf("  %s: %s;\n", name, strings.Join(earlier, " | "))
		}
	}
	text := "// The questions of pages and the objects of their answers, from the structs of the Go package bench/ask.\n" +
		"// Written by go test ./bench/ask -run TestTypes -update.\n\n" +
		"// Questions has the fields of each question.\nexport interface Questions {\n" + questions + "}\n\n" +
		"// Answers has the last object of the answer to each question.\nexport interface Answers {\n" + answers + "}\n\n" +
		"// Parts has the earlier objects of the answers that have such objects.\nexport interface Parts {\n" + parts + "}\n"
	for _, key := range w.keys() {
		fields := w.structs[key].fields
		if _, both := w.structs[structKey{key.name, true}]; both && !key.asked || len(fields) == 0 {
			continue // a struct of questions and answers has one type, whose fields may be missing
		}
		text += fmt.Sprintf("\nexport interface %s {\n", key.name)
		for _, f := range fields {
			name := f.name
			if f.optional {
				name += "?"
			}
			text += fmt.Sprintf("  %s: %s;\n", name, w.script(f.form))
		}
		text += "}\n"
	}
	return text
}

// keys lists the structs in order.
func (w *forms) keys() []structKey {
	return slices.SortedFunc(maps.Keys(w.structs), func(a, b structKey) int { return cmp.Compare(a.name, b.name) })
}

// script returns the form as a type of TypeScript.
func (w *forms) script(f form) string {
	switch f.kind {
	case "list":
		return w.script(*f.elem) + "[]"
	case "map":
		return "{ [name: string]: " + w.script(*f.elem) + " }"
	case "integer":
		return "number"
	case "struct":
		if len(w.structs[structKey{f.name, false}].fields)+len(w.structs[structKey{f.name, true}].fields) == 0 {
			return "{}"
		}
		return f.name
	}
	return f.kind
}
