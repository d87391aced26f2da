package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
)

// Layers divides the functions of a package into layers. In a puzzle, a function belongs to the first of
// these layers from which it can be reached:
//
//	rules      Check
//	clauses    Encode
//	native     Reduce and its decoding
//	notation   String, and the functions that the catalogue entry names as Parse and Import
//	generator  the function that the catalogue entry names as Generate
//
// So a function that both Encode and Reduce call belongs to the layer clauses. A function that no
// layer reaches, for example for drawing, explaining or deduction, belongs to the layer rest. A
// function reaches the functions that its body mentions, except functions where another layer
// begins. Imported packages are not loaded. So the types of their values are not known. A call of a
// method of such a value reaches all methods of this package that have the same name and the same
// number of parameters.
//
// A package is a puzzle if it has a catalogue entry with a generator, or both Encode and Reduce. In any
// other package, each file is a layer.
type Layers struct {
	puzzle bool
	info   *types.Info
	byFunc map[*ast.FuncDecl]string
}

var layerOrder = []string{"rules", "clauses", "native", "notation", "generator", "rest"}

// Layered finds the layers of the files of one package.
func Layered(fset *token.FileSet, files []*ast.File) Layers {
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{},
		Defs:  map[*ast.Ident]types.Object{},
		Uses:  map[*ast.Ident]types.Object{},
	}
	config := types.Config{Error: func(error) {}} // every import gives an error
	config.Check("mutated", fset, files, info)
	funcs := map[string][]*ast.FuncDecl{}
	begins := map[string][]string{}
	for _, file := range files {
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				funcs[d.Name.Name] = append(funcs[d.Name.Name], d)
			case *ast.GenDecl:
				if d.Tok == token.VAR {
					ast.Inspect(d, func(n ast.Node) bool { return entry(n, begins) })
				}
			}
		}
	}
	for name, layer := range map[string]string{"Check": "rules", "Encode": "clauses", "Reduce": "native", "String": "notation"} {
		begins[layer] = append(begins[layer], name)
	}
	begins["rest"] = []string{"Draw", "Picture"}
	l := Layers{
		puzzle: len(begins["generator"]) > 0 || len(funcs["Encode"]) > 0 && len(funcs["Reduce"]) > 0,
		info:   info,
		byFunc: map[*ast.FuncDecl]string{},
	}
	first := map[string]bool{}
	for _, names := range begins {
		for _, n := range names {
			first[n] = true
		}
	}
	for _, layer := range layerOrder {
		for _, name := range begins[layer] {
			l.reach(name, layer, funcs, first)
		}
	}
	return l
}

// entry finds the functions that the fields Parse, Import and Generate of a catalogue entry
// mention, and stores them in the map begins.
func entry(n ast.Node, begins map[string][]string) bool {
	kv, ok := n.(*ast.KeyValueExpr)
	if !ok {
		return true
	}
	key, _ := kv.Key.(*ast.Ident)
	if key == nil {
		return true
	}
	layer := map[string]string{"Parse": "notation", "Import": "notation", "Generate": "generator"}[key.Name]
	if layer == "" {
		return true
	}
	ast.Inspect(kv.Value, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			begins[layer] = append(begins[layer], id.Name)
		}
		return true
	})
	return false
}

func (l *Layers) reach(name, layer string, funcs map[string][]*ast.FuncDecl, first map[string]bool) {
	for _, f := range funcs[name] {
		l.enter(f, layer, funcs, first)
	}
}

func (l *Layers) enter(f *ast.FuncDecl, layer string, funcs map[string][]*ast.FuncDecl, first map[string]bool) {
	if l.byFunc[f] != "" || f.Body == nil {
		return
	}
	l.byFunc[f] = layer
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && l.info.Uses[sel.Sel] == nil && !first[sel.Sel.Name] && !l.qualified(sel) {
				for _, g := range funcs[sel.Sel.Name] {
					if g.Recv != nil && g.Type.Params.NumFields() == len(n.Args) {
						l.enter(g, layer, funcs, first)
					}
				}
			}
		case *ast.Ident:
			if use, ok := l.info.Uses[n].(*types.Func); ok && !first[n.Name] {
				for _, g := range funcs[n.Name] {
					if l.info.Defs[g.Name] == use.Origin() {
						l.enter(g, layer, funcs, first)
					}
				}
			}
		}
		return true
	})
}

// qualified reports whether a selector names an identifier of an imported package.
func (l *Layers) qualified(sel *ast.SelectorExpr) bool {
	id, ok := sel.X.(*ast.Ident)
	if !ok {
		return false
	}
	_, ok = l.info.Uses[id].(*types.PkgName)
	return ok
}

// alike reports whether it is certain that two expressions have the same type.
func (l Layers) alike(a, b ast.Expr) bool {
	x, y := l.info.TypeOf(a), l.info.TypeOf(b)
	return x != nil && y != nil && x != types.Typ[types.Invalid] && types.Identical(x, y)
}

// of returns the name of the layer to which a function belongs.
func (l Layers) of(fset *token.FileSet, f *ast.FuncDecl) string {
	if !l.puzzle {
		return strings.TrimSuffix(filepath.Base(fset.Position(f.Pos()).Filename), ".go")
	}
	if layer := l.byFunc[f]; layer != "" {
		return layer
	}
	return "rest"
}

// name returns the name of a function with the type of its receiver.
func name(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return f.Name.Name
	}
	t := f.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	switch generic := t.(type) {
	case *ast.IndexExpr:
		t = generic.X
	case *ast.IndexListExpr:
		t = generic.X
	}
	if id, ok := t.(*ast.Ident); ok {
		return id.Name + "." + f.Name.Name
	}
	return f.Name.Name
}
