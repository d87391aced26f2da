package clues

import (
	"counterproof/encode"
)

// A Relaxed is an instance without some of its clues, as HasDemands.Relaxed returns it. Its text and
// its sites are the same as with all clues. Its only method is brute force.
type Relaxed struct {
	encode.Instance
	Checks func(s encode.Solution) error   // Check without the clues that are left out
	Writes func(e *encode.Encoder)         // Encode without the clues that are left out
	Draws  func(s *encode.Solution) string // Draw with '?' for each clue that is left out
}

// Relax returns the instance without the clues whose indices are in the list gone. If the list is
// empty, it returns the instance itself. The functions check and write must work like Check and
// Encode of the instance, but ignore each clue i for which needed(i) is false. The function paint must
// work like Draw, but draw '?' for such a clue.
func Relax(in encode.Instance, gone []int, check func(s encode.Solution, needed func(int) bool) error, write func(e *encode.Encoder, needed func(int) bool), paint func(s *encode.Solution, needed func(int) bool) string) encode.Instance {
	if len(gone) == 0 {
		return in
	}
	needed := Except(gone)
	return &Relaxed{
		Instance: in,
		Checks:   func(s encode.Solution) error { return check(s, needed) },
		Writes:   func(e *encode.Encoder) { write(e, needed) },
		Draws:    func(s *encode.Solution) string { return paint(s, needed) },
	}
}

func (r *Relaxed) Check(s encode.Solution) error { return r.Checks(s) }

func (r *Relaxed) Encode(e *encode.Encoder) { r.Writes(e) }

func (r *Relaxed) Draw(s *encode.Solution) string { return r.Draws(s) }

func (r *Relaxed) Reduce() []encode.Reduction { return []encode.Reduction{encode.BruteForce(r)} }

// Except returns a function that reports whether a number is not in the list gone.
func Except(gone []int) func(int) bool {
	left := map[int]bool{}
	for _, i := range gone {
		left[i] = true
	}
	return func(i int) bool { return !left[i] }
}
