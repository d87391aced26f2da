package solvers

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"counterproof/encode/test/facttest"
	"counterproof/sat/extern"
)

// configured writes the user's configuration file.
func configured(t *testing.T, text string) (path string) {
	t.Helper()
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	path, err := ConfigFile()
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o777)
	}
	if err == nil && text != "" {
		err = os.WriteFile(path, []byte(text), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestSources checks which definition counts if several have the same name.
func TestSources(t *testing.T) {
	path := configured(t, "[[solver]]\nname = 'mine'\ncommand = ['mine', '1']\nanswer = 'count'\n"+
		"[[solver]]\nname = 'clasp'\ncommand = ['clasp', '--new']\nanswer = 'competition'\n")
	source := map[string]string{}
	all, err := All()
	for _, s := range all {
		source[s.Name] = s.Source
	}
	if err != nil || source["mine"] != path || source["clasp"] != path || source["cadical"] != BuiltIn {
		t.Errorf("sources %v, %v", source, err)
	}
	mine, _ := Find("mine")
	clasp, _ := Find("clasp")
	cadical, _ := Find("cadical")
	z3, _ := Find("z3")
	if Suffix(cadical) != "" || Suffix(clasp) != "-"+clasp.Hash() || Suffix(mine) == "" || Suffix(z3) == "" {
		t.Errorf("suffixes %q, %q, %q, %q", Suffix(cadical), Suffix(clasp), Suffix(mine), Suffix(z3))
	}
	t.Setenv(Variable, "") // Use sets it
	if err := Use([]extern.Tool{{Name: "mine", Command: []string{"mine", "2"}, Answer: "minisat"}}); err != nil {
		t.Fatal(err)
	}
	if mine, err := Find("mine"); err != nil || mine.Command[1] != "2" {
		t.Errorf("got %+v, %v", mine, err)
	}
	if err := Use(nil); err != nil {
		t.Fatal(err)
	}
	if mine, err := Find("mine"); err != nil || mine.Command[1] != "1" {
		t.Errorf("after the experiment: got %+v, %v", mine, err)
	}
	if !slices.IsSorted(Names()) || !slices.Contains(Names(), "mine") {
		t.Errorf("names %q", Names())
	}
	if none, err := Find("nobody"); none != nil || err != nil {
		t.Errorf("got %+v, %v", none, err)
	}
}

// TestMistakes checks the position and the facts of messages about definitions.
func TestMistakes(t *testing.T) {
	const good = "[[solver]]\nname = 'a'\ncommand = ['a']\nanswer = 'count'\n"
	for text, want := range map[string]string{
		good + "quirk = 'x'\n":    "solvers.toml:5:1, quirk, quirks",
		good + "quirks = ['x']\n": "solvers.toml:5:1, exit-0, x",
		good + good:               "solvers.toml:6:8, second, a",
		good + "[solver.statistics]\nconflicts = '('\n":          "solvers.toml:6:13, conflicts",
		"[[solver]]\nname = 'a'\nanswer = 'count'\n":             "solvers.toml:1:3, command",
		"[[solver]]\nname = 'a'\ncommand = 'a'\n":                "solvers.toml:3:11, list",
		"[[solver]]\nname = 'a'\ncommand = ['./a']\n":            "solvers.toml:3:1, ./a, PATH",
		"[[solver]]\nname = 'a'\ncommand = ['a', \"\\u001b\"]\n": "solvers.toml:3:17, U+001B",
		"[solver]\nname = 'a'\n":                                 "solvers.toml:1:2, double brackets",
		"[[solver]\n":                                            "solvers.toml:1:9",
	} {
		configured(t, text)
		if tool, err := Find("cadical"); tool != nil || !facttest.Matches(err, want) {
			t.Errorf("%s: got %v, want the facts %q", text, err, want)
		}
	}
	if err := os.Mkdir(configured(t, ""), 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := Find("cadical"); !facttest.Matches(err, "solvers.toml, directory") {
		t.Errorf("a folder: %v", err)
	}
	configured(t, "")
	if tool, err := Find("cadical"); tool == nil || err != nil {
		t.Errorf("without a file: %v, %v", tool, err)
	}
}

// TestFormat checks that Parse reads what Format writes.
func TestFormat(t *testing.T) {
	configured(t, "")
	all, err := All()
	if err != nil || len(all) < 10 {
		t.Fatal(len(all), err)
	}
	tools := []extern.Tool{{Name: "odd", Command: []string{"/a b", `"'\`, "{file}é"}, Answer: extern.AllModels, OwnFolder: true, Complete: 7}}
	for _, s := range all {
		tools = append(tools, s.Tool)
	}
	text, err := Format(tools)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Parse("x", text)
	if err != nil || !reflect.DeepEqual(got, tools) {
		t.Errorf("%v\n%s\ngot  %+v\nwant %+v", err, text, got, tools)
	}
}
