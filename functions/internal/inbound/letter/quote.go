package letter

import (
	"regexp"
	"slices"
	"strings"
)

// breaks are the ends of a line.
var breaks = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n")

// lines are those of a text.
func lines(text string) []string { return strings.Split(breaks.Replace(text), "\n") }

// above returns the lines before the first that marks what somebody else has
// written, or the end of what the person has.
func above(lines []string) []string {
	plain := make([]string, len(lines))
	for i, line := range lines {
		plain[i] = strings.ToLower(strings.Trim(Plain(line), "*_ "))
		if plain[i] == "" {
			plain[i] = Plain(line) // of nothing but stars
		}
	}
	for i := range plain {
		if marks(plain[i:]) {
			lines = lines[:i]
			break
		}
	}
	for len(lines) > 0 && Plain(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// marks reports whether a quote or a signature begins at the first of some lines,
// which are plain and in lower case.
func marks(lines []string) bool {
	s := lines[0]
	if s == "" {
		return false
	}
	return strings.HasPrefix(s, ">") || strings.HasPrefix(s, "|") || strings.HasPrefix(s, "&gt;") ||
		ruler.MatchString(s) || files(s) || counts.MatchString(s) || signs(s) || announces(s) || attributes(lines) || heads(lines)
}

// ruler is a line, or words between two: `-- `, `-----Original Message-----`,
// `________________`.
var ruler = regexp.MustCompile(`^(-{2,}|_{3,}|={4,}|\*{4,}|~{4,}|#{4,}|-{5,}.*|--.*--|_{5,}.*|={5,}.*)$`)

// files reports whether a line is the letters of a board, from either side: in no
// mail of his own does anybody write them, and in each of ours they stand above
// the moves.
func files(s string) bool {
	letters := strings.ReplaceAll(s, " ", "")
	return slices.Contains([]string{"abcdefghij", "jihgfedcba", "abcdefgh", "hgfedcba"}, letters)
}

// counts are the lines that stand above the list of the pieces in each of our mails
// that draws no board, and above the list of the moves in answers that have neither.
var counts = regexp.MustCompile(`^(you have|vous avez|du hast|je hebt) \d+ (pieces? on the board|pièces? sur le plateau|figur(en)? auf dem brett|stuk(ken)? op het bord|legal moves?:|coups? permis ?:|erlaubte[rn]? z[uü]ge?:|toegestane zet(ten)?:)`)

// signs reports whether a program signs.
func signs(s string) bool {
	return slices.ContainsFunc(signatures, func(m *regexp.Regexp) bool { return m.MatchString(s) })
}

var signatures = []*regexp.Regexp{
	regexp.MustCompile(`^(sent|written|typed) (from|with|via|by|using) (my|the|a|an|outlook|mail|proton|protonmail|yahoo|gmail|samsung|android|iphone|ipad|fairphone|spark|tutanota|thunderbird|k-9|blackberry)\b`),
	regexp.MustCompile(`^(envoyé|envoyée|expédié|écrit) (de|depuis|à partir|avec|par|via|sur) `),
	regexp.MustCompile(`^télécharge[rz] outlook\b`),
	regexp.MustCompile(`^(diese nachricht wurde )?(von|mit|aus|auf) .{1,60} (gesendet|geschickt|geschrieben|verfasst)( gesendet)?[.!]?$`),
	regexp.MustCompile(`^(gesendet|verschickt|geschrieben) (von|mit|aus|via|über) `),
	regexp.MustCompile(`^(verstuurd|verzonden|gestuurd|geschreven) (vanaf|vanuit|vanop|met|via|door|van) `),
	regexp.MustCompile(`^(get|download) outlook (for|voor)\b|^outlook (für|voor) .{1,20} (beziehen|herunterladen|downloaden|ophalen)\b|^(holen sie sich|laden sie|haal|download) outlook\b`),
	regexp.MustCompile(`^yahoo mail: `),
}

// announces reports whether a line says that another mail follows.
func announces(s string) bool {
	s = strings.TrimRight(s, ": ")
	return slices.Contains(announcements, s)
}

var announcements = []string{
	"original message", "begin forwarded message", "forwarded message", "reply message", "reply above this line",
	"message d'origine", "message original", "message initial", "début du message réexpédié", "début du message transféré", "message transféré",
	"ursprüngliche nachricht", "originalnachricht", "original-nachricht", "anfang der weitergeleiteten nachricht", "weitergeleitete nachricht",
	"oorspronkelijk bericht", "origineel bericht", "begin doorgestuurd bericht", "doorgestuurd bericht",
}

// A line like `On Tue, 3 March 2026 at 10:00, Ann <ann@example.org> wrote:`, which
// may be broken into some.
var (
	attributionVerb = regexp.MustCompile(`(^|[ >,])(wrote|writes|schrieb|geschrieben|schreef|geschreven|a écrit|écrit|a ecrit)([ :,<]|$)`)
	attributionWho  = regexp.MustCompile(`^\S+ ?:.*<[^<>\s:]+@[^<>\s:]+>$|<[^<>\s:]+@[^<>\s:]+>[^<>]{0,30}:$`) // in any language
	// What stands above the words of a player in a mail of ours, which may be broken anywhere.
	attributionOurs = regexp.MustCompile(`(wrote on|a écrit le|schrieb am|schreef op) .*:$|^(told|transmis à|doorgegeven aan) .{1,90}:$|^.{1,90} ausgerichtet:$`)
	attributionDate = regexp.MustCompile(`^(on|le|am|op|den|vom|du|van|il)\b.*\d|\b(19|20)\d\d\b`)
)

const attributionLines = 5

func attributes(lines []string) bool {
	if (strings.HasSuffix(lines[0], ":") || strings.Contains(lines[0], "@")) && attributionVerb.MatchString(lines[0]) {
		return true
	}
	if attributionWho.MatchString(lines[0]) {
		return true
	}
	if end := ours(lines); end == 1 || end > 1 && ours(lines[1:]) != end-1 {
		return true
	}
	joined := ""
	for _, line := range lines[:min(len(lines), attributionLines)] {
		if line == "" {
			break
		}
		joined += " " + line
		if strings.HasSuffix(line, ":") && (strings.Contains(joined, "@") || attributionVerb.MatchString(joined)) {
			return attributionDate.MatchString(lines[0])
		}
	}
	return false
}

// ours returns how many of the first few of lines are, or end in, one of attributionOurs;
// 0 if none are. It begins in the last line from which on it ends there.
func ours(lines []string) int {
	for n := 1; n <= min(len(lines), attributionLines) && lines[n-1] != ""; n++ {
		if attributionOurs.MatchString(strings.Join(lines[:n], " ")) {
			return n
		}
	}
	return 0
}

// heads reports whether the lines are a header: two fields of one, close to one
// another, or one with an address.
func heads(lines []string) bool {
	if !field(lines[0]) {
		return false
	}
	if strings.Contains(lines[0], "@") {
		return true
	}
	near := slices.DeleteFunc(slices.Clone(lines[1:min(len(lines), 5)]), func(s string) bool { return s == "" })
	return slices.ContainsFunc(near[:min(len(near), 2)], field)
}

// field reports whether a line begins with the name of a header's field.
func field(s string) bool {
	name, _, found := strings.Cut(s, ":")
	return found && slices.Contains(fieldNames, strings.Trim(name, "* "))
}

var fieldNames = []string{
	"from", "sent", "date", "to", "cc", "subject", "reply-to",
	"de", "envoyé", "envoyé le", "à", "copie", "objet", "répondre à",
	"von", "gesendet", "gesendet am", "datum", "an", "betreff", "antwort an",
	"van", "verzonden", "verzonden op", "aan", "onderwerp", "beantwoorden aan",
}

// link is what programs put behind the words of a link when they make text of it,
// often rewritten by a filter, and over several lines.
var (
	link      = regexp.MustCompile(`\s?<(?:https?|mailto):[^<>]*>|\s?\[(?:https?|mailto|cid):[^\[\]]*\]|\s?\((?:https?|mailto):[^()]*\)`)
	wordsLink = regexp.MustCompile(`\[([^\[\]\n]+)\]\((?:https?|mailto):[^()]*\)`)
)

// unlink takes links out of lines.
func unlink(lines []string) []string {
	if len(lines) == 0 {
		return nil
	}
	text := strings.Join(lines, "\n")
	text = wordsLink.ReplaceAllString(text, "$1")
	return strings.Split(link.ReplaceAllString(text, ""), "\n")
}
