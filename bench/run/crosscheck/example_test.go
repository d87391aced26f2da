package crosscheck_test

import (
	"context"
	"fmt"
	"os"

	"counterproof/bench/run/crosscheck"
	"counterproof/bench/run/work"
	"counterproof/encode/catalog"
)

// ExampleCheck colours the same maps by two methods. Each worker is this program, started again with
// an argument, so the program checks its arguments first.
func ExampleCheck() {
	if len(os.Args) == 2 && os.Args[1] == work.WorkerCommand {
		os.Exit(work.Worker(catalog.Find, os.Stdin, os.Stdout))
	}
	p := catalog.Find("map")
	var boards []crosscheck.Board
	for _, text := range []string{"regions=2 colours=4 edges=0-1", "regions=3 colours=3 edges=0-1,0-2,1-2"} {
		in, err := p.Parse(text)
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
	// regions=2 colours=4 edges=0-1 native 12 correct
	// regions=2 colours=4 edges=0-1 sat 12 correct
	// regions=3 colours=3 edges=0-1,0-2,1-2 native 6 correct
	// regions=3 colours=3 edges=0-1,0-2,1-2 sat 6 correct
}
