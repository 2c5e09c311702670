package smtp

import (
	"errors"
	"net"
	"net/url"
	"strconv"
	"strings"
)

// Server is where mails go, and as whom. The zero value is none.
type Server struct {
	Host           string // for which its certificate must be good
	Port           string
	TLS            bool // from the first byte; else by STARTTLS
	User, Password string
}

// errServer quotes nothing: what it speaks of may hold a password.
var errServer = errors.New("no address of a mail server, as in smtps://user:password@mail.example:465 or smtp://127.0.0.1:25 " +
	"(signs in user and password that mean something in a URL are written as %40 and the like)")

// ParseServer reads smtp[s]://[user[:password]@]host:port. Its error tells
// nothing of text.
func ParseServer(text string) (Server, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "smtp" && u.Scheme != "smtps" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return Server{}, errServer
	}
	port, err := strconv.ParseUint(u.Port(), 10, 16)
	if err != nil || port == 0 || u.Hostname() == "" {
		return Server{}, errServer
	}
	s := Server{Host: u.Hostname(), Port: u.Port(), TLS: u.Scheme == "smtps"}
	if u.User != nil {
		s.User = u.User.Username()
		s.Password, _ = u.User.Password()
		if s.User == "" {
			return Server{}, errServer
		}
	}
	return s, nil
}

// String returns s without user and password: "smtps://mail.example:465".
func (s Server) String() string {
	if s == (Server{}) {
		return "none"
	}
	scheme := "smtp://"
	if s.TLS {
		scheme = "smtps://"
	}
	return scheme + s.address()
}

// GoString keeps the password out of what %#v prints.
func (s Server) GoString() string { return s.String() }

func (s Server) address() string { return net.JoinHostPort(s.Host, s.Port) }

// loopback reports whether the server is on this machine, so that nobody else
// can listen.
func (s Server) loopback() bool {
	if ip := net.ParseIP(s.Host); ip != nil {
		return ip.IsLoopback()
	}
	host := strings.ToLower(strings.TrimSuffix(s.Host, "."))
	return host == "localhost" || strings.HasSuffix(host, ".localhost") // RFC 6761, 6.3
}
