import Syncing
import TestSupport
import Testing

@testable import Library
@testable import ViewModels

@Suite @MainActor struct SyncModelTests {
    private func model(of test: TestLibrary, folder: String) -> SyncModel {
        let settings = FolderSettings(path: folder, device: "desk", version: "1.0")
        let syncer = Syncer(test.library, settings: SyncSettings([SyncAccount(settings)]))
        return SyncModel(syncer, LibraryNews(test.library, troubles: noTroubles()))
    }

    @Test func `a mark is sent even if it is made before lede knows what is unsent`() async throws {
        let test = try TestLibrary(items: 1)
        let model = model(of: test, folder: test.home.path)
        try test.library.mark(.item(test.library.items(unreadOnly: false, limit: 1)[0].id), .read)
        #expect(model.agreement == nil)
        try await model.$isRunning.waitUntil { $0 }
    }

    @Test func `a folder that comes back while lede looks for it is tried again at once`() async throws {
        let test = try TestLibrary(items: 1)
        let folder = test.home.path + "/away"
        let model = model(of: test, folder: folder)
        model.watchFolder()
        model.readFolder(.folder(folder), insisting: false)
        model.readFolder(.folder(folder), insisting: true)
        // Otherwise it would wait after the first failure.
        try await model.$accounts.waitUntil { $0.first?.failures == 2 }
    }
}
