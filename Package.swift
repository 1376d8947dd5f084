// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// Apple's platforms bring their own HTTP client.
let onLinux = TargetDependencyCondition.when(platforms: [.linux])

/// What only the server, its tests and its benchmarks need. An app that depends on this package with `traits: []` gets
/// the SDK alone, and none of these packages is even fetched.
let forServer = TargetDependencyCondition.when(traits: ["Server"])

let package = Package(
    name: "shelflife",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "ShelfClient", targets: ["ShelfClient"]),
        .library(name: "ShelfLevels", targets: ["ShelfLevels"]),
        .library(name: "ShelfInvitations", targets: ["ShelfInvitations"]),
        .library(name: "ShelfClientTesting", targets: ["ShelfClientTesting"]),
        .executable(name: "shelflife", targets: ["shelflife"]),
    ],
    traits: [
        .trait(name: "Server", description: "The server and its tools, beside the SDK for apps."),
        .default(enabledTraits: ["Server"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto", "4.5.2"..<"5.0.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1",
            traits: ["FullFoundation"]),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftcsv/SwiftCSV", from: "0.10.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.0"),
    ],
    targets: [
        .target(name: "ShelfModel", swiftSettings: strict),
        .target(
            name: "ShelfWire",
            dependencies: ["ShelfModel", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: strict),
        .target(
            name: "ShelfHTTP",
            dependencies: [
                .product(name: "NIOCore", package: "swift-nio", condition: onLinux),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: onLinux),
                .product(name: "NIOPosix", package: "swift-nio", condition: onLinux),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: onLinux),
                .product(name: "NIOTLS", package: "swift-nio", condition: onLinux),
            ],
            swiftSettings: strict),
        .target(
            name: "ShelfClient",
            dependencies: ["ShelfHTTP", "ShelfModel", "ShelfWire"],
            swiftSettings: strict),
        .target(
            name: "ShelfClientTesting",
            dependencies: [
                "ShelfClient", "ShelfModel", "ShelfWire", .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict),
        .target(name: "ShelfFleet", dependencies: ["ShelfClient", "ShelfModel"], swiftSettings: strict),
        .target(
            name: "ShelfConfiguration",
            dependencies: [
                "ShelfAppStore", "ShelfModel", "ShelfPacks", "ShelfWire",
                .product(name: "SwiftCSV", package: "SwiftCSV", condition: forServer),
                .product(name: "Yams", package: "Yams", condition: forServer),
            ],
            swiftSettings: strict),
        .target(
            name: "ShelfSample",
            dependencies: ["ShelfModel", "ShelfWire"],
            resources: [.copy("Resources")],
            swiftSettings: strict),
        .target(
            name: "ShelfTerminal",
            dependencies: ["ShelfClient", "ShelfModel", "ShelfWire"],
            swiftSettings: strict),
        .target(
            name: "ShelfAppStore",
            dependencies: [
                "ShelfModel", "ShelfWire",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1", condition: forServer),
                .product(name: "X509", package: "swift-certificates", condition: forServer),
            ],
            swiftSettings: strict),
        .target(name: "ShelfDatabase", dependencies: ["ShelfModel", "ShelfVault"], swiftSettings: strict),
        .target(
            name: "ShelfSQL", dependencies: ["ShelfDatabase", "ShelfModel", "ShelfVault"], swiftSettings: strict),
        .target(
            name: "ShelfSQLite",
            dependencies: [
                "ShelfDatabase", "ShelfModel", "ShelfSQL", "ShelfVault",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift", condition: forServer),
                .product(name: "GRDBSQLite", package: "GRDB.swift", condition: forServer),
            ],
            swiftSettings: strict),
        .systemLibrary(
            name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(
            name: "ShelfPostgres", dependencies: ["CLibPQ", "ShelfDatabase", "ShelfModel", "ShelfSQL", "ShelfVault"],
            swiftSettings: strict),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .target(
            name: "ShelfPacks",
            dependencies: [
                "CSQLite", "CZlib", "ShelfModel", "ShelfWire", .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict),
        .target(
            name: "ShelfLevels", dependencies: ["ShelfHTTP", "ShelfModel", "ShelfPacks", "ShelfWire"],
            swiftSettings: strict),
        .target(
            name: "ShelfInvitations", dependencies: ["ShelfClient", "ShelfHTTP", "ShelfWire"], swiftSettings: strict),
        .target(
            name: "ShelfSite",
            dependencies: [
                "CZlib", "ShelfModel", "ShelfWire",
                .product(name: "Mustache", package: "swift-mustache", condition: forServer),
            ],
            resources: [.copy("Resources")],
            swiftSettings: strict),
        .target(name: "CKernel", publicHeadersPath: "include"),
        .target(
            name: "ShelfVault",
            dependencies: [
                "CKernel", "ShelfModel", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto", condition: forServer),
            ],
            resources: [.copy("Resources")],
            swiftSettings: strict),
        .target(name: "CConfinedChild", publicHeadersPath: "include"),
        .target(
            name: "ShelfEngine",
            dependencies: [
                "CConfinedChild", "CKernel", "ShelfAppStore", "ShelfConfiguration", "ShelfDatabase", "ShelfModel",
                "ShelfPacks", "ShelfVault", "ShelfWire",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto", condition: forServer),
                .product(name: "JWTKit", package: "jwt-kit", condition: forServer),
                .product(name: "Logging", package: "swift-log", condition: forServer),
            ],
            swiftSettings: strict),
        .target(
            name: "ShelfServer",
            dependencies: [
                "ShelfConfiguration", "ShelfDatabase", "ShelfEngine", "ShelfModel", "ShelfPacks", "ShelfSite",
                "ShelfVault", "ShelfWire",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: forServer),
                .product(name: "Hummingbird", package: "hummingbird", condition: forServer),
                .product(name: "HummingbirdCore", package: "hummingbird", condition: forServer),
                .product(name: "Logging", package: "swift-log", condition: forServer),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: forServer),
            ],
            swiftSettings: strict),
        .target(
            name: "ShelfTesting",
            dependencies: [
                "ShelfClient", "ShelfConfiguration", "ShelfDatabase", "ShelfEngine", "ShelfModel", "ShelfServer",
                "ShelfVault", "ShelfWire",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto", condition: forServer),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: forServer),
                .product(name: "Hummingbird", package: "hummingbird", condition: forServer),
                .product(name: "Logging", package: "swift-log", condition: forServer),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "SwiftASN1", package: "swift-asn1", condition: forServer),
                .product(name: "X509", package: "swift-certificates", condition: forServer),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "shelflife",
            dependencies: [
                "ShelfClient", "ShelfConfiguration", "ShelfDatabase", "ShelfEngine", "ShelfHTTP", "ShelfModel",
                "ShelfLevels", "ShelfPacks", "ShelfPostgres", "ShelfSQLite",
                "ShelfSample", "ShelfServer", "ShelfTerminal", "ShelfVault", "ShelfWire",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: forServer),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log", condition: forServer),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: forServer),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "shelflife-lane",
            dependencies: [
                "ShelfConfiguration", "ShelfDatabase", "ShelfEngine", "ShelfModel", "ShelfSQL", "ShelfSQLite",
                "ShelfServer", "ShelfSite", "ShelfTesting", "ShelfWire",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: forServer),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ],
            path: "Benchmarks/Lane",
            swiftSettings: strict),
        .executableTarget(
            name: "shelflife-bench",
            dependencies: [
                "CLibPQ", "ShelfClient", "ShelfConfiguration", "ShelfDatabase", "ShelfEngine", "ShelfFleet",
                "ShelfLevels", "ShelfModel", "ShelfPacks", "ShelfPostgres", "ShelfSQL", "ShelfSQLite", "ShelfServer",
                "ShelfTesting", "ShelfVault", "ShelfWire",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: forServer),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift", condition: forServer),
                .product(name: "Hummingbird", package: "hummingbird", condition: forServer),
                .product(name: "Logging", package: "swift-log", condition: forServer),
                .product(name: "Mustache", package: "swift-mustache", condition: forServer),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Benchmarks/Swift",
            swiftSettings: strict),
        .testTarget(
            name: "JourneyTests",
            dependencies: [
                "ShelfClient", "ShelfConfiguration", "ShelfDatabase", "ShelfEngine", "ShelfHTTP", "ShelfInvitations",
                "ShelfModel", "ShelfPacks",
                "ShelfSQL",
                "ShelfSQLite",
                "ShelfSample", "ShelfServer", "ShelfTesting", "ShelfWire",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: forServer),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ShelfAppStoreTests",
            dependencies: [
                "ShelfAppStore", "ShelfModel", "ShelfTesting", "ShelfWire",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "JWTKit", package: "jwt-kit", condition: forServer),
                .product(name: "SwiftASN1", package: "swift-asn1", condition: forServer),
                .product(name: "X509", package: "swift-certificates", condition: forServer),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ShelfClientTests",
            dependencies: [
                "ShelfClient", "ShelfFleet", "ShelfModel", "ShelfTesting", "ShelfWire",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ShelfClientTestingTests",
            dependencies: ["ShelfClient", "ShelfClientTesting", "ShelfModel", "ShelfTesting", "ShelfWire"],
            swiftSettings: strict),
        .testTarget(
            name: "ShelfConfigurationTests",
            dependencies: ["ShelfAppStore", "ShelfConfiguration", "ShelfModel", "ShelfSample", "ShelfWire"],
            exclude: ["Corpus"],
            swiftSettings: strict),
        .testTarget(
            name: "ShelfEngineTests",
            dependencies: [
                "CConfinedChild", "ShelfConfiguration", "ShelfDatabase", "ShelfEngine", "ShelfModel", "ShelfSQL",
                "ShelfSQLite",
                "ShelfServer",
                "ShelfTesting", "ShelfVault", "ShelfWire",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift", condition: forServer),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ShelfHTTPTests",
            dependencies: [
                "ShelfHTTP", "ShelfTesting",
                .product(name: "NIOCore", package: "swift-nio", condition: onLinux),
                .product(name: "NIOEmbedded", package: "swift-nio", condition: onLinux),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: onLinux),
                .product(name: "NIOPosix", package: "swift-nio", condition: onLinux),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: onLinux),
                .product(name: "NIOTLS", package: "swift-nio", condition: onLinux),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ShelfInvitationsTests", dependencies: ["ShelfClient", "ShelfHTTP", "ShelfInvitations"],
            swiftSettings: strict),
        .testTarget(
            name: "ShelfLevelsTests",
            dependencies: [
                "ShelfHTTP", "ShelfLevels", "ShelfModel", "ShelfPacks", "ShelfWire",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict),
        .testTarget(name: "ShelfModelTests", dependencies: ["ShelfModel"], swiftSettings: strict),
        .testTarget(
            name: "ShelfPacksTests", dependencies: ["CSQLite", "ShelfModel", "ShelfPacks", "ShelfWire"],
            swiftSettings: strict),
        .testTarget(
            name: "ShelfSampleTests",
            dependencies: ["ShelfConfiguration", "ShelfModel", "ShelfSample", "ShelfWire"],
            swiftSettings: strict),
        .testTarget(name: "ShelfSiteTests", dependencies: ["ShelfSite"], swiftSettings: strict),
        .testTarget(
            name: "ShelfServerTests",
            dependencies: [
                "ShelfAppStore", "ShelfConfiguration", "ShelfDatabase", "ShelfEngine", "ShelfModel", "ShelfPacks",
                "ShelfSQL",
                "ShelfSQLite", "ShelfServer", "ShelfSite", "ShelfTesting", "ShelfVault", "ShelfWire",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: forServer),
                .product(name: "JWTKit", package: "jwt-kit", condition: forServer),
                .product(name: "Logging", package: "swift-log", condition: forServer),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ShelfPostgresTests",
            dependencies: [
                "CLibPQ", "ShelfDatabase", "ShelfEngine", "ShelfModel", "ShelfPostgres", "ShelfSQL", "ShelfSQLite",
                "ShelfTesting", "ShelfVault",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ShelfSQLiteTests",
            dependencies: [
                "ShelfDatabase", "ShelfModel", "ShelfSQL", "ShelfSQLite", "ShelfTesting", "ShelfVault",
                .product(name: "GRDB", package: "GRDB.swift", condition: forServer),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ShelfTerminalTests",
            dependencies: ["ShelfClient", "ShelfModel", "ShelfTerminal", "ShelfWire"],
            swiftSettings: strict),
        .testTarget(
            name: "ShelfVaultTests",
            dependencies: ["ShelfModel", "ShelfVault", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: strict),
        .testTarget(
            name: "ShelfWireTests",
            dependencies: ["ShelfModel", "ShelfWire", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: strict),
    ]
)

// `make try` builds the test target that it runs, since SwiftPM links all of them into one program.
if let tried = Context.environment["SHELFLIFE_TRY"] {
    package.targets.removeAll { $0.type == .test && $0.name != tried }
}
