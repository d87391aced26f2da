// Package opb holds pseudo-Boolean problems, linear constraints over 0/1
// variables, and their text in the OPB format.
package opb
