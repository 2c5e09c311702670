// Package replay gives a function again what it could not handle and what was kept
// for it: messages of a queue, and objects of a bucket into which Lambda puts the
// batches of a stream that it has given up. What was handled is deleted; everything
// else stays where it is. To handle a record twice does no harm.
package replay

import (
	"context"
	"fmt"
	"io"
	"slices"
)

// Message is one of a queue.
type Message struct {
	ID, Body string
	Receipt  string // by which it is deleted
}

// Queue keeps messages. What was received is not received again for a while.
type Queue interface {
	Receive(ctx context.Context) ([]Message, error) // none: there are no more
	Delete(ctx context.Context, receipt string) error
}

// Bucket keeps objects.
type Bucket interface {
	List(ctx context.Context) (keys []string, err error)
	Get(ctx context.Context, key string) ([]byte, error)
	Delete(ctx context.Context, key string) error
}

// Function is what is called. Failed: it ended by an error.
type Function interface {
	Invoke(ctx context.Context, payload []byte) (answer []byte, failed bool, err error)
}

// Replayer gives a function what was kept for it.
type Replayer struct {
	Function Function
	Queue    Queue  // nil: none
	Bucket   Bucket // nil: none
	Out      io.Writer
}

// Result counts what was given again.
type Result struct {
	Handled int // and deleted
	Kept    int // the function failed again, or nobody can read it
}

// Run gives everything again that is there when it begins: the objects in the order
// of their names, which have the time in them, then the messages. It fails when one
// of the services does; what was not given again by then stays.
func (r *Replayer) Run(ctx context.Context) (Result, error) {
	var result Result
	if r.Bucket != nil {
		if err := r.objects(ctx, &result); err != nil {
			return result, err
		}
	}
	if r.Queue != nil {
		return result, r.messages(ctx, &result)
	}
	return result, nil
}

func (r *Replayer) objects(ctx context.Context, result *Result) error {
	keys, err := r.Bucket.List(ctx)
	if err != nil {
		return err
	}
	slices.Sort(keys)
	for _, key := range keys {
		object, err := r.Bucket.Get(ctx, key)
		if err != nil {
			return err
		}
		handled, err := r.give(ctx, key, object, result)
		if err == nil && handled {
			err = r.Bucket.Delete(ctx, key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// messages receives all before it gives the first again: what a function puts on
// the queue meanwhile is for another time, and no run is without end.
func (r *Replayer) messages(ctx context.Context, result *Result) error {
	var all []Message
	for {
		some, err := r.Queue.Receive(ctx)
		if err != nil {
			return err
		}
		if len(some) == 0 {
			break
		}
		all = append(all, some...)
	}
	for _, m := range all {
		handled, err := r.give(ctx, "message "+m.ID, []byte(m.Body), result)
		if err == nil && handled {
			err = r.Queue.Delete(ctx, m.Receipt)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// give gives one thing again, says what became of it and counts it.
func (r *Replayer) give(ctx context.Context, name string, text []byte, result *Result) (handled bool, err error) {
	said := "handled"
	if event, wrong := readEvent(text); wrong != nil {
		said = wrong.Error()
	} else {
		answer, failed, err := r.Function.Invoke(ctx, event)
		switch {
		case err != nil:
			return false, err
		case failed:
			said = "the function failed again: see its log"
		case !done(answer):
			said = "not all of it could be handled: see the function's log"
		default:
			handled = true
		}
	}
	if handled {
		result.Handled++
	} else {
		result.Kept++
		said = "kept: " + said
	}
	_, err = fmt.Fprintf(r.Out, "%s: %s\n", name, said)
	return handled, err
}
