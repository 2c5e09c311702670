package dynamo

import (
	"context"
	"maps"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"fieldpost/engine/match"
)

// Store is a table. Any number of goroutines and processes may use it.
type Store struct {
	client calls
	table  string
}

// New returns the store in a table, which Schema describes.
func New(client *dynamodb.Client, table string) *Store { return &Store{callsOf(client), table} }

// key is the key of one item.
type key struct{ partition, sort string }

func (k key) item() item { return item{"pk": text(k.partition), "sk": text(k.sort)} }

// get returns an item, or match.ErrNotFound.
func (s *Store) get(ctx context.Context, k key, strong bool) (item, error) {
	out, err := s.client.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: &s.table, Key: k.item(), ConsistentRead: &strong,
	})
	if err != nil {
		return nil, failure(ctx, "GetItem", err)
	}
	if len(out.Item) == 0 {
		return nil, match.ErrNotFound
	}
	return out.Item, nil
}

// condition is what must hold of the stored item for a write: an expression, and
// the values that it names. The zero value always holds.
type condition struct {
	expression string
	values     item
}

var absent = condition{expression: "attribute_not_exists(pk)"}

// after holds while the version before v is stored.
func after(v uint64) condition {
	return condition{"v = :v", item{":v": number(v - 1)}}
}

func (c condition) text() *string {
	if c.expression == "" {
		return nil
	}
	return aws.String(c.expression)
}

// put stores an item whole if c holds, or fails with errCondition.
func (s *Store) put(ctx context.Context, k key, i item, c condition) error {
	i = maps.Clone(i)
	maps.Copy(i, k.item())
	_, err := s.client.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: &s.table, Item: i, ConditionExpression: c.text(), ExpressionAttributeValues: c.values,
	})
	return failure(ctx, "PutItem", err)
}

// remove takes an item out if c holds, or fails with errCondition. To take out
// what is not there is no failure.
func (s *Store) remove(ctx context.Context, k key, c condition) error {
	_, err := s.client.DeleteItem(ctx, &dynamodb.DeleteItemInput{
		TableName: &s.table, Key: k.item(), ConditionExpression: c.text(), ExpressionAttributeValues: c.values,
	})
	return failure(ctx, "DeleteItem", err)
}

// item is an item as the SDK has it.
type item = map[string]types.AttributeValue
