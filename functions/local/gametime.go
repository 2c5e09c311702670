package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
	"fieldpost/functions/internal/gametime"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/metrics"
	"fieldpost/functions/internal/notify"
)

// speedFlag declares how fast the time of the games runs. It is a text, as every flag is
// that may come from the environment.
func speedFlag(f *flag.FlagSet) *string {
	return f.String("speed", "1", "`number` of seconds that pass in the games in one, up to 86400, a day: to try them out; see README.md")
}

func readSpeed(text string) (int, error) {
	speed, err := strconv.Atoi(text)
	if err != nil || speed < 1 || speed > gametime.MostSpeed {
		return 0, fmt.Errorf("-speed %q is no whole number from 1 to %d, by which a day passes in a second", text, gametime.MostSpeed)
	}
	return speed, nil
}

// games puts together what carries out commands, by the time of the games.
func (s *server) games(ctx context.Context, speed int, w world, log *slog.Logger) (*app.App, error) {
	clock, err := gametime.Start(ctx, s.store, speed, w.now)
	if err != nil {
		return nil, fmt.Errorf("time of the games: %w", err)
	}
	s.time = timekeeper{clock: clock, speed: speed, after: w.after, log: log}
	if clock.Faster() {
		log.Info("the time of the games is not the world's", "speed", speed, "now", clock.Now().Format(time.RFC3339))
	}
	return &app.App{
		Games: s.store, Now: clock.Now, Press: func() uint64 { return draw(w.random) },
		Outages: gameOutages{&app.Outages{Heart: s.store}, clock, w.now}, Watch: metrics.Commands(log, w.now),
	}, nil
}

// fastBeat is how seldom the heartbeat of the clock is kept where the time of the games
// is not the world's. By it an outage begins, and so much too early at most: five minutes
// would be most of a year.
const fastBeat = time.Second

// timekeeper keeps the time of the games while the program runs.
type timekeeper struct {
	clock *gametime.Clock
	speed int
	after func(time.Duration) <-chan time.Time
	log   *slog.Logger
}

// beat is how seldom the heartbeat is to be kept; 0: as seldom as ever.
func (k timekeeper) beat() time.Duration {
	if k.speed > 1 {
		return fastBeat
	}
	return 0
}

// run works until ctx ends, and then says that the program does. At speed 1 there is
// nothing to keep meanwhile.
func (k timekeeper) run(ctx context.Context) {
	for k.speed > 1 && ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-k.after(gametime.Lease / 3):
			k.tell(k.clock.Keep(ctx))
		}
	}
	<-ctx.Done()
	k.tell(k.clock.Stop(context.WithoutCancel(ctx)))
}

func (k timekeeper) tell(err error) {
	if err != nil && !errors.Is(err, context.Canceled) {
		k.log.Warn("the time of the games was not kept, and goes on at speed 1", "err", class(err))
	}
}

// gameOutages are outages by the time of the games.
type gameOutages struct {
	*app.Outages
	clock *gametime.Clock
	real  func() time.Time
}

// At is that of app.Standstills.
func (g gameOutages) At(ctx context.Context, _ time.Time, fresh bool) ([]match.Outage, error) {
	list, err := g.Outages.At(ctx, g.real(), fresh)
	return g.clock.Outages(list), err
}

// owedSince makes the failures of mails say since when they are owed by the world's time,
// by which they are tried again and given up.
func owedSince(clock *gametime.Clock, handle func(context.Context, match.Image) error) func(context.Context, match.Image) error {
	return func(ctx context.Context, i match.Image) error {
		err := handle(ctx, i)
		if all, ok := errors.AsType[notify.DeliveryErrors](err); ok {
			for _, e := range all {
				if !e.Since.IsZero() {
					e.Since = clock.Real(e.Since)
				}
			}
		}
		return err
	}
}

// tellByGames makes the mails about webhooks, which are called by the world's time, bear
// that of the games: the links in them would have expired otherwise.
func tellByGames(clock *gametime.Clock, tell webhookNews) webhookNews {
	return func(ctx context.Context, claim string, to mail.Recipient, at time.Time) error {
		return tell(ctx, claim, to, clock.At(at))
	}
}

// webhookNews is hook.Courier's Tell.
type webhookNews func(ctx context.Context, claim string, to mail.Recipient, at time.Time) error
