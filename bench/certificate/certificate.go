// Package certificate writes and checks certified counts: a folder with an
// instance, its formula, its solutions, and a proof that there are no more.
//
//	instance.txt  the puzzle, a tab, the instance in canonical notation
//	formula.cnf   the instance as clauses, as the command encode prints them
//	models.txt    a line for each solution: the literals of the projected
//	              variables, ascending, and 0; a tab and the solution; and where
//	              there are auxiliary variables a tab, their literals and 0
//	blocking.cnf  for each of these lines the clause that forbids its model
//	all.cnf       the clauses of formula.cnf, then those of blocking.cnf
//	proof.drat    a refutation of all.cnf: lemmas and deletions, the last line 0
//	count.json    a Claim: what is certified, by what it was made, and the size
//	              and the SHA-256 of each of the other files
//
// The number of lines of models.txt is the number of solutions: each line is a
// solution, no two are the same, and since each clause of blocking.cnf forbids
// one line's model and no other, there is none beside them if all.cnf has no
// model.
//
// Whoever writes a certificate brings a solver; checking one needs none, and
// believes nothing that the writer did. What it believes is written at Verify.
package certificate

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"counterproof/sat/cnf"
)

// Format is the number of the layout described above.
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
)

// files are those that a Claim is about.
var files = []string{instanceFile, formulaFile, modelsFile, blockingFile, allFile, proofFile}

// A Claim is what count.json says.
type Claim struct {
	Format   int    `json:"format"`
	Puzzle   string `json:"puzzle"`
	Instance string `json:"instance"` // canonical notation
	Method   string `json:"method"`   // that listed the solutions, as resolved
	Style    string `json:"style"`    // of the formula
	Count    string `json:"count"`    // of the solutions, decimal
	Digest   string `json:"digest"`   // of the solutions: encode.Digest

	Variables int `json:"variables"` // of the formula
	Clauses   int `json:"clauses"`   // of the formula

	Versions Versions        `json:"versions"`
	Files    map[string]File `json:"files"` // by name
}

// Versions are those of what made a certificate. Nothing depends on them.
type Versions struct {
	Counterproof string `json:"counterproof"`
	Commit       string `json:"commit,omitempty"`
	Method       string `json:"method"`
	Solver       string `json:"solver,omitempty"` // with its name
	Go           string `json:"go"`
}

// File is the size and the hash of one file.
type File struct {
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // hex
}

// A Refusal says what is wrong with a certificate.
type Refusal struct {
	File   string // of the certificate; empty: the folder
	Line   int    // from 1; 0: the whole file
	Column int    // from 1; 0: the whole line
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

// IsOne reports whether there is a file of a certificate in the folder: it is
// one then, if perhaps a broken one.
func IsOne(dir string) (bool, error) {
	entries, err := os.ReadDir(dir)
	return slices.ContainsFunc(entries, func(e os.DirEntry) bool { return isFile(e.Name()) }), err
}

func isFile(name string) bool { return name == claimFile || slices.Contains(files, name) }

// Unchanged returns the claim of the certificate dir whose files are all as they
// were written, by their hashes, and as many models as it claims. Whether they are
// right is for Verify to say. The error is as that of Verify.
func Unchanged(ctx context.Context, dir string) (*Claim, error) {
	d, err := openFolder(ctx, dir)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	claim, err := d.claim()
	if err != nil {
		return nil, err
	}
	if err := d.unchanged(claim); err != nil {
		return nil, err
	}
	n, err := d.lines(modelsFile)
	if err == nil && strconv.FormatInt(n, 10) != claim.Count {
		err = refuse(claimFile, 0, "it claims %s solutions, %s has %d lines", claim.Count, modelsFile, n)
	}
	if err != nil {
		return nil, err
	}
	return claim, nil
}

// readClaim reads count.json and refuses what no claim can have.
func readClaim(r io.Reader) (*Claim, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var c Claim
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		return nil, refuse(claimFile, 0, "no claim: %s", shorten(err.Error()))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, refuse(claimFile, 0, "more text behind the claim")
	}
	if c.Format != Format {
		return nil, refuse(claimFile, 0, "format %d, this program reads %d", c.Format, Format)
	}
	if n, err := strconv.ParseInt(c.Count, 10, 64); err != nil || n < 0 || strconv.FormatInt(n, 10) != c.Count {
		return nil, refuse(claimFile, 0, "the count %q is no number of lines", cnf.Short(c.Count))
	}
	for name := range c.Files {
		if !slices.Contains(files, name) {
			return nil, refuse(claimFile, 0, "it claims a file %q, which no certificate has", cnf.Short(name))
		}
	}
	for _, name := range files {
		if _, ok := c.Files[name]; !ok {
			return nil, refuse(claimFile, 0, "it says nothing of %s", name)
		}
	}
	// A key may stand twice, or with other capitals: the decoder takes the last
	// one, people the first.
	if own, err := claimText(&c); err != nil || !bytes.Equal(own, text) {
		return nil, refuse(claimFile, 0, "not in the form that certify writes")
	}
	return &c, nil
}

// claimText is count.json.
func claimText(c *Claim) ([]byte, error) {
	text, err := json.MarshalIndent(c, "", "  ")
	return append(text, '\n'), err
}

// Name is a name for the certificate of an instance, in a folder of
// certificates: the instance where that is a short name that every file system
// takes, else the beginning of it and of a hash.
func Name(puzzle, instance string) string {
	name := strings.Map(func(r rune) rune {
		if r < 128 && (r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune("-_.", r)) {
			return r
		}
		return '_'
	}, instance)
	if name == instance && name != "" && len(name) <= 40 && !strings.ContainsAny(name[:1], "-.") {
		return name
	}
	sum := sha256.Sum256([]byte(puzzle + "\x00" + instance))
	return puzzle + "-" + name[:min(len(name), 24)] + "-" + hex.EncodeToString(sum[:6])
}
