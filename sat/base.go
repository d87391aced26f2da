package sat

import "counterproof/sat/cnf"

// A Base is a formula that is prepared for several searches, one after the other. A search can add
// unit clauses, such as the clues of a board. On 500 minimal sudokus, which need hardly any
// conflicts, writing and preparing a formula for each took 25 times as long as the searches.
type Base struct {
	f         *cnf.Formula
	t         *trail // without literals between the searches
	residual  *residual
	certifier *certifier
	free      []lit
}

// Prepare returns the Base of f for Cubes or, if the parameter cubes is false, for Blocking. The
// formula must not change afterwards.
func Prepare(f *cnf.Formula, cubes bool) *Base {
	t := newTrail(f, cubes)
	return &Base{f: f, t: t, residual: newResidual(t), certifier: newCertifier(f), free: byFrequency(f)}
}
