package site

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/inbound/command"
)

// linesRequest is the body of PUT /api/games/{id}/lines.
type linesRequest struct {
	Ply   *int               `json:"ply"`   // how many plies were played when they are to begin
	Lines *[]json.RawMessage `json:"lines"` // each a text in the grammar of mails, or its steps
}

// apiStep is one ply of a line.
type apiStep struct {
	Move   string  `json:"move"`
	Result *string `json:"result"` // of its fight, for who attacks
}

// savedLines is what a player has saved, and what became of what he had.
type savedLines struct {
	Ply     int         `json:"ply"`
	Lines   []apiLine   `json:"lines"`
	Dropped *apiDropped `json:"dropped"`
}

type apiLine struct {
	Steps []apiStep `json:"steps"`
	Text  string    `json:"text"` // in the grammar of mails
	Says  []string  `json:"says"`
}

type apiDropped struct {
	Why  string  `json:"why"`
	Move *string `json:"move"` // the answer that was not legal
	Rule *string `json:"rule"` // that forbids it
	Text string  `json:"text"`
}

func (v *visit) getLines(w http.ResponseWriter) error {
	v.writeJSON(w, http.StatusOK, v.savedLines())
	return nil
}

func (v *visit) putLines(w http.ResponseWriter) error {
	var q linesRequest
	if err := readJSON(v.r, &q); err != nil {
		return err
	}
	switch {
	case q.Lines == nil:
		return &match.InputError{Field: "lines", Problem: match.Missing}
	case q.Ply == nil:
		return malformed(&requestError{fault: noPly})
	case *q.Ply < 0:
		return malformed(&requestError{negative, "ply", strconv.Itoa(*q.Ply)})
	}
	set := match.SetLines{By: v.link.Seat, Ply: *q.Ply}
	for _, raw := range *q.Lines {
		l, err := readLine(raw)
		if err != nil {
			return err
		}
		set.Lines = append(set.Lines, l)
	}
	if err := v.do(set); err != nil && !errors.Is(err, match.ErrRepeated) {
		return err
	}
	v.writeJSON(w, http.StatusOK, v.savedLines())
	return nil
}

// readLine reads one line, as a text or step by step.
func readLine(raw json.RawMessage) (match.Line, error) {
	if raw[0] == '"' {
		var text string
		if err := json.Unmarshal(raw, &text); err != nil {
			return nil, malformed(plainly(err))
		}
		l, ok := command.ReadLine(text)
		if !ok {
			return nil, malformed(&requestError{fault: noLine, text: text})
		}
		return l, nil
	}
	var steps []apiStep
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&steps); err != nil {
		return nil, malformed(plainly(err))
	}
	var l match.Line
	for _, s := range steps {
		move, err := engine.ParseMove(s.Move)
		if err != nil {
			return nil, err
		}
		step := match.Step{Move: move}
		if s.Result != nil {
			if step.Result, err = engine.ParseResult(*s.Result); err != nil {
				return nil, malformed(&requestError{fault: noResult, text: *s.Result})
			}
		}
		l = append(l, step)
	}
	return l, nil
}

// savedLines is what the visitor has saved.
func (v *visit) savedLines() savedLines {
	m, seat := &v.match, v.link.Seat
	a := savedLines{Ply: m.Game.Ply(), Lines: []apiLine{}}
	for _, l := range m.Plans.Of(seat).Lines {
		line := apiLine{Text: command.WriteLine(v.words.Lang(), l), Says: v.words.Line(l, v.other())}
		for _, s := range l {
			step := apiStep{Move: s.Text()}
			if s.Result != engine.NoResult {
				step.Result = new(s.Result.String())
			}
			line.Steps = append(line.Steps, step)
		}
		a.Lines = append(a.Lines, line)
	}
	if text := v.dropped(); text != nil {
		d := m.Plans.Of(seat).Dropped
		a.Dropped = &apiDropped{Why: d.Why.String(), Text: text[0]}
		if d.Why == match.AnswerIllegal {
			a.Dropped.Move = new(d.Answer.String())
			if refusal, ok := errors.AsType[*engine.Refusal](m.Game.Legal(engine.Play(seat, d.Answer))); ok {
				a.Dropped.Rule = new(refusal.Rule.String())
			}
		}
	}
	return a
}
