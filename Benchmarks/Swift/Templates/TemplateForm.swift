import ArgumentParser
import Mustache

/// The ways to render a template that are compared.
enum TemplateForm: String, CaseIterable, Codable, ExpressibleByArgument {
    case parsedEachTime, compiledOnce, typed

    /// As a table names it.
    var title: String {
        switch self {
        case .parsedEachTime: "parsed at each use"
        case .compiledOnce: "compiled once"
        case .typed: "compiled once, typed contexts"
        }
    }

    /// Prepares what is prepared once.
    ///
    /// - Returns: what renders the page.
    func renderer() throws -> (CardList.Page) throws -> String {
        switch self {
        case .parsedEachTime:
            return { try MustacheTemplate(string: CardList.template).render($0) }
        case .compiledOnce:
            let template = try MustacheTemplate(string: CardList.template)
            return { template.render($0) }
        case .typed:
            let template = try MustacheTemplate(string: CardList.template)
            return { template.render(CardList.TypedPage(page: $0)) }
        }
    }
}
