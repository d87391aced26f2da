//go:build unix

package page

import (
	"testing"

	"counterproof/reports/test/browsertest"
)

func TestMain(m *testing.M) { browsertest.Main(m) }
