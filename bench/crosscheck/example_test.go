package crosscheck_test

import (
	"context"
	"fmt"

	"counterproof/bench/crosscheck"
	"counterproof/bench/work"
	"counterproof/encode/catalog"
)

// Two methods count the same days. The program that calls
// this must also run work.Worker when its first argument is work.WorkerCommand.
func ExampleCheck() {
	p := catalog.Find("calendar")
	var boards []crosscheck.Board
	for _, day := range []string{"10-06", "01-25"} {
		in, err := p.Parse(day)
		if err != nil {
			fmt.Println(err)
			return
		}
		boards = append(boards, crosscheck.Board{Puzzle: p, Instance: in})
	}
	check := crosscheck.Check{Methods: []string{"native", "sat"}, Pool: new(work.Pool)}
	err := check.Run(context.Background(), crosscheck.Listed(boards...), func(b crosscheck.Board, x crosscheck.Checked) error {
		for i, r := range x.Records {
			fmt.Println(x.Instance, x.Asked[i], r.Amount(), r.Verdict)
		}
		return nil
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// 10-06 native 7 correct
	// 10-06 sat 7 correct
	// 01-25 native 216 correct
	// 01-25 sat 216 correct
}
