package dynamo

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// call is one method of a *dynamodb.Client.
type call[In, Out any] func(context.Context, *In, ...func(*dynamodb.Options)) (*Out, error)

// calls are the methods that a store needs. They are held apart from their client:
// with it the linker would keep all its others, and a program that has pages would
// grow by a megabyte and a half.
type calls struct {
	GetItem      call[dynamodb.GetItemInput, dynamodb.GetItemOutput]
	PutItem      call[dynamodb.PutItemInput, dynamodb.PutItemOutput]
	UpdateItem   call[dynamodb.UpdateItemInput, dynamodb.UpdateItemOutput]
	DeleteItem   call[dynamodb.DeleteItemInput, dynamodb.DeleteItemOutput]
	Query        call[dynamodb.QueryInput, dynamodb.QueryOutput]
	BatchGetItem call[dynamodb.BatchGetItemInput, dynamodb.BatchGetItemOutput]
}

func callsOf(c *dynamodb.Client) calls {
	return calls{c.GetItem, c.PutItem, c.UpdateItem, c.DeleteItem, c.Query, c.BatchGetItem}
}
