// Package usage reports how much CPU time this process has used.
package usage
