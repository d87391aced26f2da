// Package certificate writes and checks certified counts: a folder with an
// instance, its formula, its solutions, and a proof that there are no more.
//
// It knows no solver: who writes a certificate brings one, and checking one
// needs none.
package certificate
