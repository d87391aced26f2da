// Package margins finds, counts and draws 0/1 matrices with given margins: the sums of their rows and
// columns.
//
//   - Test decides whether there is a matrix, with the partial sums of Gale (Pacific J. Math. 7, 1957)
//     and Ryser (Canad. J. Math. 9, 1957). Construct returns a matrix by their construction.
//   - Chain decides whether there is a second matrix. It finds a chain of alternating rook moves, or
//     the nested rows that exclude chains (Ryser's interchanges).
//   - Free finds the entries in which the matrices differ, from the strongly connected components of
//     one matrix, read as a bipartite digraph.
//   - Search lists all matrices, without dead ends.
//   - Count counts the matrices, and a Sampler draws them uniformly. Both go row by row over the
//     multiset of the remaining column sums (Miller and Harrison, Annals of Statistics 41, 2013).
//   - A Lonesum counts the matrices that are determined by their margins, and draws them uniformly
//     (Brewbaker, Integers 8, 2008).
//
// The package does not handle entries other than 0 and 1 or entries that are given. It does not count
// approximately or sample by random interchanges. The cost of counting grows with the number of
// multisets of sums. 20x20 with margins 5 has 10,287 states and 384,938 moves and takes a tenth of a
// second. With margins 10 it has 1,063,602 states and 508 million moves and takes minutes. 60x60 with
// margins 30 is out of reach.
package margins

// Version is raised when answers or cost can change.
const Version = 1

// A Problem gives the margins of an h x w matrix: h row sums and w column sums. Any integers are
// allowed. If no matrix has these margins, there are no answers. The Problem must not change while a
// method runs.
type Problem struct {
	Rows, Cols []int
	// Limit bounds the work of Count and NewSampler, which give up with ErrLimit. 0 means no limit. A
	// move from a state costs one unit for each number of the state and for each 64-bit word of its
	// count. Ten million units take a quarter of a second, or some seconds if most states are new.
	Limit int64
	// Memory bounds the bytes of the states that Count holds for two lines, and NewSampler for all
	// lines of a block. They give up with ErrMemory. 0 means 600 MB, which random sums of 200x200 or
	// 60x60 with density 1/2 reach after some seconds. The process takes two to three times as much,
	// because of growing arrays and garbage.
	Memory int64
}

// A Matrix is a 0/1 matrix, row-major.
type Matrix struct {
	H, W  int
	Cells []byte
}

// NewMatrix returns the zero matrix of h rows and w columns.
func NewMatrix(h, w int) *Matrix {
	return &Matrix{h, w, make([]byte, h*w)}
}

// At returns the entry in row r and column c, counted from 0.
func (m *Matrix) At(r, c int) byte { return m.Cells[r*m.W+c] }

// Margins returns the row sums and column sums of m.
func (m *Matrix) Margins() *Problem {
	p := &Problem{Rows: make([]int, m.H), Cols: make([]int, m.W)}
	for r := range m.H {
		for c := range m.W {
			p.Rows[r] += int(m.At(r, c))
			p.Cols[c] += int(m.At(r, c))
		}
	}
	return p
}
