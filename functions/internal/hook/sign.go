package hook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"time"

	"fieldpost/engine/player"
)

// The headers of a call.
const (
	IDHeader        = "Fieldpost-Id"
	TimestampHeader = "Fieldpost-Timestamp"
	SignatureHeader = "Fieldpost-Signature"
)

// Secret is the secret of a webhook as its owner gets it: 64 hex digits, whose letters
// are the key of the signatures, as they stand.
func Secret(w player.Webhook) string { return hex.EncodeToString(w.Secret[:]) }

// Headers returns the headers of a call whose try is made at now.
func (c Call) Headers(w player.Webhook, now time.Time) map[string]string {
	timestamp := strconv.FormatInt(now.Unix(), 10)
	return map[string]string{
		IDHeader: c.ID, TimestampHeader: timestamp, SignatureHeader: "v1=" + sign(Secret(w), timestamp, c.Body()),
	}
}

func sign(secret, timestamp string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}
