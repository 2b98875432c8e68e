// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
let strictC: [CSetting] = [.treatAllWarnings(as: .error)]

func module(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ module: String, _ more: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(module)Tests",
        dependencies: [.byName(name: module), "TestSupport"] + more,
        exclude: exclude,
        swiftSettings: strict
    )
}

func library(_ name: String, _ package: String, pkgConfig: String? = nil) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

let package = Package(
    name: "countersign",
    products: [.executable(name: "countersign", targets: ["countersign"])],
    targets: [
        // System libraries, each behind one header of inline shims.
        library("COpenSSL", "libssl-dev"),
        library("CCurl", "libcurl4-openssl-dev"),
        library("CSQLite", "libsqlite3-dev"),
        library("CLinux", "libc6-dev"),
        library("CXML2", "libxml2-dev", pkgConfig: "libxml-2.0"),
        library("CNGHTTP2", "libnghttp2-dev"),
        .target(
            name: "CHoldGate",
            cSettings: strictC,
            linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]
        ),
        .target(name: "CTerminal", cSettings: strictC, linkerSettings: [.linkedLibrary("ncursesw")]),

        // What the product is made of; an import goes down this list only.
        module("Reactor", ["CLinux"]),
        module("Diagnosis", ["CLinux"]),
        module("Trust", ["Diagnosis", "COpenSSL", "CXML2"]),
        module("Events", ["Trust", "Diagnosis"]),
        module(
            "RequestEngine",
            ["Events", "Trust", "Diagnosis", "Reactor", "COpenSSL", "CCurl", "CHoldGate", "CLinux"]
        ),
        module("ChallengeLog", ["Events", "Trust", "Diagnosis", "CSQLite", "CLinux"]),
        module("Lab", ["Events", "Trust", "Diagnosis", "Reactor", "COpenSSL", "CLinux", "CNGHTTP2"]),
        module("Workbench", ["RequestEngine", "Lab", "ChallengeLog", "Events", "Trust", "Diagnosis", "CXML2"]),
        module("Report", ["Workbench", "ChallengeLog", "Events", "Trust", "Diagnosis"]),
        module("Terminal", ["Diagnosis", "CTerminal"]),
        module("Inspector", ["Terminal", "Report", "Workbench", "ChallengeLog", "Events", "Trust", "Diagnosis"]),
        .executableTarget(
            name: "countersign",
            dependencies: ["Inspector", "Report", "Workbench", "ChallengeLog", "Lab", "Events", "Trust", "Diagnosis"],
            swiftSettings: strict
        ),

        // What several test targets share: folders, ports, programs, waiting, a pseudo-terminal.
        .target(
            name: "TestSupport",
            dependencies: ["Diagnosis", "CLinux"],
            path: "Tests/Support",
            swiftSettings: strict
        ),
        // Events as the engine records them, for whoever reads events.
        .target(
            name: "EventSamples",
            dependencies: ["Events", "Trust", "Diagnosis"],
            path: "Tests/EventSamples",
            swiftSettings: strict
        ),
        // Certificates, keys and files of every kind, made for whoever reads files.
        .target(
            name: "FileSamples",
            dependencies: ["Trust", "Diagnosis", "COpenSSL"],
            path: "Tests/FileSamples",
            swiftSettings: strict
        ),
        // A program for the tests of the terminal to run on it.
        .executableTarget(
            name: "TerminalProbe",
            dependencies: ["Terminal", "Diagnosis"],
            path: "Tests/TerminalProbe",
            swiftSettings: strict
        ),

        tests("Reactor", ["CLinux"]),
        tests("Diagnosis"),
        tests("Trust", ["FileSamples", "COpenSSL"]),
        tests("Events", ["EventSamples"]),
        tests("RequestEngine", ["Lab", "COpenSSL", "CLinux"]),
        tests("ChallengeLog", ["EventSamples"]),
        tests("Lab", ["COpenSSL"]),
        tests("Workbench", ["EventSamples"]),
        tests("Report", ["EventSamples"]),
        tests("Terminal", ["TerminalProbe"]),
        tests("Inspector", ["EventSamples"], exclude: ["Snapshots"]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["countersign", "TestSupport", "FileSamples", "Workbench", "Terminal", "CLinux"],
            swiftSettings: strict
        ),
    ]
)

// A fuzzer brings its own main, which breaks builds of everything: it is there only when it is asked for (`make fuzz`).
if Context.environment["COUNTERSIGN_FUZZ"] != nil {
    package.products.append(.executable(name: "countersign-fuzz", targets: ["countersign-fuzz"]))
    package.targets.append(
        .executableTarget(
            name: "countersign-fuzz",
            dependencies: ["FileSamples", "Report", "Lab", "Events", "Trust", "Diagnosis"],
            path: "Fuzzing",
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]
        )
    )
}
