import Foundation
import ShelfConfiguration
import ShelfModel
import ShelfWire
import Testing

@Suite struct ThemeTests {
    /// The page's lightest and darkest grounds; between them contrast only grows.
    private static let grounds = (light: "#f2f2f7", dark: "#24242e")

    @Test(arguments: Sample.standard.configuration.content.stores.map(\.theme))
    func `accents can be read on light and dark grounds (WCAG AA)`(theme: Theme) throws {
        #expect(contrast(theme.light.accent, Self.grounds.light) >= 4.5)
        #expect(contrast(theme.dark.accent, Self.grounds.dark) >= 4.5)
    }

    /// WCAG 2.2, "contrast ratio".
    private func contrast(_ one: String, _ other: String) -> Double {
        let (high, low) = (max(luminance(one), luminance(other)), min(luminance(one), luminance(other)))
        return (high + 0.05) / (low + 0.05)
    }

    private func luminance(_ colour: String) -> Double {
        let number = Int(colour.dropFirst().prefix(6), radix: 16) ?? 0
        let parts = [number >> 16, number >> 8 & 255, number & 255].map { part in
            let value = Double(part) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
}
