package ask

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemaFile has the JSON Schema of the protocol, which the command ask prints.
const schemaFile = "../../cmd/counterproof/programs/protocol-v1.json"

// schemaText writes the JSON Schema of all questions and answers.
func schemaText(t *testing.T) string {
	w, all := walk()
	s := &schema{w, comments{}, object{}}
	names := slices.Sorted(maps.Keys(all))
	var kinds []any
	for _, name := range names {
		q := all[name]
		s.defs["question."+name] = s.asked(name, q.question)
		items := []any{s.of(q.last, false)}
		described := "The answer to the question " + name + ". The last object completes the answer"
		if q.last.name != "" {
			described += ": " + q.last.name
		}
		for _, part := range q.parts {
			if fields := w.structs[structKey{part.name, false}].fields; fields[0].name != "progress" { // programs do not get it
				items = append(items, s.of(part, false))
			}
		}
		s.defs["answer."+name] = object{"description": described + ".", "type": "array", "minItems": 1, "items": oneOr("anyOf", items)}
		kinds = append(kinds, object{"if": object{"properties": object{"ask": object{"const": name}}}, "then": ref("question." + name)})
	}
	s.defs["question"] = object{
		"description": "A line for the command ask: a question and its fields.",
		"type":        "object", "required": []string{"ask"}, "properties": object{"ask": object{"enum": names}}, "allOf": kinds,
	}
	s.defs["reply"] = object{
		"description": "A line that the command ask writes, and the answer to POST /v1/QUESTION: an answer or an error.",
		"type":        "object", "additionalProperties": false,
		"properties": object{
			"id":     object{"description": "the id of the question, if it has one"},
			"answer": object{"description": "the objects of the answer, as answer.QUESTION describes them", "type": "array", "items": object{"type": "object"}, "minItems": 1},
			"error":  s.of(w.form(reflect.TypeFor[Problem](), false), false),
		},
		"oneOf": []any{object{"required": []string{"answer"}}, object{"required": []string{"error"}}},
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	err := e.Encode(object{
		"$schema": "https://json-schema.org/draft/2020-12/schema",
		"$id":     "urn:counterproof:v1",
		"title":   "The questions of Counterproof and their answers, version 1",
		"anyOf":   []any{ref("question"), ref("reply")},
		"$defs":   s.defs,
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A schema writes definitions in JSON Schema.
type schema struct {
	*forms
	comments comments
	defs     object
}

func ref(name string) object { return object{"$ref": "#/$defs/" + name} }

// oneOr returns the only item, or all items below the keyword.
func oneOr(keyword string, items []any) any {
	if len(items) == 1 {
		return items[0]
	}
	return object{keyword: items}
}

// name returns the name of the definition of a struct. A struct of questions and answers has two.
func (s *schema) name(key structKey) string {
	if _, both := s.structs[structKey{key.name, false}]; both && key.asked {
		return key.name + ".asked"
	}
	return key.name
}

// of returns the schema of a form.
func (s *schema) of(f form, asked bool) object {
	o := object{"type": f.kind}
	switch f.kind {
	case "any":
		return object{}
	case "list":
		o = object{"type": "array", "items": s.of(*f.elem, asked)}
		if f.length > 0 {
			o["minItems"], o["maxItems"] = f.length, f.length
		}
	case "map":
		o = object{"type": "object", "additionalProperties": s.of(*f.elem, asked)}
	case "struct":
		if key := (structKey{f.name, asked}); len(s.structs[key].fields) > 0 {
			name := s.name(key)
			if o = ref(name); s.defs[name] == nil {
				s.defs[name] = object{} // a struct may contain itself
				s.defs[name] = s.described(key)
			}
		} else {
			o = object{"type": "object", "additionalProperties": false}
		}
	}
	switch {
	case f.null && o["$ref"] != nil:
		return object{"anyOf": []any{o, object{"type": "null"}}}
	case f.null:
		o["type"] = []any{o["type"], "null"}
	}
	return o
}

// described returns the definition of a struct, with the comments of its Go code.
func (s *schema) described(key structKey) object {
	required, properties := []string{}, object{}
	for _, f := range s.structs[key].fields {
		property := s.of(f.form, key.asked)
		if text := s.comments.of(f.of, f.field); text != "" {
			property["description"] = text
		}
		properties[f.name] = property
		if !f.optional && !f.pointer || f.of == reflect.TypeFor[About]() {
			required = append(required, f.name)
		}
	}
	o := object{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
	if text := s.comments.of(s.structs[key].of, ""); text != "" {
		o["description"] = text
	}
	return o
}

// asked returns the schema of a question as a line of the command ask: with the fields of the envelope.
func (s *schema) asked(name string, question form) object {
	o := s.described(structKey{question.name, true})
	properties := o["properties"].(object)
	properties["ask"] = object{"const": name}
	properties["id"] = object{"description": "any value, which the line of the answer repeats"}
	properties["memory"] = object{"description": "the largest memory of the process that answers, in bytes", "type": "integer", "minimum": 0}
	if properties["seconds"] == nil {
		properties["seconds"] = object{"description": "the longest time of the answer", "type": "number", "minimum": 0}
	}
	o["required"] = append([]string{"ask"}, o["required"].([]string)...)
	o["description"] = fmt.Sprintf("The question %s. As the body of POST /v1/%[1]s, it needs no ask.", name)
	return o
}

// comments holds the comments of structs and fields in Go code, by package.
type comments map[string]map[string]string

// of returns the comment of a field of a struct, or of the struct itself.
func (c comments) of(t reflect.Type, name string) string {
	if c[t.PkgPath()] == nil {
		module := strings.TrimSuffix(reflect.TypeFor[About]().PkgPath(), "bench/ask")
		c[t.PkgPath()] = readComments(filepath.Join("../..", strings.TrimPrefix(t.PkgPath(), module)))
	}
	return c[t.PkgPath()][strings.TrimSuffix(t.Name()+"."+name, ".")]
}

// readComments returns the comments of the structs in a folder, by STRUCT and STRUCT.FIELD.
func readComments(dir string) map[string]string {
	all := map[string]string{}
	files, _ := filepath.Glob(dir + "/*.go")
	for _, name := range files {
		file, err := parser.ParseFile(gotoken.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			panic(err)
		}
		for _, d := range file.Decls {
			types, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range types.Specs {
				named, ok := spec.(*ast.TypeSpec)
				if !ok {
					continue
				}
				all[named.Name.Name] = comment(named.Doc, types.Doc)
				fields, ok := named.Type.(*ast.StructType)
				for i := 0; ok && i < len(fields.Fields.List); i++ {
					f := fields.Fields.List[i]
					for _, id := range f.Names {
						all[named.Name.Name+"."+id.Name] = comment(f.Doc, f.Comment)
					}
				}
			}
		}
	}
	return all
}

// comment returns the text of the first comment that is not empty, on one line.
func comment(comments ...*ast.CommentGroup) string {
	for _, c := range comments {
		if words := strings.Fields(c.Text()); len(words) > 0 {
			return strings.Join(words, " ")
		}
	}
	return ""
}

// schemas compiles the definitions of the schema file.
var schemas = sync.OnceValue(func() func(name string) *jsonschema.Schema {
	data, err := os.ReadFile(schemaFile)
	if err != nil {
		panic(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	c := jsonschema.NewCompiler()
	if err := errors.Join(err, c.AddResource("v1.json", document)); err != nil {
		panic(err)
	}
	var mu sync.Mutex
	return func(name string) *jsonschema.Schema {
		mu.Lock()
		defer mu.Unlock()
		return c.MustCompile("v1.json#/$defs/" + name)
	}
})

// conforms checks a value, as JSON, against a definition of the schema.
func conforms(name string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return err
	}
	return schemas()(name).Validate(v)
}

// TestSchemaCanFail checks lines that the schema must refuse. The tests of answers check lines that it
// must accept.
func TestSchemaCanFail(t *testing.T) {
	board := and(about("sudoku", "..1.4......3.2.."), object{"ask": "board"})
	for name, c := range map[string]struct {
		of   string
		line object
		ok   bool
	}{
		"a question":        {"question", board, true},
		"with limits":       {"question", and(board, object{"id": nil, "seconds": 1.5, "memory": 1 << 20}), true},
		"unknown field":     {"question", and(board, object{"surprise": 1}), false},
		"unknown question":  {"question", and(board, object{"ask": "nothing"}), false},
		"no question":       {"question", about("sudoku", ""), false},
		"no board":          {"question", object{"ask": "board", "puzzle": "sudoku"}, false},
		"a list of answers": {"reply", object{"id": 7, "answer": []object{{}}}, true},
		"no objects":        {"reply", object{"id": 7, "answer": []object{}}, false},
		"answer and error":  {"reply", object{"answer": []object{{}}, "error": &Problem{Text: "no"}}, false},
		"unknown in error":  {"reply", object{"error": object{"error": "no", "misuse": true, "row": 1}}, false},
	} {
		if err := conforms(c.of, c.line); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := conforms("answer.correct", []object{{"correct": true, "sure": true}}); err == nil {
		t.Error("an answer with an unknown field conforms")
	}
}

// TestQuestionsFile asks the questions of testdata/questions.jsonl. Other tests ask them by a pipe, over
// HTTP and in WebAssembly. The file has a good question of each name.
func TestQuestionsFile(t *testing.T) {
	text, err := os.ReadFile("testdata/questions.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	missing := Names()
	for line := range strings.Lines(string(text)) {
		var question object
		if err := json.Unmarshal([]byte(line), &question); err != nil {
			t.Fatal(err)
		}
		name := question["ask"].(string)
		delete(question, "ask")
		if _, err := answered(t.Context(), name, question); err == nil {
			missing = slices.DeleteFunc(missing, func(n string) bool { return n == name })
		} else if p := ProblemOf(err); !p.Misuse {
			t.Errorf("%s: %v", line, err)
		}
	}
	if len(missing) > 0 {
		t.Errorf("no question of the file is a good question with the names %v", missing)
	}
}
