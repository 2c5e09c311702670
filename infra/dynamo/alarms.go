package dynamo

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"fieldpost/engine/match"
)

// Due returns the matches of a shard whose alarm is not after now, the earliest
// alarm first, at most limit. The index may be behind: a match may have been dealt
// with, or be gone. Entries that are no match's are left out, and come as a
// *match.CorruptError beside the others.
func (s *Store) Due(ctx context.Context, shard int, now time.Time, limit int) (due []match.ID, faults error) {
	query := &dynamodb.QueryInput{
		TableName: &s.table, IndexName: &alarmIndex.name,
		KeyConditionExpression:    aws.String("al = :s AND au <= :now"),
		ExpressionAttributeValues: item{":s": number(uint64(shard)), ":now": number(seconds(now))},
	}
	for read := 0; read < limit; {
		query.Limit = aws.Int32(int32(limit - read))
		out, err := s.client.Query(ctx, query)
		if err != nil {
			return nil, failure(ctx, "Query", err)
		}
		for _, entry := range out.Items {
			r := reader{item: entry}
			if id := r.id(); r.err != nil {
				faults = errors.Join(faults, r.err)
			} else {
				due = append(due, id)
			}
		}
		if len(out.LastEvaluatedKey) == 0 {
			break
		}
		read, query.ExclusiveStartKey = read+len(out.Items), out.LastEvaluatedKey
	}
	return due, faults
}

// Rearm stores i in place of the image of the same version whose alarm is was. If
// another version or another alarm is stored, or nothing, it fails with
// match.ErrConflict.
func (s *Store) Rearm(ctx context.Context, i match.Image, was time.Time) error {
	unchanged := condition{"v = :v AND au = :au", item{":v": number(i.Version), ":au": number(seconds(was))}}
	return instead(s.put(ctx, gameKey(i.ID), gameItem(i), unchanged), match.ErrConflict)
}
