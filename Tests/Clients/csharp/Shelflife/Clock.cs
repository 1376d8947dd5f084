using System;
using System.Collections.Generic;
using System.Linq;

namespace Shelflife {
    /// The smallest honest clock of docs/clients.md, in microseconds. It reads no clock of the device.
    public sealed class Clock {
        const int BoundsAtMost = 64;
        const long LongestUs = 10000000, StandingUs = 10000000;
        readonly long grainUs;
        List<Bound> uppers = new List<Bound>(), lowers = new List<Bound>();
        string timeline;
        long aheadUs, behindUs, serverUs;
        long? lastUs;

        public Clock(long grainUs = 1) { this.grainUs = grainUs; }

        public int Uppers => uppers.Count;
        public int Lowers => lowers.Count;

        /// Takes an exchange, and returns `taken`, `restarted` (begin again with eight) or `refused`.
        public string Take(long a, long b, long c, long d, long uncertaintyUs, string ofTimeline) {
            bool isPossible = Math.Min(Math.Min(a, b), Math.Min(c, Math.Min(d, uncertaintyUs))) >= 0 && d >= a && c >= b
                && c - b <= d - a + 2 * grainUs && d - a <= LongestUs;
            if (!isPossible) return "refused";
            bool isAfresh = Uppers > 0 && (ofTimeline != timeline || aheadUs > 0 || behindUs > 0);
            if (isAfresh) Keep(0);
            timeline = ofTimeline;
            serverUs = uncertaintyUs;
            aheadUs = behindUs = 0;
            uppers.Add(new Bound { AtUs = a, OffsetUs = b - a + grainUs });
            lowers.Add(new Bound { AtUs = d, OffsetUs = c - d - grainUs });
            Keep(BoundsAtMost);
            foreach (int kept in new[] { Uppers / 2, 1 }) {
                if (Low(d) <= High(d)) break;
                Keep(kept);
                isAfresh = true;
            }
            if (lastUs - Estimate(d) > StandingUs) lastUs = null;
            return isAfresh ? "restarted" : "taken";
        }

        /// The device's clocks have moved apart, and nobody knows which of them has jumped.
        public void Jump(long byUs) {
            if (Uppers == 0) return;
            aheadUs += Math.Max(0, byUs);
            behindUs += Math.Max(0, -byUs);
        }

        /// The server's time when the device's clock says `atUs`, and how far it can be off; false without an estimate.
        public bool Read(long atUs, out long nowUs, out long uncertaintyUs) {
            nowUs = uncertaintyUs = 0;
            if (Uppers == 0) return false;
            nowUs = Math.Max(Estimate(atUs), lastUs ?? long.MinValue);
            lastUs = nowUs;
            long ahead = atUs + High(atUs) + aheadUs - nowUs, behind = nowUs - atUs - Low(atUs) + behindUs;
            uncertaintyUs = Math.Max(ahead, behind) + serverUs + grainUs;
            return true;
        }

        void Keep(int count) {
            uppers = uppers.Skip(Uppers - count).ToList();
            lowers = lowers.Skip(Lowers - count).ToList();
        }

        long Low(long atUs) => lowers.Max(bound => bound.OffsetUs - Widened(atUs - bound.AtUs));
        long High(long atUs) => uppers.Min(bound => bound.OffsetUs + Widened(atUs - bound.AtUs));
        long Estimate(long atUs) => atUs + Floor.Of(Low(atUs) + High(atUs), 2) - behindUs;
        static long Widened(long ageUs) => -Floor.Of(-ageUs * 300, 1000000);

        struct Bound {
            public long AtUs, OffsetUs;
        }
    }
}
