package margins

// An entry of a matrix is free if it has another value in some other matrix with the same margins.
// An entry is free exactly if it lies on a chain. Draw each 1 as an arc from its row to its column,
// and each 0 as an arc from its column to its row. Then the chains are the cycles. So an entry is
// free exactly if its row and its column are in the same strongly connected component. All other
// entries are Ryser's invariant ones and zeros.

// Free reports for every entry of m whether some matrix with the same margins has another value
// there. The results are in row-major order. Free takes time proportional to the number of entries.
func (m *Matrix) Free() []bool {
	of := m.components()
	free := make([]bool, len(m.Cells))
	for r := range m.H {
		for c := range m.W {
			free[r*m.W+c] = of[r] == of[m.H+c]
		}
	}
	return free
}

// A block is a strongly connected component of more than one row or column. The submatrix of its
// rows and columns can be replaced by any other matrix with the same margins as the submatrix,
// independently of the other blocks.
type block struct {
	rows, cols []int // indices in the whole matrix, ascending
	margins    *Problem
}

// blocks returns the blocks of m. All entries outside the blocks are the same in every matrix with
// the margins of m.
func (m *Matrix) blocks() []block {
	of := m.components()
	parts := make([]block, m.H+m.W)
	for r := range m.H {
		parts[of[r]].rows = append(parts[of[r]].rows, r)
	}
	for c := range m.W {
		parts[of[m.H+c]].cols = append(parts[of[m.H+c]].cols, c)
	}
	var all []block
	for _, b := range parts {
		if len(b.rows) == 0 || len(b.cols) == 0 {
			continue
		}
		sub := NewMatrix(len(b.rows), len(b.cols))
		for i, r := range b.rows {
			for j, c := range b.cols {
				sub.Cells[i*sub.W+j] = m.At(r, c)
			}
		}
		b.margins = sub.Margins()
		all = append(all, b)
	}
	return all
}

// components returns the number of the strongly connected component of each row and column (Tarjan,
// SIAM J. Comput. 1, 1972). Row r is at index r of the result, and column c at index h+c.
func (m *Matrix) components() []int {
	n := m.H + m.W
	of := make([]int, n)
	low := make([]int, n) // numbers from 1 in the order of entering; 0 for nodes that are not entered
	var stack []int
	entered, found := 0, 0
	const closed = 1 << 62
	var enter func(v int)
	enter = func(v int) {
		entered++
		me := entered
		low[v] = me
		stack = append(stack, v)
		first := me
		visit := func(u int) {
			if low[u] == 0 {
				enter(u)
			}
			first = min(first, low[u])
		}
		if v < m.H {
			for c := range m.W {
				if m.At(v, c) == 1 {
					visit(m.H + c)
				}
			}
		} else {
			for r := range m.H {
				if m.At(r, v-m.H) == 0 {
					visit(r)
				}
			}
		}
		low[v] = first
		if first < me {
			return
		}
		for {
			u := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			of[u] = found
			low[u] = closed
			if u == v {
				break
			}
		}
		found++
	}
	for v := range n {
		if low[v] == 0 {
			enter(v)
		}
	}
	return of
}
