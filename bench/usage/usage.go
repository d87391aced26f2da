// Package usage tells how much CPU time this process has used.
package usage
