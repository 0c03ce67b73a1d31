import MainQueue
import Testing

struct MainQueueTests {
    @Test func `what is asked for on the main queue is done there, in order`() async {
        let order = await withCheckedContinuation { continuation in
            MainQueue.async {
                var order: [Int] = [1]
                // Behind what is under way, however soon it is asked for.
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
