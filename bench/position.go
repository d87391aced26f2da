package bench

import (
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// positions says where the values of a TOML text are, by paths such as
// "suite[1].methods[0]"; of a table it is the place of its name.
type positions map[string]unstable.Position

// positionsOf reads a text that has been decoded without an error.
func positionsOf(text []byte) positions {
	at := positions{}
	var p unstable.Parser
	p.Reset(text)
	tables := map[string]int{} // how many [[name]] there are so far
	prefix := ""
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			names, first := keyNames(e)
			if e.Kind == unstable.ArrayTable {
				tables[strings.Join(names, ".")]++
			}
			// [suite.limits] is a part of the last [[suite]].
			prefix = ""
			for i, name := range names {
				if i > 0 {
					prefix += "."
				}
				prefix += name
				if n := tables[strings.Join(names[:i+1], ".")]; n > 0 {
					prefix += fmt.Sprintf("[%d]", n-1)
				}
			}
			at[prefix] = p.Shape(first.Raw).Start
			prefix += "."
		case unstable.KeyValue:
			at.add(&p, prefix, e)
		}
	}
	return at
}

// add adds a key and its value.
func (at positions) add(p *unstable.Parser, prefix string, e *unstable.Node) {
	names, first := keyNames(e)
	at.value(p, prefix+strings.Join(names, "."), e.Value(), p.Shape(first.Raw).Start)
}

// value adds a value and what is in it; place is that of the nearest name or
// value before it, for the kinds of values that have none of their own.
func (at positions) value(p *unstable.Parser, path string, v *unstable.Node, place unstable.Position) {
	if v.Kind != unstable.Array && v.Kind != unstable.InlineTable && v.Raw.Length > 0 {
		place = p.Shape(v.Raw).Start
	}
	at[path] = place
	children := v.Children()
	for i := 0; children.Next(); {
		switch child := children.Node(); {
		case child.Kind == unstable.Comment:
		case child.Kind == unstable.KeyValue:
			at.add(p, path+".", child)
		case v.Kind == unstable.Array:
			at.value(p, fmt.Sprintf("%s[%d]", path, i), child, place)
			i++
		}
	}
}

// keyNames are the parts of a key, and the node of the first.
func keyNames(e *unstable.Node) (names []string, first *unstable.Node) {
	key := e.Key()
	for key.Next() {
		if first == nil {
			first = key.Node()
		}
		names = append(names, string(key.Node().Data))
	}
	return names, first
}

// find is the place of a path, or of the nearest thing around it that is in
// the text; zero where nothing is.
func (at positions) find(path string) unstable.Position {
	for {
		if place, ok := at[path]; ok {
			return place
		}
		i := strings.LastIndexAny(path, ".[")
		if i < 0 {
			return unstable.Position{}
		}
		path = path[:i]
	}
}
