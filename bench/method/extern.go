package method

import (
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/sat/extern"
)

// Programs are the methods, of every puzzle, extern/NAME whose programs are on PATH.
func Programs() []string {
	var names []string
	for _, t := range extern.Found() {
		names = append(names, "extern/"+t.Name)
	}
	return names
}

// ProgramOf is the outside program of a method extern/NAME; nil for any other
// method.
func ProgramOf(name string) *extern.Tool {
	family, rest, _ := strings.Cut(name, "/")
	if family != "extern" {
		return nil
	}
	rest, _, _ = strings.Cut(rest, "/")
	return extern.Find(rest)
}

// resolveExtern finds the program before anything is written: one that is not on
// PATH is an error that names its package.
func resolveExtern(p *encode.Puzzle, in encode.Instance, name string, write bool) (*Method, error) {
	parts := strings.Split(name, "/")
	style := p.Styles[0]
	if len(parts) == 3 && slices.Contains(p.Styles, parts[2]) {
		style, parts = parts[2], parts[:2]
	}
	tool := ProgramOf(name)
	if tool == nil || len(parts) != 2 {
		return nil, unknown(p, in, name)
	}
	if _, err := tool.Path(); err != nil {
		return nil, err
	}
	m := &Method{
		Name:    "extern/" + tool.Name + "/" + style,
		Style:   style,
		Version: onFormula(extern.Version, p),
		Solver:  tool.Name,
	}
	if !write {
		return m, nil
	}
	enc, err := m.write(p, in)
	if err != nil {
		return nil, err
	}
	m.Search = decoded(extern.Solver{Tool: tool, F: &enc.Formula}, enc)
	return m, nil
}
