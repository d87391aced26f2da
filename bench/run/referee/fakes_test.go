package referee

import (
	"bytes"
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"counterproof/sat"
	"counterproof/sat/cnf"
	"counterproof/sat/counter"
	"counterproof/sat/extern"
)

// A fake is a program with a fault. It reads the text itself and solves it by trying all
// assignments, so it shares no code with the referee.
type fake struct {
	fault string
	rng   *rand.Rand
	lock  *sync.Mutex // of rng

	vars      int
	clauses   [][]int
	shown     []int
	projected bool
}

func (p *fake) read(text string) error {
	p.vars, p.clauses, p.shown, p.projected = 0, nil, nil, false
	clause := []int{}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case words[0] == "%":
			return nil
		case words[0] == "c":
			if len(words) > 3 && words[1] == "p" && words[2] == "show" {
				p.projected = true
				for _, w := range words[3 : len(words)-1] {
					v, _ := strconv.Atoi(w)
					p.shown = append(p.shown, v)
				}
			}
		case words[0] == "p":
			p.vars, _ = strconv.Atoi(words[2])
		default:
			for _, w := range words {
				l, err := strconv.Atoi(w)
				if err != nil {
					return err
				}
				p.vars = max(p.vars, l, -l)
				if clause = append(clause, l); l == 0 {
					p.clauses = append(p.clauses, clause[:len(clause)-1])
					clause = []int{}
				}
			}
		}
	}
	return nil
}

// models returns the models, one for each solution.
func (p *fake) models() []cnf.Model {
	var all []cnf.Model
	seen := map[int]bool{}
	for bits := range 1 << p.vars {
		holds := func(l int) bool { return bits>>(max(l, -l)-1)&1 == 1 == (l > 0) }
		if slices.ContainsFunc(p.clauses, func(c []int) bool { return !slices.ContainsFunc(c, holds) }) {
			continue
		}
		key := bits
		if p.projected {
			key = 0
			for _, v := range p.shown {
				key |= bits & (1 << (v - 1))
			}
		}
		if !seen[key] {
			seen[key] = true
			m := make(cnf.Model, p.vars)
			for i := range m {
				m[i] = bits>>i&1 == 1
			}
			all = append(all, m)
		}
	}
	return all
}

func (p *fake) twice() bool {
	return slices.ContainsFunc(p.clauses, func(c []int) bool {
		d := slices.Clone(c)
		slices.Sort(d)
		return len(slices.Compact(d)) < len(c)
	})
}

func (p *fake) unused() bool {
	used := map[int]bool{}
	for _, l := range slices.Concat(p.clauses...) {
		used[max(l, -l)] = true
	}
	return len(used) < p.vars
}

// chance returns true once in n calls.
func (p *fake) chance(n int) bool {
	p.lock.Lock()
	defer p.lock.Unlock()
	return p.rng.IntN(n) == 0
}

func (p *fake) answer(kind string) (a extern.Answer) {
	if p.fault == "projection" {
		p.projected = false
	}
	models := p.models()
	n := int64(len(models))
	switch first := len(p.clauses) > 1 && len(p.clauses[0]) == 2 && len(p.clauses[len(p.clauses)-1]) == 3; {
	case p.fault == "unused" && p.unused() && n > 0, p.fault == "twice" && p.twice() && n > 0:
		n++
	case p.fault == "order" && first:
		n *= 2
	case p.fault == "drop" && n > 3:
		models = models[1:]
	case p.fault == "model" && n > 0 && p.vars > 2:
		models[0][2] = !models[0][2]
	case p.fault == "random" && p.chance(20):
		models = nil
	}
	a.Status = cnf.Unsatisfiable
	if len(models) > 0 {
		a.Status = cnf.Satisfiable
	}
	switch {
	case kind == extern.Counts:
		a.Count = big.NewInt(n)
	case kind == extern.Competition && len(models) > 0:
		a.Models = models[:1]
	case kind == extern.AllModels:
		a.Models = models
	}
	return a
}

// subject returns the fake as a program in this process.
func (p *fake) subject(kind string) *Subject {
	p.rng, p.lock = rand.New(rand.NewPCG(1, 1)), new(sync.Mutex)
	tool := &extern.Tool{Name: "fake", Answer: kind, Projection: extern.ShowLine}
	return &Subject{Tool: tool, Limit: time.Minute, Ask: func(ctx context.Context, text []byte, vars int) (extern.Answer, error) {
		q := &fake{fault: p.fault, rng: p.rng, lock: p.lock}
		err := q.read(string(text))
		if err == nil && q.vars > 13 {
			return right(ctx, text, kind)
		}
		if err != nil {
			return extern.Answer{}, &extern.FailedError{Err: err, Code: 1}
		}
		return q.answer(kind), nil
	}}
}

// right returns the right answer about a formula that is too large for the fakes.
func right(ctx context.Context, text []byte, kind string) (a extern.Answer, err error) {
	f, err := cnf.Read(bytes.NewReader(text))
	if err != nil {
		return a, &extern.FailedError{Err: err, Code: 1}
	}
	a.Count, err = counter.Counter{F: f}.Count(ctx, &cnf.Stats{})
	a.Status = cnf.Unsatisfiable
	if kind != extern.Counts && err == nil {
		err = sat.Blocking{F: f}.Search(ctx, &cnf.Stats{}, func(m cnf.Model) bool {
			a.Status, a.Models = cnf.Satisfiable, append(a.Models, slices.Clone(m))
			return kind == extern.AllModels
		})
	}
	return a, err
}
