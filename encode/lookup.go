package encode

// A Lookup finds a puzzle by its name. It returns nil if there is none.
type Lookup func(name string) *Puzzle
