package dynamo_test

import (
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"fieldpost/infra/dynamo"
	"fieldpost/infra/dynamo/dynamotest"
	"fieldpost/infra/storetest"
)

// whole is the store with its counters, whose method has a claim's name.
type whole struct{ *dynamo.Store }

func (w whole) Limits() storetest.Limits { return w.Counters() }

// Close has nothing to close: a client holds no connection that must be given
// back.
func (whole) Close() error { return nil }

func dynalite(t testing.TB) dynamotest.Emulator {
	t.Helper()
	return dynamotest.Dynalite(t, os.Getenv("FIELDPOST_DYNALITE"))
}

func moto(t testing.TB) dynamotest.Emulator {
	t.Helper()
	return dynamotest.Moto(t, os.Getenv("FIELDPOST_MOTO"))
}

// tables counts the tables of this run: none is used twice.
var tables atomic.Int64

var run = time.Now().UnixNano()

// newTable makes an empty table.
func newTable(t testing.TB, client *dynamodb.Client, stream bool) string {
	t.Helper()
	table := fmt.Sprintf("fieldpost-%d-%d", run, tables.Add(1))
	if err := dynamo.Make(t.Context(), client, table, stream); err != nil {
		t.Fatal(err)
	}
	return table
}

// places gives each clause a table of its own.
func places(e dynamotest.Emulator, stream bool) func(t *testing.T) storetest.Place {
	client := e.Client(nil, 3)
	return func(t *testing.T) storetest.Place {
		table := newTable(t, client, stream)
		return func() (storetest.Store, error) { return whole{dynamo.New(client, table)}, nil }
	}
}

func TestContractOnDynalite(t *testing.T) { storetest.Run(t, places(dynalite(t), false)) }

func TestContractOnMoto(t *testing.T) { storetest.Run(t, places(moto(t), true)) }
