package dynamo

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// Counters are the store's counters of what is allowed only so often.
type Counters struct{ store *Store }

// Counters returns the store's counters.
func (s *Store) Counters() Counters { return Counters{s} }

// Take counts one more use of key, unless most were counted already in the
// window in which now lies: then it counts nothing and reports false. Windows are
// as long as window, which must be longer than nothing, and follow one another
// without a gap from 1970 on.
//
// A use whose answer was lost is sent again and counted twice, and the last one
// that is allowed is then refused: it errs by being strict.
func (c Counters) Take(ctx context.Context, key string, most int, window time.Duration, now time.Time) (bool, error) {
	switch {
	case window <= 0:
		return false, fmt.Errorf("uses cannot be counted in windows of %v", window)
	case most <= 0:
		return false, ctx.Err()
	}
	count := now.UnixNano() / int64(window)
	// Up to a second later than the window is over, since a ttl is whole seconds.
	end := time.Unix(0, (count+1)*int64(window)).Add(time.Second - time.Nanosecond)
	_, err := c.store.client.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName:                &c.store.table,
		Key:                      counterKey(key, window, count).item(),
		UpdateExpression:         aws.String("ADD n :one SET #ttl = :end"),
		ConditionExpression:      aws.String("attribute_not_exists(n) OR n < :most"),
		ExpressionAttributeNames: map[string]string{"#ttl": "ttl"}, // a reserved word
		ExpressionAttributeValues: item{
			":one": number(1), ":most": number(uint64(most)), ":end": number(seconds(end)),
		},
	})
	err = failure(ctx, "UpdateItem", err)
	if errors.Is(err, errCondition) {
		return false, nil
	}
	return err == nil, err
}

// counterKey spells any bytes as text.
func counterKey(name string, window time.Duration, count int64) key {
	return key{fmt.Sprintf("R#%s#%v#%d", url.QueryEscape(name), window, count), "R"}
}
