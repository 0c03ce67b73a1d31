import System
import Testing

struct MainQueueTests {
    @Test func `work on the main queue runs in order`() async {
        let order = await withCheckedContinuation { continuation in
            MainQueue.async {
                var order: [Int] = [1]
                // Work is queued behind the running work, even from within it.
                MainQueue.async {
                    order.append(3)
                    continuation.resume(returning: order)
                }
                order.append(2)
            }
        }
        #expect(order == [1, 2, 3])
    }
}
