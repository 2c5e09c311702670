package notify

// Patience is for how long a mail that the mail server does not take is tried
// again, counted from when it became owed.
const Patience = patience
