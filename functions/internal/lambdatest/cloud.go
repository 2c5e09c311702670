package lambdatest

import (
	"crypto/md5" // by which SQS shows what it has read
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Cloud answers the calls of the services that the functions use: a Parameter Store
// with the parameters given, a table in which nothing is ever found and everything
// may be written, buckets with the objects given, and a sender and a queue that take
// everything.
type Cloud struct {
	URL        string
	Parameters map[string]string
	Objects    map[string]string // by bucket and name: "mails/mail/1"

	mu    sync.Mutex
	calls map[string]int
	mails []Mail
	items []Item
}

// Item is one that was put into a table, by its attributes: {"v": {"N": "1"}}.
type Item map[string]map[string]any

// Mail is one that was sent.
type Mail struct {
	To  string
	Raw []byte // the whole message
}

// NewCloud starts a cloud, which ends with the test.
func NewCloud(t testing.TB, parameters map[string]string) *Cloud {
	t.Helper()
	return NewCloudAt(t, "127.0.0.1", parameters)
}

// NewCloudAt starts a cloud that listens on an address of this machine.
func NewCloudAt(t testing.TB, host string, parameters map[string]string) *Cloud {
	t.Helper()
	c := &Cloud{Parameters: parameters, calls: map[string]int{}}
	server := httptest.NewUnstartedServer(c)
	var listen net.ListenConfig
	at, err := listen.Listen(t.Context(), "tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		t.Fatal(err)
	}
	_ = server.Listener.Close()
	server.Listener = at
	server.Start()
	t.Cleanup(server.Close)
	c.URL = server.URL
	return c
}

// Env is the environment of a function in this cloud: AWS's own variables.
func (c *Cloud) Env() []string {
	return []string{
		"AWS_REGION=eu-central-1", "AWS_ACCESS_KEY_ID=id", "AWS_SECRET_ACCESS_KEY=secret", "AWS_SESSION_TOKEN=token",
		"AWS_ENDPOINT_URL=" + c.URL, "AWS_ENDPOINT_URL_DYNAMODB=",
	}
}

// Calls returns how often something was called: "GetItem", "GetParameters", "GetObject", "SendEmail".
func (c *Cloud) Calls(name string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.calls[name]
}

// Mails returns to whom mails were sent, in their order.
func (c *Cloud) Mails() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	to := []string{}
	for _, m := range c.mails {
		to = append(to, m.To)
	}
	return to
}

// Sent returns the mails that were sent, in their order.
func (c *Cloud) Sent() []Mail {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.mails)
}

// Put returns the items that were put into tables, in their order.
func (c *Cloud) Put() []Item {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.items)
}

// ServeHTTP is all services at one address.
func (c *Cloud) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	w.Header().Set("Content-Type", "application/x-amz-json-1.0")
	switch target := r.Header.Get("X-Amz-Target"); {
	case r.URL.Path == "/v2/email/outbound-emails":
		c.calls["SendEmail"]++
		var mail struct {
			Destination struct{ ToAddresses []string }
			Content     struct{ Raw struct{ Data []byte } }
		}
		if json.Unmarshal(text, &mail) == nil {
			for _, to := range mail.Destination.ToAddresses {
				c.mails = append(c.mails, Mail{to, mail.Content.Raw.Data})
			}
		}
		_, _ = io.WriteString(w, `{"MessageId": "1"}`)
	case r.Method == http.MethodGet:
		c.calls["GetObject"]++
		if object, ok := c.Objects[strings.TrimPrefix(r.URL.Path, "/")]; ok {
			_, _ = io.WriteString(w, object)
			return
		}
		w.WriteHeader(http.StatusNotFound)
		_, _ = io.WriteString(w, `<Error><Code>NoSuchKey</Code></Error>`)
	case target == "AmazonSSM.GetParameters":
		c.calls["GetParameters"]++
		var asked struct{ Names []string }
		_ = json.Unmarshal(text, &asked)
		type parameter struct{ Name, Value string }
		var out struct{ Parameters []parameter }
		for _, name := range asked.Names {
			if value, ok := c.Parameters[name]; ok {
				out.Parameters = append(out.Parameters, parameter{name, value})
			}
		}
		_ = json.NewEncoder(w).Encode(out)
	case target == "AmazonSQS.SendMessage":
		c.calls["SendMessage"]++
		var message struct{ MessageBody string }
		_ = json.Unmarshal(text, &message)
		_, _ = fmt.Fprintf(w, `{"MessageId": "1", "MD5OfMessageBody": "%x"}`, md5.Sum([]byte(message.MessageBody)))
	case target == "DynamoDB_20120810.PutItem":
		c.calls["PutItem"]++
		var put struct{ Item Item }
		if json.Unmarshal(text, &put) == nil {
			c.items = append(c.items, put.Item)
		}
		_, _ = io.WriteString(w, `{}`)
	default:
		c.calls[target[strings.LastIndexByte(target, '.')+1:]]++
		_, _ = io.WriteString(w, `{}`)
	}
}
