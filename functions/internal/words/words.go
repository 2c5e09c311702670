// Package words is the message catalog: every sentence that a player reads, in
// a mail, on a page or in a refusal, comes from here.
//
// A language is one file, locales/LANG.json: an object from message key to
// text, keys sorted, or to plural forms ({"one": …, "other": …}). Text holds
// placeholders of the form {{.Name}} and nothing else of a template. English is
// complete by test. A file in which a message is still missing lends nothing:
// its language is not offered, so that no reader gets a mail in two languages.
//
// Sentences are whole. Code never joins two halves of one; what differs in one
// word is two messages.
package words

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/nicksnyder/go-i18n/v2/i18n/template"
	"golang.org/x/text/language"
)

//go:embed locales/*.json
var locales embed.FS

// Catalog holds the messages of every language that is complete. It is safe for
// use by many goroutines.
type Catalog struct {
	matcher language.Matcher
	offered []Words // by the matcher's index; English first
	begun   []Words // all that have a file, whose ranks at least are named
}

// Load reads the files that are built into the program. It fails only if one of
// them is broken, which a test rules out.
func Load() (*Catalog, error) { return LoadFS(locales) }

// LoadFS reads the files locales/*.json of another catalog. It fails when one is
// broken, and when there is no English.
func LoadFS(files fs.FS) (*Catalog, error) {
	paths, err := fs.Glob(files, "locales/*.json")
	if err != nil {
		return nil, err
	}
	bundle := i18n.NewBundle(language.English)
	keys := map[string]map[string]bool{} // language → its message keys
	for _, p := range paths {
		data, err := fs.ReadFile(files, p)
		if err != nil {
			return nil, err
		}
		file, err := bundle.ParseMessageFileBytes(data, p)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", p, err)
		}
		lang := strings.TrimSuffix(path.Base(p), ".json")
		keys[lang] = map[string]bool{}
		for _, m := range file.Messages {
			keys[lang][m.ID] = true
		}
	}
	if len(keys["en"]) == 0 {
		return nil, fmt.Errorf("there is no English among %q", paths)
	}
	c := &Catalog{}
	var tags []language.Tag
	offer := func(lang string) {
		tags = append(tags, language.Make(lang))
		c.offered = append(c.offered, speak(bundle, lang))
	}
	offer("en")
	for _, p := range paths {
		lang := strings.TrimSuffix(path.Base(p), ".json")
		c.begun = append(c.begun, speak(bundle, lang))
		if lang != "en" && complete(keys[lang], keys["en"]) {
			offer(lang)
		}
	}
	c.matcher = language.NewMatcher(tags)
	return c, nil
}

func complete(have, want map[string]bool) bool {
	for k := range want {
		if !have[k] {
			return false
		}
	}
	return true
}

// Languages lists the languages that can be chosen, English first.
func (c *Catalog) Languages() []string {
	list := make([]string, len(c.offered))
	for i, w := range c.offered {
		list[i] = w.lang
	}
	return list
}

// For returns the words of the offered language nearest to lang, a language tag
// or a browser's Accept-Language list. Whatever is unknown reads English.
func (c *Catalog) For(lang string) Words {
	tags, _, err := language.ParseAcceptLanguage(lang)
	if err != nil || len(tags) == 0 {
		return c.offered[0]
	}
	_, i, _ := c.matcher.Match(tags...)
	return c.offered[i]
}

// Words speaks one language. The zero value speaks none; Catalog.For gives one
// that does.
type Words struct {
	lang      string
	localizer *i18n.Localizer
	gone      string // the words for a player who left, which stand for his name
}

func speak(bundle *i18n.Bundle, lang string) Words {
	localizer := i18n.NewLocalizer(bundle, lang)
	gone, _ := localizer.Localize(&i18n.LocalizeConfig{MessageID: "name.gone"}) // "" in a language that is not offered
	return Words{lang, localizer, gone}
}

// Args fills the placeholders of a message, by name.
type Args map[string]any

// A placeholder without a value is an error, not "<no value>" in a mail.
var strict = &template.TextParser{Option: "missingkey=error"}

// Lang returns the language tag, for lang attributes: "en".
func (w Words) Lang() string { return w.lang }

// T returns the message key with its placeholders filled. A key or placeholder
// that does not exist is a mistake of the program and panics; the test of this
// package finds each such call, which is why key must be a literal.
func (w Words) T(key string, args ...Args) string {
	return w.message(&i18n.LocalizeConfig{MessageID: key}, args)
}

// N is T for a message with plural forms: n chooses the form and fills the
// placeholder {{.N}}.
func (w Words) N(key string, n int, args ...Args) string {
	return w.message(&i18n.LocalizeConfig{MessageID: key, PluralCount: n}, append(args, Args{"N": n}))
}

func (w Words) message(config *i18n.LocalizeConfig, args []Args) string {
	all := Args{}
	for _, a := range args {
		maps.Copy(all, a)
	}
	config.TemplateData, config.TemplateParser = map[string]any(all), strict
	text, err := w.localizer.Localize(config)
	if err != nil {
		panic(fmt.Sprintf("words: message %q: %v", config.MessageID, err))
	}
	return w.sentence(text)
}

// sentence is a message that begins as a sentence does where it begins with the words for
// a player who left: a name would stand there as its owner writes it.
func (w Words) sentence(text string) string {
	if w.gone == "" || text == w.gone || !strings.HasPrefix(text, w.gone) {
		return text
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}
