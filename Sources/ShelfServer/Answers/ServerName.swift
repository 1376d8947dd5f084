/// What the server calls itself in `Server` (RFC 9110, section 10.2.4).
package enum ServerName {
    package static let text = "Shelflife"
}
