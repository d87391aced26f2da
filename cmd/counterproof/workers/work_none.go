//go:build nonats

package workers

import "counterproof/cmd/counterproof/console"

func join(c *console.Call) error {
	return c.Usagef("this program was built without the queue (build tag nonats): build it without the tag, or use run --shard and merge")
}
