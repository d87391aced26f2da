package solvers

import "counterproof/sat/extern"

// Find returns nil, because a browser starts no programs.
func Find(string) (*extern.Tool, error) { return nil, nil }

// Names returns no names.
func Names() []string { return nil }

// Found returns no solvers.
func Found() []*extern.Tool { return nil }

// Suffix returns nothing.
func Suffix(*extern.Tool) string { return "" }
