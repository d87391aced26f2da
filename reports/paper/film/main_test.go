//go:build unix

package film

import (
	"testing"

	"counterproof/reports/test/browsertest"
)

func TestMain(m *testing.M) { browsertest.Main(m) }
