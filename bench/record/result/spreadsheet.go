package result

import (
	"io"
	"iter"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// WriteSpreadsheet works like WriteCSV, but spreadsheets show the values as they are. They would
// take 10-06 for a date and =A1 for a formula, and round integers of more than 15 digits. So
// WriteSpreadsheet writes these values as formulas whose result is the text, such as ="10-06".
// Excel, Google Sheets and LibreOffice evaluate them. A tab or an apostrophe before the text would
// become a part of the value, and spreadsheets remove quotes and blanks.
//
// Spreadsheets read numbers and plain words as they are. The file begins with a byte order mark,
// without which Excel does not read UTF-8.
func WriteSpreadsheet(w io.Writer, recs iter.Seq[Record]) error {
	if _, err := io.WriteString(w, "\uFEFF"); err != nil {
		return err
	}
	return writeCSV(w, recs, (*column).shown)
}

var (
	exactInteger = regexp.MustCompile(`^(0|-?[1-9][0-9]{0,14})$`)
	plainWord    = regexp.MustCompile(`^[A-Za-z]+([ /_-][A-Za-z]+)*$`)
	// inFormula writes the string constants of a formula. LibreOffice accepts no line breaks in them.
	inFormula = strings.NewReplacer(`"`, `""`, "\n", `"&CHAR(10)&"`, "\r", `"&CHAR(13)&"`)
)

// longest limits the characters of a string constant in a formula. Excel accepts at most 255 units
// of UTF-16.
const longest = 127

// shown returns the cell of the record in the column for a spreadsheet. Measured numbers with
// fractions stay numbers, although Excel rounds them to 15 digits: it would leave texts out of sums.
func (c *column) shown(r *Record) string {
	text := c.value(r)
	kind := reflect.TypeFor[Record]().FieldByIndex(c.index).Type
	if kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	switch {
	case text == "", kind.Kind() == reflect.Float64,
		(kind.Kind() != reflect.String || c.name == "count") && exactInteger.MatchString(text),
		plainWord.MatchString(text) && !strings.EqualFold(text, "true") && !strings.EqualFold(text, "false"):
		return text
	}
	var parts []string
	for part := range slices.Chunk([]rune(text), longest) {
		parts = append(parts, `"`+inFormula.Replace(string(part))+`"`)
	}
	return "=" + strings.Join(parts, "&")
}
