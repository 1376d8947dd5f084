using System.Security.Cryptography;

namespace Shelflife {
    /// AES-256-GCM with a nonce of 12 bytes, of the platform's AES.
    public static class AesGcm {
        const int Block = 16;

        /// The text of ciphertext ‖ tag, or null where the tag isn't theirs.
        public static byte[] Open(byte[] key, byte[] nonce, byte[] aad, byte[] data) {
            if (nonce.Length != 12 || data.Length < Block) return null;
            int length = data.Length - Block;
            byte[] stream = Encrypted(key, nonce, (length + Block - 1) / Block);
            byte[] hash = Hash(stream, aad, data, length);
            int different = 0;
            for (int i = 0; i < Block; i++) different |= hash[i] ^ stream[Block + i] ^ data[length + i];
            if (different != 0) return null;
            var text = new byte[length];
            for (int i = 0; i < length; i++) text[i] = (byte)(data[i] ^ stream[2 * Block + i]);
            return text;
        }

        /// Encrypts a block of zeros, which gives the hash's key, and the counters: 1 for the tag, then the text's.
        static byte[] Encrypted(byte[] key, byte[] nonce, int blocks) {
            var plain = new byte[(2 + blocks) * Block];
            for (int i = 1; i < 2 + blocks; i++) {
                nonce.CopyTo(plain, i * Block);
                Bytes.BE(i, 4).CopyTo(plain, i * Block + 12);
            }
            using (var aes = new AesManaged { Mode = CipherMode.ECB, Padding = PaddingMode.None, Key = key })
            using (var encryptor = aes.CreateEncryptor()) return encryptor.TransformFinalBlock(plain, 0, plain.Length);
        }

        static byte[] Hash(byte[] key, byte[] aad, byte[] data, int length) {
            byte[] lengths = Bytes.Join(Bytes.BE(8L * aad.Length, 8), Bytes.BE(8L * length, 8));
            byte[] all = Bytes.Join(aad, Padding(aad.Length), Bytes.Part(data, 0, length), Padding(length), lengths);
            ulong keyHigh = (ulong)Bytes.Number(key, 0, 8), keyLow = (ulong)Bytes.Number(key, 8, 8);
            ulong high = 0, low = 0;
            for (int at = 0; at < all.Length; at += Block) {
                high ^= (ulong)Bytes.Number(all, at, 8);
                low ^= (ulong)Bytes.Number(all, at + 8, 8);
                Multiply(ref high, ref low, keyHigh, keyLow);
            }
            return Bytes.Join(Bytes.BE((long)high, 8), Bytes.BE((long)low, 8));
        }

        static byte[] Padding(int length) => new byte[(Block - length % Block) % Block];

        /// In GF(2¹²⁸), whose lowest bit GCM writes first.
        static void Multiply(ref ulong high, ref ulong low, ulong byHigh, ulong byLow) {
            ulong sumHigh = 0, sumLow = 0;
            for (int i = 0; i < 128; i++) {
                if (((i < 64 ? high >> (63 - i) : low >> (127 - i)) & 1) != 0) {
                    sumHigh ^= byHigh;
                    sumLow ^= byLow;
                }
                ulong carry = byLow & 1;
                byLow = byLow >> 1 | byHigh << 63;
                byHigh = byHigh >> 1 ^ carry * 0xe100000000000000;
            }
            high = sumHigh;
            low = sumLow;
        }
    }
}
