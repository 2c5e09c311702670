package smtpd

import (
	"io"
	"net"
	"net/netip"
	"sync"
	"time"
)

// door is a listener that lets so many in, for so long, and knows them all.
type door struct {
	net.Listener
	session time.Duration

	wg sync.WaitGroup // of the clients

	mu      sync.Mutex
	clients map[*client]bool
	from    map[netip.Prefix]int
	ending  bool
}

// Accept returns the next client for whom there is room. The others read that
// there is none.
func (d *door) Accept() (net.Conn, error) {
	for {
		conn, err := d.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if c := d.enter(conn); c != nil {
			return c, nil
		}
		// So short a text never waits for whoever does not read it.
		_, _ = io.WriteString(conn, "421 4.7.0 Too many connections, try again later\r\n")
		_ = conn.Close()
	}
}

func (d *door) enter(conn net.Conn) *client {
	peer := addressOf(conn)
	d.mu.Lock()
	defer d.mu.Unlock()
	house := houseOf(peer)
	if d.ending || len(d.clients) >= mostClients || d.from[house] >= mostOfOne {
		return nil
	}
	c := &client{Conn: conn, door: d, peer: peer}
	d.clients[c] = true
	d.from[house]++
	d.wg.Add(1)
	c.timer = time.AfterFunc(d.session, func() { _ = conn.Close() })
	return c
}

func (d *door) leave(c *client) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.clients[c] {
		return
	}
	delete(d.clients, c)
	house := houseOf(c.peer)
	if d.from[house]--; d.from[house] == 0 {
		delete(d.from, house)
	}
	d.wg.Done()
}

// end lets nobody in any more, and lets those go who bring no mail, or all.
func (d *door) end(all bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ending = true
	for c := range d.clients {
		if all || c.state == idle {
			_ = c.Conn.Close() // its reader notices, and leaves
		}
	}
}

// addressOf returns the address of the other side, the zero value if it has none.
func addressOf(conn net.Conn) netip.Addr {
	if tcp, ok := conn.RemoteAddr().(*net.TCPAddr); ok {
		return tcp.AddrPort().Addr().Unmap().WithZone("")
	}
	return netip.Addr{}
}

// houseOf returns those who count as one: an address, or a /64 of IPv6.
func houseOf(a netip.Addr) netip.Prefix {
	house, _ := a.Prefix(min(a.BitLen(), 64))
	return house
}

// state is what a client does.
type state uint8

const (
	idle     state = iota
	bringing       // a mail, or the Taker has it
	waiting        // for the answer
)

// client is a connection that was let in.
type client struct {
	net.Conn
	door  *door
	peer  netip.Addr
	timer *time.Timer
	state state // kept by the door's mutex
}

// Read reads on, unless the program ends and the client has had its answer.
func (c *client) Read(b []byte) (int, error) {
	c.door.mu.Lock()
	if c.state == waiting {
		c.state = idle
	}
	over := c.door.ending && c.state == idle
	c.door.mu.Unlock()
	if over {
		return 0, io.EOF
	}
	return c.Conn.Read(b)
}

// Close ends the connection.
func (c *client) Close() error {
	c.timer.Stop()
	defer c.door.leave(c)
	return c.Conn.Close()
}

// begin notes that the client brings a mail, unless the program ends.
func (c *client) begin() bool {
	c.door.mu.Lock()
	defer c.door.mu.Unlock()
	if c.door.ending {
		return false
	}
	c.state = bringing
	return true
}

// done notes that what becomes of the mail is known.
func (c *client) done() {
	c.door.mu.Lock()
	defer c.door.mu.Unlock()
	c.state = waiting
}
