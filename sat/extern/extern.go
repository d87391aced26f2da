// Package extern runs other SAT solvers, each a program of its own, and lists
// the models that they find. It trusts none of them: a model is held against the
// formula before anyone sees it.
package extern
