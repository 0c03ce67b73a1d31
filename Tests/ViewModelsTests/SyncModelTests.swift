import Syncing
import TestSupport
import Testing

@testable import Library
@testable import ViewModels

@Suite @MainActor struct SyncModelTests {
    @Test func `a folder that comes back while lede looks for it is tried again at once`() async throws {
        let test = try TestLibrary(items: 1)
        let folder = FolderSettings(path: test.home.path + "/away", device: "desk", version: "1.0")
        let syncer = Syncer(test.library, settings: SyncSettings([SyncAccount(folder)]))
        let model = SyncModel(syncer, LibraryNews(test.library, troubles: noTroubles()))
        model.watchFolder()
        model.readFolder(.folder(folder.path), insisting: false)
        model.readFolder(.folder(folder.path), insisting: true)
        // Otherwise it would wait after the first failure.
        try await model.$accounts.waitUntil { $0.first?.failures == 2 }
    }
}
