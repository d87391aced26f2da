package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// These are the possible outcomes of a mutant.
const (
	Killed   = "killed"   // a test failed
	Endless  = "endless"  // the tests reached the limit of time or memory
	Survived = "survived" // all tests passed
	Invalid  = "invalid"  // the mutant does not compile, so it is not counted
)

// A Result is the outcome of one mutant.
type Result struct {
	Code    string `json:"code"`  // the hash of the package's sources without its tests
	Func    string `json:"func"`  // the hash of the function
	Tests   string `json:"tests"` // the hash of the tests that ran
	Package string `json:"package"`
	ID      string `json:"mutant"`
	Outcome string `json:"outcome"`
	By      string `json:"by,omitempty"` // the test that failed first
}

// A Package is a package to mutate. Testers lists the packages whose tests must notice its mutants,
// usually only the package itself.
type Package struct {
	Dir, ImportPath string
	Module          struct{ Path string }
	GoFiles         []string
	TestGoFiles     []string
	XTestGoFiles    []string

	Testers     []*Package `json:"-"`
	code, tests string
}

// listed returns the packages that go list finds for the patterns.
func listed(ctx context.Context, patterns ...string) ([]*Package, error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{"list", "-json=Dir,ImportPath,Module,GoFiles,TestGoFiles,XTestGoFiles"}, patterns...)...)
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return nil, fmt.Errorf("go list: %s", bytes.TrimSpace(exit.Stderr))
		}
		return nil, err
	}
	var all []*Package
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		p := new(Package)
		if err := d.Decode(p); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// hash computes the hashes of the package's sources and of its testers' tests.
func (p *Package) hash() error {
	var err error
	if p.code, err = hashed(p.Dir, p.GoFiles); err != nil {
		return err
	}
	for _, t := range p.Testers {
		h, err := hashed(t.Dir, append(append([]string(nil), t.TestGoFiles...), t.XTestGoFiles...))
		if err != nil {
			return err
		}
		p.tests += h[:16]
	}
	return nil
}

// hashed returns a hash of the names and contents of some files of a folder.
func hashed(dir string, files []string) (string, error) {
	h := sha256.New()
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(dir, f))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%s %d\n", f, len(data))
		h.Write(data)
	}
	return hex.EncodeToString(h.Sum(nil))[:32], nil
}

// A Tester runs the tests of packages on changed sources.
type Tester struct {
	First  *regexp.Regexp // the tests that run before the others
	Limit  time.Duration  // for all tests on a mutant; 0 means 3 times the run on the original code, but at least a minute
	Memory int64          // the memory limit of a test program in bytes; 0 means no limit
}

// Clean runs the tests on the original sources. The result took is the time of these tests. The
// result limit, which follows from took, is the time limit for each mutant. If a test fails,
// the error names it.
func (t *Tester) Clean(ctx context.Context, p *Package) (took, limit time.Duration, err error) {
	start := time.Now()
	outcome, by, err := t.test(ctx, p, "", nil, time.Hour)
	if err != nil {
		return 0, 0, err
	}
	took = time.Since(start)
	if outcome != Survived {
		return 0, 0, fmt.Errorf("%s: the tests fail on the original code: %s %s", p.ImportPath, outcome, by)
	}
	if t.Limit > 0 {
		return took, t.Limit, nil
	}
	return took, max(time.Minute, 3*took), nil
}

// Mutant runs the tests on one mutant and returns the outcome.
func (t *Tester) Mutant(ctx context.Context, p *Package, m *Mutant, limit time.Duration) (Result, error) {
	outcome, by, err := t.test(ctx, p, filepath.Join(p.Dir, m.File), m.source(), limit)
	return Result{p.code, m.within, p.tests, p.ImportPath, m.ID, outcome, by}, err
}

