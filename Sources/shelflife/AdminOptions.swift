import ArgumentParser
import ShelfClient

/// The server to ask as an admin, and the token to do it with.
struct AdminOptions: ParsableArguments {
    @Option(name: .customLong("to"), help: "The server's address, such as https://store.example.com.")
    var url = "http://127.0.0.1:8080"

    @OptionGroup var token: AdminTokenOptions

    func server() throws -> AdminServer {
        AdminServer(url: url, server: try ServerAddress.url(url), headers: try token.header)
    }
}
