package repair

import (
	"strconv"

	"counterproof/bench/record/method"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
)

// A Report is a Repaired in the form that repair --json prints.
type Report struct {
	Puzzle    string `json:"puzzle"`
	Instance  string `json:"instance"`
	Method    string `json:"method"` // as the caller named it
	Resolved  string `json:"resolved"`
	Given     string `json:"given"`
	Size      int    `json:"size"`
	AtLeast   int    `json:"at_least"`
	Minimal   bool   `json:"minimal"`
	Targets   string `json:"targets"`             // "all", or "one" if at_least is only about the target
	Solutions string `json:"solutions,omitempty"` // absent if there are more than the limit
	Target    string `json:"target"`
	Board     string `json:"board,omitempty"`
}

// Report returns the result for a board, with the name of the method as the caller gave it and in full.
func (r *Repaired) Report(p *encode.Puzzle, in encode.Instance, asked string, resolved method.Name) Report {
	a := Report{p.Name, in.String(), asked, resolved.String(), clues.FormatGiven(r.Given), r.Size(), r.AtLeast, r.Minimal(),
		"one", "", r.Target.Format(in.Sites()), ""}
	if r.Every {
		a.Targets, a.Solutions = "all", strconv.Itoa(r.Solutions)
	}
	if r.Board != nil {
		a.Board = r.Board.String()
	}
	return a
}