// test builds and runs the tests of each tester. If path is not empty, the parameter text replaces
// the file at path. The source tree stays as it is, because the go command gets the text as an
// overlay.
func (t *Tester) test(ctx context.Context, p *Package, path string, text []byte, limit time.Duration) (outcome, by string, err error) {
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return "", "", err
	}
	defer os.RemoveAll(dir)
	args := []string{"test", "-c", "-vet=off", "-ldflags=-s -w", "-o", filepath.Join(dir, "tests")}
	if path != "" {
		changed := filepath.Join(dir, "changed.go")
		overlay, err := json.Marshal(map[string]map[string]string{"Replace": {path: changed}})
		if err == nil {
			err = os.WriteFile(changed, text, 0o600)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o600)
		}
		if err != nil {
			return "", "", err
		}
		args = append(args, "-overlay", filepath.Join(dir, "overlay.json"))
	}
	ctx, cancel := context.WithTimeout(ctx, limit+5*time.Minute) // for the compiler
	defer cancel()
	left := limit
	for _, tester := range p.Testers {
		build := exec.CommandContext(ctx, "go", append(args, ".")...)
		build.Dir = tester.Dir
		if out, err := build.CombinedOutput(); err != nil {
			if ctx.Err() != nil {
				return "", "", ctx.Err()
			}
			_, complaint, ok := strings.Cut(string(out), "changed.go:")
			if !ok { // the error is not in the mutant
				return "", "", fmt.Errorf("%s: %w: %s", tester.ImportPath, err, bytes.TrimSpace(out))
			}
			complaint, _, _ = strings.Cut(complaint, "\n")
			return Invalid, complaint, nil
		}
		for _, which := range []string{"-test.run=", "-test.skip="} {
			start := time.Now()
			outcome, by, err = t.run(ctx, tester.Dir, left, filepath.Join(dir, "tests"), which+t.First.String(), "-test.failfast")
			if err != nil || outcome != Survived {
				return outcome, by, err
			}
			left -= time.Since(start)
		}
	}
	return Survived, "", nil
}

var failed = regexp.MustCompile(`(?m)^--- FAIL: ([^\s/]+)`)

// run runs a test program until it ends or reaches a limit.
func (t *Tester) run(ctx context.Context, dir string, limit time.Duration, program string, args ...string) (outcome, by string, err error) {
	within, cancel := context.WithTimeout(ctx, max(limit, time.Second))
	defer cancel()
	cmd := exec.CommandContext(within, program, args...)
	cmd.Dir = dir
	cmd.WaitDelay = time.Second
	var out head
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		return "", "", err
	}
	large := false
	done := make(chan struct{})
	watched := make(chan struct{})
	go func() { // watches the memory
		defer close(watched)
		for {
			select {
			case <-done:
				return
			case <-time.After(50 * time.Millisecond):
				if t.Memory > 0 && resident(cmd.Process.Pid) > t.Memory {
					large = true
					cancel()
					return
				}
			}
		}
	}()
	err = cmd.Wait()
	close(done)
	<-watched
	switch {
	case ctx.Err() != nil:
		return "", "", ctx.Err()
	case large:
		return Endless, "memory", nil
	case within.Err() != nil:
		return Endless, "time", nil
	case err == nil:
		return Survived, "", nil
	}
	if m := failed.FindSubmatch(out.Bytes()); m != nil {
		return Killed, string(m[1]), nil
	}
	return Killed, "the program ended", nil
}

// resident returns the resident memory of a process in bytes, or 0 if /proc does not report it.
func resident(pid int) int64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	if f := strings.Fields(string(data)); len(f) > 1 {
		pages, _ := strconv.ParseInt(f[1], 10, 64)
		return pages * int64(os.Getpagesize())
	}
	return 0
}

// head keeps the first megabyte of an output.
type head struct{ bytes.Buffer }

func (h *head) Write(p []byte) (int, error) {
	h.Buffer.Write(p[:min(len(p), 1<<20-h.Len())])
	return len(p), nil
}
