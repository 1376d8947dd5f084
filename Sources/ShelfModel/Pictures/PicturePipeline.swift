/// How pictures are made of masters, by number: each change that makes other pixels of a master has a number of its own.
///
/// 1 changed the colours of masters without a profile. 2 keeps them.
package enum PicturePipeline {
    package static let current = 2
}
