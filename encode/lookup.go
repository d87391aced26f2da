package encode

// A Lookup finds a puzzle by its name. It returns nil if no puzzle has the name.
type Lookup func(name string) *Puzzle
