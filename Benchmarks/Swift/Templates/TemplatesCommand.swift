import ArgumentParser
import Foundation

/// `shelflife-bench templates`: what it is worth to load a template once and to use it many times.
struct TemplatesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "templates",
        abstract: "Renders lists of cards from a Mustache template in three ways.",
        discussion: """
            Each way and each length gets a process of its own, so that the first page is a first one. The first \
            includes what is prepared once. All ways must render the same text.
            """)

    @Option(help: "Numbers of cards, separated by commas.")
    var cards = "12,80"

    @Option(help: "How many pages each process renders after the first.")
    var pages = 1000

    @Option(help: "A file that keeps the figures, as JSON.", completion: .file())
    var json: String?

    private var counts: [Int] { cards.split(separator: ",").compactMap { Int($0) } }

    func validate() throws {
        guard !counts.isEmpty, counts.allSatisfy({ (1...10_000).contains($0) }), (20...100_000).contains(pages) else {
            throw ValidationError(
                "--cards must be numbers of cards such as 12,80, and --pages a number from 20 to 100000.")
        }
    }

    func run() async throws {
        print("microseconds for a page".padding(toLength: 46, withPad: " ", startingAt: 0) + TemplateTimes.head)
        var results: [TemplateTimes] = []
        for count in counts {
            let times = try TemplateForm.allCases.map { try measured($0, cards: count) }
            guard Set(times.map(\.text)).count == 1 else {
                throw ValidationError("The ways render different texts, so their times can't be compared.")
            }
            for one in times { print(one.row) }
            results += times
        }
        if let json { try JSONEncoder().encode(results).write(to: URL(filePath: json)) }
    }

    private func measured(_ form: TemplateForm, cards count: Int) throws -> TemplateTimes {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = [
            "templates-form", "--form", form.rawValue, "--cards", "\(count)", "--pages", "\(pages)",
        ]
        process.standardOutput = output
        try process.run()
        let told = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ExitCode.failure }
        return try JSONDecoder().decode(TemplateTimes.self, from: told)
    }
}

/// The process that is measured. It tells its times on standard output.
struct TemplatesFormCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "templates-form", shouldDisplay: false)

    @Option var form: TemplateForm
    @Option var cards: Int
    @Option var pages: Int

    func run() throws {
        let page = CardList.page(cards: cards)
        let clock = ContinuousClock()
        var text = ""
        var render: (CardList.Page) throws -> String = { _ in "" }
        let first = try clock.measure {
            render = try form.renderer()
            text = try render(page)
        }
        let each = try (0..<pages).map { _ in
            try clock.measure {
                guard try render(page).utf8.count == text.utf8.count else { throw ExitCode.failure }
            }
        }
        let times = TemplateTimes(form: form, cards: cards, firstUs: first.us, eachUs: each.map(\.us), text: text)
        print(String(decoding: try JSONEncoder().encode(times), as: UTF8.self))
    }
}

extension Duration {
    fileprivate var us: Double { Double(components.seconds) * 1e6 + Double(components.attoseconds) / 1e12 }
}
