package ask

import (
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

var update = flag.Bool("update", false, "write the types of questions and answers for the scripts of pages")

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
	"path":        {(*Desk).path, Step{}, Step{}},
	"rate":        {(*Desk).rate, rating.Rating{}},
	"orbit":       {(*Desk).orbit, Orbit{}},
	"explain":     {(*Desk).explain, Explained{}},
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

// TestTypes compares the file of types for the scripts with the structs of this package.
func TestTypes(t *testing.T) {
	if names := slices.Sorted(maps.Keys(answerTypes)); !slices.Equal(names, slices.Sorted(slices.Values(Names()))) {
		t.Fatalf("the table has the questions %v, want %v", names, Names())
	}
	want := typesText()
	if *update {
		if err := os.WriteFile(typesFile, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if have, err := os.ReadFile(typesFile); err != nil || string(have) != want {
		t.Errorf("%s differs from the structs (%v): run go test ./bench/ask -run TestTypes -update", typesFile, err)
	}
}

// typesText writes the types of all questions and answers in TypeScript.
func typesText() string {
	w := &typeWriter{declared: map[string]string{}}
	questions, answers, parts := "", "", ""
	for _, name := range slices.Sorted(maps.Keys(answerTypes)) {
		types := answerTypes[name]
		method := reflect.TypeOf(types[0])
		question := method.In(method.NumIn() - 2)
		questions += fmt.Sprintf("  %s: %s;\n", name, w.name(question, true))
		answers += fmt.Sprintf("  %s: %s;\n", name, w.name(reflect.TypeOf(types[1]), false))
		var earlier []string
		for _, part := range types[2:] {
			earlier = append(earlier, w.name(reflect.TypeOf(part), false))
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
	for _, name := range slices.Sorted(maps.Keys(w.declared)) {
		text += fmt.Sprintf("\nexport interface %s %s\n", name, w.declared[name])
	}
	return text
}

// A typeWriter declares a TypeScript interface for each struct.
type typeWriter struct{ declared map[string]string }

// name returns the TypeScript type of a Go type in JSON. In a question, every field may be missing.
func (w *typeWriter) name(t reflect.Type, question bool) string {
	switch {
	case t.Implements(reflect.TypeFor[json.Marshaler]()):
		return "any"
	case t.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return "string"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return w.name(t.Elem(), question)
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return "string" // base64
		}
		return w.name(t.Elem(), question) + "[]"
	case reflect.Map:
		return "{ [name: string]: " + w.name(t.Elem(), question) + " }"
	case reflect.Interface:
		return "any"
	case reflect.Struct:
		if t.NumField() == 0 {
			return "{}"
		}
		if _, ok := w.declared[t.Name()]; !ok {
			w.declared[t.Name()] = "" // a struct may contain itself
			w.declared[t.Name()] = "{\n" + w.fields(t, question) + "}"
		}
		return t.Name()
	}
	return "number"
}

// fields returns the fields of a struct, also those of embedded structs. If optional is true, every field
// may be missing.
func (w *typeWriter) fields(t reflect.Type, optional bool) (text string) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-" || f.PkgPath != "" && !f.Anonymous:
		case f.Anonymous && name == "":
			embedded := f.Type
			if embedded.Kind() == reflect.Pointer {
				embedded = embedded.Elem()
			}
			text += w.fields(embedded, optional)
		default:
			if optional || strings.Contains(options, "omit") {
				name += "?"
			}
			text += fmt.Sprintf("  %s: %s;\n", name, w.name(f.Type, optional))
		}
	}
	return text
}
