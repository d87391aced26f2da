package console

import "counterproof/bench/record/result"

// An Answered is a record in the form that the flag --json prints.
type Answered struct {
	result.Record
	Method   string `json:"method"`   // as the caller named it, such as native
	Resolved string `json:"resolved"` // the full name, such as native/NAME
}

// Asked returns a record in the form for --json. The user named the method.
func Asked(r result.Record, method string) Answered { return Answered{r, method, r.Method} }
