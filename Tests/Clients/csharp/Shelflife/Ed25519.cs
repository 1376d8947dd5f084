using System.Linq;
using System.Numerics;
using System.Security.Cryptography;

namespace Shelflife {
    /// Checks signatures as RFC 8032 says. It takes milliseconds, and never signs: its time depends on what it reads.
    public static class Ed25519 {
        static readonly BigInteger P = BigInteger.Pow(2, 255) - 19;
        static readonly BigInteger Order =
            BigInteger.Pow(2, 252) + BigInteger.Parse("27742317777372353535851937790883648493");
        static readonly BigInteger D = Modulo(-121665 * Inverse(121666));
        static readonly BigInteger RootOfMinusOne = BigInteger.ModPow(2, (P - 1) / 4, P);
        static readonly Point Zero = new Point(0, 1);
        static readonly Point Base = Read(Modulo(4 * Inverse(5)), false);

        public static bool Verify(byte[] publicKey, byte[] message, byte[] signature) {
            if (publicKey.Length != 32 || signature.Length != 64) return false;
            byte[] nonce = Bytes.Part(signature, 0, 32);
            BigInteger s = Number(Bytes.Part(signature, 32, 32));
            Point key = Read(Number(Cleared(publicKey)), publicKey[31] >= 128);
            if (key == null || s >= Order) return false;
            BigInteger hash;
            using (var sha = new SHA512Managed())
                hash = Number(sha.ComputeHash(Bytes.Join(nonce, publicKey, message))) % Order;
            return Sum(s, Base, hash, new Point(P - key.X, key.Y)).Bytes().SequenceEqual(nonce);
        }

        /// n · a + m · b, by one doubling a bit for both.
        static Point Sum(BigInteger n, Point a, BigInteger m, Point b) {
            byte[] ns = Little(n), ms = Little(m);
            Point both = a.Plus(b), sum = Zero;
            for (int bit = 255; bit >= 0; bit--) {
                sum = sum.Plus(sum);
                bool takesA = (ns[bit / 8] >> bit % 8 & 1) != 0, takesB = (ms[bit / 8] >> bit % 8 & 1) != 0;
                if (takesA || takesB) sum = sum.Plus(takesA && takesB ? both : takesA ? a : b);
            }
            return sum;
        }

        /// The point with this y whose x is odd or even, or null where there is none.
        static Point Read(BigInteger y, bool isOdd) {
            if (y >= P) return null;
            BigInteger square = Modulo((y * y - 1) * Inverse(Modulo(D * y * y + 1)));
            BigInteger x = BigInteger.ModPow(square, (P + 3) / 8, P);
            if (x * x % P != square) x = x * RootOfMinusOne % P;
            if (x * x % P != square || x.IsZero && isOdd) return null;
            return new Point(x.IsEven == isOdd ? P - x : x, y);
        }

        static BigInteger Modulo(BigInteger value) {
            BigInteger rest = value % P;
            return rest.Sign < 0 ? rest + P : rest;
        }

        static BigInteger Inverse(BigInteger value) => BigInteger.ModPow(value, P - 2, P);

        static BigInteger Number(byte[] little) => new BigInteger(Bytes.Join(little, new byte[1]));

        static byte[] Little(BigInteger value) => value.ToByteArray().Concat(new byte[32]).Take(32).ToArray();

        static byte[] Cleared(byte[] key) => Bytes.Join(Bytes.Part(key, 0, 31), new[] { (byte)(key[31] & 127) });

        /// In extended coordinates: x = X / Z, y = Y / Z, x · y = T / Z.
        sealed class Point {
            public readonly BigInteger X, Y;
            readonly BigInteger z, t;

            public Point(BigInteger x, BigInteger y) : this(x, y, 1, x * y % P) { }

            Point(BigInteger x, BigInteger y, BigInteger z, BigInteger t) {
                X = x;
                Y = y;
                this.z = z;
                this.t = t;
            }

            public Point Plus(Point other) {
                BigInteger a = (Y - X) * (other.Y - other.X) % P, b = (Y + X) * (other.Y + other.X) % P;
                BigInteger c = 2 * t * other.t % P * D % P, d = 2 * z * other.z % P;
                BigInteger e = b - a, f = d - c, g = d + c, h = b + a;
                return new Point(e * f % P, g * h % P, f * g % P, e * h % P);
            }

            public byte[] Bytes() {
                BigInteger inverse = Inverse(Modulo(z));
                byte[] data = Little(Modulo(Y * inverse));
                if (!Modulo(X * inverse).IsEven) data[31] |= 128;
                return data;
            }
        }
    }
}
