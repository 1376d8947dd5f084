import Hummingbird
import ShelfConfiguration

/// The cookie that holds a session's id (RFC 6265bis, section 4.1).
struct DeskCookie {
    let isSecure: Bool

    /// With the prefix, browsers take the cookie over https only and send it to this host only. They wouldn't take it
    /// over plain http.
    private var name: String { (isSecure ? "__Host-" : "") + "shelflife-desk" }

    /// The id that a request brings.
    func text(in request: Request) -> String? { request.cookies[name]?.value }

    /// The value of `Set-Cookie` that signs in.
    func setting(_ id: DeskSecret) -> String { text(id.text) }

    /// The value of `Set-Cookie` that signs out.
    var removing: String { text("") + "; Max-Age=0" }

    private func text(_ value: String) -> String {
        "\(name)=\(value); Path=/; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
    }
}
