// Package rehearsal plays moves through the functions of AWS before they are there:
// their programs as they are deployed, run by the SAM CLI from template.yaml in
// Docker (make sam-local, make sam-api), or by Lambda's interface emulator without
// it. The table is dynalite's; secrets, mails in and out and the queue are lambdatest's
// cloud. There are tests alone here; `make tools` puts what they need below .tools.
package rehearsal
