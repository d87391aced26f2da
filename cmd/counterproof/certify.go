package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"counterproof/bench"
	"counterproof/bench/certificate"
	"counterproof/bench/result"
	"counterproof/encode"
)

var certifyCommand = &cli.Command{
	Name:      "certify",
	Usage:     "write a count that verify, or anybody's proof checker, can check",
	ArgsUsage: "PUZZLE INSTANCE...",
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "o", Usage: "write the certificate, or that of each of several instances in a folder of its own, into `DIR`", TakesFile: true},
		&cli.StringFlag{Name: "method", Value: "sat/cubes", Usage: "how to list the solutions: sat[/STYLE][/cubes[=DEPTH]]"},
		&cli.DurationFlag{Name: "timeout", Usage: "wall time an instance, such as 90s or 5m"},
		&cli.StringFlag{Name: "memory", Usage: "resident memory an instance in `BYTES`, such as 500MB"},
		jobsFlag, verboseFlag,
	},
	Action: certify,
}

func certify(c *cli.Context) error {
	args, err := positional(c, 2, -1)
	if err != nil {
		return err
	}
	p, err := findPuzzle(args[0])
	if err != nil {
		return err
	}
	dir := c.String("o")
	if dir == "" {
		return usagef("certify: want -o DIR: where the certificate is written")
	}
	if c.String("method") == "" {
		return usagef("certify: an empty method in --method")
	}
	limits, err := readLimits(c)
	if err != nil {
		return err
	}
	ins, err := readInstances(c, p, args[1:])
	if err != nil {
		return err
	}
	places, err := readPlaces(c, p, ins, bench.Job{Task: bench.Certify, Limits: limits})
	if err != nil {
		return err
	}
	bar := newProgress(c, len(places), true)
	defer bar.close()
	failed := false
	next := 0
	told := func(n int) (err error) { // the kept ones up to the place n
		for ; err == nil && next < n; next++ {
			if k := places[next].kept; k != nil {
				bar.step()
				err = printCertified(c, k.Puzzle, k.Instance, k.Count)
			}
		}
		return err
	}
	var at []int // the place of each job
	jobs := func(yield func(bench.Job) bool) {
		for _, i := range at {
			if !yield(places[i].job) {
				return
			}
		}
	}
	for i, place := range places {
		if place.kept == nil {
			at = append(at, i)
			// What a killed one has left, now and at the end.
			if err := certificate.Sweep(place.job.Folder); err != nil {
				return err
			}
			defer certificate.Sweep(place.job.Folder)
		}
	}
	pool := &bench.Pool{Workers: c.Int("jobs")}
	err = pool.Stream(c.Context, jobs, func(o bench.Outcome) error {
		if err := told(at[o.Index]); err != nil {
			return err
		}
		bar.step(o.Record)
		r := o.Record
		if r.Reason != result.Done {
			failed = true
			why := r.Error
			if why == "" {
				why = r.Reason
			}
			fmt.Fprintf(c.App.ErrWriter, "counterproof: %s %s by %s: no certificate: %s\n", r.Puzzle, r.Instance, r.Method, why)
			return certificate.Sweep(o.Job.Folder)
		}
		return printCertified(c, r.Puzzle, r.Instance, r.Count)
	})
	if err == nil {
		err = told(len(places))
	}
	return finish(err, &failed)
}

func printCertified(c *cli.Context, puzzle, instance, count string) error {
	_, err := fmt.Fprintf(c.App.Writer, "certified\t%s\t%s\t%s\n", puzzle, instance, count)
	return err
}

// A place is where a certificate goes, and the one that is there already.
type place struct {
	job  bench.Job
	kept *certificate.Claim
}

// readPlaces finds a place for each instance: the folder itself for a single
// one, which must be new, else a folder in it, where a certificate of the same
// instance by the same method is kept.
func readPlaces(c *cli.Context, p *encode.Puzzle, ins []encode.Instance, template bench.Job) ([]place, error) {
	var places []place
	seen := map[string]bool{}
	for _, in := range ins {
		job, err := template.For(p, in, c.String("method"))
		if err != nil {
			return nil, usageError{err}
		}
		if seen[job.Instance] {
			continue
		}
		seen[job.Instance] = true
		if job.Folder, err = filepath.Abs(c.String("o")); err != nil {
			return nil, err
		}
		where := place{job: job}
		if len(ins) > 1 {
			where.job.Folder = filepath.Join(job.Folder, certificate.Name(job.Puzzle, job.Instance))
			where.kept = kept(where.job)
		}
		if where.kept == nil {
			if err := certificate.Free(where.job.Folder); errors.Is(err, certificate.ErrExists) {
				return nil, usagef("certify: %w: nothing is overwritten", err)
			} else if err != nil {
				return nil, err
			}
		}
		places = append(places, where)
	}
	return places, nil
}

// kept is the claim of the certificate that the job would write, if it is there.
func kept(j bench.Job) *certificate.Claim {
	claim, err := certificate.ReadClaim(j.Folder)
	if err != nil || !claim.Is(j.Folder, j.Puzzle, j.Instance, j.Method) {
		return nil
	}
	return claim
}
