package main

import (
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strconv"
	"strings"
)

// A Mutant is one small change in one file. The bytes from start to end of the source are replaced by
// New.
type Mutant struct {
	File, Func string // the base name of the file; the function, with the type of its receiver
	Line       int
	Layer      string
	Op         string // the kind of change, such as "swap operator"
	New        string
	within     string // the hash of the function
	src        []byte // the original text of the file
	start, end int
	ID         string // the name within the package; changes elsewhere in the file do not change it
}

// Mutants lists the mutants of a file in the order of the source. It leaves out functions without a
// layer.
func Mutants(fset *token.FileSet, file *ast.File, src []byte, layers Layers) []Mutant {
	m := &maker{fset: fset, layers: layers, src: src, seen: map[string]bool{}, same: map[string]int{}}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		m.fn, m.layer = name(f), layers.of(fset, f)
		if m.layer == "" {
			continue
		}
		m.within = fmt.Sprintf("%x", sha256.Sum256([]byte(m.text(f))))[:16]
		ast.Inspect(f.Body, m.visit)
	}
	return m.all
}

// source returns the text of the file with the change.
func (m *Mutant) source() []byte {
	return []byte(string(m.src[:m.start]) + m.New + string(m.src[m.end:]))
}

type maker struct {
	fset      *token.FileSet
	layers    Layers
	src       []byte
	fn, layer string
	within    string
	all       []Mutant
	seen      map[string]bool // the changes made so far, to skip a change that gives the same text
	same      map[string]int  // the number of mutants so far with the same name
}

func (m *maker) at(p token.Pos) int { return m.fset.Position(p).Offset }

func (m *maker) text(n ast.Node) string { return string(m.src[m.at(n.Pos()):m.at(n.End())]) }

func (m *maker) change(op string, from, to token.Pos, text string) {
	start, end := m.at(from), m.at(to)
	key := fmt.Sprint(start, end, text)
	if m.seen[key] {
		return
	}
	m.seen[key] = true
	at := m.fset.Position(from)
	base := at.Filename[strings.LastIndexByte(at.Filename, '/')+1:]
	old := string(m.src[start:end])
	id := fmt.Sprintf("%s %s: %s: %s", base, m.fn, op, short(old))
	if text != "" && op != "delete call" {
		id += " -> " + short(text)
	}
	if m.same[id]++; m.same[id] > 1 {
		id += fmt.Sprintf(" (%d)", m.same[id])
	}
	m.all = append(m.all, Mutant{base, m.fn, at.Line, m.layer, op, text, m.within, m.src, start, end, id})
}

// replace makes a mutant in which the given text replaces a node of the syntax tree.
func (m *maker) replace(op string, n ast.Node, text string) { m.change(op, n.Pos(), n.End(), text) }

// short puts a text on one line and cuts it to at most 60 bytes.
func short(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > 60 {
		text = text[:57] + "..."
	}
	return strings.ReplaceAll(text, "\t", " ")
}

var swapped = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL,
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.ADD: token.SUB, token.SUB: token.ADD,
	token.LAND: token.LOR, token.LOR: token.LAND,
	token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN,
}

// lists holds the names of functions that take a list of arguments. A mutant of a call of such a
// function leaves out the last argument.
var lists = map[string]bool{
	"Add": true, "ExactlyOne": true, "AtMostOne": true, "AtLeast": true, "AtMost": true, "Exactly": true,
	"Or": true, "And": true, "Xor": true, "append": true, "max": true, "min": true,
}

// visit makes the mutants of one node and reports whether to visit its children.
func (m *maker) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ExprStmt:
		if call, ok := n.X.(*ast.CallExpr); ok && called(call) != "panic" {
			m.deleted(n, call)
		}
	case *ast.AssignStmt:
		m.assign(n)
	case *ast.IfStmt:
		m.condition(n)
	case *ast.ForStmt:
		for _, part := range []ast.Node{n.Init, n.Cond, n.Body} { // without Post, because a loop with i-- instead of i++ fails any test
			if part != nil {
				ast.Inspect(part, m.visit)
			}
		}
		return false
	case *ast.IncDecStmt:
		token := map[token.Token]string{token.INC: "--", token.DEC: "++"}[n.Tok]
		m.change("swap operator", n.TokPos, n.End(), token)
	case *ast.BinaryExpr:
		m.binary(n)
	case *ast.UnaryExpr:
		switch n.Op {
		case token.SUB:
			if _, number := n.X.(*ast.BasicLit); !number {
				m.replace("drop sign", n, m.text(n.X))
			}
		case token.NOT:
			m.replace("negate", n, m.text(n.X))
		}
	case *ast.BasicLit:
		if k, err := strconv.Atoi(n.Value); err == nil && n.Kind == token.INT {
			m.replace("constant", n, strconv.Itoa(k+1))
		}
	case *ast.Ident:
		switch n.Name {
		case "true":
			m.replace("constant", n, "false")
		case "false":
			m.replace("constant", n, "true")
		}
	case *ast.KeyValueExpr:
		if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Sites" {
			m.site(n.Value)
		}
	case *ast.CompositeLit:
		if _, ok := n.Type.(*ast.ArrayType); ok && len(n.Elts) > 1 {
			m.last("drop element", n.Elts)
		}
	case *ast.ArrayType: // a longer array behaves in the same way
		return false
	case *ast.CallExpr:
		return m.call(n)
	}
	return true
}

