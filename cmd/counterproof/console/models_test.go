package console

import (
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"counterproof/bench/system/minizinc"
	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/model"
	"counterproof/encode/test/facttest"
)

// A kept instance has the name and the contents of a file.
type kept struct {
	encode.Instance
	name string
	data []byte
}

// read reads an instance argument of the puzzle minizinc, after flags, by a call of a command.
func read(t *testing.T, arg string, flags ...string) (all []kept, seen []string, err error) {
	t.Helper()
	p := &encode.Puzzle{Name: models, OfFile: func(name string, data []byte, _ *string) (encode.Instance, error) {
		_, err := model.MiniZinc.OfFile(name, data, nil)
		if _, ok := errors.AsType[*encode.ParseError](err); ok && strings.Contains(err.Error(), "objective") {
			err = nil
		}
		return kept{name: name, data: data}, err
	}}
	app := &cli.App{Flags: []cli.Flag{DataFlag, DefineFlag, ObjectiveFlag, InputFlag}, Action: func(c *cli.Context) error {
		call := NewCall(c)
		call.Stdin, call.Stderr = strings.NewReader("var 1..3: x;\nconstraint x > 1;\nsolve satisfy;\n"), &bytes.Buffer{}
		call.seen = func(path string, _ []byte) { seen = append(seen, filepath.Base(path)) }
		ins, err := call.OpenInstances(p, []string{arg})
		if err != nil {
			return err
		}
		for in := range ins {
			all = append(all, in.(kept))
		}
		return nil
	}}
	err = app.RunContext(t.Context(), append([]string{"counterproof"}, flags...))
	return all, seen, err
}

func TestModels(t *testing.T) {
	if _, ok := processtest.Find(t, "minizinc"); !ok {
		t.Skip("*** SKIPPED: minizinc is not installed ***")
	}
	dir := t.TempDir()
	t.Chdir(dir)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write([]byte("n = 4;"))
	z.Close()
	flat := "var 1..2: x:: output_var;\nsolve minimize x;\n"
	for name, text := range map[string]string{"m/q.mzn": `include "part.mzn"; int: n; var 1..n: x; constraint p(x); solve minimize x;`, "m/part.mzn": "predicate p(var int: x) = x > 2;",
		"m/4.dzn.gz": packed.String(), "m/5.json": `{"n": 5}`, "a+b.mzn": "var 1..3: x; solve satisfy;", "f/x.fzn": flat, "f/y.fzn": flat, "f/8.dzn": ""} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		arg         string
		flags       []string
		names, seen string // separated by blanks
		domain      string // of the FlatZinc
	}{
		{"@m/q.mzn", []string{"--define", "n=6"}, "q.mzn+n=6", "q.mzn part.mzn", "var 3..6: x"},
		{"@m/q.mzn", []string{"--data", "m/5.json", "--ignore-objective"}, "q.mzn+5.json", "q.mzn part.mzn 5.json", "var 3..5: x"},
		{"@m/q.mzn+4.dzn.gz", nil, "q.mzn+4.dzn", "q.mzn part.mzn 4.dzn.gz", "var 3..4: x"},
		{"@m/q.mzn+n=7", nil, "q.mzn+n=7", "q.mzn part.mzn", "var 3..7: x"},
		{"@m/q.mzn", []string{"--define", "n=max([7,8])"}, "q.mzn", "q.mzn part.mzn", "var 3..8: x"},
		{"@a+b.mzn", nil, "a+b.mzn", "a+b.mzn", "var 1..3: x"},
		{"@f", nil, "x.fzn y.fzn", "x.fzn y.fzn", "var 1..2: x"},
		{"@f/x.fzn", []string{"--ignore-objective"}, "x.fzn", "x.fzn", "var 1..2: x"},
		{"-", nil, "stdin.mzn", "", "var 2..3: x"},
	} {
		all, seen, err := read(t, c.arg, c.flags...)
		var names []string
		for _, in := range all {
			names = append(names, in.name)
			s, made, ok := model.Unpack(in.data)
			if !ok {
				made.FlatZinc = string(in.data)
			}
			if !strings.Contains(made.FlatZinc, c.domain) || s.IgnoreObjective != slices.Contains(c.flags, "--ignore-objective") {
				t.Errorf("%s %v: got %s", c.arg, c.flags, in.data)
			}
		}
		if err != nil || strings.Join(names, " ") != c.names || strings.Join(seen, " ") != c.seen {
			t.Errorf("%s %v: got %v, %v, %v, want %s and the files %s", c.arg, c.flags, names, seen, err, c.names, c.seen)
		}
		path, more := splitModel(models, strings.TrimPrefix(c.arg, "@"))
		if len(c.flags) == 0 && c.arg != "-" && c.arg != "@f" && len(modelFiles(path, more)) != len(seen) {
			t.Errorf("%s: got the files %v, want %v", c.arg, modelFiles(path, more), seen)
		}
	}
	for _, c := range [][]string{{"@m/q.mzn"}, {"@f/x.fzn", "--define", "n=4"}, {"q.mzn sha256:0", "--define", "n=4"}, {"@m/q.mzn", "--data", "m/part.mzn"}} {
		if _, _, err := read(t, c[0], c[1:]...); !errors.As(err, new(UsageError)) {
			t.Errorf("%v: got %v, want a usage error", c, err)
		}
	}
	for _, c := range []struct{ text, part, want string }{
		{"var 1..2: x;\n  var float: y;\nsolve satisfy;", "", "line 2, column 14, float"},
		{"include \"part.mzn\"; constraint q(2.5); solve satisfy;", "predicate q(float: f) = let { var float: y } in y > f;", "line 1, column 32, float"},
		{"include \"part.mzn\"; solve satisfy;", "\nvar float: y;", "line 2, column 12, part.mzn, float"},
	} {
		path := filepath.Join(dir, "m", "float.mzn")
		if err := errors.Join(os.WriteFile(path, []byte(c.text), 0o644), os.WriteFile(filepath.Join(dir, "m", "part.mzn"), []byte(c.part), 0o644)); err != nil {
			t.Fatal(err)
		}
		if _, _, err := read(t, "@"+path); err == nil || !facttest.States(err.Error(), c.want) || !errors.As(err, new(*encode.ParseError)) {
			t.Errorf("%s: got %v, want the facts %s", c.text, err, c.want)
		}
	}
	if _, _, err := read(t, "@m/gone.mzn"); err == nil || errors.As(err, new(UsageError)) {
		t.Errorf("a missing file: got %v", err)
	}
	t.Setenv("PATH", dir)
	if _, _, err := read(t, "@a+b.mzn"); !errors.Is(err, minizinc.ErrNotFound) || !errors.As(err, new(UsageError)) {
		t.Errorf("without minizinc: got %v", err)
	}
}
