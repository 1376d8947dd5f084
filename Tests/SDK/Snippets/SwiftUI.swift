// The part of SwiftUI that the snippets of README and docs use, declared so that they can be compiled on Linux.
@_exported import Foundation

@MainActor public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError() }
}

@resultBuilder public struct ViewBuilder {
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

public struct Shown: View {
    public typealias Body = Never
    public var body: Never { fatalError() }
}

@propertyWrapper @MainActor public struct State<Value> {
    public var wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

public struct GridItem: Sendable {
    public init() {}
}

public struct LazyVGrid: View {
    public init<Content: View>(columns: [GridItem], @ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}

public struct ForEach: View {
    public init<Data: RandomAccessCollection, Content: View>(
        _ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) where Data.Element: Identifiable {}
    public var body: Never { fatalError() }
}

public struct Text: View {
    public init(_ text: String) {}
    public var body: Never { fatalError() }
}

public struct Button: View {
    public init(_ title: String, action: @escaping @MainActor () -> Void) {}
    public var body: Never { fatalError() }
}

extension View {
    public func opacity(_ opacity: Double) -> Shown { Shown() }
    public func disabled(_ isDisabled: Bool) -> Shown { Shown() }
    public func id(_ id: some Hashable) -> Shown { Shown() }
    public func task(_ action: @escaping @Sendable @MainActor () async -> Void) -> Shown { Shown() }
}
