//go:build nonats

package experiments

import "counterproof/cmd/counterproof/console"

func coordinate(c *console.Call) error {
	return c.Usagef("this program was built without the queue (build tag nonats): build it without the tag, or use run --shard and merge")
}
