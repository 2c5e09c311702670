package dynamo

import (
	"math"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"fieldpost/engine/match"
)

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

func blob(b []byte) types.AttributeValue { return &types.AttributeValueMemberB{Value: b} }

func number(n uint64) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.FormatUint(n, 10)}
}

// set gives i an attribute, unless it is empty.
func set(i item, name string, data []byte) {
	if len(data) > 0 {
		i[name] = blob(data)
	}
}

// setTime gives i the attribute of a time, unless it is zero.
func setTime(i item, name string, t time.Time) {
	if s := seconds(t); s > 0 {
		i[name] = number(s)
	}
}

// reader reads the attributes of an item; what is not there is zero. It keeps
// the first fault.
type reader struct {
	item item
	err  error
}

func (r *reader) fault(what string) {
	if r.err == nil {
		r.err = &match.CorruptError{What: what}
	}
}

func (r *reader) has(name string) bool { return r.item[name] != nil }

func (r *reader) text(name string) string {
	switch a := r.item[name].(type) {
	case nil:
	case *types.AttributeValueMemberS:
		return a.Value
	default:
		r.fault("attribute " + name + " is no text")
	}
	return ""
}

func (r *reader) blob(name string) []byte {
	switch a := r.item[name].(type) {
	case nil:
	case *types.AttributeValueMemberB:
		return a.Value
	default:
		r.fault("attribute " + name + " is no bytes")
	}
	return nil
}

// key reads 16 bytes or nothing.
func (r *reader) key(name string) (k [16]byte) {
	if b := r.blob(name); len(b) == len(k) {
		copy(k[:], b)
	} else if len(b) > 0 {
		r.fault("attribute " + name + " is no key")
	}
	return k
}

func (r *reader) number(name string, most uint64) uint64 {
	switch a := r.item[name].(type) {
	case nil:
	case *types.AttributeValueMemberN:
		if n, err := strconv.ParseUint(a.Value, 10, 64); err == nil && n <= most {
			return n
		}
		r.fault("attribute " + name + " is out of range")
	default:
		r.fault("attribute " + name + " is no number")
	}
	return 0
}

// version reads a number that is there.
func (r *reader) version() uint64 {
	v := r.number("v", math.MaxUint64)
	if v == 0 {
		r.fault("no version")
	}
	return v
}

func (r *reader) time(name string) time.Time { return timeOf(r.number(name, lastSecond)) }

// lastSecond is the end of the year 9999, as in package match.
const lastSecond = 253402300799

// seconds and timeOf write a time, and 0 for none, as the seconds since 1970.
func seconds(t time.Time) uint64 { return uint64(min(max(t.Unix(), 0), lastSecond)) }

func timeOf(seconds uint64) time.Time {
	if seconds == 0 {
		return time.Time{}
	}
	return time.Unix(int64(seconds), 0).UTC()
}
