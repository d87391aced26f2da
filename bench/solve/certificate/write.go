package certificate

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"counterproof/bench/system/atomicfile"
	"counterproof/encode"
	"counterproof/encode/contents"
	"counterproof/encode/wording"
	"counterproof/sat/cnf"
	"counterproof/sat/drat"
)

// A Subject names the instance to certify, its formula, and the method that lists the solutions.
type Subject struct {
	Puzzle   string
	Instance encode.Instance
	Encoding *encode.Encoding
	Method   string
	Versions Versions

	addHints func(w *writer, to io.Writer) error // writes proof.lrat; nil unless AddLRAT was called
}

// AddLRAT asks for the file proof.lrat. It is a function of its own, because the engine for browsers, which
// does not call it, then contains no reader and no checker of proofs.
func (s *Subject) AddLRAT() { s.addHints = (*writer).writeHints }

// A Proof takes the lines of a proof. The proof refutes the formula together with the blocking
// clauses of all models that the search yields. Every line, even the first, may use all these
// clauses.
type Proof interface {
	Add(clause []cnf.Lit) error // adds a lemma; the empty lemma ends the proof
	Delete(clause []cnf.Lit) error
}

// A Search lists the models of the formula, each solution once, and proves that there are no more.
type Search func(proof Proof, yield func(cnf.Model) bool) error

// Write makes the certificate dir, completely or not at all; see atomicfile.Folder. The folder must be
// empty or must not exist.
//
// Memory does not grow with the number of solutions, except for proof.lrat. The error may come from the search
// or from the file system. It may also say that the search yielded a wrong model or did not finish its proof.
func Write(dir string, s Subject, search Search) (*Claim, error) {
	return inFolder(dir, s, func(w *writer) { w.list(search) })
}

// WriteGraph makes the certificate dir with a graph, completely or not at all; see Write. The function prove
// writes the proof, and count is the number of models of the graph.
func WriteGraph(dir string, s Subject, count *big.Int, prove func(w io.Writer) error) (*Claim, error) {
	return inFolder(dir, s, func(w *writer) {
		w.claim.Count = count.String()
		w.file(graphFile, func(b *bufio.Writer) { w.err = prove(b) })
	})
}

func inFolder(dir string, s Subject, fill func(*writer)) (*Claim, error) {
	folder, err := atomicfile.NewFolder(dir)
	if err != nil {
		return nil, err
	}
	defer folder.Discard()
	claim, err := write(disk(folder.Path), s, fill)
	if err != nil {
		return nil, folder.Named(err)
	}
	return claim, folder.Commit()
}

// write writes the files that all certificates have. Before the claim, the function fill writes the others.
func write(to store, s Subject, fill func(*writer)) (*Claim, error) {
	enc := s.Encoding
	if len(enc.Vars()) != enc.Projected {
		return nil, fmt.Errorf("the projected variables are not 1 to %d", enc.Projected)
	}
	w := &writer{store: to, subject: s, claim: Claim{
		Format: Format, Puzzle: s.Puzzle, Instance: s.Instance.String(), Method: s.Method, Style: enc.Style,
		Variables: enc.NumVars, Clauses: len(enc.Clauses),
		Versions: s.Versions, Files: map[string]File{},
	}}
	w.file(instanceFile, func(b *bufio.Writer) { b.WriteString(instanceText(s.Puzzle, s.Instance)) })
	if _, hash, _ := wording.File(w.claim.Instance); hash != "" {
		w.file(contentsFile, func(b *bufio.Writer) {
			var data []byte
			data, w.err = contents.Find(w.claim.Instance)
			b.Write(data)
		})
	}
	w.file(formulaFile, func(b *bufio.Writer) { w.err = writeFormula(b, s.Puzzle, s.Instance, enc) })
	fill(w)
	text := claimText(&w.claim)
	w.file(claimFile, func(b *bufio.Writer) { b.Write(text) })
	delete(w.claim.Files, claimFile)
	return &w.claim, w.err
}

// A store holds the files of a certificate while they are written.
type store interface {
	create(name string) (io.WriteCloser, error)
	open(name string) (io.ReadCloser, error)
	remove(name string) error
}

type disk string

func (d disk) create(name string) (io.WriteCloser, error) {
	return os.Create(filepath.Join(string(d), name))
}

func (d disk) open(name string) (io.ReadCloser, error) {
	return os.Open(filepath.Join(string(d), name))
}

func (d disk) remove(name string) error { return os.Remove(filepath.Join(string(d), name)) }

type writer struct {
	store   store
	subject Subject
	claim   Claim
	n       int64 // the number of models
	digest  encode.Digest
	err     error // the first one
}

// mostListed is the largest number of solutions in a listing.
const mostListed = 1_000_000

// scratch is a file for the blocking clauses. The header of blocking.cnf needs their number, which is
// not known before the end of the search.
const scratch = "blocking"

