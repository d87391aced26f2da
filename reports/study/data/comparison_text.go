package data

import (
	"fmt"
	"strings"

	"counterproof/reports/study/format"
	"counterproof/reports/study/stat"
)

// An Estimate is the ratio that pictures show: a bound on the ratio if there is one, and otherwise the
// mean over the instances that both methods solved.
type Estimate struct {
	Ratio    float64
	Interval stat.Interval // the interval of a bound is open on one side: there, its end is the bound itself
	N        int           // the number of instances from which the ratio is computed; 0: there is no ratio
	sign     string        // of a bound: "≥ " or "≤ "
}

// Estimate returns the ratio that pictures show.
func (c *Comparison) Estimate() Estimate {
	if c.Bounded == 0 {
		return Estimate{c.Ratio, c.Interval, c.Ratios, ""}
	}
	if c.AtLeast {
		return Estimate{c.Bound, stat.Interval{Low: c.Bounds.Low, High: c.Bound}, c.Bounded, "≥ "}
	}
	return Estimate{c.Bound, stat.Interval{Low: c.Bound, High: c.Bounds.High}, c.Bounded, "≤ "}
}

// CutText says how many instances each method failed to solve, and why: "1 of 15 timed out, 2
// wrong".
func (c *Comparison) CutText() string {
	counts := func(cut, wrong int) string {
		of := fmt.Sprintf(" of %s ", format.Whole(c.N))
		if cut == 0 {
			return format.Some(wrong, "", of+"wrong")
		}
		return format.Some(cut, "", of+c.Cut) + format.Some(wrong, ", ", " wrong")
	}
	text := counts(c.CutB, c.WrongB)
	if own := counts(c.CutA, c.WrongA); own != "" {
		text = strings.TrimPrefix(text+", "+c.A+": "+own, ", ")
	}
	return text
}

// BarLabel returns the label of a bar. If slim is true, for a narrow picture, the label leaves out
// the instances that were cut.
func (c *Comparison) BarLabel(slim bool) string {
	e := c.Estimate()
	text := "no instance that both solved"
	switch {
	case e.N > 0:
		text = e.sign + format.Ratio(e.Ratio) + " ×"
	case c.Zeros > 0:
		text = "no ratio: one of the numbers is 0"
	}
	if cuts := c.CutText(); cuts != "" && !slim {
		text += ", " + cuts
	}
	return text
}

// RatioText returns the ratio in prose: "at least 2.5 ×".
func (c *Comparison) RatioText() string {
	e := c.Estimate()
	return strings.NewReplacer("≥", "at least", "≤", "at most").Replace(e.sign) + format.Ratio(e.Ratio) + " ×"
}

// EstimateText returns the ratio with its interval and the number of instances in it, followed by
// the numbers of instances that were cut or wrong.
func (c *Comparison) EstimateText() string {
	e := c.Estimate()
	i, within := e.Interval, ""
	switch {
	case !i.OK():
	case c.Bounded == 0:
		within = fmt.Sprintf("%s to %s, ", format.Ratio(i.Low), format.Ratio(i.High))
	case c.AtLeast:
		within = fmt.Sprintf("interval from %s up, ", format.Ratio(i.Low))
	default:
		within = fmt.Sprintf("interval up to %s, ", format.Ratio(i.High))
	}
	text := fmt.Sprintf("%s (%sn = %s)", c.RatioText(), within, format.Whole(e.N))
	if cuts := c.CutText(); cuts != "" {
		text += ", " + cuts
		if c.Bounded == 0 {
			text += " and left out"
		}
	}
	return text
}

// OwnWarnings returns the warnings that are about this comparison only and not about the whole
// picture.
func (c *Comparison) OwnWarnings() (own Warnings) {
	own.fewRatios(c.Estimate().N, c.N)
	switch {
	case c.Bounded > 0:
		side, who := "a lower", ""
		if !c.AtLeast {
			side, who = "an upper", c.A+": "
		}
		own.Add(Ignored, c.CutA+c.CutB, "the ratio is %s bound: %s%s of %s %s", side, who, format.Whole(c.CutA+c.CutB), format.Whole(c.N), c.Cut)
		own.Add(Ignored, c.OnlyA+c.OnlyB-c.CutA-c.CutB, "the ratio leaves out %s of %s on which one method was wrong", format.Whole(c.OnlyA+c.OnlyB-c.CutA-c.CutB), format.Whole(c.N))
	case c.OnlyA+c.OnlyB > 0:
		own.Add(Ignored, c.OnlyA+c.OnlyB, "left out of the ratio: %s", c.CutText())
	}
	own.Add(Ignored, c.Neither, "the ratio leaves out %s of %s that neither method solved", format.Whole(c.Neither), format.Whole(c.N))
	own.Add(Ignored, c.Zeros, "the ratio leaves out %s of %s with the number 0", format.Whole(c.Zeros), format.Whole(c.N))
	return own
}

// Summary describes the comparison in one to three sentences.
func (c *Comparison) Summary(m Measure) string {
	text := fmt.Sprintf("By %s, there is no mean ratio of %s to %s", m.Name, c.B, c.A)
	if c.Ratios > 0 {
		text = fmt.Sprintf("By %s, %s is %s × %s in the geometric mean", m.Name, c.B, format.Ratio(c.Ratio), c.A)
		if c.Interval.OK() {
			text += fmt.Sprintf(" (95%% interval %s to %s)", format.Ratio(c.Interval.Low), format.Ratio(c.Interval.High))
		}
		text += fmt.Sprintf(" over %s %s", format.Whole(c.Ratios), format.Plural(c.Ratios, "instance", "instances"))
	}
	text += fmt.Sprintf("; %s is larger on %s, smaller on %s and equal on %s", c.B, format.Whole(c.WinsA), format.Whole(c.WinsB), format.Whole(c.Ties))
	if c.Wilcoxon.N > 0 {
		form := "normal approximation"
		if c.Wilcoxon.Exact {
			form = "exact"
		}
		text += fmt.Sprintf(" (sign test p %s, signed-rank test p %s, %s)", format.PValue(c.Sign), format.PValue(c.Wilcoxon.P), form)
	}
	return text + "." + c.missingText() + c.boundText()
}

func (c *Comparison) missingText() string {
	var texts []string
	if c.Bounded == 0 {
		texts = format.AppendDistinct(nil, format.Some(c.CutA, "", " "+c.Cut+" by "+c.A), format.Some(c.CutB, "", " "+c.Cut+" by "+c.B))
	}
	texts = format.AppendDistinct(texts, format.Some(c.OnlyB-c.CutA, "", " wrong by "+c.A), format.Some(c.OnlyA-c.CutB, "", " wrong by "+c.B),
		format.Some(c.Neither, "", " that neither solved"), format.Some(c.Zeros, "", " with the number 0"))
	if len(texts) == 0 {
		return ""
	}
	return fmt.Sprintf(" Left out of the mean, of %s: %s.", format.Whole(c.N), format.List(texts))
}

func (c *Comparison) boundText() string {
	if c.Bounded == 0 {
		return ""
	}
	side, who, n := "at least", c.B, c.CutB
	if !c.AtLeast {
		side, who, n = "at most", c.A, c.CutA
	}
	return fmt.Sprintf(" Including the %s that %s on %s, with the work spent until then, it is %s %s ×.", format.Whole(n), c.Cut, who, side, format.Ratio(c.Bound))
}
