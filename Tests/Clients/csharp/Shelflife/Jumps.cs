using System;

namespace Shelflife {
    /// Compares the device's monotonic clock with its wall clock, one look after the other. All is microseconds.
    public sealed class Jumps {
        long? beforeUs;
        long lookedUs;

        /// By how much the wall clock has moved ahead, if that is a jump; else 0.
        public long Look(long monotonicUs, long wallUs, long apartUs) {
            if (apartUs > 50000) return 0;
            long byUs = wallUs - monotonicUs - (beforeUs ?? wallUs - monotonicUs);
            long mostUs = 250000 + Floor.Of(50 * (monotonicUs - lookedUs), 1000000);
            bool isJump = beforeUs != null && Math.Abs(byUs) > mostUs;
            beforeUs = wallUs - monotonicUs;
            lookedUs = monotonicUs;
            return isJump ? byUs : 0;
        }
    }
}
