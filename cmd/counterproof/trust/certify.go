package trust

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/run/work"
	"counterproof/bench/solve/certificate"
	"counterproof/bench/system/atomicfile"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/wording"
)

// CertifyCommand is the command certify.
var CertifyCommand = &cli.Command{
	Name:  "certify",
	Usage: "write a certificate that proves a count",
	Description: `Writes a folder with the formula, all solutions, and a proof that there are no others; or, with
--graph, with a graph of the solutions and a proof of their number. Anybody can check the folder with the command
verify, and the proof with a proof checker such as drat-trim. With --lrat, the folder has a second proof, proof.lrat,
for verified checkers such as cake_lpr. See docs/certificates.md.
$ counterproof certify -o day calendar 10-06
$ counterproof certify --graph -o dominoes packing '......../......../......../........;16*xx'`,
	ArgsUsage: "PUZZLE INSTANCE...",
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "o", Usage: "write the certificate into the folder `DIR`; required. With several instances, write each certificate into its own folder inside DIR", TakesFile: true},
		&cli.BoolFlag{Name: "graph", Usage: "prove the count by a graph of the solutions instead of a listing; for counts of any size. --method is then sat[/STYLE]/count"},
		&cli.BoolFlag{Name: "listing", Usage: "list the solutions (the default); more than 1,000,000 are refused"},
		&cli.BoolFlag{Name: "lrat", Usage: "also write the proof in the format LRAT, with hints, into proof.lrat"},
		&cli.StringFlag{Name: "method", Value: "sat/cubes", DefaultText: "sat/cubes; with --graph: sat/count", Usage: "list the solutions by `METHOD`. METHOD has the form sat[/STYLE][/cubes[=DEPTH]]. With /cubes, the problem is split into parts (cubes), each of which results from DEPTH splits. Without =DEPTH, the command chooses DEPTH", Action: console.CheckMethod},
		console.TimeoutFlag("stop the work on each instance after a wall time of `D`, such as 90s or 5m"),
		console.MemoryFlag("stop the work on each instance that uses more than `BYTES` of resident memory, such as 500MB"),
		console.JobsFlag, console.VerboseFlag, console.InputFlag, console.LinesFlag, console.ProjectFlag, console.FilesFlag, console.DataFlag, console.DefineFlag, console.ObjectiveFlag,
	},
	Action: console.Do(certify),
}

func certify(c *console.Call) error {
	dir := c.String("o")
	if dir == "" {
		return c.Usagef("want -o DIR, the folder to write the certificate into")
	}
	if c.Bool("lrat") && c.Bool("graph") {
		return c.Usagef("want --lrat without --graph: only a listing has a proof that can get LRAT hints")
	}
	ins, err := c.ReadInstances(c.Puzzle, c.Args[1:])
	if err != nil {
		return err
	}
	name, err := methodOf(c)
	if err != nil {
		return err
	}
	places, err := readPlaces(c, ins, name, result.Job{Task: result.Certify, LRAT: c.Bool("lrat"), Limits: c.Limits()})
	if err != nil {
		return err
	}
	return certifyPlaces(c, places)
}

// methodOf returns the method that --graph, --listing and --method ask for.
func methodOf(c *console.Call) (method.Name, error) {
	name, graph := c.Method(), c.Bool("graph")
	counts := name.Variant == method.Count
	switch {
	case graph && c.Bool("listing"):
		return name, c.Usagef("want --graph or --listing, got both")
	case graph && !c.IsSet("method"):
		return method.Name{Family: method.SAT, Variant: method.Count}, nil
	case graph && !counts:
		return name, c.Usagef("--method: want sat[/STYLE]/count with --graph, got %s", name)
	case !graph && counts:
		return name, c.Usagef("--method: %s lists no solutions: add --graph", name)
	}
	return name, nil
}

