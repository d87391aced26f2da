package polyomino

import "counterproof/encode"

// mirror does nothing, so that the engine for browsers stays small.
func (t *Tiling) mirror([]encode.Reduction) {}
