package queue

import "time"

// Times of a worker.
const (
	// AckWait is the time after which a silent worker loses its list.
	AckWait = 30 * time.Second
	// Renewals is how often a worker renews each of its lists within the time AckWait.
	Renewals = 3
	// Asking is how long the question for a list may wait in the queue before the worker asks again.
	Asking = 5 * time.Second
	// Answering limits how long a worker waits for an answer before it asks again.
	Answering = 10 * time.Second
	// Flushing is the time after which finished records of an unfinished list are sent.
	Flushing = 2 * time.Second
	// Retrying is the time before another try after an error.
	Retrying = time.Second
	// Beating is the time between two signs of life.
	Beating = 5 * time.Second
	// Finishing is the number of finished lists of a slot that may wait for a confirmation of the
	// queue. The slot runs the next list in the meantime.
	Finishing = 2
	// Resting is the time for which a failing worker takes no list, if other workers are present.
	Resting = time.Minute
)

// MostKills is how many jobs in a row are killed on a worker before the worker counts as failing.
const MostKills = 3

// Times of a coordinator.
const (
	// Silent is the time after which a worker without a sign of life does not count as present.
	Silent = 30 * time.Second
	// Ticking is the time between two calls of Keeper.Fill if no delivery arrives.
	Ticking = 500 * time.Millisecond
	// Auditing is the usual time between two comparisons of the plan with the queue.
	Auditing = time.Minute
)
