package main

import (
	"context"
	"errors"
	"testing"
	"time"
)

// A mail of no match must not be lost by one failure of the mail server, nor hold
// up the end of the program. Without it a lost link asked for in an outage would
// never come.
func TestErrands(t *testing.T) {
	ticks, answers := make(chan time.Time), make(chan error)
	e := &errands{after: func(time.Duration) <-chan time.Time { return ticks }, ended: make(chan struct{})}
	later := errors.New("421 later")
	e.add(func(context.Context) error { return <-answers })
	for _, answer := range []error{later, later, nil} { // each is of one try, and each try but the first has waited
		answers <- answer
		if answer != nil {
			ticks <- time.Time{}
		}
	}
	e.add(func(context.Context) error { return <-answers })
	answers <- later
	e.end()
	select {
	case answers <- nil:
		t.Error("what is done, or given up, was tried again")
	default:
	}
}

// What will never succeed is not tried again.
func TestErrandGivenUp(t *testing.T) {
	e := &errands{after: func(time.Duration) <-chan time.Time { return nil }, ended: make(chan struct{})}
	tries := 0
	e.add(func(context.Context) error { tries++; return refusedForEverError{} })
	e.wg.Wait()
	if tries != 1 {
		t.Errorf("%d tries", tries)
	}
}

type refusedForEverError struct{}

func (refusedForEverError) Error() string   { return "550" }
func (refusedForEverError) Refused() bool   { return true }
func (refusedForEverError) Permanent() bool { return true }
