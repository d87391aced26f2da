//go:build js && !pdf

package ask

var larger []question
