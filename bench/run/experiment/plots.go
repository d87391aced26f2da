package experiment

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/bench/record/result"
	"counterproof/encode/wording"
)

// CheckPlots checks every plot: The suites of a plot must be suites of the experiment, the function
// check must accept the plot, and no two plots may have files of the same name. Names that differ
// only in upper and lower case count as the same, because some file systems ignore case. The
// function check returns the wrong key, such as "measure", and the reason. The error is a
// *SpecError.
func (s *Spec) CheckPlots(check func(result.Plot) (key string, err error)) error {
	files := map[string]bool{}
	for i, p := range s.Plots {
		at := fmt.Sprintf("plot[%d]", i)
		for k, name := range p.Suites {
			if !slices.ContainsFunc(s.Suites, func(suite Suite) bool { return suite.Name == name }) {
				return s.errorf(fmt.Sprintf("%s.suites[%d]", at, k), "the experiment has no suite %q", wording.Short(name))
			}
		}
		if key, err := check(p); err != nil {
			return s.errorf(at+"."+key, "%w", err)
		}
		name := p.File()
		if files[strings.ToLower(name)] {
			return s.errorf(at+".kind", "a second plot is called %q: give it a name of its own", wording.Short(name))
		}
		files[strings.ToLower(name)] = true
	}
	return nil
}
