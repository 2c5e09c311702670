package awscli

import (
	"context"
	"errors"
	"strings"
)

// Functions returns the names of the functions of a stack of CloudFormation.
func (t Tool) Functions(ctx context.Context, stack string) (names []string, err error) {
	err = t.call(ctx, &names, "cloudformation", "list-stack-resources", "--stack-name", stack,
		"--query", "StackResourceSummaries[?ResourceType=='AWS::Lambda::Function'].PhysicalResourceId")
	return names, err
}

// Places are where what a function could not handle is kept.
type Places struct {
	Queues  []string // URLs
	Buckets []string // names
}

// Places asks for the places of a function: the queue whose URL one of its
// environment's variables has, and those to which Lambda gives what it gives up, of
// streams and of asynchronous calls.
func (t Tool) Places(ctx context.Context, function, variable string) (Places, error) {
	var p Places
	var queue *string
	if err := t.call(ctx, &queue, "lambda", "get-function-configuration", "--function-name", function, "--query", "Environment.Variables."+variable); err != nil {
		return Places{}, err
	}
	if queue != nil && *queue != "" {
		p.Queues = append(p.Queues, *queue)
	}
	var arns []string
	if err := t.call(ctx, &arns, "lambda", "list-event-source-mappings", "--function-name", function,
		"--query", "EventSourceMappings[].DestinationConfig.OnFailure.Destination"); err != nil {
		return Places{}, err
	}
	var arn *string
	err := t.call(ctx, &arn, "lambda", "get-function-event-invoke-config", "--function-name", function, "--query", "DestinationConfig.OnFailure.Destination")
	if e, ok := errors.AsType[*Error](err); err != nil && (!ok || e.Reply != "ResourceNotFoundException") {
		return Places{}, err
	}
	if arn != nil {
		arns = append(arns, *arn)
	}
	for _, arn := range arns {
		if err := t.add(ctx, &p, arn); err != nil {
			return Places{}, err
		}
	}
	return p, nil
}

// add adds the place of an ARN. Other kinds of places keep nothing for us.
func (t Tool) add(ctx context.Context, p *Places, arn string) error {
	// arn:partition:service:region:account:name
	part := strings.SplitN(arn, ":", 6)
	switch {
	case len(part) < 6:
	case part[2] == "s3":
		p.Buckets = append(p.Buckets, part[5])
	case part[2] == "sqs":
		var url string
		err := t.call(ctx, &url, "sqs", "get-queue-url", "--queue-name", part[5], "--queue-owner-aws-account-id", part[4], "--query", "QueueUrl")
		if err != nil {
			return err
		}
		p.Queues = append(p.Queues, url)
	}
	return nil
}
