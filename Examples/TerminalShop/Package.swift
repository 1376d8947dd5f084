// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "TerminalShop",
    platforms: [.macOS(.v15)],
    dependencies: [
        // In your game: .package(url: "https://git.example/shelflife", from: "0.1.0", traits: [])
        .package(name: "shelflife", path: "../..", traits: [])
    ],
    targets: [
        .executableTarget(
            name: "TerminalShop",
            dependencies: [.product(name: "ShelfClient", package: "shelflife")],
            swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")])
    ])
