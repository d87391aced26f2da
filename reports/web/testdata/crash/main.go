//go:build js && wasm

// Command crash stands for an engine with a mistake: it panics when it gets a question.
package main

import "syscall/js"

func main() {
	asked := make(chan bool)
	js.Global().Set("counterproofAsk", js.FuncOf(func(js.Value, []js.Value) any {
		close(asked)
		return js.Global().Get("Promise").New(js.FuncOf(func(js.Value, []js.Value) any { return nil }))
	}))
	<-asked
	panic("out of order")
}
