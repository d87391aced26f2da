// Package facttest lets a test pin the facts of a message without its prose: a position, a quoted
// piece of input, a number or the name of a value. The words around them can change freely.
package facttest

import "strings"

// States reports whether the text contains every fact of a comma-separated list, in any order. An
// example of a list is
//
//	line 3, column 7, "x", native/cover
//
// A comma within double or back quotes, or without a space after it, belongs to the fact. A line or
// row together with the column after it is one fact: "line 3, column 7". Spaces, line breaks and
// indents count as one space. A fact must occur as a whole word or number: "13", "3.5" and "-3" do
// not contain the fact 3, and "mapcolour" does not contain the fact map. A fact that the list names
// twice must occur twice. If the list is empty, States returns true.
func States(text, facts string) bool { return Missing(text, facts) == "" }

// Missing returns the facts of the list that the text does not contain, as a list in the same form.
// If the text contains all facts, Missing returns "".
func Missing(text, facts string) string {
	text = strings.Join(strings.Fields(text), " ")
	var missing []string
	wanted := map[string]int{}
	for _, fact := range split(facts) {
		wanted[fact]++
		if occurrences(text, strings.Join(strings.Fields(fact), " ")) < wanted[fact] {
			missing = append(missing, fact)
		}
	}
	return strings.Join(missing, ", ")
}

// Matches checks an error. If the list of facts is empty, it reports whether the error is nil. For
// any other list, it reports whether there is an error whose message contains every fact.
func Matches(err error, facts string) bool {
	if err == nil || facts == "" {
		return err == nil && facts == ""
	}
	return States(err.Error(), facts)
}

// Lines reports whether the text has as many lines as there are lists of facts, and each line
// contains every fact of its list.
func Lines(text string, lists ...string) bool {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if text == "" {
		lines = nil
	}
	if len(lines) != len(lists) {
		return false
	}
	for i, list := range lists {
		if !States(lines[i], list) {
			return false
		}
	}
	return true
}

// split cuts the list into facts, at each comma that a space follows. It does not cut within quotes
// or between a line or row and its column.
func split(list string) (facts []string) {
	var quote byte
	start := 0
	for i := 0; i < len(list); i++ {
		switch c := list[i]; {
		case c == '\\' && quote == '"':
			i++
		case c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '`'):
			quote = c
		case quote == 0 && strings.HasPrefix(list[i:], ", ") && !place(list[start:i], list[i+2:]):
			facts = append(facts, list[start:i])
			start = i + 2
		}
	}
	if start < len(list) {
		facts = append(facts, list[start:])
	}
	return facts
}

// place reports whether the fact is a line or row and the next text begins with its column. The two
// are then one fact.
func place(fact, next string) bool {
	return (strings.HasPrefix(fact, "line ") || strings.HasPrefix(fact, "row ")) &&
		!strings.Contains(fact, ",") && strings.HasPrefix(next, "column ")
}

// occurrences counts how often the fact occurs in the text, except as a part of a longer word or
// number.
func occurrences(text, fact string) (n int) {
	if fact == "" {
		return 0
	}
	for from := 0; ; {
		i := strings.Index(text[from:], fact)
		if i < 0 {
			return n
		}
		i += from
		if starts(text[:i], fact) && ends(text[i+len(fact):], fact) {
			n++
		}
		from = i + 1
	}
}

// starts reports whether the fact can begin directly after the text in the parameter before. It
// returns false if the fact would be the end of a longer word or number.
func starts(before, fact string) bool {
	n := len(before)
	switch {
	case n == 0 || !wordByte(fact[0]):
		return true
	case wordByte(before[n-1]):
		return false
	case !digit(fact[0]):
		return true
	case before[n-1] == '.':
		return n < 2 || !digit(before[n-2]) // the fraction of a number
	case before[n-1] == '-':
		return n >= 2 && before[n-2] != ' ' // a range such as 3-4, not a negative number
	}
	return true
}

// ends reports whether the fact can end directly before the text in the parameter after. It returns
// false if the fact would be the beginning of a longer word or number.
func ends(after, fact string) bool {
	last := fact[len(fact)-1]
	if after == "" || !wordByte(last) {
		return true
	}
	if wordByte(after[0]) {
		return false
	}
	return !digit(last) || len(after) < 2 || after[0] != '.' || !digit(after[1])
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// wordByte reports whether a byte can be part of a word. All bytes beyond ASCII count as parts of
// words.
func wordByte(c byte) bool {
	return digit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c >= 0x80
}
