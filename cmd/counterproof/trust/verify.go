package trust

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"

	"github.com/urfave/cli/v2"

	"counterproof/bench/solve/certificate"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/catalog"
)

// VerifyCommand is the command verify.
var VerifyCommand = &cli.Command{
	Name:  "verify",
	Usage: "check a certificate, or a folder of them",
	Description: console.Describe(
		"Checks the solutions against the rules of the puzzle, and the proof with Counterproof's own proof "+
			"checker. It needs no solver. For each certificate, it prints the word \"verified\", the puzzle, the "+
			"instance and the count, separated by tabs. If a certificate is wrong, it prints the reason and "+
			"exits with status 1.",
		"counterproof certify -o checked calendar 10-06 && counterproof verify checked",
		"counterproof certify -o days calendar 10-06 12-25 && counterproof verify --jobs 2 --content-only days",
	),
	ArgsUsage: "DIR",
	Flags: []cli.Flag{
		&cli.BoolFlag{Name: "content-only", Usage: "check the content of the files, but not the sizes and hashes in count.json"},
		&cli.IntFlag{Name: "jobs", Usage: "check `N` certificates at once; without the flag, one per core (under Slurm, per core of the task)", Action: console.Least("jobs", 1)},
	},
	Action: console.Do(verify),
}

func verify(c *console.Call) error {
	jobs := cmp.Or(c.Jobs(), runtime.NumCPU())
	dirs, odd, err := certificates(c.Args[0])
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(c)
	defer cancel()
	verdicts := verifyAll(ctx, dirs, jobs, c.Bool("content-only"))
	bar := console.NewProgress(c, len(dirs), true)
	defer bar.Close()
	failed := false
	for i, answer := range verdicts {
		v := <-answer
		bar.Step()
		switch {
		case v.err == nil:
			_, err = fmt.Fprintf(c.Stdout, "verified\t%s\t%s\t%s\n", v.claim.Puzzle, v.claim.Instance, v.claim.Count)
		case console.Interrupted(ctx, v.err):
			err = v.err
		default:
			failed = true
			c.Say("%s: %v", dirs[i], v.err)
		}
		if err != nil {
			return err
		}
	}
	for _, name := range odd {
		failed = true
		c.Say("%s: not a certificate", name)
	}
	return console.Finish(nil, failed)
}

// verifyAll verifies up to jobs folders at a time in the background. Each has a channel for its
// verdict.
func verifyAll(ctx context.Context, dirs []string, jobs int, contentOnly bool) []chan verdict {
	verdicts := make([]chan verdict, len(dirs))
	for i := range verdicts {
		verdicts[i] = make(chan verdict, 1)
	}
	var next atomic.Int64
	for range min(jobs, len(dirs)) {
		go func() {
			for i := int(next.Add(1)) - 1; i < len(dirs); i = int(next.Add(1)) - 1 {
				claim, err := console.Await(ctx, func() (*certificate.Claim, error) { return certificate.Verify(ctx, dirs[i], catalog.Find, contentOnly) })
				verdicts[i] <- verdict{claim, err}
			}
		}()
	}
	return verdicts
}

type verdict struct {
	claim *certificate.Claim
	err   error
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
