package console

import "counterproof/bench/result"

// An Answered is a record as --json prints it.
type Answered struct {
	result.Record
	Method   string `json:"method"` // as it was asked for
	Resolved string `json:"resolved"`
}

// Asked returns the record of a job whose method was asked for by another name.
func Asked(r result.Record, method string) Answered { return Answered{r, method, r.Method} }
