// The part of SwiftUI that the snippets and the example use, declared so that they can be compiled on Linux.
@_exported import Foundation

@MainActor public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor var body: Body { get }
}

extension Never: View {
    public var body: Never { return fatalError() }
}

@resultBuilder @MainActor public struct ViewBuilder {
    public static func buildExpression(_ content: some View) -> Shown { Shown() }
    public static func buildBlock(_ content: Shown...) -> Shown { Shown() }
    public static func buildEither(first content: Shown) -> Shown { content }
    public static func buildEither(second content: Shown) -> Shown { content }
    public static func buildOptional(_ content: Shown?) -> Shown { Shown() }
}

public struct Shown: View {
    public var body: Never { return fatalError() }
}

@MainActor public protocol Scene {}

@MainActor public protocol App {
    associatedtype Body: Scene
    @MainActor var body: Body { get }
    init()
}

extension App {
    public static func main() {}
}

public struct WindowGroup: Scene {
    public init(@ViewBuilder content: () -> Shown) {}
}

@propertyWrapper @MainActor public struct State<Value> {
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
    public init(wrappedValue: Value) {}
}

public struct GridItem: Sendable {
    public init() {}
}

public struct LazyVGrid: View {
    public init(columns: [GridItem], @ViewBuilder content: () -> Shown) {}
    public var body: Never { return fatalError() }
}

public struct VStack: View {
    public init(@ViewBuilder content: () -> Shown) {}
    public var body: Never { return fatalError() }
}

public struct ForEach: View {
    public init<Data: RandomAccessCollection>(
        _ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Shown
    ) where Data.Element: Identifiable {}
    public var body: Never { return fatalError() }
}

public struct Text: View {
    public init(_ text: String) {}
    public var body: Never { return fatalError() }
}

public struct Button: View {
    public init(_ title: String, action: @escaping @MainActor () -> Void) {}
    public var body: Never { return fatalError() }
}

public struct ProgressView: View {
    public init(value: Double?) {}
    public var body: Never { return fatalError() }
}

public struct TimelineView: View {
    public struct Context {}
    public struct Schedule: Sendable {
        public static let animation = Schedule()
        public static func periodic(from start: Date, by interval: TimeInterval) -> Schedule { Schedule() }
    }
    public init(_ schedule: Schedule, @ViewBuilder content: @escaping (Context) -> Shown) {}
    public var body: Never { return fatalError() }
}

public struct Animation: Sendable { public static let easeOut = Animation() }
public struct Font: Sendable { public static let largeTitle = Font() }

extension View {
    public func opacity(_ opacity: Double) -> Shown { Shown() }
    public func font(_ font: Font) -> Shown { Shown() }
    public func animation(_ animation: Animation, value: some Equatable) -> Shown { Shown() }
    public func disabled(_ isDisabled: Bool) -> Shown { Shown() }
    public func id(_ id: some Hashable) -> Shown { Shown() }
    public func task(_ action: @escaping @Sendable @MainActor () async -> Void) -> Shown { Shown() }
}
