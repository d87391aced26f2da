package encode

// A Relaxed is an instance without some of its clues, as HasDemands.Relaxed returns it. Its text,
// its sites and its drawing are the same as with all clues. Its only method is brute force.
type Relaxed struct {
	Instance
	Checks func(s Solution) error // Check without these demands
	Writes func(e *Encoder)       // Encode without these demands
}

// Relax returns the instance in without the clues with the indices in gone, or in itself if gone is
// empty. The functions check and write are like Check and Encode of in, but they ignore each clue i
// for which needed(i) is false.
func Relax(in Instance, gone []int, check func(s Solution, needed func(int) bool) error, write func(e *Encoder, needed func(int) bool)) Instance {
	if len(gone) == 0 {
		return in
	}
	needed := Except(gone)
	return &Relaxed{
		Instance: in,
		Checks:   func(s Solution) error { return check(s, needed) },
		Writes:   func(e *Encoder) { write(e, needed) },
	}
}

// Check implements Instance.
func (r *Relaxed) Check(s Solution) error { return r.Checks(s) }

// Encode implements Instance.
func (r *Relaxed) Encode(e *Encoder) { r.Writes(e) }

// Reduce implements Instance.
func (r *Relaxed) Reduce() []Reduction { return []Reduction{BruteForce(r)} }

// Except returns a function that reports whether a number is not in gone.
func Except(gone []int) func(int) bool {
	left := map[int]bool{}
	for _, i := range gone {
		left[i] = true
	}
	return func(i int) bool { return !left[i] }
}
