package cover_test

import (
	"context"
	"fmt"
	"slices"

	"counterproof/native"
	"counterproof/native/cover"
)

// Example solves the exact cover problem of Knuth's paper on dancing links with every engine. The
// problem has one answer.
func Example() {
	p, _, err := cover.Read("a b c d e f g ; c e f ; a d g ; b c f ; a d ; b g ; d e g")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range cover.Methods(p) {
		err := m.Solver.Search(context.Background(), new(native.Stats), func(options []int) bool {
			chosen := slices.Clone(options) // the slice options is valid only during this call
			slices.Sort(chosen)
			fmt.Println(m.Name, chosen)
			return true
		})
		if err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// bitset [0 3 4]
	// memo [0 3 4]
	// dlx [0 3 4]
	// dictionary [0 3 4]
}
