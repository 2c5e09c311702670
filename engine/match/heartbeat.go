package match

import (
	"bytes"
	"slices"
	"time"
)

// Heartbeat is what the clock keeps to know of outages: that it was there, and how
// it was not. The zero value is that of a server whose clock has never run.
//
// Source: architecture.md, "A sweep heartbeat is kept".
type Heartbeat struct {
	Version uint64    // one more for each change
	Beat    time.Time // when the clock last made itself felt, within BeatEvery; UTC, whole seconds
	Paused  time.Time // since when the host has stopped the clocks; zero when he has not

	// Outages are those that are over, in their order and apart from one another, at
	// most MostOutages. Where there were more the two oldest are one, with the time
	// between them: too much is forgiven rather than too little.
	Outages []Outage
}

const (
	// LeastOutage is how long the clock may be silent without an outage.
	LeastOutage = time.Hour
	// BeatEvery is how seldom it tells that it is there.
	BeatEvery = 5 * time.Minute
	// MostOutages is how many a Heartbeat keeps: they take less than a kilobyte.
	MostOutages = 100
)

// At returns the outages up to now, with those that are not over yet.
func (h Heartbeat) At(now time.Time) []Outage {
	list := slices.Clone(h.Outages)
	if h.silent(now) {
		list = with(list, Outage{h.Beat, ceiling(now)})
	}
	if !h.Paused.IsZero() {
		list = with(list, Outage{h.Paused, ceiling(now)})
	}
	return list
}

// silent reports whether at now the clock has not been felt for so long that it is
// an outage.
func (h Heartbeat) silent(now time.Time) bool {
	return !h.Beat.IsZero() && now.Sub(h.Beat) > LeastOutage
}

// Stale reports whether the clock, which is there at now, is to tell so. It is, too,
// if the last beat lies far in the future: then a clock went wrong.
func (h Heartbeat) Stale(now time.Time) bool {
	return now.Sub(h.Beat) >= BeatEvery || h.Beat.Sub(now) > LeastOutage
}

// Beats returns h after a beat at now. If there was none for longer than LeastOutage
// there is an outage more, from the last beat on.
func (h Heartbeat) Beats(now time.Time) Heartbeat {
	next := h.next()
	if h.silent(now) {
		next.Outages = with(next.Outages, Outage{h.Beat, ceiling(now)})
	}
	next.Beat = seconds(now)
	return next
}

// Stops returns h after its host has stopped the clocks at since, which is not after
// now. If they are stopped it is h.
func (h Heartbeat) Stops(since, now time.Time) Heartbeat {
	if !h.Paused.IsZero() {
		return h
	}
	next := h.next()
	if next.Paused = seconds(since); since.After(now) {
		next.Paused = seconds(now)
	}
	return next
}

// Resumes returns h after its host let the clocks go on at now. If they are not
// stopped it is h.
func (h Heartbeat) Resumes(now time.Time) Heartbeat {
	if h.Paused.IsZero() {
		return h
	}
	next := h.next()
	next.Outages = with(next.Outages, Outage{h.Paused, ceiling(now)})
	next.Paused = time.Time{}
	return next
}

func (h Heartbeat) next() Heartbeat {
	h.Version++
	h.Outages = slices.Clone(h.Outages)
	return h
}

// with returns list, which it may change, with one more outage, which ends after all others.
func with(list []Outage, o Outage) []Outage {
	for n := len(list) - 1; n >= 0 && !list[n].To.Before(o.From); n-- {
		if list[n].From.Before(o.From) {
			o.From = list[n].From
		}
		if list[n].To.After(o.To) {
			o.To = list[n].To
		}
		list = list[:n]
	}
	if !o.To.After(o.From) {
		return list
	}
	if list = append(list, o); len(list) > MostOutages {
		list[1].From = list[0].From
		list = list[1:]
	}
	return list
}

// ceiling is seconds, rounded up.
func ceiling(t time.Time) time.Time { return seconds(t.Add(time.Second - 1)) }

// The binary form of a heartbeat: a byte 1, the form; then numbers as in codec.go: the
// beat and the pause in seconds since 1970, 0 for none; how many outages, and for each the
// seconds since the one before ended, or since 1970, and how many it lasted.

const beatForm = 1

// SealHeartbeat returns what a store keeps of h beside its version.
func SealHeartbeat(h Heartbeat) []byte {
	w := writer{[]byte{beatForm}}
	for _, t := range []time.Time{h.Beat, h.Paused} {
		w.number(uint64(max(t.Unix(), 0)))
	}
	w.number(uint64(len(h.Outages)))
	last := int64(0)
	for _, o := range h.Outages {
		w.number(uint64(o.From.Unix() - last))
		w.number(uint64(o.To.Unix() - o.From.Unix()))
		last = o.To.Unix()
	}
	return w.data
}

// OpenHeartbeat returns the heartbeat of a version of which SealHeartbeat made data. It fails as Open does.
func OpenHeartbeat(version uint64, data []byte) (Heartbeat, error) {
	switch {
	case len(data) == 0:
		return Heartbeat{}, &CorruptError{"empty"}
	case data[0] > beatForm:
		return Heartbeat{}, &VersionError{int(data[0])}
	}
	r, h := reader{data: data[1:]}, Heartbeat{Version: version}
	for _, t := range []*time.Time{&h.Beat, &h.Paused} {
		if at := r.below(lastSecond + 1); at > 0 {
			*t = time.Unix(int64(at), 0).UTC()
		}
	}
	last := uint64(0)
	for n := r.below(MostOutages + 1); n > 0 && r.err == nil; n-- {
		from := last + r.below(lastSecond+1-last)
		last = from + r.below(lastSecond+1-from)
		h.Outages = append(h.Outages, Outage{time.Unix(int64(from), 0).UTC(), time.Unix(int64(last), 0).UTC()})
		if last == from {
			r.fail("an outage of no time")
		}
	}
	if r.err == nil && (version == 0 || len(r.data) > 0 || !bytes.Equal(SealHeartbeat(h), data)) {
		r.fail("a heartbeat of another shape")
	}
	if r.err != nil {
		return Heartbeat{}, r.err
	}
	return h, nil
}
