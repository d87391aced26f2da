//go:build !js || pdf

package ask

// larger has the questions that the smaller engine for browsers does not answer, so that pages load fast:
// repair alone makes the compressed engine 20 KB larger.
var larger = []question{
	{"marginals", true, opens((*Desk).marginals)},
	{"repair", true, opens((*Desk).repair)},
}
