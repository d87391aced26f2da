package encode

// An Int is an integer of a formula: exactly one of its literals is true, and
// says its value.
type Int struct {
	Lo int   // the value that Is[0] says
	Is []Lit // Is[i] says the value Lo+i; at least one, and exactly one is true in every model
}

// A Term is a weight times an integer.
type Term struct {
	Weight int
	Of     *Int
}

// Sum says that the sum of the terms lies between lo and hi, both included, in
// the encoding that the style names.
func (e *Encoder) Sum(lo, hi int, terms ...Term) { panic("not yet") }
