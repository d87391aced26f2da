// Command mutate checks how well the tests notice mistakes. It makes one small change at a time in a
// copy of the code, runs the tests on the copy, and reports whether a test failed. This is mutation
// analysis (DeMillo, Lipton, Sayward, "Hints on test data selection", Computer 1978). A changed copy
// is called a mutant.
//
//	mutate [flags] PACKAGE[=TESTER,...] ...
//
// On each mutant of a package, mutate runs the package's own tests. If testers are given, it runs
// the tests of these packages instead, as in ./encode/board/covering=./encode/puzzle/exactcover. If a package is
// named twice, the last argument counts. A package without tests is skipped. The source tree stays
// as it is.
//
// From each layer of a package (see Layers), mutate takes -n mutants. It takes the mutants with
// the smallest hashes. The hashes depend on -seed. So a change elsewhere in the package does not
// change the choice. A mutant that does not compile is replaced by another mutant.
//
// Each result is added to the file -results at once. A later run reuses the result while the
// sources of the package and its tests stay the same. Changes in imported packages are ignored.
//
// A survivor is a mutant on which all tests pass. It shows a hole in the tests, or it is harmless. The
// file -reasons classifies the survivors. Each line has a package, a mutant, a class and a reason,
// separated by tabs.
//
// The program runs the commands "go list" and "go test -c". It never combines two changes. It makes
// mutants even where no test reaches the code. It does not change declarations outside functions,
// messages (fmt, panic) or test files.
package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/token"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

