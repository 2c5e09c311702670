// Reads every golden mail of functions/internal/mail and fails where it uses what a
// mail program cannot show, by the data of caniemail.com (npm caniemail, below .tools
// by `make tools`), unless it stands in exceptions.json beside it with the reason why
// the mail is as good without it. An exception that no mail needs any more fails too.
//
//	node .ci/mailclients.mjs
import { readdirSync, readFileSync } from 'node:fs'

const root = new URL('..', import.meta.url)
const { caniemail } = await import(new URL('.tools/browser/node_modules/caniemail/dist/index.js', root))

// The programs that must show it.
const clients = ['gmail.*', 'outlook.windows', 'outlook.outlook-com', 'apple-mail.*']

const exceptions = JSON.parse(readFileSync(new URL('.ci/browser/exceptions.json', root)))
const mails = new URL('functions/internal/mail/testdata/', root)
const used = new Set()
let passed = 0, failed = 0

for (const name of readdirSync(mails).filter(n => n.endsWith('.html')).sort()) {
	const { issues } = caniemail({ clients, html: readFileSync(new URL(name, mails), 'utf8') })
	const wrong = new Map()
	for (const [how, found] of [['unsupported', issues.errors], ['partial', issues.warnings]]) {
		for (const [client, list] of found) {
			for (const { title, notes } of list) {
				const key = `${title}: ${how}`
				if (exceptions[key]?.in.some(c => c === client || c.endsWith('*') && client.startsWith(c.slice(0, -1)))) used.add(key)
				else wrong.set(key, [...(wrong.get(key) ?? []), `${client} ${(notes ?? []).join(' ')}`.trim()])
			}
		}
	}
	for (const [key, where] of wrong) console.log(`${name}: ${key}\n\t${[...new Set(where)].join('\n\t')}`)
	wrong.size > 0 ? failed++ : passed++
}
for (const key of Object.keys(exceptions).filter(k => !used.has(k))) {
	console.log(`the exception "${key}" is needed by no mail`)
	failed++
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)
