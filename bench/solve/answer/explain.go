package answer

import (
	"context"
	"encoding/json"
	"maps"
	"math"
	"math/big"
	"reflect"
	"strings"

	"counterproof/bench/record/result"
	"counterproof/encode"
)

// explain does a job of the task Explain. The facts of the record are the numbers and truth values of
// the theory. A number of solutions also becomes the count.
func explain(ctx context.Context, j result.Job, in encode.Explainable) result.Record {
	var watch Stopwatch
	watch.Start()
	x, err := in.Explain(ctx)
	watch.Stop()
	if err != nil {
		return Failed(j, err)
	}
	r := j.Record(result.Done, "")
	r.Status, r.Count = result.AtLeast, "0" // a trivial answer, unless the theory finds the number
	watch.record(&r)
	r.Facts = map[string]float64{}
	for _, f := range x.Facts {
		if text, ok := f.Value.(string); ok && (f.Name == "solutions" || f.Name == "configurations") {
			r.Status, r.Count = result.Exact, text
			if least, more := strings.CutSuffix(text, " or more"); more {
				r.Status, r.Count = result.AtLeast, least
			}
		}
		if n, ok := numeric(f); ok {
			r.Facts[f.Name] = n
		} else {
			maps.Copy(r.Facts, members(f))
		}
	}
	return r
}

// members returns the numbers and truth values in a fact that is an object, such as "effort.places".
func members(f encode.Fact) map[string]float64 {
	found, object := map[string]float64{}, map[string]any{}
	if text, err := json.Marshal(f.Value); err != nil || json.Unmarshal(text, &object) != nil {
		return nil
	}
	for name, value := range object {
		if n, ok := numeric(encode.Fact{Value: value}); ok {
			found[f.Name+"."+name] = n
		}
	}
	return found
}

// numeric returns a fact as a number. A truth value becomes 0 or 1. The result ok is false if the
// fact is not a number, or if the number is too large for a float64.
func numeric(f encode.Fact) (x float64, ok bool) {
	v := reflect.ValueOf(f.Value)
	n, _ := f.Value.(*big.Int)
	switch {
	case n != nil:
		x, _ = new(big.Float).SetInt(n).Float64()
	case v.Kind() == reflect.Bool && v.Bool():
		x = 1
	case v.Kind() == reflect.Bool:
	case v.CanInt():
		x = float64(v.Int())
	case v.CanFloat():
		x = v.Float()
	default:
		return 0, false
	}
	return x, !math.IsInf(x, 0) && !math.IsNaN(x)
}
