extension StarterShop {
    /// `shelflife.yaml`
    func settings(token: String) -> String {
        """
        # What the operator sets: addresses, money, tokens, secrets. None of it is ever
        # published. docs/configuration.md says what each key means. After a change:
        #     shelflife check shelflife.yaml

        server:
          host: 127.0.0.1
          port: 8080
          data: data                       # made at the first start, beside this file

        # What a new player has to spend, by currency.
        players:
          welcome: {coins: \(Self.welcome["coins"] ?? 0)}

        # Whether players can make matches and invite each other.
        invitations: \(hasInvitations)

        # The rules are in content.yaml. `owner: server` means that what is published holds;
        # with `owner: files`, what these files say.
        content:
          file: content.yaml
          owner: server

        # The operators' pages.
        desk:
          port: 8081

        # Who may do what: the hash of each token, never the token. `shelflife token NAME`
        # adds another.
        admin:
          tokens:
            \(token)
        \(isSealed ? "" : appSecrets)
        """
    }

    private var appSecrets: String {
        """

        # By store, the secret that your app has built in. Made for this shop alone: it
        # belongs in no repository.
        appSecrets:

        """ + stores.map { "  \($0.id): \(SampleFiles.secret())\n" }.joined()
    }

    /// What `.gitignore` lists: the server's data, and settings that have app secrets.
    package var ignoredFiles: [String] { ["/data/"] + (isSealed ? [] : ["/\(SampleFiles.settings)"]) }

    /// `.gitignore`
    var ignoredText: String { ignoredFiles.map { "\($0)\n" }.joined() }
}
