//go:build unix

package page

import (
	"testing"

	"counterproof/reports/browsertest"
)

func TestMain(m *testing.M) { browsertest.Main(m) }
