//go:build !nonats

package console

// QueueNote ends the usage line of every command that needs the queue. This program has the queue.
const QueueNote = ""
