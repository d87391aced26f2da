// Package margins knows the 0/1 matrices with given row and column sums, their
// margins.
//
//   - Whether there is one: the partial sums of Gale (Pacific J. Math. 7, 1957)
//     and Ryser (Canad. J. Math. 9, 1957), and one matrix by their construction.
//   - Whether there is a second: chains of alternating rook moves, and the nested
//     rows that exclude them (Ryser's interchanges).
//   - Which entries all of them share: the strongly connected components of one
//     matrix, read as a bipartite digraph.
//   - All of them, one by one, with no dead end on the way.
//   - How many they are, and one of them drawn uniformly: row by row over the
//     multiset of what the columns still want (Miller and Harrison, Annals of
//     Statistics 41, 2013).
//   - The margins that only one matrix has: how many, and one drawn uniformly
//     (Brewbaker, Integers 8, 2008).
//
// What it does not do: entries other than 0 and 1, entries that are given,
// approximate counts or sampling by random interchanges. Counting grows like the
// number of multisets of sums: 20x20 with margins 5 is 10,287 states and 384,938
// moves, a tenth of a second; with margins 10 it is 1,063,602 states and 508
// million moves, minutes; 60x60 with margins 30 is out of reach.
package margins

// Version is raised when answers or cost can change.
const Version = 1

// A Problem is the margins of an h x w matrix: h row sums, w column sums. Any
// integers are allowed; those that no matrix has give no answer. It must not
// change while a method runs.
type Problem struct {
	Rows, Cols []int
	// Limit is how much work Count and NewSampler may do before they give up
	// with ErrLimit; 0: as much as it takes. A move from state to state is as
	// many units as a state has numbers and its count 64-bit words; ten million
	// take a quarter of a second, or some seconds where most states are new.
	Limit int64
	// Memory is how many bytes of states Count may hold for two lines, and
	// NewSampler for all lines of a block, before they give up with ErrMemory; 0:
	// 600 MB, which random sums of 200x200 or 60x60 and density 1/2 reach after
	// some seconds. The process takes two to three times as much, for arrays that
	// grow and garbage.
	Memory int64
}

// A Matrix has entries 0 and 1, row-major.
type Matrix struct {
	H, W  int
	Cells []byte
}

// NewMatrix is the zero matrix of h rows and w columns.
func NewMatrix(h, w int) *Matrix {
	return &Matrix{h, w, make([]byte, h*w)}
}

// At is the entry in row r and column c, from 0.
func (m *Matrix) At(r, c int) byte { return m.Cells[r*m.W+c] }

// Margins are the sums of m.
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