// certifyPlaces writes the missing certificates, and prints a line for each in the order of places.
func certifyPlaces(c *console.Call, places []place) error {
	bar := console.NewProgress(c, len(places), true)
	defer bar.Close()
	next := 0
	printKept := func(n int) (err error) { // prints the kept certificates before place n
		for ; err == nil && next < n; next++ {
			if k := places[next].kept; k != nil {
				bar.Step()
				err = printCertified(c, k.Puzzle, k.Instance, k.Count)
			}
		}
		return err
	}
	var at []int // the place of each job
	var jobs []result.Job
	for i, place := range places {
		if place.kept == nil {
			at, jobs = append(at, i), append(jobs, place.job)
			// Remove the leftovers of a killed run, now and at the end.
			if err := atomicfile.Sweep(place.job.Folder); err != nil {
				return err
			}
			defer atomicfile.Sweep(place.job.Folder)
		}
	}
	failed := false
	pool := &work.Pool{Workers: c.Jobs()}
	err := work.Stream(c, slices.All(jobs), nil, pool, func(i int, o work.Outcome) error {
		if err := printKept(at[i]); err != nil {
			return err
		}
		bar.Step(o.Record)
		ok, err := printOutcome(c, o)
		failed = failed || !ok
		return err
	})
	if err == nil {
		err = printKept(len(places))
	}
	return console.Finish(err, failed)
}

func printOutcome(c *console.Call, o work.Outcome) (ok bool, err error) {
	r := o.Record
	if r.Reason == result.Done {
		return true, printCertified(c, r.Puzzle, r.Instance, r.Count)
	}
	if claim, err := keep(c, o.Job); err == nil { // another run has written it at the same time
		return true, printCertified(c, claim.Puzzle, claim.Instance, claim.Count)
	}
	c.Say("%s %s by %s: no certificate: %s", r.Puzzle, r.Instance, r.Method, cmp.Or(r.Error, r.Reason))
	return false, atomicfile.Sweep(o.Job.Folder)
}

func printCertified(c *console.Call, puzzle, instance, count string) error {
	_, err := fmt.Fprintf(c.Stdout, "certified\t%s\t%s\t%s\n", puzzle, instance, count)
	return err
}

// A place is the folder for one certificate. It keeps a certificate that it has already.
type place struct {
	job  result.Job
	kept *certificate.Claim // nil if the certificate must be written
}

