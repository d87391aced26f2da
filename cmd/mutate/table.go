package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
)

// Results holds the results of earlier runs, and the file to which new results are added.
type Results struct {
	byMutant map[string][]Result // by package and mutant
	// kept means that a result counts while the function stays the same, even if other code has
	// changed. A survivor must also be harmless.
	kept     bool
	harmless func(p *Package, m *Mutant) bool
	file     *os.File
}

func openResults(name string, kept bool, harmless func(*Package, *Mutant) bool) (*Results, error) {
	all := &Results{byMutant: map[string][]Result{}, kept: kept, harmless: harmless}
	if name == "" {
		return all, nil
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	all.file = file
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var r Result
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			file.Close()
			return nil, fmt.Errorf("%s: line %d: %w", name, n, err)
		}
		all.put(r)
	}
	return all, lines.Err()
}

func (a *Results) put(r Result) {
	key := r.Package + "\x00" + r.ID
	a.byMutant[key] = append(a.byMutant[key], r)
}

// Find returns the newest result of a mutant that is still valid.
func (a *Results) Find(p *Package, m *Mutant) (Result, bool) {
	all := a.byMutant[p.ImportPath+"\x00"+m.ID]
	for _, r := range slices.Backward(all) {
		if r.Code == p.code && (r.Tests == p.tests || r.Outcome == Invalid) || a.kept && r.Func == m.within && (r.Outcome != Survived || a.harmless(p, m)) {
			return r, true
		}
	}
	return Result{}, false
}

// Add stores a result and writes it to the file.
func (a *Results) Add(r Result) error {
	a.put(r)
	if a.file == nil {
		return nil
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = a.file.Write(append(line, '\n'))
	return err
}

// Close closes the file.
func (a *Results) Close() error {
	if a.file == nil {
		return nil
	}
	return a.file.Close()
}

// A Reason says why a mutant survives.
type Reason struct{ Class, Why string }

// readReasons reads a file that classifies survivors. Each line has a package, a mutant, a class
// and a reason, separated by tabs. Empty lines and lines that begin with # are skipped. The key of
// the map is the package and the mutant, separated by a tab.
func readReasons(name string) (map[string]Reason, error) {
	if name == "" {
		return nil, nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	all := map[string]Reason{}
	for i, line := range strings.Split(string(data), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 4 {
			return nil, fmt.Errorf("%s: line %d: want a package, a mutant, a class and a reason separated by tabs, got %d parts", name, i+1, len(f))
		}
		all[f[0]+"\t"+f[1]] = Reason{f[2], f[3]}
	}
	return all, nil
}

// A Table counts the outcomes of mutants, by package and layer.
type Table struct {
	Reasons map[string]Reason
	rows    []row
}

type row struct {
	pkg string
	m   Mutant
	r   Result
}

// Add adds the result of a mutant.
func (t *Table) Add(p *Package, m Mutant, r Result) {
	t.rows = append(t.rows, row{p.short(), m, r})
}

// short returns the import path without the path of the module.
func (p *Package) short() string { return strings.TrimPrefix(p.ImportPath, p.Module.Path+"/") }

func layerIndex(layer string) int { return slices.Index(layerOrder, layer) }

const (
	begin = "<!-- mutants -->\n"
	end   = "<!-- /mutants -->\n"
)

// Replace writes the tables into a page, between the two marks.
func (t *Table) Replace(page string, laws *regexp.Regexp) error {
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	before, rest, ok := bytes.Cut(text, []byte(begin))
	_, after, ok2 := bytes.Cut(rest, []byte(end))
	if !ok || !ok2 {
		return fmt.Errorf("%s: want lines %q and %q", page, strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	var out bytes.Buffer
	out.Write(before)
	out.WriteString(begin)
	if err := t.Write(&out, laws, false); err != nil {
		return err
	}
	out.WriteString(end)
	out.Write(after)
	return os.WriteFile(page, out.Bytes(), 0o666)
}

// Write writes two tables. The first has a row for each layer of each package. The second has a row
// for each survivor and says where it is: on which line or, if lines is false, in which function,
// because that changes less often. Tests whose names match the parameter laws count as the
// conformance suite.
func (t *Table) Write(w io.Writer, laws *regexp.Regexp, lines bool) error {
	type count struct{ all, laws, tests, endless, survived, same int }
	counts := map[[2]string]*count{}
	var order [][2]string
	total := &count{}
	rows := slices.Clone(t.rows)
	slices.SortStableFunc(rows, func(a, b row) int { return strings.Compare(a.pkg, b.pkg) })
	var survivors []row
	for _, r := range rows {
		key := [2]string{r.pkg, r.m.Layer}
		if counts[key] == nil {
			counts[key] = &count{}
			order = append(order, key)
		}
		for _, c := range []*count{counts[key], total} {
			c.all++
			switch {
			case r.r.Outcome == Endless:
				c.endless++
			case r.r.Outcome == Killed && laws.MatchString(r.r.By):
				c.laws++
			case r.r.Outcome == Killed:
				c.tests++
			default:
				c.survived++
				if t.harmless(r.pkg, r.m.ID) {
					c.same++
				}
			}
		}
		if r.r.Outcome == Survived {
			survivors = append(survivors, r)
		}
	}
	var b bytes.Buffer
	fmt.Fprintln(&b, "| package | layer | mutants | killed by the laws | killed by other tests | endless | survived | survived, but harmless |")
	fmt.Fprintln(&b, "|---|---|--:|--:|--:|--:|--:|--:|")
	line := func(pkg, layer string, c *count) {
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %d | %d | %d | %d |\n", pkg, layer, c.all, c.laws, c.tests, c.endless, c.survived, c.same)
	}
	last := ""
	for _, key := range order {
		pkg := ""
		if key[0] != last {
			pkg, last = "`"+key[0]+"`", key[0]
		}
		line(pkg, key[1], counts[key])
	}
	line("all", "", total)
	if len(survivors) > 0 {
		fmt.Fprint(&b, "\n| survivor | change | class | why |\n|---|---|---|---|\n")
	}
	for _, r := range survivors {
		reason := t.Reasons[r.pkg+"\t"+r.m.ID]
		change := strings.SplitN(r.m.ID, ": ", 2)[1]
		where := r.m.File + " " + r.m.Func
		if lines {
			where = fmt.Sprintf("%s:%d", r.m.File, r.m.Line)
		}
		fmt.Fprintf(&b, "| `%s/%s` | %s | %s | %s |\n", r.pkg, where, code(change), reason.Class, reason.Why)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// Hole is the class of survivors that a test should have noticed.
const Hole = "hole"

// harmless reports whether the file of reasons lists a survivor in a class other than Hole.
func (t *Table) harmless(pkg, mutant string) bool {
	r, known := t.Reasons[pkg+"\t"+mutant]
	return known && r.Class != Hole
}

// code formats a text as code for a cell of a table.
func code(text string) string {
	return "`" + strings.NewReplacer("|", "\\|", "`", "'").Replace(text) + "`"
}
