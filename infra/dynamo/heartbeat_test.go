package dynamo_test

import (
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"fieldpost/infra/dynamo"
)

// The item that infra/awscli writes, as it writes it.
func TestLoadPause(t *testing.T) {
	e := dynalite(t)
	table, client := newTable(t, e.Client(nil, 1), false), e.Client(nil, 1)
	store := dynamo.New(client, table)
	if since, err := store.LoadPause(t.Context()); err != nil || !since.IsZero() {
		t.Errorf("none: %v, %v", since, err)
	}
	for _, c := range []struct {
		u    types.AttributeValue
		want time.Time
	}{
		{&types.AttributeValueMemberN{Value: "1772366400"}, time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)},
		{&types.AttributeValueMemberN{Value: "0"}, time.Time{}},
		{&types.AttributeValueMemberS{Value: "soon"}, time.Time{}},
	} {
		item := map[string]types.AttributeValue{
			"pk": &types.AttributeValueMemberS{Value: "H#"}, "sk": &types.AttributeValueMemberS{Value: "P"}, "u": c.u,
		}
		if _, err := client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: &table, Item: item}); err != nil {
			t.Fatal(err)
		}
		if since, err := store.LoadPause(t.Context()); !since.Equal(c.want) || (err == nil) == c.want.IsZero() {
			t.Errorf("%v: %v, %v", c.u, since, err)
		}
	}
}
