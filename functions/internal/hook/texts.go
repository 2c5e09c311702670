package hook

import (
	"context"
	"time"
)

// mostDelay is for how long a queue of Amazon SQS holds a message back at most.
const mostDelay = 15 * time.Minute

// Texts is the queue of programs that share one of texts, which holds each back for a
// while. What is not due after the longest while comes too early, and is put back.
type Texts struct {
	PutAfter func(ctx context.Context, text string, wait time.Duration) error
	Now      func() time.Time
}

// Put is that of Queue.
func (t Texts) Put(ctx context.Context, c Call) error {
	wait := min(max(c.Due.Sub(t.Now()), 0), mostDelay)
	return t.PutAfter(ctx, c.String(), (wait + time.Second - 1).Truncate(time.Second))
}
