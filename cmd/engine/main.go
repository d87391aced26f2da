//go:build js && wasm

// Command engine answers questions in a Web Worker of a browser. It is compiled to WebAssembly. It
// defines the function counterproofAsk(name, question, emit), which returns a promise. The
// arguments name and question are strings, which ask.Desk.Ask describes. The engine calls emit with
// each object of the answer as a JSON text. The last object of a failed answer is an ask.Problem.
//
// With the build tag pdf, the engine also answers the question pdf, and those in larger.go of the
// package ask. This makes the engine larger, so pages load an engine with this tag only for them.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"syscall/js"

	"counterproof/bench/ask"
	"counterproof/encode/catalog"
)

// printer answers the question pdf. It is nil in an engine without the build tag pdf.
var printer ask.Printer

func main() {
	desk := &ask.Desk{Puzzles: catalog.All(), Printer: printer}
	js.Global().Set("counterproofAsk", js.FuncOf(func(_ js.Value, args []js.Value) any {
		name, question, emit := args[0].String(), args[1].String(), args[2]
		return promise(func() { answer(desk, name, question, emit) })
	}))
	select {} // the program must not end, so that the functions stay callable
}

// answer answers one question. A panic also becomes an ask.Problem.
func answer(desk *ask.Desk, name, question string, emit js.Value) {
	send := func(object any) error {
		text, err := json.Marshal(object)
		if err == nil {
			emit.Invoke(string(text))
		}
		return err
	}
	defer func() {
		if r := recover(); r != nil {
			_ = send(ask.Problem{Text: fmt.Sprint("panic: ", r)})
		}
	}()
	if err := desk.Ask(context.Background(), name, []byte(question), send); err != nil {
		_ = send(ask.ProblemOf(err))
	}
}

func promise(f func()) js.Value {
	start := js.FuncOf(func(_ js.Value, args []js.Value) any {
		go func() {
			f()
			args[0].Invoke()
		}()
		return nil
	})
	defer start.Release()
	return js.Global().Get("Promise").New(start)
}
