import ShelfAppStore

/// Reads `apple`: which App Store transactions the server accepts, and what they are worth.
struct AppleReader {
    let folder: Folder
    let log: ProblemLog

    private static let rootBytesAtMost = 1 << 20

    /// - Parameter field: the configuration's `apple`.
    /// - Returns: the settings; `nil`, after reporting errors, when something can't be read.
    func read(_ field: Field) -> AppleSettings? {
        guard let fields = field.fields(["roots", "bundle", "environment", "products"]) else { return nil }
        let roots = roots(fields)
        let bundle = fields.read("bundle", .bundle)
        let environment = fields.read("environment", .environment)
        let products = products(fields)
        guard let roots, let bundle, let environment, let products,
            let verifier = try? AppStoreVerifier(roots: roots, bundle: bundle, environment: environment)
        else { return nil }
        return AppleSettings(verifier: verifier, products: products)
    }

    private func roots(_ fields: Fields) -> [[UInt8]]? {
        guard let field = fields["roots"] else {
            log.add(
                fields.place(of: "roots"), found: "nothing",
                expected: "a list of certificate files, such as [AppleRootCA-G3.cer]")
            return nil
        }
        return field.list(of: "certificate files")?.map(root).allPresent()
    }

    private func root(_ field: Field) -> [UInt8]? {
        guard let name = field.read(.path),
            let bytes = FileBytes.read(
                field.place, path: folder.path(name), atMost: Self.rootBytesAtMost,
                advice: "name a certificate's file", log: log)
        else { return nil }
        guard AppStoreVerifier.isRoot(bytes) else {
            log.add(
                field.place, found: "something else in \(quoted(name))",
                expected: """
                    a certificate authority's certificate in DER or PEM, such as Apple Root CA - G3 from \
                    apple.com/certificateauthority
                    """)
            return nil
        }
        return bytes
    }

    private func products(_ fields: Fields) -> [String: TopUp.Worth]? {
        let what = "products and what they are worth, such as {com.example.coins100: {coins: 100}}"
        guard let field = fields["products"] else {
            log.add(fields.place(of: "products"), found: "nothing", expected: "a mapping of \(what)")
            return nil
        }
        guard let entries = field.entries(of: what) else { return nil }
        let products = entries.map { id, value in worth(of: id, value, in: field).map { (id, $0) } }.allPresent()
        return products.map { Dictionary($0) { $1 } }
    }

    private func worth(of product: String, _ field: Field, in products: Field) -> TopUp.Worth? {
        guard Form<String>.product.read(product) != nil else {
            log.add(
                products.place.line(of: field.place), found: Form<String>.found(product), alike: Likeness.of(product),
                expected: Form<String>.product.expected)
            return nil
        }
        guard let amounts = field.entries(of: "one currency and its amount, such as {coins: 100}") else { return nil }
        guard amounts.count == 1, let (name, value) = amounts.first else {
            log.add(
                field.place, found: "\(amounts.count) currencies",
                expected: "one currency and its amount, such as {coins: 100}")
            return nil
        }
        let currency = CurrencyName.read(name, at: field.place.line(of: value.place), log: log)
        guard let amount = value.read(Form<Int64>.count), let currency else { return nil }
        return TopUp.Worth(currency: currency, amount: amount)
    }
}

extension Form<String> {
    fileprivate static var bundle: Form {
        Form("the app's bundle identifier, 1 to 155 letters, digits, dots and hyphens, such as com.example.game") {
            text in
            let isBundle = (1...155).contains(text.utf8.count) && text.utf8.allSatisfy(\.isBundleByte)
            return isBundle ? text : nil
        }
    }

    fileprivate static var product: Form {
        Form("a product's id in the App Store, 1 to 100 letters, digits, dots, hyphens and underscores") { text in
            let isProduct = (1...100).contains(text.utf8.count) && text.utf8.allSatisfy(\.isProductByte)
            return isProduct ? text : nil
        }
    }
}

extension Form<AppStoreEnvironment> {
    fileprivate static var environment: Form {
        let words = AppStoreEnvironment.allCases.map(\.rawValue)
        let form = Form<String>.one(of: words)
        return Form(form.expected, guesses: form.guesses) { AppStoreEnvironment(rawValue: $0) }
    }
}

extension UInt8 {
    private var isWordByte: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
            || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
    }

    fileprivate var isBundleByte: Bool { isWordByte || "-.".utf8.contains(self) }

    fileprivate var isProductByte: Bool { isWordByte || "-._".utf8.contains(self) }
}
