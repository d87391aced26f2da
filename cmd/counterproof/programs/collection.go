package programs

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"counterproof/bench/ask"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/encode"
	"counterproof/encode/files"
	"counterproof/encode/wording"
)

// An entry is a record of a collection, or the reason why it cannot be read.
type entry struct {
	line   int
	fields map[string]json.RawMessage
	plain  json.RawMessage // a record without names, which has no fields
	err    error
}

// separators are the separators of CSV that entries tries.
const separators = ",;\t"

// entries reads JSON Lines, a JSON array, a JSON object with an array of objects inside, CSV with a header, or
// plain lines. A text is CSV if its first line has one of the given names.
func entries(text []byte, names []string) []entry {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	first, _, _ := strings.Cut(string(text), "\n")
	for _, comma := range separators {
		r := csv.NewReader(strings.NewReader(first))
		r.Comma = comma
		header, err := r.Read()
		if err == nil && slices.ContainsFunc(header, func(name string) bool { return slices.Contains(names, strings.ToLower(name)) }) {
			return table(text, header, comma)
		}
	}
	switch start := bytes.TrimLeft(text, " \t\r\n"); {
	case !json.Valid(text):
		return lines(text)
	case records.Match(text):
		return elements(text, text)
	case start[0] == '{':
		var object map[string]json.RawMessage
		_ = json.Unmarshal(text, &object) // the text is valid
		for _, name := range slices.Sorted(maps.Keys(object)) {
			var list []map[string]json.RawMessage
			if json.Unmarshal(object[name], &list) == nil && len(list) > 0 {
				return elements(text, object[name])
			}
		}
	}
	return lines(bytes.ReplaceAll(text, []byte("\n"), []byte(" "))) // one record
}

// records matches a list of objects or texts. A list of lists is rather one board.
var records = regexp.MustCompile(`^\s*\[\s*[{"]`)

// elements yields the elements of a JSON array, which is a part of the text.
func elements(text, array []byte) (all []entry) {
	d := json.NewDecoder(bytes.NewReader(array))
	_, _ = d.Token() // the bracket
	line, from, before := 1, 0, bytes.Index(text, array)
	for d.More() {
		var raw json.RawMessage
		_ = d.Decode(&raw) // the text is valid
		at := before + int(d.InputOffset()) - len(raw)
		line += bytes.Count(text[from:at], []byte("\n"))
		from = at
		all = append(all, record(line, raw))
	}
	return all
}

func lines(text []byte) (all []entry) {
	for line := range encode.TextLines(string(text)) {
		raw := []byte(strings.TrimSpace(files.Uncomment(line.Text, true)))
		switch {
		case len(raw) == 0:
			continue
		case !json.Valid(raw) || '0' <= raw[0] && raw[0] <= '9': // a board of digits is no number
			raw = quoted(string(raw))
		}
		all = append(all, record(line.Line, raw))
	}
	return all
}

func quoted(text string) json.RawMessage {
	raw, _ := json.Marshal(text) // a string has no errors
	return raw
}

func record(line int, raw json.RawMessage) entry {
	fields, err := result.DecodeObject(raw)
	if fields == nil {
		return entry{line: line, plain: raw}
	}
	return entry{line: line, fields: fields, err: err}
}

