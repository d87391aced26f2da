//go:build !linux

package extern

import "os"

// peak is not known here.
func peak(int) int64 { return 0 }

// maxResident is in other units here, or not known.
func maxResident(*os.ProcessState) int64 { return 0 }
