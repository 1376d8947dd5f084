import Foundation

/// How long one way took for pages with a number of cards, in microseconds.
struct TemplateTimes: Codable {
    let form: TemplateForm
    let cards: Int
    /// The first page, with what is prepared once.
    let firstUs: Double
    let medianUs: Double
    /// The 95th percentile.
    let p95Us: Double
    /// What was rendered.
    let text: String

    init(form: TemplateForm, cards: Int, firstUs: Double, eachUs: [Double], text: String) {
        let sorted = eachUs.sorted()
        self.form = form
        self.cards = cards
        self.firstUs = firstUs
        medianUs = sorted[sorted.count / 2]
        p95Us = sorted[sorted.count * 95 / 100]
        self.text = text
    }

    static let head = "     first    median      95 %  each card"

    var row: String {
        "\(cards) cards, \(form.title)".padding(toLength: 46, withPad: " ", startingAt: 0)
            + String(format: "%10.0f%10.0f%10.0f%11.1f", firstUs, medianUs, p95Us, medianUs / Double(cards))
    }
}
