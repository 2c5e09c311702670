package dynamo

import (
	"context"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// index is an index of the table: partition and sort are attributes of games.
type index struct {
	name            string
	partition, sort string
}

var (
	creatorIndex  = index{"creator", "c", "cr"}
	opponentIndex = index{"opponent", "o", "cr"}
	openIndex     = index{"open", "p", "pc"}
	alarmIndex    = index{"alarm", "al", "au"}
)

// Schema describes the table that a Store needs, paid by the request. A stream
// has the new image of each item that was written, as OpenRecord reads it. On AWS
// attribute ttl must be made the table's time to live beside.
func Schema(table string, stream bool) *dynamodb.CreateTableInput {
	in := &dynamodb.CreateTableInput{
		TableName:   &table,
		BillingMode: types.BillingModePayPerRequest,
		KeySchema:   keySchema("pk", "sk"),
	}
	for _, a := range []struct {
		name string
		kind types.ScalarAttributeType
	}{
		{"pk", types.ScalarAttributeTypeS},
		{"sk", types.ScalarAttributeTypeS},
		{"c", types.ScalarAttributeTypeB},
		{"o", types.ScalarAttributeTypeB},
		{"cr", types.ScalarAttributeTypeN},
		{"p", types.ScalarAttributeTypeN},
		{"pc", types.ScalarAttributeTypeN},
		{"al", types.ScalarAttributeTypeN},
		{"au", types.ScalarAttributeTypeN},
	} {
		in.AttributeDefinitions = append(in.AttributeDefinitions, types.AttributeDefinition{
			AttributeName: aws.String(a.name), AttributeType: a.kind,
		})
	}
	for _, x := range []index{creatorIndex, opponentIndex, openIndex, alarmIndex} {
		in.GlobalSecondaryIndexes = append(in.GlobalSecondaryIndexes, types.GlobalSecondaryIndex{
			IndexName: aws.String(x.name), KeySchema: keySchema(x.partition, x.sort),
			Projection: &types.Projection{ProjectionType: types.ProjectionTypeKeysOnly},
		})
	}
	if stream {
		in.StreamSpecification = &types.StreamSpecification{
			StreamEnabled: aws.Bool(true), StreamViewType: types.StreamViewTypeNewImage,
		}
	}
	return in
}

func keySchema(partition, sort string) []types.KeySchemaElement {
	return []types.KeySchemaElement{
		{AttributeName: &partition, KeyType: types.KeyTypeHash},
		{AttributeName: &sort, KeyType: types.KeyTypeRange},
	}
}

// Make makes the table of Schema in an emulator, and waits until it is there. On
// AWS the template makes it.
func Make(ctx context.Context, client *dynamodb.Client, table string, stream bool) error {
	if _, err := client.CreateTable(ctx, Schema(table, stream)); err != nil {
		return fmt.Errorf("make table %q: %w", table, failure(ctx, "CreateTable", err))
	}
	waiter := dynamodb.NewTableExistsWaiter(client, func(o *dynamodb.TableExistsWaiterOptions) {
		o.MinDelay, o.MaxDelay = 10*time.Millisecond, time.Second
	})
	if err := waiter.Wait(ctx, &dynamodb.DescribeTableInput{TableName: &table}, time.Minute); err != nil {
		return fmt.Errorf("make table %q: %w", table, failure(ctx, "DescribeTable", err))
	}
	return nil
}
