//go:build !js

// Package model has the puzzle minizinc, whose instances are models of MiniZinc or FlatZinc texts. The sites are
// the variables that the model prints, in the order of its text.
//
// The contents of an instance are a FlatZinc text, or the files of a model together with what the compiler made of
// them. So only the compilation needs MiniZinc. A site whose variable is optional or belongs to a set is found by
// the .ozn file of the compiler.
package model

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"weak"

	"counterproof/encode"
	"counterproof/encode/contents"
	"counterproof/encode/wording"
)

// MiniZinc is the puzzle of constraint models.
var MiniZinc = encode.Puzzle{
	Name:  "minizinc",
	Title: "MiniZinc models",
	Rules: "Give every variable of the model a value so that all constraints hold. " +
		"Variables that the model defines by an expression do not count, and with --project, only the named variables count.",
	Sites: "The sites are the variables of the model in the order of its text, and the elements of arrays with the last index fastest. " +
		"A set has a site for each possible member. A value is the number of the integer in the domain of the variable, from 0. An optional variable has one more value, <>.",
	Example:      wording.FileText("example.fzn", contents.Hash([]byte(example)), nil),
	ExampleCount: "2",
	Source:       "the two ways to put four queens on a board of four rows (A000170)",
	Styles:       styles,
	Formats: []string{
		"'NAME sha256:HEX': the name of a file and the SHA-256 of its contents; with --project, ' project=NAME,...' follows",
		"@FILE with a model of MiniZinc, which needs the compiler minizinc, or with a FlatZinc text, perhaps compressed by gzip or xz",
	},
}

// example has four queens: their columns, the sums and the differences of their columns and rows all differ.
const example = `var 1..4: q1;
var 1..4: q2;
var 1..4: q3;
var 1..4: q4;
array [1..2] of int: w = [1,-1];
array [1..4] of var int: q:: output_array([1..4]) = [q1,q2,q3,q4];
constraint fzn_all_different_int(q);
constraint int_lin_ne(w,[q1,q2],1);
constraint int_lin_ne(w,[q1,q2],-1);
constraint int_lin_ne(w,[q2,q3],1);
constraint int_lin_ne(w,[q2,q3],-1);
constraint int_lin_ne(w,[q3,q4],1);
constraint int_lin_ne(w,[q3,q4],-1);
constraint int_lin_ne(w,[q1,q3],2);
constraint int_lin_ne(w,[q1,q3],-2);
constraint int_lin_ne(w,[q2,q4],2);
constraint int_lin_ne(w,[q2,q4],-2);
constraint int_lin_ne(w,[q1,q4],3);
constraint int_lin_ne(w,[q1,q4],-3);
solve satisfy;
`

func init() {
	contents.AddSource(func(hash string) []byte {
		if contents.Hash([]byte(example)) == hash {
			return []byte(example)
		}
		return nil
	})
	MiniZinc.OfFile = ofFile
	MiniZinc.Parse = parseInstance
	MiniZinc.Import = func(data []byte) ([]encode.Instance, error) {
		text := strings.TrimSpace(string(data))
		if _, hash, _ := wording.File(text); hash != "" && !strings.Contains(text, "\n") {
			in, err := parseInstance(text)
			return []encode.Instance{in}, err
		}
		in, err := ofFile("text", data, nil)
		return []encode.Instance{in}, err
	}
}

// An Instance is a model.
type Instance struct {
	text string // canonical

	// Only the last problem that was used is sure to stay in memory.
	mu   sync.Mutex
	held weak.Pointer[problem]
	kept *problem // of an instance without some constraints, which has no text of its own
}

var recent atomic.Pointer[problem] // the last problem that was used

func (in *Instance) problem() *problem {
	in.mu.Lock()
	defer in.mu.Unlock()
	p := in.held.Value()
	if in.kept != nil {
		return in.kept
	}
	if p == nil {
		data, err := contents.Find(in.text)
		if err == nil {
			_, _, project := wording.File(in.text)
			p, err = readModel(data, project)
		}
		if err != nil { // it was read before
			panic(fmt.Sprintf("%s: %v", in.text, err))
		}
		in.held = weak.Make(p)
	}
	recent.Store(p)
	return p
}

