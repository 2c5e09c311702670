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
	if shard < 0 || shard >= match.AlarmShards {
		return nil, ctx.Err()
	}
	faults, err := s.rung(ctx, shard, now, limit, func(r *reader) {
		if id := r.id(); r.err == nil {
			due = append(due, id)
		}
	})
	if err != nil {
		return nil, err
	}
	return due, faults
}

// rung has take read at most limit entries of a partition of the alarms' index that
// are not after now, and returns its faults.
func (s *Store) rung(ctx context.Context, partition int, now time.Time, limit int, take func(*reader)) (faults, err error) {
	query := &dynamodb.QueryInput{
		TableName: &s.table, IndexName: &alarmIndex.name,
		KeyConditionExpression:    aws.String("al = :s AND au <= :now"),
		ExpressionAttributeValues: item{":s": number(uint64(partition)), ":now": number(seconds(now))},
	}
	for read := 0; read < limit; {
		query.Limit = aws.Int32(int32(limit - read))
		out, err := s.client.Query(ctx, query)
		if err != nil {
			return nil, failure(ctx, "Query", err)
		}
		for _, entry := range out.Items {
			r := &reader{item: entry}
			take(r)
			faults = errors.Join(faults, r.err)
		}
		if len(out.LastEvaluatedKey) == 0 {
			break
		}
		read, query.ExclusiveStartKey = read+len(out.Items), out.LastEvaluatedKey
	}
	return faults, nil
}

// Rearm stores i in place of the image of the same version whose alarm is was. If
// another version or another alarm is stored, or nothing, it fails with
// match.ErrConflict.
func (s *Store) Rearm(ctx context.Context, i match.Image, was time.Time) error {
	unchanged := condition{"v = :v AND au = :au", item{":v": number(i.Version), ":au": number(seconds(was))}}
	return instead(s.put(ctx, gameKey(i.ID), gameItem(i), unchanged), match.ErrConflict)
}
