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
	ticks := make(chan time.Time)
	tried := make(chan struct{}, 10)
	e := &errands{after: func(time.Duration) <-chan time.Time { return ticks }, ended: make(chan struct{})}
	down := true
	e.add(func(context.Context) error {
		tried <- struct{}{}
		if down {
			return errors.New("421 later")
		}
		return nil
	})
	<-tried
	ticks <- time.Time{}
	<-tried
	down = false // the errand waits for its next tick
	ticks <- time.Time{}
	<-tried
	e.add(func(context.Context) error { return errors.New("421 later") })
	e.end()
	if len(tried) != 0 {
		t.Error("what is done was done again")
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
