package match

import (
	"time"

	"fieldpost/engine"
)

// EndVacation ends By's vacation now, or calls the one off that has not begun. His time
// runs again, and the days that have not begun are in the bank again. It fails with
// ErrRepeated if he has no vacation.
type EndVacation struct {
	By engine.Color
	In *time.Location // where By lives; nil: UTC
}

func (e EndVacation) decide(m *Match) ([]Event, error) {
	if err := m.resting(e.By, "end a vacation"); err != nil {
		return nil, err
	}
	v, there := m.Vacation(e.By, m.Changed)
	if !there {
		return nil, ErrRepeated
	}
	list := vacations(*m.Vacations.Of(e.By))
	list = list[: len(list)-1 : len(list)-1]
	if v.From.Before(m.Changed) {
		in, begun := place(e.In), 1
		for begun < v.Days && dayAfter(v.From, begun, in).Before(m.Changed) {
			begun++
		}
		list = append(list, Vacation{v.From, m.Changed, begun})
	}
	m.stay(e.By, list)
	return []Event{{VacationEnded, e.By}}, nil
}