func table(text []byte, names []string, comma rune) (all []entry) {
	for i, name := range names {
		if name != "" && slices.Contains(names[:i], name) { // an empty name is that of an index
			return []entry{{line: 1, err: fmt.Errorf("the field %q occurs twice", name)}}
		}
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma, r.ReuseRecord = comma, true
	_, _ = r.Read() // the names
	for {
		row, err := r.Read()
		if err == io.EOF {
			return all
		}
		x := entry{fields: map[string]json.RawMessage{}, err: err}
		if at, ok := errors.AsType[*csv.ParseError](err); ok {
			x.line = at.StartLine
		} else {
			x.line, _ = r.FieldPos(0)
		}
		for i, field := range row[:min(len(row), len(names))] {
			x.fields[names[i]] = quoted(field)
		}
		all = append(all, x)
	}
}

// texts returns the texts that a value may stand for: a text, or a list of texts, of cells or of rows of cells.
func texts(raw json.RawMessage) []string {
	var rows []any
	var text string
	switch {
	case json.Unmarshal(raw, &text) == nil:
		return []string{text}
	case json.Unmarshal(raw, &rows) != nil:
		return []string{string(raw)}
	}
	var all []string
	for _, between := range []string{"", ",", " "} {
		cell := func(cell any) string { return wording.Either(cell == nil, ".", fmt.Sprint(cell)) }
		nested := false
		list := wording.Each(rows, func(row any) string {
			cells, ok := row.([]any)
			if nested = nested || ok; ok && len(cells) == 0 {
				return "0" // a clue without runs
			} else if ok {
				return strings.Join(wording.Each(cells, cell), between)
			}
			return cell(row)
		})
		if all = append(all, strings.Join(list, "\n"), strings.Join(list, "/")); !nested {
			all = append(all, strings.Join(list, between))
		}
	}
	return append(all, string(raw))
}

// value returns the texts of a field or, if the name has a plus sign, of several fields with an empty line
// between them.
func (x entry) value(name string) (all []string, err error) {
	if x.plain != nil && name != "" {
		return nil, errors.New("want a JSON object on a line")
	}
	for part := range strings.SplitSeq(name, "+") {
		raw := wording.Either(name == "", x.plain, x.fields[part])
		if raw == nil || string(raw) == "null" || string(raw) == `""` {
			return nil, fmt.Errorf("the field %q is missing", part)
		}
		next := texts(raw)
		for i := range next {
			if all != nil && i < len(all) {
				next[i] = all[i] + "\n\n" + next[i]
			}
		}
		all = next
	}
	return all, nil
}

// board reads a board in the first form that the puzzle can read.
func board(p *encode.Puzzle, forms []string) (encode.Instance, error) {
	var first error
	for _, text := range forms {
		in, err := ask.ReadBoard(p, text)
		if err == nil {
			return in, nil
		}
		first = cmp.Or(first, err)
	}
	return nil, first
}

// nameless reports whether a plain line has a part that is the board, and another part that could be its
// answer. Readers of boards ignore it.
func nameless(ctx context.Context, p *encode.Puzzle, in encode.Instance, forms []string) bool {
	for _, text := range forms {
		board, other := false, false
		for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(separators+" ", r) }) {
			if alone, err := p.Parse(strings.Trim(part, ` "`)); err == nil && alone.String() == in.String() {
				board = true
			} else if _, err := answer.CheckText(ctx, in, strings.Trim(part, ` "`)); err == nil {
				other = true
			}
		}
		if board && other {
			return true
		}
	}
	return false
}

// The names of fields that people give to boards and answers.
var (
	boardNames  = strings.Fields("board boards puzzle puzzles quiz quizzes question problem instance grid initial clues")
	answerNames = strings.Fields("answer answers solution solutions solved target")
)

// guess finds the fields of boards and answers in a record, whose answer may be missing.
func guess(p *encode.Puzzle, x entry) (of, answer string, err error) {
	if x.plain != nil {
		return "", "", nil
	}
	find := func(names []string) (found []string) {
		for _, name := range slices.Sorted(maps.Keys(x.fields)) {
			if slices.Contains(names, strings.ToLower(name)) {
				found = append(found, name)
			}
		}
		return found
	}
	boards, answers := find(boardNames), find(answerNames)
	if len(boards) > 1 { // such as a puzzle, which is the name sudoku, and a question, which is the board
		boards = slices.DeleteFunc(boards, func(name string) bool {
			forms, err := x.value(name)
			if err == nil {
				_, err = board(p, forms)
			}
			return err != nil
		})
	}
	if len(boards) != 1 || len(answers) > 1 {
		return "", "", fmt.Errorf("the fields of line %d do not say which are the board and the answer: name them with --field board=NAME,answer=NAME, two of %s",
			x.line, strings.Join(slices.Sorted(maps.Keys(x.fields)), ", "))
	}
	return boards[0], strings.Join(answers, ""), nil
}
