package model

import (
	"regexp"
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/wording"
)

// A declaration of an .ozn file is a name with a type and perhaps an expression.
type declaration struct {
	kind string // such as "array [1..3] of set of int"
	expr string // empty for a variable of the FlatZinc text
}

// An ozn is a file that says how MiniZinc makes its output from the variables of the FlatZinc text. With
// --output-mode dzn, the compiler writes such a file in a regular form.
type ozn struct {
	names    []string          // of the outputs, in the order of the model
	shown    map[string]string // by output: the expression that prints it
	declared map[string]declaration
	texts    string // the functions
}

// readOzn reads the text of an .ozn file.
func readOzn(text string) *ozn {
	o := &ozn{shown: map[string]string{}, declared: map[string]declaration{}}
	for _, item := range split(text, ';') {
		item = strings.TrimSpace(item)
		switch kind, rest, _ := strings.Cut(item, " "); kind {
		case "output":
			o.readOutput(strings.TrimSpace(rest))
		case "function":
			o.texts += item + "\n"
		default:
			parts := split(item, ':')
			if len(parts) < 2 {
				continue
			}
			name, expr, _ := strings.Cut(strings.Join(parts[1:], ":"), "=")
			name = split(strings.TrimSpace(name)+" ", ' ')[0]
			o.declared[name] = declaration{strings.TrimSpace(parts[0]), strings.TrimSpace(expr)}
		}
	}
	return o
}

// readOutput reads the list of an output item: texts such as "q = " or "q = array3d(", with the expressions that follow them.
func (o *ozn) readOutput(list string) {
	parts := split(strings.TrimSuffix(strings.TrimPrefix(list, "["), "]"), ',')
	for i := 0; i+1 < len(parts); i++ {
		text, err := strconv.Unquote(strings.TrimSpace(parts[i]))
		name, _, isName := strings.Cut(text, " =")
		if err == nil && isName {
			i++
			o.names = append(o.names, name)
			o.shown[name] = parts[i]
		}
	}
}

// split cuts a text at a separator outside of brackets and quotes.
func split(text string, separator byte) (parts []string) {
	depth, from := 0, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"' || c == '\'':
			i += quoted(text[i:]) - 1
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case c == separator && depth == 0:
			parts = append(parts, text[from:i])
			from = i + 1
		}
	}
	if from < len(text) {
		parts = append(parts, text[from:])
	}
	return parts
}

// quoted returns the length of the quotation at the beginning of a text.
func quoted(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			return i + 1
		}
	}
	return len(text)
}

var printer = regexp.MustCompile(`_toString_(\w+)\(`)

// enumOf returns the enumeration of the values of an output, or nil.
func (o *ozn) enumOf(name string) *enum {
	for _, at := range printer.FindAllStringSubmatchIndex(o.shown[name], -1) {
		rest, ok := strings.CutPrefix(o.shown[name][at[1]:], name)
		if ok && rest != "" && strings.ContainsRune(",[", rune(rest[0])) {
			return o.enum(o.shown[name][at[2]:at[3]])
		}
	}
	return nil
}

// enum returns an enumeration by its name, or nil. Names of values that are made by functions are not read.
func (o *ozn) enum(name string) *enum {
	if !strings.Contains(o.texts, " _toString_"+name+"(") {
		return nil
	}
	e := &enum{name: name}
	if strings.Contains(o.texts, " _toString_1_"+name+"(") {
		return e
	}
	list := o.declared["_enum_to_string_0_"+name].expr
	for _, part := range split(strings.TrimSuffix(strings.TrimPrefix(list, "["), "]"), ',') {
		if text, err := strconv.Unquote(strings.TrimSpace(part)); err == nil {
			e.names = append(e.names, text)
		}
	}
	return e
}

// A node is a parsed expression: a word, a range "..", a list "[", a matrix "[|" of lists, a set "{", or a call, whose text is the name of
// the function.
type node struct {
	text string
	call bool
	args []node
}

// parse reads an expression of the few forms that the compiler writes for variables.
func parse(text string) (n node, ok bool) {
	text = strings.TrimSpace(text)
	list := func(inner string, separator byte) bool {
		for _, part := range split(inner, separator) {
			arg, fine := parse(part)
			if !fine {
				return false
			}
			n.args = append(n.args, arg)
		}
		return true
	}
	if text == "" {
		return n, false
	}
	first, last := text[0], text[len(text)-1]
	switch {
	case strings.HasPrefix(text, "[|") && strings.HasSuffix(text, "|]") && len(text) > 4:
		n.text = "[|"
		return n, list("["+strings.Join(split(text[2:len(text)-2], '|'), "]|[")+"]", '|')
	case first == '[' && last == ']' || first == '{' && last == '}':
		n.text = text[:1]
		return n, list(text[1:len(text)-1], ',')
	case last == ')':
		at := strings.IndexByte(text, '(')
		n.text, n.call = strings.TrimSpace(text[:max(at, 0)]), true
		return n, at > 0 && isWord(n.text) && list(text[at+1:len(text)-1], ',')
	case strings.Contains(text, ".."):
		lo, hi, _ := strings.Cut(text, "..")
		n.text = ".."
		return n, list(lo+","+hi, ',')
	}
	n.text = text
	return n, text == "<>" || isWord(text) || first == '\'' && quoted(text) == len(text)
}

func isWord(text string) bool {
	return !strings.ContainsFunc(strings.TrimPrefix(text, "-"), func(r rune) bool { return !word(r) })
}

// mentioned returns the identifiers that the output items of a model use. It reads the expressions \(...) in texts.
func mentioned(files []SourceFile) map[string]bool {
	found := map[string]bool{}
	for _, item := range outputItems(files) {
		identifiers(item, found)
	}
	return found
}

// outputItems returns the output items of a model.
func outputItems(files []SourceFile) (items []string) {
	for _, f := range files {
		if strings.HasSuffix(f.Name, ".mzn") {
			for _, item := range split(uncommented(f.Text), ';') {
				if rest, ok := strings.CutPrefix(strings.TrimSpace(item), "output"); ok && !strings.HasPrefix(rest, "_") {
					items = append(items, rest)
				}
			}
		}
	}
	return items
}

// token matches an identifier, a sign that begins or ends a text or an expression in it, or an escape.
var token = regexp.MustCompile(`\\\W|\\?\w+|[()"]`)

// identifiers adds the identifiers of an expression to a set. It leaves out the texts, except for
// the expressions \(...) in them.
func identifiers(text string, found map[string]bool) {
	var open []string // the quotes and brackets that are open
	for _, t := range token.FindAllString(text, -1) {
		last := len(open) - 1
		inText := last >= 0 && open[last] == `"`
		switch {
		case t == `"` && inText, t == ")" && last >= 0 && !inText:
			open = open[:last]
		case t == `"`, t == `\(`, t == "(" && !inText:
			open = append(open, t)
		case !inText && word(rune(t[len(t)-1])):
			found[strings.TrimPrefix(t, `\`)] = true
		}
	}
}

// comment matches a text, which is kept, or a comment of a model.
var comment = regexp.MustCompile(`(?s)("(?:\\.|[^"\\])*"?)|%[^\n]*|/\*.*?(?:\*/|$)`)

// uncommented removes the comments of a model.
func uncommented(text string) string { return comment.ReplaceAllString(text, "$1") }

// unclear is the error for an output that the program does not understand.
func (o *ozn) unclear(name string) error {
	return encode.Errorf(1, 1, "want an expression for %s that this program understands, got %q in the .ozn file of the compiler: count other variables with --project NAME,...", name, wording.Short(o.declared[name].expr))
}
