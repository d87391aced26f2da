package trust

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"counterproof/bench/solve/certificate"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/wording"
	"counterproof/sat/extern"
)

// A checker is an outside program that checks the proof of a certificate.
type checker struct {
	name     string
	options  []string
	files    []string       // of the certificate: the formula and the proof
	flag     string         // of certify, which makes these files
	accepts  *regexp.Regexp // matches the output of the program if it accepts the proof
	confirms string         // what the program has checked then
	count    *regexp.Regexp // matches the count in the output; nil if the program prints none
	path     string
}

var checkers = []checker{
	{name: "drat-trim", files: []string{"all.cnf", "proof.drat"}, flag: "--listing", accepts: regexp.MustCompile(`(?m)(^|\r)s VERIFIED\r?$`),
		confirms: "all.cnf has no model"},
	{name: "cake_lpr", files: []string{"all.cnf", "proof.lrat"}, flag: "--lrat", accepts: regexp.MustCompile(`(?m)^s VERIFIED UNSAT$`),
		confirms: "all.cnf has no model; cake_lpr itself is verified"},
	// Without -n, cpog-check divides by zero.
	{name: "cpog-check", options: []string{"-n", "1", "-v", "1"}, files: []string{"formula.cnf", "graph.cpog"}, flag: "--graph", accepts: regexp.MustCompile(`(?m)^CHECK: FULL-PROOF SUCCESS`),
		confirms: "graph.cpog has exactly the models of formula.cnf, with the same count", count: regexp.MustCompile(`(?m)^CHECK: Regular model count = (\d+)$`)},
	{name: "cake_scpog", files: []string{"formula.cnf", "graph.cpog"}, flag: "--graph", accepts: regexp.MustCompile(`(?m)^s VERIFIED (CPOG REPRESENTATION|UNSAT)$`),
		confirms: "graph.cpog has exactly the models of formula.cnf; cake_scpog itself is verified; it does not check the count"},
}

// outsideCheckers returns the checkers of the flag --with.
func outsideCheckers(c *console.Call) (all []*checker, err error) {
	for _, name := range c.StringSlice("with") {
		i := slices.IndexFunc(checkers, func(k checker) bool { return k.name == filepath.Base(name) })
		if i < 0 {
			return nil, c.Usagef("--with: want drat-trim, cake_lpr, cpog-check or cake_scpog, got %q", wording.Short(name))
		}
		k := checkers[i]
		if k.path, err = extern.LookPath(name); err != nil {
			return nil, c.Usagef("--with: %s is not on PATH: build it from its public sources and add its folder to PATH, or leave out --with", k.name)
		}
		all = append(all, &k)
	}
	return all, nil
}

// check runs the program on the certificate dir, which was verified. It returns nil if the program accepts it.
func (k *checker) check(ctx context.Context, dir string, claim *certificate.Claim) error {
	args := slices.Clone(k.options)
	for _, name := range k.files {
		if _, ok := claim.Files[name]; !ok {
			return fmt.Errorf("%s needs %s, which the certificate lacks: write it with certify %s", k.name, name, k.flag)
		}
		args = append(args, name) // without the folder, whose name a message of the program could repeat
	}
	if k.files[0] == "formula.cnf" {
		copied, err := showAfterHeader(filepath.Join(dir, k.files[0]))
		if err != nil {
			return err
		}
		defer os.Remove(copied)
		args[len(args)-2] = copied
	}
	cmd := exec.Command(k.path, args...)
	var out bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &out
	err := extern.Run(ctx, cmd, extern.NewMark(), 0)
	var exit *exec.ExitError
	switch {
	case err != nil && !errors.As(err, &exit): // the exit status says less than the output
		return fmt.Errorf("%s: %w", k.name, err)
	case bytes.Contains(out.Bytes(), []byte("space exhausted")): // CakeML's words
		return fmt.Errorf("%s ran out of memory: raise CML_HEAP_SIZE or CML_STACK_SIZE", k.name)
	case !k.accepts.Match(out.Bytes()):
		said := strings.TrimSpace(out.String())
		return fmt.Errorf("%s does not accept the proof: %.200q", k.name, said[strings.LastIndexByte(said, '\n')+1:])
	case k.count == nil:
		return nil
	}
	if got := k.count.FindSubmatch(out.Bytes()); got == nil || string(got[1]) != claim.Count {
		return fmt.Errorf("%s counts %q, but the certificate claims %s solutions", k.name, bytes.Join(got[min(1, len(got)):], nil), claim.Count)
	}
	return nil
}

// showAfterHeader copies a formula, but with the lines "c p show" after the header, because cpog-check
// misreads them in front of it. It leaves out the other comments there, because cake_scpog refuses
// comments of one word. It keeps "c t pmc", without which cpog-check ignores the projection.
func showAfterHeader(name string) (copied string, err error) {
	from, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer from.Close()
	to, err := os.CreateTemp("", "counterproof-*.cnf")
	if err != nil {
		return "", err
	}
	r, w := bufio.NewReader(from), bufio.NewWriter(to)
	shown := ""
	for line := ""; err == nil && !strings.HasPrefix(line, "p "); {
		line, err = r.ReadString('\n')
		if strings.HasPrefix(line, "c p show ") {
			shown += line
		} else if !strings.HasPrefix(line, "c") || strings.HasPrefix(line, "c t ") {
			w.WriteString(line)
		}
	}
	w.WriteString(shown)
	_, err = io.Copy(w, r)
	if err := errors.Join(err, w.Flush(), to.Close()); err != nil {
		os.Remove(to.Name())
		return "", err
	}
	return to.Name(), nil
}
