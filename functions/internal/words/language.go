package words

// LanguageName returns the name of a language in itself, for who chooses one:
// "English", "français". Of a tag that has none here it returns the tag.
func LanguageName(lang string) string {
	if name := languageNames[lang]; name != "" {
		return name
	}
	return lang
}

// The names are the same for every reader, and so are no messages.
var languageNames = map[string]string{"en": "English", "fr": "français", "de": "Deutsch", "nl": "Nederlands"}
