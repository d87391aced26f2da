// Command counterproof solves logic puzzles twice, by SAT and natively, counts
// their solutions and compares. One file a command.
package main

import "os"

func main() {
	os.Exit(run(os.Args, os.Stdin, os.Stdout, os.Stderr))
}
