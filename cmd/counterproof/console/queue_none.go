//go:build nonats

package console

// QueueNote ends the usage line of every command that needs the queue. This program was built without the queue.
const QueueNote = " (not available: this program was built with the tag nonats)"
