// Command counterproof solves logic puzzles and counts their solutions, with SAT solvers and with
// native algorithms, and compares the answers. Each command has its own file, in boards,
// experiments, scale, study or this folder.
package main

import "os"

func main() {
	os.Exit(run(os.Args, os.Stdin, os.Stdout, os.Stderr))
}
