// Command mutate breaks the code on purpose, one small change at a time, runs
// the tests on each broken copy and says which of the changes they noticed:
// mutation analysis (DeMillo, Lipton, Sayward, "Hints on test data selection",
// Computer 1978).
//
//	mutate [flags] PACKAGE[=TESTER,...] ...
//
// A package is mutated and its own tests run, or those of the testers: packages
// whose tests run instead, such as ./encode/covering=./encode/exactcover. Of a
// package that is named twice the last holds; one without tests is left out. The
// tree is not touched. Of each layer of a package (see Layers) -n mutants are
// taken, those whose hash with -seed is least, so that a change elsewhere takes
// the same ones. A mutant that does not compile is not counted, and another is
// taken for it.
//
// Results go to the file -results as they come, and are not made again while the
// sources of the package and its tests are the same (what they import may change).
// A survivor is a hole in the tests, or a mutant that does the same thing: the
// file -reasons says of each which, a line each of package, mutant, class and
// reason with tabs between them.
//
// The commands that it runs are "go list" and "go test -c". It does not mutate
// in combination, does not look for mutants that tests do not reach, and leaves
// declarations outside functions, messages (fmt, panic) and test files alone.
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
	f.IntVar(&o.n, "n", 6, "mutants a layer; 0: all")
	f.StringVar(&o.seed, "seed", "1", "which ones")
	f.IntVar(&o.jobs, "jobs", 1, "mutants at the same time")
	f.StringVar(&o.layers, "layers", "", "the layers, with commas between; empty: all but rest")
	f.StringVar(&o.only, "only", "", "mutants whose names contain this")
	f.StringVar(&o.results, "results", "", "the file of results, JSON Lines, that a run goes on with")
	f.StringVar(&o.reasons, "reasons", "", "the file of what is known of survivors")
	f.StringVar(&o.markdown, "markdown", "", "the page whose part between <!-- mutants --> and <!-- /mutants --> becomes the tables")
	f.BoolVar(&o.list, "list", false, "list the mutants and end")
	f.BoolVar(&o.kept, "kept", false, "keep what was killed, and what -reasons calls harmless, while its function is the same, whatever else has changed")
	f.BoolVar(&o.cached, "cached", false, "run nothing: show what the file of results has")
	first := f.String("first", "^TestLaws", "the tests that run before the others: those of the conformance suite")
	f.DurationVar(&o.tester.Limit, "timeout", 0, "for the tests on a mutant; 0: 3 times the clean run, and a minute at least")
	memory := f.Int64("memory", 2048, "mebibytes for the tests on a mutant, where /proc says it; 0: any")
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
		return bad(errors.New("want packages, -n, -memory and -timeout of 0 or more, and -jobs of 1 or more"))
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

// sorted lists the mutants of a package, layer by layer, each in the order in
// which they are taken.
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

// test runs the first mutants of each layer of a package that compile.
func (o *options) test(ctx context.Context, p *Package, mutants []Mutant, known *Results, table *Table, stderr io.Writer) error {
	var mu sync.Mutex // guards what is below, known and table
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
			if o.n > 0 && counted[m.Layer]+running[m.Layer] >= o.n { // one of those may not compile
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
				fmt.Fprintf(stderr, "%s: clean in %.1f s with the compiler\n", p.ImportPath, took.Seconds())
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
