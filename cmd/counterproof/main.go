// Command counterproof solves logic puzzles and counts their solutions, with SAT solvers and with
// native algorithms, and compares the answers. Each command has its own file, in this folder or in a
// folder inside it.
package main

import "os"

func main() {
	os.Exit(run(os.Args, os.Stdin, os.Stdout, os.Stderr))
}