type options struct {
	n, jobs                                  int
	seed                                     string
	layers, results, reasons, markdown, only string
	list, kept, cached                       bool
	tester                                   Tester
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o := &options{}
	f := flag.NewFlagSet("mutate", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.IntVar(&o.n, "n", 6, "the number of mutants per layer; 0 means all")
	f.StringVar(&o.seed, "seed", "1", "the seed that decides which mutants are taken")
	f.IntVar(&o.jobs, "jobs", 1, "the number of mutants to test at the same time")
	f.StringVar(&o.layers, "layers", "", "the layers to mutate, separated by commas; empty means all except rest")
	f.StringVar(&o.only, "only", "", "mutate only mutants whose names contain this text")
	f.StringVar(&o.results, "results", "", "the file of results (JSON Lines); a run reads it, skips finished mutants and adds new results")
	f.StringVar(&o.reasons, "reasons", "", "the file that classifies survivors")
	f.StringVar(&o.markdown, "markdown", "", "write the tables into this page, between <!-- mutants --> and <!-- /mutants -->")
	f.BoolVar(&o.list, "list", false, "list the mutants without testing them")
	f.BoolVar(&o.kept, "kept", false, "do not repeat a mutant while its function stays the same, if it was noticed or -reasons calls it harmless")
	f.BoolVar(&o.cached, "cached", false, "run no tests and show the results in the file of results")
	first := f.String("first", "^TestLaws", "a regular expression for the tests to run first, usually the conformance suite")
	f.DurationVar(&o.tester.Limit, "timeout", 0, "the time limit for the tests on a mutant; 0 means 3 times the run on the original code, but at least a minute")
	memory := f.Int64("memory", 2048, "the memory limit for the tests on a mutant in mebibytes, if /proc reports the memory; 0 means no limit")
	if err := f.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	bad := func(err error) int {
		fmt.Fprintln(stderr, "mutate:", err)
		return 2
	}
	var err error
	if o.tester.First, err = regexp.Compile(*first); err != nil {
		return bad(err)
	}
	o.tester.Memory = *memory << 20
	if f.NArg() == 0 || o.n < 0 || o.jobs < 1 || *memory < 0 || o.tester.Limit < 0 {
		return bad(errors.New("want at least one package, 0 or more for -n, -memory and -timeout, and 1 or more for -jobs"))
	}
	if err := o.mutate(ctx, f.Args(), stdout, stderr); err != nil {
		fmt.Fprintln(stderr, "mutate:", err)
		return 1
	}
	return 0
}

func (o *options) mutate(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var packages []*Package
	for _, arg := range args {
		pattern, testers, other := strings.Cut(arg, "=")
		some, err := listed(ctx, pattern)
		if err != nil {
			return err
		}
		var by []*Package
		if other {
			if by, err = listed(ctx, strings.Split(testers, ",")...); err != nil {
				return err
			}
		}
		for _, p := range some {
			packages = slices.DeleteFunc(packages, func(q *Package) bool { return q.ImportPath == p.ImportPath })
			if p.Testers = by; !other {
				p.Testers = []*Package{p}
			}
			if slices.ContainsFunc(p.Testers, func(t *Package) bool { return len(t.TestGoFiles)+len(t.XTestGoFiles) == 0 }) {
				fmt.Fprintf(stderr, "%s: no tests\n", p.ImportPath)
				continue
			}
			if err := p.hash(); err != nil {
				return err
			}
			packages = append(packages, p)
		}
	}
	reasons, err := readReasons(o.reasons)
	if err != nil {
		return err
	}
	table := &Table{Reasons: reasons}
	known, err := openResults(o.results, o.kept, func(p *Package, m *Mutant) bool { return table.harmless(p.short(), m.ID) })
	if err != nil {
		return err
	}
	defer known.Close()
	for _, p := range packages {
		mutants, err := o.sorted(p)
		if err != nil {
			return err
		}
		if o.list {
			for _, m := range mutants {
				fmt.Fprintf(stdout, "%s/%s:%d\t%s\t%s\n", p.ImportPath, m.File, m.Line, m.Layer, m.ID)
			}
			continue
		}
		if err := o.test(ctx, p, mutants, known, table, stderr); err != nil {
			return err
		}
	}
	if o.list {
		return nil
	}
	if o.markdown != "" {
		return table.Replace(o.markdown, o.tester.First)
	}
	return table.Write(stdout, o.tester.First, true)
}

// sorted lists the mutants of a package, layer by layer. Within a layer, they are in the order in
// which they will be tested.
func (o *options) sorted(p *Package) ([]Mutant, error) {
	fset := token.NewFileSet()
	var files []*ast.File
	var sources [][]byte
	for _, f := range p.GoFiles {
		path := filepath.Join(p.Dir, f)
		src, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		file, err := parse(fset, path, src)
		if err != nil {
			return nil, err
		}
		files, sources = append(files, file), append(sources, src)
	}
	layers := Layered(fset, files)
	var all []Mutant
	for i, file := range files {
		all = append(all, Mutants(fset, file, sources[i], layers)...)
	}
	all = slices.DeleteFunc(all, func(m Mutant) bool {
		return o.layers == "" && m.Layer == "rest" ||
			o.layers != "" && !slices.Contains(strings.Split(o.layers, ","), m.Layer) ||
			!strings.Contains(m.ID, o.only)
	})
	order := map[string][32]byte{}
	for _, m := range all {
		order[m.ID] = sha256.Sum256([]byte(o.seed + "\x00" + p.ImportPath + "\x00" + m.ID))
	}
	slices.SortFunc(all, func(a, b Mutant) int {
		x, y := order[a.ID], order[b.ID]
		return cmp.Or(cmp.Compare(layerIndex(a.Layer), layerIndex(b.Layer)), cmp.Compare(a.Layer, b.Layer), slices.Compare(x[:], y[:]))
	})
	return all, nil
}

// test runs the tests on the first o.n mutants that compile in each layer of a package. If the
// result of a mutant is known, test uses this result.
func (o *options) test(ctx context.Context, p *Package, mutants []Mutant, known *Results, table *Table, stderr io.Writer) error {
	var mu sync.Mutex // guards known, table and the variables below
	counted := map[string]int{}
	var first error
	var limit time.Duration
	fail := func(err error) { first = cmp.Or(first, err) }
	next := 0
	var workers sync.WaitGroup
	running := map[string]int{}
	wake := sync.NewCond(&mu)
	work := func() {
		defer workers.Done()
		mu.Lock()
		defer mu.Unlock()
		for next < len(mutants) && first == nil {
			m := &mutants[next]
			if o.n > 0 && counted[m.Layer] >= o.n {
				next++
				continue
			}
			if o.n > 0 && counted[m.Layer]+running[m.Layer] >= o.n { // wait, because a mutant whose tests are running might not compile
				wake.Wait()
				continue
			}
			next++
			r, ok := known.Find(p, m)
			if !ok && o.cached {
				continue
			}
			if !ok && limit == 0 {
				took, most, err := o.tester.Clean(ctx, p)
				if err != nil {
					fail(err)
					return
				}
				limit = most
				fmt.Fprintf(stderr, "%s: the tests pass on the original code in %.1f s, including compilation\n", p.ImportPath, took.Seconds())
			}
			if !ok {
				running[m.Layer]++
				mu.Unlock()
				start := time.Now()
				var err error
				r, err = o.tester.Mutant(ctx, p, m, limit)
				mu.Lock()
				running[m.Layer]--
				wake.Broadcast()
				if err == nil {
					err = known.Add(r)
				}
				if err != nil {
					fail(err)
					return
				}
				fmt.Fprintf(stderr, "%s %s: %s %s (%.1f s)\n", p.ImportPath, m.ID, r.Outcome, r.By, time.Since(start).Seconds())
			}
			if r.Outcome != Invalid {
				counted[m.Layer]++
				table.Add(p, *m, r)
			}
		}
	}
	for range o.jobs {
		workers.Add(1)
		go work()
	}
	workers.Wait()
	return first
}
