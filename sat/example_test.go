package sat_test

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"counterproof/sat"
	"counterproof/sat/cnf"
)

// Example reads a formula as DIMACS, then counts and lists its models.
func Example() {
	f, err := cnf.Read(strings.NewReader("p cnf 3 2\n1 2 0\n-1 3 0\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	n, err := sat.Count(context.Background(), f)
	fmt.Println(n, err)

	var all []string
	for m, err := range sat.Models(context.Background(), f) {
		if err != nil {
			fmt.Println(err)
			return
		}
		all = append(all, fmt.Sprint(m))
	}
	slices.Sort(all) // the order of models is not fixed
	fmt.Println(strings.Join(all, "\n"))
	// Output:
	// 4 <nil>
	// [false true false]
	// [false true true]
	// [true false true]
	// [true true true]
}
