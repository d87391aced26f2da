//go:build js && wasm && pdf

package main

import "counterproof/reports/paper/booklet"

func init() { printer = booklet.Printer{} }
