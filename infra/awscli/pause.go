package awscli

import (
	"context"
	"errors"
	"strconv"
	"time"
)

// Table is a table of DynamoDB in which a site keeps all that it has.
type Table struct {
	Tool
	Name string
}

// errNoTable is a stack that has no table, or several.
var errNoTable = errors.New("the stack has not one table")

// Table returns the table of a stack of CloudFormation.
func (t Tool) Table(ctx context.Context, stack string) (Table, error) {
	var names []string
	err := t.call(ctx, &names, "cloudformation", "list-stack-resources", "--stack-name", stack,
		"--query", "StackResourceSummaries[?ResourceType=='AWS::DynamoDB::Table'].PhysicalResourceId")
	if err == nil && len(names) != 1 {
		err = errNoTable
	}
	if err != nil {
		return Table{}, err
	}
	return Table{t, names[0]}, nil
}

// The item by which a host stops the clocks, as dynamo.Store.LoadPause reads it.
const pauseKey = `{"pk": {"S": "H#"}, "sk": {"S": "P"}}`

// Pause returns since when the clocks are to stand still; zero when they are not.
func (t Table) Pause(ctx context.Context) (time.Time, error) {
	var since *string
	err := t.call(ctx, &since, "dynamodb", "get-item", "--table-name", t.Name, "--key", pauseKey, "--consistent-read", "--query", "Item.u.N")
	if err != nil || since == nil {
		return time.Time{}, err
	}
	seconds, err := strconv.ParseInt(*since, 10, 64)
	if err != nil {
		return time.Time{}, &Error{Call: "dynamodb get-item", Class: "answer not understood"}
	}
	return time.Unix(seconds, 0).UTC(), nil
}

// SetPause lets the clocks stand still from a moment on.
func (t Table) SetPause(ctx context.Context, since time.Time) error {
	item := `{"pk": {"S": "H#"}, "sk": {"S": "P"}, "u": {"N": "` + strconv.FormatInt(since.Unix(), 10) + `"}}`
	return t.call(ctx, nil, "dynamodb", "put-item", "--table-name", t.Name, "--item", item)
}

// EndPause lets them go on.
func (t Table) EndPause(ctx context.Context) error {
	return t.call(ctx, nil, "dynamodb", "delete-item", "--table-name", t.Name, "--key", pauseKey)
}