func (m *maker) binary(n *ast.BinaryExpr) {
	if to, ok := swapped[n.Op]; ok && !isText(n.X) && !isText(n.Y) {
		m.change("swap operator", n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), to.String())
	}
	// Exchange r and c in r*w+c.
	if mul, ok := n.X.(*ast.BinaryExpr); ok && n.Op == token.ADD && mul.Op == token.MUL && isIdent(mul.X) && isIdent(n.Y) {
		m.replace("transpose", n, m.text(n.Y)+"*"+m.text(mul.Y)+"+"+m.text(mul.X))
	}
}

func (m *maker) assign(n *ast.AssignStmt) {
	if to, ok := swapped[n.Tok]; ok && !isText(n.Rhs[0]) {
		m.change("swap operator", n.TokPos, n.TokPos+2, to.String())
	}
	if call, ok := n.Rhs[0].(*ast.CallExpr); ok && n.Tok == token.ASSIGN && called(call) == "append" {
		m.deleted(n, call)
	}
	if to, ok := n.Lhs[0].(*ast.SelectorExpr); ok && to.Sel.Name == "Sites" {
		m.site(n.Rhs[0])
	}
}

// deleted makes a mutant in which a call is deleted. It keeps the arguments of the call, because an
// unused variable would not compile.
func (m *maker) deleted(n ast.Stmt, call *ast.CallExpr) {
	var args []string
	for _, a := range call.Args {
		args = append(args, m.text(a))
	}
	m.replace("delete call", n, "_ = []any{"+strings.Join(args, ", ")+"}")
}

// site makes a mutant that leaves out the first of the sites that a violation names.
func (m *maker) site(sites ast.Expr) {
	if _, literal := sites.(*ast.CompositeLit); !literal {
		m.replace("drop site", sites, m.text(sites)+"[1:]")
	}
}

func (m *maker) condition(n *ast.IfStmt) {
	switch cond := n.Cond.(type) {
	case *ast.BinaryExpr:
		if cond.Op != token.EQL && cond.Op != token.NEQ {
			m.replace("negate", n.Cond, "!("+m.text(n.Cond)+")")
		}
	case *ast.UnaryExpr:
	default:
		m.replace("negate", n.Cond, "!("+m.text(n.Cond)+")")
	}
	if len(n.Body.List) == 0 || n.Else != nil {
		return
	}
	switch last := n.Body.List[len(n.Body.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		m.replace("delete exit", last, "")
	}
}

// call makes the mutants of a call and reports whether to visit its arguments. It does not change
// the texts of messages.
func (m *maker) call(n *ast.CallExpr) bool {
	fn := called(n)
	if sel, ok := n.Fun.(*ast.SelectorExpr); fn == "panic" || ok && m.text(sel.X) == "fmt" {
		return false
	}
	if fn == "make" && len(n.Args) == 3 { // leave the capacity as it is
		ast.Inspect(n.Args[1], m.visit)
		return false
	}
	if args := len(n.Args); lists[fn] && args > 1 && n.Ellipsis == token.NoPos && (fn != "append" || args > 2) {
		m.last("drop argument", n.Args)
	}
	for i, a := range n.Args {
		if fn == "Add" && !isNegative(a) && n.Ellipsis == token.NoPos {
			m.replace("negate literal", a, "-"+m.text(a))
		}
		if i > 0 && isIdent(n.Args[i-1]) && isIdent(a) && m.text(a) != m.text(n.Args[i-1]) && m.layers.alike(a, n.Args[i-1]) {
			m.change("swap arguments", n.Args[i-1].Pos(), a.End(), m.text(a)+", "+m.text(n.Args[i-1]))
		}
	}
	return true
}

// last makes a mutant that leaves out the last expression of a list.
func (m *maker) last(op string, list []ast.Expr) {
	m.change(op, list[len(list)-2].End(), list[len(list)-1].End(), "")
}

// called returns the name of the called function without its package or receiver.
func called(n *ast.CallExpr) string {
	switch f := n.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

func isIdent(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name != "nil"
}

func isText(e ast.Expr) bool {
	lit, ok := e.(*ast.BasicLit)
	return ok && lit.Kind == token.STRING
}

func isNegative(e ast.Expr) bool {
	u, ok := e.(*ast.UnaryExpr)
	return ok && u.Op == token.SUB
}

// parse parses the source of a file with the given path.
func parse(fset *token.FileSet, path string, src []byte) (*ast.File, error) {
	return parser.ParseFile(fset, path, src, parser.SkipObjectResolution)
}

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
