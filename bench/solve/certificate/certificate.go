// Package certificate writes and checks certified counts. A certificate is a folder with an instance,
// its formula, its solutions, and a proof that there are no other solutions:
//
//	instance.txt  the puzzle, a tab, the instance in canonical notation
//	formula.cnf   the instance as clauses, as the command encode prints them
//	models.txt    a line for each solution, with two or three fields between tabs: the true
//	              projected variables in ascending order, and 0. The solution. If there
//	              are auxiliary variables: the true ones, and 0
//	blocking.cnf  for each line of models.txt, the clause that forbids its model
//	all.cnf       the clauses of formula.cnf, then the clauses of blocking.cnf
//	proof.drat    a refutation of all.cnf: lemmas and deletions; the last line is 0
//	proof.lrat    if asked for: the same refutation in the format LRAT, with hints
//	contents      if the instance is a file: its contents
//	count.json    a Claim: the instance, the count, how the certificate was made, and
//	              the size and the SHA-256 of each other file
//
// A certificate with a graph of the solutions has one file instead of models.txt, blocking.cnf, all.cnf
// and proof.drat:
//
//	graph.cpog    a graph in the format CPOG, and a proof that its models are the
//	              projected models of the formula; see package sat/cpog
//
// In a listing, the number of lines of models.txt is the number of solutions. Each line is a
// solution, and no two lines are the same. Each clause of blocking.cnf forbids the model of one line and no
// other model. The proof shows that all.cnf has no model, so there is no other solution.
//
// Writing a certificate needs a solver. Checking a certificate needs no solver and does not trust
// the writer. The comment of Verify lists everything that a check trusts.
package certificate

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"counterproof/bench/system/release"
	"counterproof/encode/wording"
)

// Format is the version number of the certificate layout that the package comment describes.
const Format = 1

// The files of a certificate.
const (
	instanceFile = "instance.txt"
	formulaFile  = "formula.cnf"
	modelsFile   = "models.txt"
	blockingFile = "blocking.cnf"
	allFile      = "all.cnf"
	proofFile    = "proof.drat"
	claimFile    = "count.json"

	lratFile     = "proof.lrat" // only if asked for
	contentsFile = "contents"   // only for an instance that is a file
	graphFile    = "graph.cpog" // only for a graph
)

var files = []string{instanceFile, formulaFile, modelsFile, blockingFile, allFile, proofFile}

// A Claim is the content of count.json.
type Claim struct {
	Format   int    `json:"format"`
	Puzzle   string `json:"puzzle"`
	Instance string `json:"instance"`         // canonical notation
	Method   string `json:"method"`           // the full name of the method that listed the solutions
	Style    string `json:"style"`            // of the formula
	Count    string `json:"count"`            // the number of solutions, decimal
	Digest   string `json:"digest,omitempty"` // the encode.Digest of the solutions; empty for a graph

	Variables int `json:"variables"` // of the formula
	Clauses   int `json:"clauses"`   // of the formula

	Versions Versions        `json:"versions"`
	Files    map[string]File `json:"files"` // by name
}

// Versions holds the versions of the programs that made a certificate. Verify ignores them.
type Versions struct {
	Counterproof string `json:"counterproof"`
	Commit       string `json:"commit,omitempty"`
	Method       string `json:"method"`
	Solver       string `json:"solver,omitempty"` // the solver's name and version
	Go           string `json:"go"`
}

// VersionsOf returns the versions of this program, a method and its solver, without the commit.
func VersionsOf(method, solver string) Versions {
	return Versions{Counterproof: release.Version(), Method: method, Solver: solver, Go: runtime.Version()}
}

// A File is the size and the hash of one file.
type File struct {
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // hex
}

// A Refusal says what is wrong with a certificate.
type Refusal struct {
	File   string // the file of the certificate; empty if the folder is wrong
	Line   int    // from 1; 0 if the whole file is wrong
	Column int    // from 1; 0 if the whole line is wrong
	Reason string
}

func (r *Refusal) Error() string {
	switch {
	case r.File == "":
		return r.Reason
	case r.Line == 0:
		return r.File + ": " + r.Reason
	case r.Column > 0:
		return fmt.Sprintf("%s, line %d, column %d: %s", r.File, r.Line, r.Column, r.Reason)
	}
	return fmt.Sprintf("%s, line %d: %s", r.File, r.Line, r.Reason)
}

