package tomlfile

import (
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// A place says at which offsets of the text a key and its value begin. For a table, and for a value
// without a position of its own, the field value is the offset of the nearest earlier key or value.
type place struct{ name, value int }

// A positions maps paths in a TOML text, such as "suite[1].methods[0]", to places.
type positions map[string]place

// deepest is the largest number of parts of a path that is stored in a positions. A path in an
// experiment has at most five parts.
const deepest = 8

// A located is a string in a TOML text, with its path.
type located struct{ path, text string }

// A survey finds the positions of all keys and values of a TOML text, and the strings in order.
type survey struct {
	at    positions
	texts []located
}

func surveyOf(text []byte) survey {
	s := survey{at: positions{}}
	var p unstable.Parser
	p.Reset(text)
	tables := map[string]int{} // number of [[name]] so far
	table, depth := "", 0
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			names := keyNames(e)
			table, depth = "", len(names)
			for i, n := range names {
				table = Join(table, n.name)
				s.found(table, n.offset)
				if e.Kind == unstable.ArrayTable && i == len(names)-1 {
					tables[table]++
				}
				// [suite.limits] is a part of the last [[suite]].
				if k := tables[table]; k > 0 {
					table = fmt.Sprintf("%s[%d]", table, k-1)
					s.found(table, n.offset)
				}
			}
		case unstable.KeyValue:
			s.add(table, depth, e)
		}
	}
	return s
}

func (s *survey) found(path string, at int) {
	if _, ok := s.at[path]; !ok {
		s.at[path] = place{at, at}
	}
}

func (s *survey) add(path string, depth int, e *unstable.Node) {
	names := keyNames(e)
	at := 0
	for _, n := range names {
		path, at = Join(path, n.name), n.offset
		s.found(path, at)
	}
	s.value(path, depth+len(names), e.Value(), place{at, at})
}

func (s *survey) value(path string, depth int, v *unstable.Node, at place) {
	if v.Kind != unstable.Array && v.Kind != unstable.InlineTable && v.Raw.Length > 0 {
		at.value = int(v.Raw.Offset)
	}
	s.at[path] = at
	if v.Kind == unstable.String {
		s.texts = append(s.texts, located{path, string(v.Data)})
	}
	if depth >= deepest {
		return
	}
	children := v.Children()
	for i := 0; children.Next(); {
		switch child := children.Node(); {
		case child.Kind == unstable.Comment:
		case child.Kind == unstable.KeyValue:
			s.add(path, depth, child)
		case v.Kind == unstable.Array:
			s.value(fmt.Sprintf("%s[%d]", path, i), depth+1, child, at)
			i++
		}
	}
}

// A part is a part of a key, and its offset in the text.
type part struct {
	name   string
	offset int
}

// keyNames returns the parts of a key; if there are very many, it returns only the first ones.
func keyNames(e *unstable.Node) (names []part) {
	key := e.Key()
	for key.Next() && len(names) < deepest {
		names = append(names, part{string(key.Node().Data), int(key.Node().Raw.Offset)})
	}
	return names
}

// Join returns the path of a key in the table with the given path.
func Join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// Up returns the path of the table or list around a path, or "" if there is none.
func Up(path string) string { return path[:max(0, strings.LastIndexAny(path, ".["))] }
