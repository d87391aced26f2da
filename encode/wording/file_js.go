package wording

// Files says that this program has no instances that are files.
const Files = false

// Identity returns the whole text, because no instance is a file.
func Identity(instance string) string { return instance }

// File returns nothing, because no instance is a file.
func File(string) (name, hash string, project *string) { return "", "", nil }
