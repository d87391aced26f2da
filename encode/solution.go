package encode

import "encoding/binary"

// Wide reports whether a solution has four bytes for each site instead of one, because a site has more than
// 256 values.
func Wide(sites []int) bool {
	for _, n := range sites {
		if n > 256 {
			return true
		}
	}
	return false
}

// At returns the value of a site. The parameter wide is the result of Wide.
func (s Solution) At(wide bool, site int) int {
	if !wide {
		return int(s[site])
	}
	return int(s[4*site])<<24 | int(s[4*site+1])<<16 | int(s[4*site+2])<<8 | int(s[4*site+3])
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
