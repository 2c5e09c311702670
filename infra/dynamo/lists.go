package dynamo

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

// What a list holds at most: the newest.
const (
	mostOfPlayer  = match.MostListed
	mostOpenGames = 100
)

// mostRead is how many items DynamoDB reads at once.
const mostRead = 100

// shards is over how many partitions of its index the open matches are spread;
// a list asks each. Never change it: stored matches would be missed.
const shards = 4

func shard(id match.ID) uint64 { return uint64(id[len(id)-1] % shards) }

// OfPlayer returns the matches in which key is the creator or the opponent, the
// newest first, at most 500. It leaves out those that it cannot read, and returns
// a *match.CorruptError beside the others.
func (s *Store) OfPlayer(ctx context.Context, key player.Key) ([]match.Image, error) {
	if key == (player.Key{}) {
		return nil, ctx.Err()
	}
	return s.list(ctx, mostOfPlayer, func(x match.Index) bool { return x.Creator == key || x.Opponent == key },
		search{creatorIndex, blob(key[:])}, search{opponentIndex, blob(key[:])})
}

// OpenGames returns the matches that anybody may join, the newest first, at most
// 100. Of those that it cannot read OfPlayer's words hold.
func (s *Store) OpenGames(ctx context.Context) ([]match.Image, error) {
	var all []search
	for n := range uint64(shards) {
		all = append(all, search{openIndex, number(n)})
	}
	return s.list(ctx, mostOpenGames, func(x match.Index) bool { return x.Open }, all...)
}

// search is one partition of an index.
type search struct {
	index index
	value types.AttributeValue
}

// found is a match as an index knows it.
type found struct {
	id      match.ID
	created time.Time
}

// list reads the matches that searches find. An index may be behind: whatever
// does not belong into the list any more is left out.
func (s *Store) list(ctx context.Context, most int, belongs func(match.Index) bool, searches ...search) ([]match.Image, error) {
	var all []found
	var faults error
	for _, search := range searches {
		some, fault, err := s.search(ctx, search, most)
		if err != nil {
			return nil, err
		}
		all, faults = append(all, some...), errors.Join(faults, fault)
	}
	slices.SortFunc(all, func(a, b found) int {
		return cmp.Or(b.created.Compare(a.created), bytes.Compare(a.id[:], b.id[:]))
	})
	all = slices.Compact(all) // who plays himself is found twice
	all = all[:min(len(all), most)]
	images, fault, err := s.loadAll(ctx, all)
	if err != nil {
		return nil, err
	}
	var list []match.Image
	for _, f := range all {
		if i, ok := images[f.id]; ok && belongs(i.Index) {
			list = append(list, i)
		}
	}
	return list, errors.Join(faults, fault)
}

// search returns the newest matches of a partition. faults are of entries that
// are no match's.
func (s *Store) search(ctx context.Context, in search, most int) (list []found, faults, err error) {
	query := &dynamodb.QueryInput{
		TableName: &s.table, IndexName: &in.index.name,
		KeyConditionExpression:    aws.String(in.index.partition + " = :k"),
		ExpressionAttributeValues: item{":k": in.value},
		ScanIndexForward:          aws.Bool(false), Limit: aws.Int32(int32(most)),
	}
	for read := 0; read < most; {
		out, err := s.client.Query(ctx, query)
		if err != nil {
			return nil, nil, failure(ctx, "Query", err)
		}
		for _, entry := range out.Items {
			r := reader{item: entry}
			f := found{r.id(), r.time(in.index.sort)}
			if r.err != nil {
				faults = errors.Join(faults, r.err)
				continue
			}
			list = append(list, f)
		}
		if len(out.LastEvaluatedKey) == 0 {
			break
		}
		read, query.ExclusiveStartKey = read+len(out.Items), out.LastEvaluatedKey
	}
	return list, faults, nil
}

// loadAll returns the images of matches, without those that are gone. faults are
// of those that cannot be read.
func (s *Store) loadAll(ctx context.Context, list []found) (images map[match.ID]match.Image, faults, err error) {
	images = make(map[match.ID]match.Image, len(list))
	for some := range slices.Chunk(list, mostRead) {
		keys := make([]item, len(some))
		for n, f := range some {
			keys[n] = gameKey(f.id).item()
		}
		// DynamoDB gives back the keys for which it had no time or room, but always
		// reads some, or fails.
		for len(keys) > 0 {
			out, err := s.client.BatchGetItem(ctx, &dynamodb.BatchGetItemInput{
				RequestItems: map[string]types.KeysAndAttributes{s.table: {Keys: keys}},
			})
			if err != nil {
				return nil, nil, failure(ctx, "BatchGetItem", err)
			}
			left := out.UnprocessedKeys[s.table].Keys
			if len(left) >= len(keys) {
				return nil, nil, &Error{Call: "BatchGetItem", Class: Throttled}
			}
			keys = left
			for _, i := range out.Responses[s.table] {
				image, fault := openGame(i)
				if fault != nil {
					faults = errors.Join(faults, fault)
					continue
				}
				images[image.ID] = image
			}
		}
	}
	return images, faults, nil
}
