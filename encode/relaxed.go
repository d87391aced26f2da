package encode

// A Relaxed is an instance without some of its clues, as HasDemands.Relaxed returns it. Its text and
// its sites are the same as with all clues. Its only method is brute force.
type Relaxed struct {
	Instance
	Checks func(s Solution) error   // Check without the clues that are left out
	Writes func(e *Encoder)         // Encode without the clues that are left out
	Draws  func(s *Solution) string // Draw with '?' for each clue that is left out
}

// Relax returns the instance without the clues whose indices are in the list gone. If the list is
// empty, it returns the instance itself. The functions check and write must work like Check and
// Encode of the instance, but ignore each clue i for which needed(i) is false. The function paint must
// work like Draw, but draw '?' for such a clue.
func Relax(in Instance, gone []int, check func(s Solution, needed func(int) bool) error, write func(e *Encoder, needed func(int) bool), paint func(s *Solution, needed func(int) bool) string) Instance {
	if len(gone) == 0 {
		return in
	}
	needed := Except(gone)
	return &Relaxed{
		Instance: in,
		Checks:   func(s Solution) error { return check(s, needed) },
		Writes:   func(e *Encoder) { write(e, needed) },
		Draws:    func(s *Solution) string { return paint(s, needed) },
	}
}

func (r *Relaxed) Check(s Solution) error { return r.Checks(s) }

func (r *Relaxed) Encode(e *Encoder) { r.Writes(e) }

func (r *Relaxed) Draw(s *Solution) string { return r.Draws(s) }

func (r *Relaxed) Reduce() []Reduction { return []Reduction{BruteForce(r)} }

// Except returns a function that reports whether a number is not in the list gone.
func Except(gone []int) func(int) bool {
	left := map[int]bool{}
	for _, i := range gone {
		left[i] = true
	}
	return func(i int) bool { return !left[i] }
}
