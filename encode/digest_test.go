package encode

import "testing"

// TestDigest checks the digests of up to three solutions against values computed with Python's
// hashlib. It also checks that the order of solutions does not matter and that AddDigest adds
// digests.
func TestDigest(t *testing.T) {
	for _, c := range []struct {
		name      string
		instance  string
		solutions []string
		want      string
	}{
		{"none", "2", nil, "0000000000000000000000000000000000000000000000000000000000000000"},
		{"one", "2", []string{"10"}, "efdc4aad9ed4961d451bd9b8e673521b24fbbaf0f5607dc41f3f824b85507f0d"},
		{"two", "2", []string{"10", "01"}, "68d7333999e007bdaa87ffbd1216b50fc831e0ba94abb749648971272dfe4d75"},
		{"the other order", "2", []string{"01", "10"}, "68d7333999e007bdaa87ffbd1216b50fc831e0ba94abb749648971272dfe4d75"},
		{"three", "3", []string{"100", "010", "001"}, "9934fede16340cb7313deca562df723e9ede099d21122afbeed0b0313494f4b4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var whole, left, right Digest
			for i, s := range c.solutions {
				whole.Add("fake", c.instance, s)
				part := &left
				if i > 0 {
					part = &right
				}
				part.Add("fake", c.instance, s)
			}
			if got := whole.String(); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			left.AddDigest(right)
			if left != whole {
				t.Errorf("the parts add up to %s, the whole is %s", left, whole)
			}
		})
	}
}

func TestDigestCarry(t *testing.T) {
	all := Digest{[4]uint64{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}}
	sum := all
	sum.AddDigest(Digest{[4]uint64{0, 0, 0, 1}})
	if sum != (Digest{}) {
		t.Errorf("2^256-1 and 1 add up to %s, want 0", sum)
	}
	sum = Digest{[4]uint64{0, 0, ^uint64(0), 1}}
	sum.AddDigest(Digest{[4]uint64{0, 0, 0, ^uint64(0)}})
	if want := (Digest{[4]uint64{0, 1, 0, 0}}); sum != want {
		t.Errorf("the sum is %s, want %s", sum, want)
	}
}
