package mail

import "fieldpost/engine/player"

// Wish is how somebody wants the mails of his games.
type Wish struct {
	Wanted bool         // he takes this one
	Daily  bool         // but in his mail of the day, if it can wait
	Epoch  uint8        // of his profile: a link to his games of another is cancelled
	Prefs  player.Prefs // how it is to be written
}