// parseInstance reads canonical text or, if there are several lines, the contents of a file.
func parseInstance(text string) (encode.Instance, error) {
	name, hash, project := wording.File(text)
	switch {
	case strings.Contains(text, "\n"): // a name has none
		return ofFile("text", []byte(text), nil)
	case hash == "":
		return nil, encode.Errorf(1, 1, "want @FILE, @FOLDER or the canonical text NAME sha256:HEX, got %q", text)
	}
	data, err := contents.Find(text)
	if err != nil {
		return nil, &encode.ParseError{Line: 1, Column: 1, Err: err}
	}
	return ofFile(name, data, project)
}

func ofFile(name string, data []byte, project *string) (encode.Instance, error) {
	if i := strings.IndexFunc(name, func(r rune) bool { return unicode.IsControl(r) || wording.Unsafe(r) || strings.ContainsRune(";|/", r) }); i >= 0 || name == "" {
		return nil, encode.Errorf(1, 1, "want a file name without control characters and without ;, | and /, got %q: rename the file", name)
	}
	if len(data) > contents.Most {
		return nil, encode.Errorf(1, 1, "want a file of at most %d bytes, got %d", contents.Most, len(data))
	}
	p, err := readModel(data, project)
	if err != nil {
		return nil, err
	}
	if project != nil {
		list := strings.Join(wording.Each(p.outputs, func(o output) string { return o.name }), ",")
		project = &list
	}
	recent.Store(p)
	return &Instance{text: wording.FileText(name, contents.Put(data), project), held: weak.Make(p)}, nil
}

// String implements encode.Instance.
func (in *Instance) String() string { return in.text }

// Sites implements encode.Instance.
func (in *Instance) Sites() []int { return slices.Clone(in.problem().sizes) }

// SiteName names a site as the model does.
func (in *Instance) SiteName(site int) string { return in.problem().sites[site].name }

// ValueName names a value as the model does.
func (in *Instance) ValueName(site, value int) string { return in.problem().valueText(site, value) }

// Check implements encode.Instance. It evaluates the constraints, and looks for values of the variables that are
// no sites. It returns encode.ErrUndecided if that takes too many steps.
func (in *Instance) Check(s encode.Solution) error { return in.problem().check(s) }

// Encode implements encode.Instance.
func (in *Instance) Encode(e *encode.Encoder) { in.problem().encode(e) }

// Reduce implements encode.Instance.
func (in *Instance) Reduce() []encode.Reduction { return in.problem().reduce() }

// FormatSolution prints a solution with the names and values of the model, such as "q=[3,1,4,2]".
func (in *Instance) FormatSolution(s encode.Solution) string { return in.problem().format(s) }

// ParseSolution reads what FormatSolution prints.
func (in *Instance) ParseSolution(text string) (encode.Solution, error) {
	return in.problem().read(&scan{lines: []encode.Span{encode.OneLine(text)}, comma: true})
}

// ReadValue reads a value of a site as ValueName prints it.
func (in *Instance) ReadValue(site int, text encode.Span) (int, error) {
	return in.problem().readValue(site, text)
}

// Draw implements encode.Instance. A solution is drawn with the arrays in their declared shape.
func (in *Instance) Draw(s *encode.Solution) string {
	p := in.problem()
	if s != nil {
		return p.draw(*s)
	}
	name, _, _ := wording.File(in.text)
	return fmt.Sprintf("%s: %s, %s, %s\n", name, wording.Plural(len(p.sites), "site"), wording.Plural(len(p.Vars), "variable"), wording.Plural(len(p.Constraints), "constraint"))
}

// ReadDrawing implements encode.HasDrawing.
func (in *Instance) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	return in.problem().read(&scan{lines: slices.Clone(lines)})
}
