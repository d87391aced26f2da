package result

import (
	"bytes"
	"encoding/csv"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// sheets returns what a spreadsheet shows for a cell of a CSV file, and how: as a "formula", a "number"
// or a "text". It fails for other formulas than string constants, and for texts that some spreadsheet
// reads as something else: texts with digits (dates, times, fractions, numbers), with a sign in front,
// and truth values. LibreOffice 7.4 showed the same for the cells of TestSpreadsheetCells.
func sheets(t *testing.T, cell string) (shown, kind string) {
	t.Helper()
	if formula, ok := strings.CutPrefix(cell, "="); ok {
		for formula != "" {
			formula = strings.TrimPrefix(formula, "&")
			if rest, ok := strings.CutPrefix(formula, "CHAR(10)"); ok {
				shown, formula = shown+"\n", rest
				continue
			}
			constant := regexp.MustCompile(`^"((?:[^"\n\r]|"")*)"`).FindStringSubmatch(formula)
			if constant == nil || len([]rune(constant[1])) > 255 {
				t.Fatalf("%q is not a formula of string constants up to 255 characters", cell)
			}
			shown, formula = shown+strings.ReplaceAll(constant[1], `""`, `"`), formula[len(constant[0]):]
		}
		return shown, "formula"
	}
	if regexp.MustCompile(`^-?[0-9.]+(e[-+][0-9]+)?$`).MatchString(cell) {
		x, err := strconv.ParseFloat(cell, 64)
		if err != nil {
			t.Fatal(err)
		}
		rounded, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 15, 64), 64)
		if rounded == math.Trunc(rounded) && math.Abs(rounded) < 1e21 {
			return strconv.FormatFloat(rounded, 'f', -1, 64), "number"
		}
		return strconv.FormatFloat(rounded, 'g', -1, 64), "number"
	}
	if regexp.MustCompile(`[0-9]|^[^A-Za-z]|^(?i:true|false)$|^\s|\s$`).MatchString(cell) && cell != "" {
		t.Errorf("a spreadsheet may change %q", cell)
	}
	return cell, "text"
}

// TestSpreadsheetCells checks how the instance, the count and the nodes of a record are written.
func TestSpreadsheetCells(t *testing.T) {
	for _, x := range []struct{ column, value, cell, kind string }{
		{"instance", "10-06", `="10-06"`, "formula"},
		{"instance", "=A B ; =A ; B", `="=A B ; =A ; B"`, "formula"},
		{"instance", "+1", `="+1"`, "formula"},
		{"instance", "-1", `="-1"`, "formula"},
		{"instance", "@a", `="@a"`, "formula"},
		{"instance", "'a", `="'a"`, "formula"},
		{"instance", "#./##", `="#./##"`, "formula"},
		{"instance", "011110110", `="011110110"`, "formula"},
		{"instance", "111001010", `="111001010"`, "formula"}, // as the other boards of PushPull
		{"instance", `say "hi"`, `="say ""hi"""`, "formula"},
		{"instance", "True", `="True"`, "formula"},
		{"instance", "a\nb", `="a"&CHAR(10)&"b"`, "formula"},
		{"instance", "a\tb", "=\"a\tb\"", "formula"},
		{"instance", " a", `=" a"`, "formula"},
		{"instance", strings.Repeat("1", 300), "", "formula"},
		{"instance", strings.Repeat(`"`, 300), "", "formula"},
		{"label", "6 October", `="6 October"`, "formula"},
		{"version", "2.10", `="2.10"`, "formula"},
		{"method", "sat/pairwise", "sat/pairwise", "text"},
		{"count", "0", "0", "number"},
		{"count", "123456789012345", "123456789012345", "number"},
		{"count", "1234567890123456", `="1234567890123456"`, "formula"},
		{"count", "12345678901234567", `="12345678901234567"`, "formula"},
		{"count", "=1+1", `="=1+1"`, "formula"}, // from a ledger that somebody has changed
		{"count", "007", `="007"`, "formula"},
		{"nodes", "4567", "4567", "number"},
		{"nodes", "9007199254740993", `="9007199254740993"`, "formula"},
		{"level_index", "-1", "-1", "number"},
		{"board_seed", "18446744073709551615", `="18446744073709551615"`, "formula"},
		{"wall_seconds", "0.0012345", "0.0012345", "number"},
		{"wall_seconds", "1e-06", "1e-06", "number"},
		{"orbits", "true", `="true"`, "formula"},
		{"steps_by_level", "12/0", `="12/0"`, "formula"},
		{"facts", "rank=3", `="rank=3"`, "formula"},
	} {
		r := Record{}
		switch x.column {
		case "instance":
			r.Instance = x.value
		case "label":
			r.Cell = &Cell{Label: x.value}
		case "version":
			r.Version = x.value
		case "method":
			r.Method = x.value
		case "count":
			r.Count = x.value
		case "nodes":
			n, _ := strconv.ParseInt(x.value, 10, 64)
			r.Nodes = &n
		case "level_index":
			r.Difficulty = &Difficulty{LevelIndex: -1}
		case "board_seed":
			r.BoardSeed = of(uint64(math.MaxUint64))
		case "wall_seconds":
			s, _ := strconv.ParseFloat(x.value, 64)
			r.WallSeconds = &s
		case "orbits":
			r.Orbits = true
		case "steps_by_level":
			r.Difficulty = &Difficulty{StepsByLevel: []int64{12, 0}}
		case "facts":
			r.Facts = map[string]float64{"rank": 3}
		}
		got := spreadsheet(t, r)[1][slices.IndexFunc(columns, func(c column) bool { return c.name == x.column })]
		if got != x.cell && x.cell != "" {
			t.Errorf("%s %q: got the cell %s, want %s", x.column, x.value, got, x.cell)
		}
		shown, kind := sheets(t, got)
		if kind == "number" && x.column == "wall_seconds" {
			continue // 1e-06 is the same number as 0.000001
		}
		if shown != x.value || kind != x.kind {
			t.Errorf("%s %q: shown as the %s %q, want a %s", x.column, x.value, kind, shown, x.kind)
		}
	}
}

// spreadsheet returns the cells of the header and of the records.
func spreadsheet(t *testing.T, recs ...Record) [][]string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteSpreadsheet(&b, slices.Values(recs)); err != nil {
		t.Fatal(err)
	}
	text, ok := strings.CutPrefix(b.String(), "\uFEFF")
	if !ok {
		t.Error("the file has no byte order mark, so Excel would misread UTF-8")
	}
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestSpreadsheet compares what a spreadsheet shows with the plain CSV, for every column.
func TestSpreadsheet(t *testing.T) {
	recs := []Record{native, bySAT, deduced, cut}
	var b bytes.Buffer
	if err := WriteCSV(&b, slices.Values(recs)); err != nil {
		t.Fatal(err)
	}
	plain, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range spreadsheet(t, recs...) {
		for j, cell := range row {
			if shown, _ := sheets(t, cell); shown != plain[i][j] {
				t.Errorf("row %d, %s: shown %q, want %q", i, plain[0][j], shown, plain[i][j])
			}
		}
	}
}
