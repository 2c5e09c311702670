// Package docs holds the documents that the program itself shows.
package docs

import _ "embed"

// OpenAPI describes the JSON API.
//
//go:embed openapi.yaml
var OpenAPI []byte

// Webhook describes what a webhook is sent, and how to check it.
//
//go:embed webhook.md
var Webhook []byte
