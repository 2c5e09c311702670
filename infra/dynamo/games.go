package dynamo

import (
	"context"
	"errors"
	"strings"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

var errNoVersion = errors.New("an image without an id or a version cannot be stored")

const gamePrefix = "G#"

func gameKey(id match.ID) key { return key{gamePrefix + id.String(), "G"} }

// Load returns the image of a match, or match.ErrNotFound. A strong read costs
// twice as much.
func (s *Store) Load(ctx context.Context, id match.ID, strong bool) (match.Image, error) {
	i, err := s.get(ctx, gameKey(id), strong)
	if err != nil {
		return match.Image{}, err
	}
	return openGame(i)
}

// Create stores the first image of a match, or fails with match.ErrExists.
func (s *Store) Create(ctx context.Context, i match.Image) error {
	if i.ID == (match.ID{}) || i.Version == 0 {
		return errNoVersion
	}
	return instead(s.put(ctx, gameKey(i.ID), gameItem(i), absent), match.ErrExists)
}

// Save stores i in place of the image of the version before it. If any other
// version is stored, or none, it fails with match.ErrConflict.
func (s *Store) Save(ctx context.Context, i match.Image) error {
	if i.Version == 0 {
		return match.ErrConflict
	}
	return instead(s.put(ctx, gameKey(i.ID), gameItem(i), after(i.Version)), match.ErrConflict)
}

// instead returns what a condition means that did not hold.
func instead(err, meaning error) error {
	if errors.Is(err, errCondition) {
		return meaning
	}
	return err
}

// gameItem returns the attributes of a game beside its key.
func gameItem(i match.Image) item {
	it := item{"v": number(i.Version)}
	set(it, "d", i.Data)
	set(it, "ev", i.Events)
	setKey(it, "c", i.Creator)
	setKey(it, "o", i.Opponent)
	setTime(it, "cr", i.Created)
	if i.Open {
		it["p"] = number(shard(i.ID))
		it["pc"] = number(seconds(i.Created))
	}
	if !i.Alarm.IsZero() {
		it["al"] = number(uint64(i.ID.AlarmShard()))
		it["au"] = number(seconds(i.Alarm))
	}
	setTime(it, "ttl", i.Expires)
	return it
}

func setKey(i item, name string, k player.Key) {
	if k != (player.Key{}) {
		i[name] = blob(k[:])
	}
}

// openGame reads the item of a game.
func openGame(i item) (match.Image, error) {
	r := reader{item: i}
	image := match.Image{
		ID: r.id(), Version: r.version(), Data: r.blob("d"), Events: r.blob("ev"),
		Index: match.Index{
			Creator: r.key("c"), Opponent: r.key("o"), Created: r.time("cr"), Open: r.has("p"), Expires: r.time("ttl"),
			Alarm: r.time("au"),
		},
	}
	if r.err != nil {
		return match.Image{}, r.err
	}
	return image, nil
}

// id reads the key of a game.
func (r *reader) id() match.ID {
	letters, ok := strings.CutPrefix(r.text("pk"), gamePrefix)
	id, err := match.ParseID(letters)
	if !ok || err != nil || r.text("sk") != "G" {
		r.fault("an item that is no game's")
	}
	return id
}
