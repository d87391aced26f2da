package encode

// Xor says that of the literals, which are all different, an odd number (odd)
// or an even number is true, in the encoding that the style names.
func (e *Encoder) Xor(odd bool, lits ...Lit) { panic("not yet") }