// readPlaces returns a place for each instance: the folder of -o or, for several instances, folders
// inside it. A single folder must be missing or empty. Of several, one that has the certificate of the
// instance by the same method is kept.
func readPlaces(c *console.Call, ins []encode.Instance, name method.Name, template result.Job) ([]place, error) {
	dir, several := c.String("o"), len(ins) > 1
	if several {
		switch is, err := certificate.IsOne(dir); {
		case is:
			return nil, c.Usagef("-o: %s is a certificate: for several instances, want a folder that can hold several certificates", dir)
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
	}
	var places []place
	seen := map[string]bool{}
	for _, in := range ins {
		job, err := c.Prepare(template, in, name)
		if err != nil {
			return nil, err
		}
		if seen[job.Instance] {
			continue
		}
		seen[job.Instance] = true
		job.Folder = wording.Either(several, filepath.Join(dir, certificate.Name(job.Puzzle, job.Instance)), dir)
		where := place{job: job}
		err = atomicfile.Free(job.Folder)
		if errors.Is(err, atomicfile.ErrExists) {
			if !several {
				return nil, c.Usagef("%w: certify does not overwrite it; give another folder with -o", err)
			}
			where.kept, err = keep(c, job)
		}
		if err != nil {
			return nil, err
		}
		places = append(places, where)
	}
	return places, nil
}

func keep(ctx context.Context, j result.Job) (*certificate.Claim, error) {
	claim, err := certificate.Unchanged(ctx, j.Folder)
	if err == nil && claim.HasGraph() { // Unchanged does not count its models
		claim, err = certificate.Verify(ctx, j.Folder, catalog.Find, false)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s exists and cannot be kept: %w", j.Folder, err)
	case claim.Puzzle != j.Puzzle || claim.Instance != j.Instance || claim.Method != j.Method:
		return nil, fmt.Errorf("%s exists and cannot be kept: it certifies %s %s by %s", j.Folder, claim.Puzzle, claim.Instance, claim.Method)
	case j.LRAT && !claim.HasLRAT():
		return nil, fmt.Errorf("%s exists and cannot be kept: it has no proof.lrat: leave out --lrat or remove the folder", j.Folder)
	}
	return claim, nil
}

// VerifyCommand is the command verify.
var VerifyCommand = &cli.Command{
	Name:  "verify",
	Usage: "check a certificate, or a folder of them",
	Description: `Checks the proof with Counterproof's own proof checkers, and the solutions of a listing against the
rules of the puzzle. It needs no solver. For each certificate, it prints the word "verified", the puzzle, the instance
and the count, separated by tabs. If a certificate is wrong, it prints the reason and exits with status 1. With --with, outside
checkers check the proof, too. They must be on PATH. The command says on standard error what each of them confirms. See
docs/certificates.md.
$ counterproof certify -o checked calendar 10-06 && counterproof verify checked
$ counterproof certify -o days calendar 10-06 12-25 && counterproof verify --jobs 2 --content-only days`,
	ArgsUsage: "DIR",
	Flags: []cli.Flag{
		&cli.BoolFlag{Name: "content-only", Usage: "check the content of the files, but not the sizes and hashes in count.json"},
		&cli.StringSliceFlag{Name: "with", Usage: "after Counterproof's own check, also run `PROGRAM`: drat-trim, cake_lpr, cpog-check or cake_scpog. Repeat the flag for several programs"},
		&cli.IntFlag{Name: "jobs", Usage: "check `N` certificates at once; without the flag, one per core (under Slurm, per core of the task)", Action: console.Least("jobs", 1)},
	},
	Action: console.Do(verify),
}

func verify(c *console.Call) error {
	outside, err := outsideCheckers(c)
	if err != nil {
		return err
	}
	dirs, odd, err := certificates(c.Args[0])
	if err != nil {
		return err
	}
	type verdict struct {
		dir   string
		claim *certificate.Claim
		err   error
	}
	bar := console.NewProgress(c, len(dirs), true)
	defer bar.Close()
	failed := false
	err = console.InOrder(c, console.Each(dirs), func(ctx context.Context, dir string) verdict {
		claim, err := certificate.Verify(ctx, dir, catalog.Find, c.Bool("content-only"))
		for _, k := range outside {
			if err == nil {
				err = k.check(ctx, dir, claim)
			}
		}
		return verdict{dir, claim, err}
	}, func(v verdict) (err error) {
		bar.Step()
		if v.err != nil {
			failed = true
			c.Say("%s: %v", v.dir, v.err)
			return nil
		}
		_, err = fmt.Fprintf(c.Stdout, "verified\t%s\t%s\t%s\n", v.claim.Puzzle, v.claim.Instance, v.claim.Count)
		for _, k := range outside {
			c.Say("%s: %s confirms: %s", v.dir, k.name, k.confirms)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, name := range odd {
		failed = true
		c.Say("%s: not a certificate", name)
	}
	return console.Finish(nil, failed)
}

// certificates returns the folder itself if it is a certificate, or else the folders inside, and the files
// that do not belong there. It skips hidden names, which belong to unfinished certificates.
func certificates(dir string) (dirs, odd []string, err error) {
	if is, err := certificate.IsOne(dir); is || err != nil {
		return []string{dir}, nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		switch name := filepath.Join(dir, e.Name()); {
		case strings.HasPrefix(e.Name(), "."):
		case e.IsDir():
			dirs = append(dirs, name)
		default:
			odd = append(odd, name)
		}
	}
	for _, d := range dirs {
		if is, err := certificate.IsOne(d); is || err != nil {
			return dirs, odd, nil
		}
	}
	return nil, nil, fmt.Errorf("%s: found no certificate: want a folder that certify has written", dir)
}
