//go:build !linux && !js

package extern

import "os"

// Peak returns 0, because the size is unknown on this system.
func Peak(int) int64 { return 0 }

// maxResident returns 0, because this system reports it in other units or not at all.
func maxResident(*os.ProcessState) int64 { return 0 }