func refuse(file string, line int, format string, args ...any) error {
	return &Refusal{File: file, Line: line, Reason: fmt.Sprintf(format, args...)}
}

// IsOne reports whether the folder has at least one file of a certificate, even a broken one.
func IsOne(dir string) (bool, error) {
	entries, err := os.ReadDir(dir)
	return slices.ContainsFunc(entries, func(e os.DirEntry) bool { return isFile(e.Name()) }), err
}

func isFile(name string) bool {
	return slices.Contains([]string{claimFile, lratFile, contentsFile, graphFile}, name) || slices.Contains(files, name)
}

// HasLRAT reports whether the certificate has the file proof.lrat.
func (c *Claim) HasLRAT() bool { return c.Files[lratFile] != File{} }

// HasGraph reports whether the certificate has a graph instead of a listing.
func (c *Claim) HasGraph() bool { return c.Files[graphFile] != File{} }

// filesOf returns the names of the files whose hashes a claim has.
func filesOf(c *Claim) []string {
	names := slices.Clone(files)
	if c.HasGraph() {
		names = []string{instanceFile, formulaFile, graphFile}
	} else if c.HasLRAT() {
		names = append(names, lratFile)
	}
	if _, hash, _ := wording.File(c.Instance); hash != "" {
		names = append(names, contentsFile)
	}
	return names
}

// Unchanged returns the claim of the certificate dir. Each file must have the size and hash that
// the claim states, and models.txt must have as many lines as the claimed count. Unchanged does
// not check whether the content is right, and does not look into a graph; Verify does. The errors are like
// the errors of Verify.
func Unchanged(ctx context.Context, dir string) (*Claim, error) {
	d, err := openFolder(ctx, dir)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	claim, err := d.claim(false)
	if err != nil {
		return nil, err
	}
	if claim.HasGraph() {
		return claim, nil
	}
	n, err := d.lines(modelsFile)
	if err == nil && strconv.FormatInt(n, 10) != claim.Count {
		err = refuse(claimFile, 0, "it claims %s solutions, but %s has %d lines", claim.Count, modelsFile, n)
	}
	if err != nil {
		return nil, err
	}
	return claim, nil
}

var isCount = regexp.MustCompile(`^(0|[1-9][0-9]*)$`)

// readClaim reads count.json. It refuses a text that claimText would write differently.
func readClaim(text []byte) (*Claim, error) {
	var c Claim
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, refuse(claimFile, 0, "the claim cannot be read: %s", shorten(err.Error()))
	}
	if c.Format != Format {
		return nil, refuse(claimFile, 0, "the certificate has format %d, but this program reads format %d", c.Format, Format)
	}
	if !isCount.MatchString(c.Count) {
		return nil, refuse(claimFile, 0, "the count %q is not a number of solutions", wording.Short(c.Count))
	}
	files := filesOf(&c)
	for name := range c.Files {
		if !slices.Contains(files, name) {
			return nil, refuse(claimFile, 0, "it names a file %q that does not belong to a certificate", wording.Short(name))
		}
	}
	for _, name := range files {
		if _, ok := c.Files[name]; !ok {
			return nil, refuse(claimFile, 0, "it lacks the size and hash of %s", name)
		}
	}
	// If a key occurs twice, even with different capitals, the decoder takes the last value. But a
	// person who reads the file may take the first value.
	if !bytes.Equal(claimText(&c), text) {
		return nil, refuse(claimFile, 0, "the text is not in the form that certify writes")
	}
	return &c, nil
}

func claimText(c *Claim) []byte {
	text, _ := json.MarshalIndent(c, "", "  ") // a claim has only texts and integers
	return append(text, '\n')
}

// notInName matches the characters that a name cannot have, because some file systems reject them.
var notInName = regexp.MustCompile(`[^0-9a-zA-Z._-]`)

// Name returns the name that the certificate of an instance gets in a folder of many certificates.
// If the text of the instance is short and every file system accepts it, the text itself is the
// name. Otherwise the name consists of the puzzle, the beginning of the instance, and the beginning
// of a hash.
func Name(puzzle, instance string) string {
	name := notInName.ReplaceAllString(instance, "_")
	if name == instance && name != "" && len(name) <= 40 && !strings.ContainsAny(name[:1], "-.") {
		return name
	}
	sum := sha256.Sum256([]byte(puzzle + "\x00" + instance))
	return puzzle + "-" + name[:min(len(name), 24)] + "-" + hex.EncodeToString(sum[:6])
}
