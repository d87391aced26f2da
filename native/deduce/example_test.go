package deduce_test

import (
	"context"
	"fmt"
	"math/bits"

	"counterproof/native"
	"counterproof/native/deduce"
)

// Example solves a row of three cells with different values from 0 to 2. Its only rule removes the
// value of a settled cell from the other cells.
func Example() {
	single := deduce.Rule{
		Name: "single",
		Find: func(s deduce.State, changed []int32, emit deduce.Emit) {
			for _, site := range changed {
				if bits.OnesCount64(s[site]) != 1 {
					continue
				}
				for other := range s {
					if v := s.Value(int(site)); other != int(site) && s.Has(other, v) {
						emit(other, v, deduce.Pattern{Sites: []int{int(site)}, Values: s[site]})
					}
				}
			}
		},
	}
	p := &deduce.Problem{Start: deduce.State{0b001, 0b011, 0b111}, Rules: []deduce.Rule{single}}
	r, err := p.Run(context.Background(), new(native.Stats), deduce.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, st := range r.Steps {
		fmt.Printf("cell %d is not %d\n", st.Site, st.Value)
	}
	fmt.Println(r.State.Settled(), r.State.Value(2))
	// Output:
	// cell 1 is not 0
	// cell 2 is not 0
	// cell 2 is not 1
	// true 2
}
