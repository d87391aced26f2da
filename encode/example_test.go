package encode_test

import (
	"context"
	"fmt"
	"os"

	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/catalog"
	"counterproof/native"
	"counterproof/sat"
)

// Example parses a board and counts its solutions by the best native method and by SAT.
func Example() {
	ctx := context.Background()
	p := catalog.Find("calendar")
	in, err := p.Parse("10-06")
	if err != nil {
		fmt.Println(err)
		return
	}
	n := 0
	err = in.Reduce()[0].Search(ctx, new(native.Stats), func(encode.Solution) bool {
		n++
		return true
	})
	fmt.Println("native:", n, err)

	enc, err := encode.CNF(p, in, p.Styles[0])
	if err != nil {
		fmt.Println(err)
		return
	}
	bySAT, err := sat.Count(ctx, &enc.Formula)
	fmt.Println("SAT:", bySAT, err)
	// Output:
	// native: 7 <nil>
	// SAT: 7 <nil>
}

// ExampleCNF writes a board as DIMACS and decodes the models of the formula.
func ExampleCNF() {
	p := catalog.Find("lightsout")
	in, err := p.Parse("##")
	if err != nil {
		fmt.Println(err)
		return
	}
	enc, err := encode.CNF(p, in, p.Styles[0])
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := enc.Write(os.Stdout); err != nil {
		fmt.Println(err)
		return
	}
	for m, err := range sat.Models(context.Background(), &enc.Formula) {
		if err != nil {
			fmt.Println(err)
			return
		}
		s := enc.Decode(m)
		fmt.Println(s.Format(in.Sites()), in.Check(s))
	}
	// Output:
	// c t pmc
	// c p show 1 2 0
	// p cnf 2 4
	// c project 1 2 0
	// 1 2 0
	// -1 -2 0
	// 1 2 0
	// -1 -2 0
	// 01 <nil>
	// 10 <nil>
}

// Example_deduce solves a board with human techniques.
func Example_deduce() {
	in, err := catalog.Find("sudoku").Parse("12.4.4.22..34..1")
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := in.(deduction.Deducible).Deduce(context.Background(), new(native.Stats), deduction.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	first := d.Steps[0] // d.Text(0) says it in a sentence
	fmt.Println(d.Verdict(), len(d.Steps), first.Rule.Name, first.Gone.Site, first.Gone.Value)
	// Output:
	// solved 21 naked single 2 0
}
