package model

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/contents"
	"counterproof/native"
)

// compile makes the contents of an instance with the compiler. It skips the test without it.
func compile(t *testing.T, model string) []byte {
	t.Helper()
	if _, err := exec.LookPath("minizinc"); err != nil {
		t.Skip("SKIPPED: the compiler minizinc is not on PATH")
	}
	dir := t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	put("redefinitions.mzn", "include \"nosets.mzn\";\n")
	msc := put("x.msc", fmt.Sprintf(`{"id":"a.b.c","name":"c","version":"1","executable":"/bin/true","mznlib":%q,"supportsFzn":true}`, dir))
	fzn, ozn := filepath.Join(dir, "m.fzn"), filepath.Join(dir, "m.ozn")
	text, err := exec.Command("minizinc", "--solver", msc, "-c", "--keep-paths", "--output-mode", "dzn", put("m.mzn", model), "--fzn", fzn, "--ozn", ozn).CombinedOutput()
	if err != nil {
		t.Fatalf("%s\n%s", model, text)
	}
	read := func(path string) string {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	return Pack(Source{Files: []SourceFile{{"m.mzn", model}}}, Compiled{read(fzn), read(ozn), "MiniZinc"})
}

// gecode returns the different solutions that Gecode finds, as MiniZinc prints them.
func gecode(t *testing.T, model string) []string {
	t.Helper()
	if _, err := exec.LookPath("fzn-gecode"); err != nil {
		t.Skip("SKIPPED: fzn-gecode is not on PATH")
	}
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(at("m.mzn"), []byte(model), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := exec.Command("minizinc", "-c", "-G", "std", "--output-mode", "dzn", at("m.mzn"), "--fzn", at("m.fzn"), "--ozn", at("m.ozn")).CombinedOutput(); err != nil {
		t.Fatalf("%s\n%s", model, text)
	}
	found, err := exec.Command("fzn-gecode", "-a", at("m.fzn")).Output()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("minizinc", "--ozn-file", at("m.ozn"))
	c.Stdin = strings.NewReader(string(found))
	text, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	parts := strings.Split(string(text), "----------\n")
	parts = parts[:len(parts)-1]
	for i := range parts {
		parts[i] = plainSolution(parts[i])
	}
	slices.Sort(parts)
	return slices.Compact(parts)
}

// plainSolution turns a solution that MiniZinc prints into the form of FormatSolution. The models here have no
// labels of indices except in arrays over enumerations, which are removed with the shape.
func plainSolution(text string) string {
	var all []string
	for item := range strings.SplitSeq(strings.TrimSpace(text), ";\n") {
		name, value, _ := strings.Cut(strings.TrimSuffix(item, ";"), "=")
		var b strings.Builder
		value = strings.ReplaceAll(strings.Join(strings.Fields(value), " "), "[|", "[")
		value = strings.ReplaceAll(value, "|]", "]")
		if at := strings.Index(value, ", ["); strings.HasPrefix(value, "array") { // array3d(1..2, 1..2, 0..1, [...])
			value = strings.TrimSuffix(value[at+2:], ")")
		}
		if strings.Contains(value, ": |") || strings.Contains(value, "| ") && strings.Contains(value, ":") { // the first row has the labels of columns
			_, value, _ = strings.Cut(value, "|")
			value = "[" + value
		}
		value = strings.ReplaceAll(value, "|", ",")
		for part := range strings.SplitSeq(value, ",") {
			if _, after, labelled := strings.Cut(part, ":"); labelled {
				if strings.Contains(part, "[") {
					b.WriteByte('[')
				}
				part = after
			}
			if part = strings.ReplaceAll(strings.TrimSpace(part), " ", ""); part == "" {
				continue
			}
			if s := b.String(); s != "" && s[len(s)-1] != '[' {
				b.WriteByte(',')
			}
			b.WriteString(part)
		}
		all = append(all, strings.TrimSpace(name)+"="+strings.ReplaceAll(b.String(), ",]", "]"))
	}
	return setRange.ReplaceAllStringFunc(strings.Join(all, ";"), func(text string) string {
		var lo, hi int
		fmt.Sscanf(text, "%d..%d", &lo, &hi)
		var members []string
		for v := lo; v <= hi; v++ {
			members = append(members, fmt.Sprint(v))
		}
		return "{" + strings.Join(members, ",") + "}"
	})
}

var setRange = regexp.MustCompile(`-?[0-9]+\.\.-?[0-9]+`)

// ours returns the solutions by brute force, as FormatSolution prints them.
func ours(t *testing.T, in encode.Instance) []string {
	t.Helper()
	p := in.(*Instance)
	var all []string
	err := encode.BruteForce(in).Search(context.Background(), new(native.Stats), func(s encode.Solution) bool {
		text := p.FormatSolution(s)
		if back, err := p.ParseSolution(text); err != nil || back != s {
			t.Fatalf("%q is read as %q: %v", text, back, err)
		}
		drawing := in.Draw(&s)
		reads, err := encode.ReadSolution(in, drawing)
		if err != nil || reads[0].Solution != s {
			t.Fatalf("%s is read as %q: %v", drawing, reads, err)
		}
		all = append(all, text)
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	return all
}

// TestOutputs compares our solutions with Gecode's. The variables of the models can be named only with the .ozn
// file. The test asks Gecode about all models only if COUNTERPROOF_LONG is 1.
func TestOutputs(t *testing.T) {
	for i, c := range []struct {
		model string
		count int
	}{
		{"var opt 0..3: o; var opt bool: p; var bool: z;", 30},
		{"set of int: 'x y' = 1..2; var 'x y': z; var 1..3: 'u v'; constraint z < 'u v';", 3},
		{"array[1..3] of var 1..3: q; constraint forall(i, j in 1..3 where i < j)(q[i] != q[j]);", 6},
		{"var set of 1..4: s; constraint card(s) = 2;", 6},
		{"var set of -1..1: s; var set of {2,5}: u; constraint 0 in s; var set of 1..2: full; constraint full = {1,2};", 16},
		{"var set of 1..2: s; constraint s = {}; var set of {}: e;", 1},
		{"array[0..1,2..3] of var set of 4..5: m; constraint m[0,2] = {4}; constraint m[1,3] = m[0,3];", 16},
		{"enum C = {red, green, blue}; var C: c; var set of C: s; array[C] of var C: f; constraint c in s; constraint f[red] = c /\\ f[blue] = green;", 36},
		{"enum F = _(1..3); var F: v; var opt F: w; constraint occurs(w) -> deopt(w) != v;", 9},
		{"enum G = {'two words', Plain}; var G: g; array[1..2] of var opt G: og;", 18},
		{"array[0..1,0..1] of var opt bool: m; constraint m[0,0] = true; constraint absent(m[1,1]);", 9},
		{"var opt 1..3: o; constraint o = 2; var opt 1..3: a; constraint absent(a); var -2..2: x; constraint x*x = 4;", 2},
		{"var 3..7: x; constraint x = 5; var bool: b; constraint b; var 1..2: y;", 2},
		{"var 1..3: x; var 1..3: y; constraint x = y; array[1..0] of var 1..2: none; array[1..2,1..1] of var 1..2: m;", 12},
		{"var int: x; constraint x > 0 /\\ x < 4; var int: y; constraint y = x*x;", 3},
		{"var 1..2: x; constraint x > 1 /\\ x < 2;", 0},
		{"array[1..2,1..2,0..1] of var bool: c; constraint forall(i in 1..2)(c[i,1,0] <-> c[i,2,1]);", 64},
		{"array[1..2,1..1,0..1] of var opt 1..2: c; constraint absent(c[1,1,1]); constraint occurs(c[2,1,0]);", 18},
		{"array[1..2,1..2] of var set of 1..2: m; constraint forall(i, j in 1..2)(i in m[i,j]);", 16},
		{"array[1..2] of var set of 1..2: s; constraint s[1] subset s[2];", 9},
		{"array[1..2,1..2] of var set of 1..2: m; constraint m[1,2] = {1}; constraint card(m[2,1]) = 1;", 32},
	} {
		in, err := MiniZinc.OfFile("m.mzn", compile(t, c.model), nil)
		if err != nil {
			t.Errorf("%s: %v", c.model, err)
			continue
		}
		got := ours(t, in)
		if len(got) != c.count {
			t.Errorf("%s: got %d solutions, want %d: %q", c.model, len(got), c.count, got)
		}
		if strings.Contains(c.model, "x > 1 /\\ x < 2") || strings.Contains(c.model, "var opt F") || strings.Contains(c.model, "var opt G") || strings.Contains(c.model, "absent(c[") {
			continue // the compiler finds no solution, or cannot print some optional variables: "missing builtin 'int_ne'"
		}
		if os.Getenv("COUNTERPROOF_LONG") != "1" && i%4 > 0 {
			continue
		}
		if want := gecode(t, c.model); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, Gecode says %q", c.model, got, want)
		}
	}
}

// TestSize checks which number in a name is the size of an instance. A number in the name of the model is not.
func TestSize(t *testing.T) {
	for name, want := range map[string]int{"q2.mzn": 0, "q2.mzn+n=8": 8, "q.mzn+8.dzn": 8, "q.mzn+side-12.json": 12, "q.mzn+3_3.dzn": 0, "q.mzn+n=8+k=2": 0, "q.mzn+a.dzn": 0} {
		in, err := MiniZinc.OfFile(name, []byte("var 1..3: x:: output_var;\nsolve satisfy;\n"), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := in.(*Instance).Size(); got != (encode.Size{N: want}) {
			t.Errorf("%s: got %v, want %d", name, got, want)
		}
	}
}

// An odd instance has names with commas outside of brackets.
type odd struct{ encode.Instance }

func (o odd) SiteName(site int) string         { return o.Instance.(*Instance).SiteName(site) + ",1" }
func (o odd) ValueName(site, value int) string { return o.Instance.(*Instance).ValueName(site, value) }
func (o odd) ReadValue(site int, text encode.Span) (int, error) {
	return o.Instance.(*Instance).ReadValue(site, text)
}

// TestNames checks names of sites and values: in given values, in solutions, and in what is refused.
func TestNames(t *testing.T) {
	const text = "var -2..1: a;\nvar 0..1000: b:: output_var;\nvar bool: p:: output_var;\n" +
		"array [1..4] of var int: q:: output_array([0..1,3..4]) = [a,5,b,a];\nconstraint int_lin_le([1,1],[a,b],3);\nsolve satisfy;\n"
	in, err := MiniZinc.OfFile("m.fzn", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(in.Sites()); got != "[1001 2 4 1 1001 4]" {
		t.Errorf("the sites have %s values", got)
	}
	given, err := clues.ReadGiven(in, "q[0,3]=-1,q[0,4]=5,p=true,b=1000,0=1000")
	if want := "0=1000,1=1,2=1,3=0"; err != nil || clues.FormatGiven(given) != want {
		t.Errorf("got %v, %v, want %s", given, err, want)
	}
	if got, want := clues.NameGiven(in, given), "b=1000,p=true,q[0,3]=-1,q[0,4]=5"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if in := encode.Instance(odd{in}); clues.NameGiven(in, given) != clues.FormatGiven(given) {
		t.Errorf("got %s, want numbers, because of the comma", clues.NameGiven(in, given))
	}
	for _, text := range []string{"q[0,3]=2", "q[2,3]=1", "p=1", "b=1001", "b=", "=1", "b=1,b=2", "q[0,3]=-1,"} {
		if given, err := clues.ReadGiven(in, text); err == nil {
			t.Errorf("%q is read as %v", text, given)
		}
	}
	solution := "b=4;p=false;q=[-1,5,4,-1]"
	s, err := encode.ReadText(in, solution)
	if err != nil || in.Check(s) != nil || encode.FormatSolution(in, s) != solution {
		t.Errorf("%s: %v, %v", solution, err, in.Check(s))
	}
	if got, want := in.Draw(&s), "b = 4\np = false\nq =\n  -1  5\n   4 -1\n"; got != want {
		t.Errorf("the drawing is %q, want %q", got, want)
	}
	for text, sites := range map[string][]int{
		"b=4;p=false;q=[1,5,4,1]": {0, 2}, "b=4;p=false;q=[-1,5,4,1]": {2, 5}, "b=4;p=false;q=[-1,5,3,-1]": {0, 4},
	} {
		s, err := encode.ReadText(in, text)
		v, ok := in.Check(s).(*encode.Violation)
		if err != nil || !ok || !slices.Equal(v.Sites, sites) {
			t.Errorf("%s: %v, %v, want a violation of the sites %v", text, err, v, sites)
		}
	}
	for _, text := range []string{"", "b=4", "b=4;p=false;q=[1,5,4]", "b=4;p=false;q=[1,5,4,1,1]", "b=4;p=0;q=[1,5,4,1]", "b=4;p=false;q=[1,6,4,1]",
		"b=4;p=false;q=[1,5,4,1];", "b=4;p=false;q=[1,5,4,1]x", "b=4 p=false", "c=4;p=false;q=[1,5,4,1]", "b=4;p=false;q=[1,5,4,'", "b=('"} {
		if s, err := encode.ReadText(in, text); err == nil {
			t.Errorf("%q is read as %q", text, s)
		}
	}
}

// TestRefused checks which contents and projections are refused.
func TestRefused(t *testing.T) {
	for text, word := range map[string]string{
		"var 1..3: x;\nsolve satisfy;\n":                                  "variables to count",
		"var 1..3: x:: output_var;\nsolve minimize x;\n":                  "--ignore-objective",
		"var int: x:: output_var;\nsolve satisfy;\n":                      "bounds for the variable x",
		"var 0..2147483648: x:: output_var;\nsolve satisfy;\n":            "2^31",
		"var 1..3: x;\nsolve\n":                                           "line 3",
		`{"source":{"files":[{"name":"m.mzn","text":""}]},"compiled":{}}`: "solve item",
		`{"source":`: "integer",
		`{"source":{"files":[{"name":"m.mzn","text":""}]},"compiled":{"flatzinc":"var 1..2: x:: output_var; solve satisfy;","ozn":"output [\"x = \",show(x),\";\\n\"];\nint: x = max(y);"}}`:         "--project",
		`{"source":{"files":[{"name":"m.mzn","text":""}]},"compiled":{"flatzinc":"var 1..2: x:: output_var; solve satisfy;","ozn":"output [\"x = \",show(x),\";\\n\"];\nint: x = y;\nint: y = x;"}}`: "--project",
	} {
		if in, err := MiniZinc.OfFile("f", []byte(text), nil); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%s: got %v, %v, want a message with %q", text, in, err, word)
		}
	}
	const two = "var 1..2: x:: output_var;\nvar 1..3: y:: output_var;\nconstraint int_lt(x,y);\nsolve satisfy;\n"
	for project, want := range map[string]string{"y,x,y": " project=x,y", "y": " project=y", "": " project="} {
		in, err := MiniZinc.OfFile("f", []byte(two), &project)
		if err != nil || !strings.HasSuffix(in.String(), want) {
			t.Errorf("the projection %q gives %v, %v", project, in, err)
			continue
		}
		if again, err := MiniZinc.Parse(in.String()); err != nil || again.String() != in.String() || !slices.Equal(again.Sites(), in.Sites()) {
			t.Errorf("%v is read as %v: %v", in, again, err)
		}
	}
	for _, project := range []string{"z", "x,", "x;y", "output"} {
		if in, err := MiniZinc.OfFile("f", []byte(two), &project); err == nil {
			t.Errorf("the projection %q is accepted: %v", project, in)
		}
	}
	one := Pack(Source{Files: []SourceFile{{"m.mzn", "1"}}}, Compiled{FlatZinc: two, Compiler: "a"})
	if contents.Hash(one) != contents.Hash(Pack(Source{Files: []SourceFile{{"m.mzn", "1"}}}, Compiled{FlatZinc: two + " ", Compiler: "b"})) ||
		contents.Hash(one) == contents.Hash(Pack(Source{Files: []SourceFile{{"m.mzn", "2"}}}, Compiled{FlatZinc: two, Compiler: "a"})) {
		t.Error("the hash is not of the source alone")
	}
}

// TestMentioned checks which variables the output items of a model use.
func TestMentioned(t *testing.T) {
	files := []SourceFile{
		{"m.mzn", "int: output_x; % output [a];\n/* output [b]; */ constraint c > 1; output [\"d = \\(e + f[g]) h; \\\"i\\n\"] ++ [show(j \\k\\(n union o)), \"\\(\"p\"++q)\"];\noutput(\"k\");"},
		{"m.dzn", "output [l];"},
	}
	var got []string
	for name := range mentioned(files) {
		got = append(got, name)
	}
	slices.Sort(got)
	if want := []string{"e", "f", "g", "j", "k", "n", "o", "q", "show", "union"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// FuzzFile checks that no FlatZinc text and no .ozn file makes the program panic, and that texts of solutions are
// read again.
func FuzzFile(f *testing.F) {
	const flat = "var 1..2: x:: output_var; var bool: b:: output_var; array [1..1] of var int: q:: output_array([1..1]) = [x]; solve satisfy;"
	f.Add(flat, "output [\"x = \",show(x),\";\\n\",\"s = \",_toString_E(s,true,false),\";\\n\"];\nint: x;\nset of int: s = reverse_map_ab2si(array1d(4..4,[b]));\narray [1..1] of string: _enum_to_string_0_E = [\"r\"];\nfunction string : _toString_E(opt int: x) = x;")
	f.Add(flat, "output [\"x = \",show(x),\";\\n\"];\nopt int: x = reverse_map_var_opt_int(b,q);\nbool: b;\narray [1..1] of int: q;\nint: y = int_ne(x,0);")
	f.Add(example, "")
	f.Fuzz(func(t *testing.T, text, ozn string) {
		data := []byte(text)
		if ozn != "" {
			data = Pack(Source{Files: []SourceFile{{"m.mzn", text}}}, Compiled{text, ozn, ""})
		}
		p, err := readModel(data, nil)
		if err != nil || slices.Contains(p.sizes, 0) || len(p.sites) > 100 {
			return
		}
		s := encode.MakeSolution(p.wide, make([]int, len(p.sites)))
		_ = p.check(s)
		_ = p.draw(s)
		if _, err := p.read(&scan{lines: []encode.Span{encode.OneLine(p.format(s))}, comma: true}); err != nil && !strings.ContainsAny(text+ozn, "'\\") {
			t.Errorf("%q: %v", p.format(s), err)
		}
	})
}

// TestDemands checks which constraints of a model contradict each other, and that definitions of variables stay.
func TestDemands(t *testing.T) {
	const text = "var 1..3: x:: output_var;\nvar 1..3: y:: output_var;\nvar 2..6: s:: var_is_introduced :: is_defined_var;\n" +
		"constraint int_lt(x,y):: mzn_path(\"folder/m.mzn|7|12|7|16|bin;std/lib.mzn|1|2|3|4|ca;\");\n" +
		"constraint int_le(x,3):: mzn_path(\"folder/m.mzn|7|12|7|16|bin;std/lib.mzn|5|6|7|8|ca;\");\n" +
		"constraint int_plus(x,y,s):: defines_var(s);\nconstraint int_le(6,s):: mzn_constraint_name(\"large\");\nsolve satisfy;\n"
	in, err := MiniZinc.OfFile("m.fzn", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	board := in.(clues.HasDemands)
	want := []string{"the constraint in line 7, column 12 of m.mzn", "the constraint \"large\" in line 7 of the FlatZinc text"}
	if got := board.Demands(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for gone, count := range map[string]int{"[]": 0, "[0]": 1, "[1]": 3, "[0 1]": 9} {
		var list []int
		for i := range 2 {
			if strings.Contains(gone, fmt.Sprint(i)) {
				list = append(list, i)
			}
		}
		if got := ours(t, board.Relaxed(list)); len(got) != count {
			t.Errorf("without %s: got %q, want %d solutions", gone, got, count)
		}
	}
}
