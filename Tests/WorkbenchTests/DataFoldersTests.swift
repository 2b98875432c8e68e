import Testing

@testable import Workbench

@Suite struct DataFoldersTests {
    @Test func theEnvironmentNamesThem() {
        let folders = DataFolders(environment: [
            "HOME": "/home/someone", "XDG_DATA_HOME": "/data/", "XDG_CONFIG_HOME": "relative", "XDG_STATE_HOME": "",
        ])
        #expect(folders.data == "/data/countersign")
        #expect(folders.logs == "/data/countersign/logs")
        #expect(folders.configuration == "/home/someone/.config/countersign")
        #expect(folders.state == "/home/someone/.local/state/countersign")
    }

    @Test func withoutAHomeFolder() {
        #expect(DataFolders(environment: [:]).data.hasSuffix("/.local/share/countersign"))
        #expect(DataFolders(environment: [:]).data.hasPrefix("/"))
    }
}
