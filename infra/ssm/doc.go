// Package ssm reads secrets from the Parameter Store of AWS Systems Manager, where
// each is one SecureString, and makes of them what a program works with: once, and
// anew when they change. It does not know what they mean.
//
// Source: architecture.md "Links" (Keys).
package ssm
