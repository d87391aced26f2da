package encode

// The encodings of each kind of constraint, by the name of the style that
// takes them; the default first. In every other style a constraint has its
// default encoding.
var (
	CardinalityStyles = []string{"counter", "totalizer", "network", "adder"}
	XorStyles         = []string{"direct", "cut"}
	SumStyles         = []string{"order", "log"}
)
