package constraint

import "slices"

// A Style is a named encoding of one kind of constraint. A formula is written in one style. The
// style only affects constraints of its kind. All other constraints take their default encoding.
type Style struct {
	Name       string `json:"style"`
	Constraint string `json:"constraint"` // "at-most-one", "cardinality", "xor" or "sum"
	Doc        string `json:"doc"`        // one line: what the encoding does, and the paper that describes it
	// Keeps says that the other variables determine the auxiliary variables, so that the formula
	// has as many models as projected models. If Keeps is false, only the number of projected
	// models is right.
	Keeps bool `json:"keeps_models"`

	take func(w *Writer)
}

// styles is the table of encodings, by kind of constraint. For each kind, the default comes first.
// Each default keeps the number of models.
var styles = []Style{
	{"pairwise", "at-most-one", "a clause for each pair", true,
		func(w *Writer) { w.amo = pairwise }},
	{"sequential", "at-most-one", "sequential counter (Sinz, CP 2005)", false,
		func(w *Writer) { w.amo = sequential }},
	{"product", "at-most-one", "one row and one column of a grid (Chen, ModRef 2010)", false,
		func(w *Writer) { w.amo = product }},

	{"counter", "cardinality", "sequential counter (Sinz, CP 2005), defined in both directions", true,
		func(w *Writer) { w.count = counter }},
	{"totalizer", "cardinality", "tree of unary counts (Bailleux and Boufkhad, CP 2003)", true,
		func(w *Writer) { w.count = totalizer }},
	{"network", "cardinality", "odd-even merge sort (Batcher, AFIPS 1968), cut as a cardinality network (Asin et al., Constraints 2011)", true,
		func(w *Writer) { w.count = network }},
	{"adder", "cardinality", "binary count by full and half adders (Warners, IPL 1998)", true,
		func(w *Writer) { w.count = adder }},

	{"direct", "xor", "a clause for each assignment of the wrong parity, in chunks of 8 literals", true,
		func(w *Writer) { w.chunk = 8 }},
	{"cut", "xor", "chunks of 4 literals (Tseitin 1968; Soos et al., SAT 2009)", true,
		func(w *Writer) { w.chunk = 4 }},

	{"order", "sum", "tree of sums in order encoding (Tamura et al., Constraints 2009; Joshi et al., CP 2015)", true,
		func(w *Writer) { w.sum = order }},
	{"log", "sum", "binary numbers and adders (Warners, IPL 1998; Een and Sorensson, JSAT 2006)", true,
		func(w *Writer) { w.sum = binary }},
}

// Each of these variables lists the names of the encodings of one kind of constraint, the default
// first.
var (
	AtMostOneStyles   = names("at-most-one")
	CardinalityStyles = names("cardinality")
	XorStyles         = names("xor")
	SumStyles         = names("sum")
)

func names(constraint string) []string {
	var list []string
	for _, s := range styles {
		if s.Constraint == constraint {
			list = append(list, s.Name)
		}
	}
	return list
}

// Styles lists all encodings by kind of constraint. For each kind, the default comes first.
func Styles() []Style { return slices.Clone(styles) }

// StyleOf returns the encoding with the given name. It returns false for a style that a puzzle
// defines itself and for an unknown name.
func StyleOf(name string) (Style, bool) {
	i := slices.IndexFunc(styles, func(s Style) bool { return s.Name == name })
	if i < 0 {
		return Style{}, false
	}
	return styles[i], true
}
