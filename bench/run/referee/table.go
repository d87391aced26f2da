package referee

import (
	"math/big"
	"math/bits"

	"counterproof/sat/cnf"
)

// tableVars is the largest number of variables of a truth table: 2^16 rows, 64 at once.
const tableVars = 16

// columns are the first six columns of a truth table: bit i of a word is row i.
var columns = [6]uint64{0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000}

// table counts the solutions of a formula of at most tableVars variables by a truth table.
func table(f *cnf.Formula) *big.Int {
	rows := ^uint64(0)
	if f.NumVars < 6 {
		rows = 1<<(1<<f.NumVars) - 1
	}
	seen := make([]uint64, 1<<max(0, len(f.Free)-6))
	for word := range 1 << max(0, f.NumVars-6) {
		for models := rows & satisfied(f.Clauses, word); models != 0; models &= models - 1 {
			row, at := word<<6+bits.TrailingZeros64(models), 0
			for i, l := range f.Free {
				at |= row >> (l.Var() - 1) & 1 << i
			}
			seen[at>>6] |= 1 << (at & 63)
		}
	}
	n := 0
	for _, s := range seen {
		n += bits.OnesCount64(s)
	}
	return big.NewInt(int64(n))
}

// satisfied returns the rows of a word that satisfy all clauses.
func satisfied(clauses [][]cnf.Lit, word int) uint64 {
	all := ^uint64(0)
	for _, c := range clauses {
		some := uint64(0)
		for _, l := range c {
			v := l.Var() - 1
			column := -uint64(word >> max(0, v-6) & 1)
			if v < 6 {
				column = columns[v]
			}
			if l < 0 {
				column = ^column
			}
			some |= column
		}
		all &= some
	}
	return all
}
