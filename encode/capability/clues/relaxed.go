package clues

import (
	"counterproof/encode"
)

// A Relaxed is an instance without some of its clues, as HasDemands.Relaxed returns it. Its text and
// its sites are the same as with all clues. Its only method is brute force.
type Relaxed struct{ encode.Instance }

func (r Relaxed) Reduce() []encode.Reduction { return []encode.Reduction{encode.BruteForce(r)} }
