package constraint

import "testing"

// TestNetworkCut checks how many variables and clauses a sorting network has if only its first
// outputs are needed. The expected numbers are computed by hand. F is a comparator with both
// outputs. It has two variables and six clauses. H is a comparator with only the first output. It has
// one variable and three clauses. M(a,b;k) is the part of a network that makes the first k literals when
// sorted lists of a and b literals are merged. S(n;k) is the part that makes the first k of n
// sorted literals. A list longer than k is first cut to k. The merge of even indices gives k/2+1
// literals and the merge of odd indices k/2:
//
//	M(1,1;2) = F, M(1,1;1) = H
//	M(2,2;2) = M(1,1;2) + M(1,1;1) + H = F+2H
//	M(2,2;3) = M(1,1;2) + M(1,1;1) + F = 2F+H
//	M(2,2;4) = M(1,1;2) + M(1,1;2) + F = 3F
//	M(3,3;3) = M(2,2;2) + M(1,1;1) + F = 2F+3H
//	M(4,4;4) = M(2,2;3) + M(2,2;2) + F + H = 4F+4H
//	M(5,5;5) = M(3,3;3) + M(2,2;2) + 2F = 5F+5H
//	M(4,4;5) = M(2,2;3) + M(2,2;2) + 2F = 5F+3H
//	S(4;3) = 2F + M(2,2;3) = 4F+H, S(4;4) = S(4;5) = 2F + M(2,2;4) = 5F
//	S(8;3) = 2 S(4;3) + M(3,3;3) = 10F+5H
//	S(8;4) = 2 S(4;4) + M(4,4;4) = 14F+4H
//	S(8;5) = 2 S(4;4) + M(4,4;5) = 15F+3H
//	S(16;3) = 2 S(8;3) + M(3,3;3) = 22F+13H
//	S(16;4) = 2 S(8;4) + M(4,4;4) = 32F+12H
//	S(16;5) = 2 S(8;5) + M(5,5;5) = 35F+11H
//
// The constraint "at most k-1" needs one more clause, which makes the k-th sorted literal false.
func TestNetworkCut(t *testing.T) {
	for _, x := range []struct{ n, k, full, half int }{
		{8, 3, 10, 5}, {8, 4, 14, 4}, {16, 3, 22, 13}, {16, 4, 32, 12}, {16, 5, 35, 11},
	} {
		w, lits := literals(x.n, "network")
		w.AtMost(x.k-1, lits...)
		f := w.f
		if got, want := f.NumVars-x.n, 2*x.full+x.half; got != want {
			t.Errorf("%d of %d: %d auxiliary variables, want %d", x.k, x.n, got, want)
		}
		if got, want := len(f.Clauses), 6*x.full+3*x.half+1; got != want {
			t.Errorf("%d of %d: %d clauses, want %d", x.k, x.n, got, want)
		}
	}
}
