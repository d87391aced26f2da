package encode

import (
	"encoding/binary"
	"fmt"
	"slices"

	"counterproof/encode/wording"
)

// Wide reports whether a solution has four bytes for each site instead of one, because a site has more than
// 256 values.
func Wide(sites []int) bool {
	return slices.ContainsFunc(sites, func(n int) bool { return n > 256 })
}

// Fits returns an error if a solution does not have a value that is possible for each site.
func (s Solution) Fits(sites []int) error {
	wide := Wide(sites)
	if len(s) != len(sites)*wording.Either(wide, 4, 1) {
		return fmt.Errorf("the solution has length %d, but the instance has %d sites", len(s), len(sites))
	}
	for i, n := range sites {
		if v := s.At(wide, i); v >= n {
			return fmt.Errorf("the solution has value %d at site %d, which takes values 0 to %d", v, i, n-1)
		}
	}
	return nil
}

// At returns the value of a site. The parameter wide is the result of Wide.
func (s Solution) At(wide bool, site int) int {
	if !wide {
		return int(s[site])
	}
	return int(s[4*site])<<24 | int(s[4*site+1])<<16 | int(s[4*site+2])<<8 | int(s[4*site+3])
}

// Values returns the values of all sites. The parameter wide is the result of Wide.
func (s Solution) Values(wide bool) []int {
	size := 1
	if wide {
		size = 4
	}
	return wording.Fill(len(s)/size, func(i int) int { return s.At(wide, i) })
}

// MakeSolution returns the solution with the given values. The parameter wide is the result of Wide.
func MakeSolution(wide bool, values []int) Solution {
	b := make([]byte, 0, len(values))
	for _, v := range values {
		if wide {
			b = binary.BigEndian.AppendUint32(b, uint32(v))
		} else {
			b = append(b, byte(v))
		}
	}
	return Solution(b)
}

// HasText is an instance whose solutions are printed with the names and values of its own language.
type HasText interface {
	// FormatSolution prints a solution in one line.
	FormatSolution(s Solution) string
	// ParseSolution reads what FormatSolution prints. The error is a *ParseError.
	ParseSolution(text string) (Solution, error)
}

// FormatSolution prints a solution of an instance in one line: as the instance does if it implements HasText, or
// else as the method Format does.
func FormatSolution(in Instance, s Solution) string {
	if own, ok := in.(HasText); wording.Files && ok {
		return own.FormatSolution(s)
	}
	return s.Format(in.Sites())
}

// ReadText reads a solution in the form that FormatSolution prints. The error is a *ParseError.
func ReadText(in Instance, text string) (Solution, error) {
	if own, ok := in.(HasText); wording.Files && ok {
		return own.ParseSolution(text)
	}
	return ParseSolution(text, in.Sites())
}
