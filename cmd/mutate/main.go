// Command mutate breaks the code on purpose, one small change at a time, and
// says which of the changes the tests notice.
package main

func main() {}