// list writes the files of a listing in the order in which their contents are known.
func (w *writer) list(search Search) {
	enc := w.subject.Encoding
	w.file(proofFile, func(proof *bufio.Writer) {
		w.file(modelsFile, func(models *bufio.Writer) {
			w.file(scratch, func(blocking *bufio.Writer) { w.err = w.search(search, proof, models, blocking) })
		})
	})
	w.file(blockingFile, func(blocking *bufio.Writer) {
		w.file(allFile, func(all *bufio.Writer) {
			writeHeader(blocking, enc.NumVars, w.n)
			writeHeader(all, enc.NumVars, int64(len(enc.Clauses))+w.n)
			for _, c := range enc.Clauses {
				writeClause(all, c)
			}
			w.err = w.copy(io.MultiWriter(blocking, all))
		})
	})
	if w.err == nil {
		w.err = w.store.remove(scratch)
	}
	delete(w.claim.Files, scratch)
	if w.subject.addHints != nil {
		w.file(lratFile, func(b *bufio.Writer) { w.err = w.subject.addHints(w, b) })
	}
	w.claim.Count, w.claim.Digest = strconv.FormatInt(w.n, 10), w.digest.String()
}

// file writes a file, unless an error has occurred. The function write ignores errors of writing,
// because a bufio.Writer reports them when it is flushed.
func (w *writer) file(name string, write func(b *bufio.Writer)) {
	if w.err != nil {
		return
	}
	f, err := w.store.create(name)
	if err != nil {
		w.err = err
		return
	}
	h := &hashed{Hash: sha256.New()}
	b := bufio.NewWriterSize(io.MultiWriter(f, h), 1<<16)
	write(b)
	w.err = cmp.Or(w.err, b.Flush(), f.Close())
	w.claim.Files[name] = File{h.n, hex.EncodeToString(h.Sum(nil))}
}

// hashed is a hash that also counts the bytes.
type hashed struct {
	hash.Hash
	n int64
}

func (h *hashed) Write(p []byte) (int, error) {
	h.n += int64(len(p))
	return h.Hash.Write(p)
}

func (w *writer) search(search Search, proof, models, blocking *bufio.Writer) error {
	lines := drat.NewWriter(proof)
	var broken error
	err := search(lines, func(m cnf.Model) bool {
		if w.n == mostListed {
			broken = fmt.Errorf("there are more than %d solutions: certify --graph proves their number without listing them", mostListed)
			return false
		}
		if broken = w.model(models, m); broken == nil {
			writeClause(blocking, w.subject.Encoding.SortedBlocking(m))
		}
		return broken == nil
	})
	switch {
	case broken != nil:
		return broken
	case err != nil:
		return err
	case !lines.Ended:
		return fmt.Errorf("method %s gave no proof that there are only %d solutions", w.subject.Method, w.n)
	}
	return lines.Flush()
}

func (w *writer) model(b *bufio.Writer, m cnf.Model) error {
	enc, in := w.subject.Encoding, w.subject.Instance
	s, err := enc.Solution(m)
	if err != nil {
		return fmt.Errorf("method %s found a model that does not decode to a solution: %w", w.subject.Method, err)
	}
	text := encode.FormatSolution(in, s)
	if err := in.Check(s); err != nil && !errors.Is(err, encode.ErrUndecided) {
		return fmt.Errorf("method %s found a solution that breaks a rule: %s: %w", w.subject.Method, text, err)
	}
	w.n++
	w.digest.Add(w.subject.Puzzle, w.claim.Instance, text)
	writeModel(b, m, 1, enc.Projected)
	b.WriteByte('\t')
	b.WriteString(text)
	if enc.NumVars > enc.Projected {
		b.WriteByte('\t')
		writeModel(b, m, enc.Projected+1, enc.NumVars)
	}
	return b.WriteByte('\n')
}

func (w *writer) copy(to io.Writer) error {
	f, err := w.store.open(scratch)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(to, f)
	return err
}

// writeHints writes the proof again, with hints.
func (w *writer) writeHints(to io.Writer) error {
	all, err := w.store.open(allFile)
	if err != nil {
		return err
	}
	defer all.Close()
	f, err := cnf.Read(all)
	if err != nil {
		return err
	}
	proof, err := w.store.open(proofFile)
	if err != nil {
		return err
	}
	defer proof.Close()
	if err := drat.WriteLRAT(context.Background(), to, f, proof); err != nil {
		return fmt.Errorf("method %s gave a proof that cannot get hints: %w", w.subject.Method, err)
	}
	return nil
}

func instanceText(puzzle string, in encode.Instance) string {
	return puzzle + "\t" + in.String() + "\n"
}

func writeFormula(w io.Writer, puzzle string, in encode.Instance, enc *encode.Encoding) error {
	f := enc.Formula
	f.Comments = append(slices.Clone(f.Comments), fmt.Sprintf("puzzle %s instance %s style %s", puzzle, in, enc.Style))
	for _, g := range enc.Gives {
		f.Comments = append(f.Comments, fmt.Sprintf("site %d value %d var %d", g.Site, g.Value, g.Var))
	}
	return f.Write(w)
}

// The next functions ignore errors of writing, because a bufio.Writer reports them when it is flushed.

func writeHeader(b *bufio.Writer, vars int, clauses int64) {
	fmt.Fprintf(b, "p cnf %d %d\n", vars, clauses)
}

func writeClause(b *bufio.Writer, clause []cnf.Lit) {
	for _, l := range clause {
		b.Write(append(strconv.AppendInt(b.AvailableBuffer(), int64(l), 10), ' '))
	}
	b.WriteString("0\n")
}

// writeModel writes the true variables among from..to.
func writeModel(b *bufio.Writer, m cnf.Model, from, to int) {
	for v := from; v <= to; v++ {
		if m.True(cnf.Lit(v)) {
			b.Write(append(strconv.AppendInt(b.AvailableBuffer(), int64(v), 10), ' '))
		}
	}
	b.WriteByte('0')
}
