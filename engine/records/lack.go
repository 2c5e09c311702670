package records

// Lack is what a foreign format has no words for. The zero value is something
// else.
type Lack uint8

// The lacks.
const (
	OtherLack   Lack = iota
	LackArmy         // the army
	LackOptions      // an option that changes fights or moves
	LackEnding       // the way in which the game ended
	LackPath         // the path of a captain
	lackEnd
)

var lackNames = [lackEnd]string{"other", "army", "options", "ending", "path"}

// String returns a word: "army", "options", …, "other" for the zero value.
func (l Lack) String() string {
	if l >= lackEnd {
		return lackNames[OtherLack]
	}
	return lackNames[l]
}
