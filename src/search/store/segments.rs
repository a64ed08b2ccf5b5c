//! What the hash tables of the packed stores share: which segment a hash belongs to, where in it a
//! search begins, and how segments grow.
//!
//! A table is cut by the top bits of the hash into segments that grow one at a time. A segment fits
//! into the caches of a processor, so moving its entries is cheap, the load stays between a half and
//! four fifths everywhere, and no second copy of the whole table ever exists: memory grows smoothly,
//! and no single step takes long. Inside a segment it is open addressing with linear probing.

/// Segments of a large table, as a power of two.
const SEGMENT_BITS: u32 = 11;
/// A small table is one segment until it holds this many entries.
pub(super) const SINGLE: usize = 1 << 13;
/// Slots of the smallest segment.
pub(super) const SMALLEST: usize = 16;

/// The segments of a table.
fn segments(bits: u32) -> usize {
    1 << bits
}

/// How the top bits of a hash are used.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cut {
    bits: u32,
}

impl Cut {
    /// One segment.
    pub(super) const WHOLE: Self = Self { bits: 0 };
    /// Many.
    pub(super) const FINE: Self = Self { bits: SEGMENT_BITS };

    /// How many segments there are.
    pub(super) fn count(self) -> usize {
        segments(self.bits)
    }

    /// The segment of a hash.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a few bits")]
    pub(super) fn segment(self, hash: u64) -> usize {
        (hash >> 1 >> (63 - self.bits)) as usize
    }
}

/// The slot at which the search for a hash begins: its low half, scaled to the slots there are.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "less than the number of slots")]
pub(super) fn first_slot(hash: u64, slots: usize) -> usize {
    (((hash & 0xFFFF_FFFF) * slots as u64) >> 32) as usize
}

/// Whether a segment with `entries` entries needs more slots for one more.
#[inline]
pub(super) fn is_full(entries: usize, slots: usize) -> bool {
    (entries + 1) * 5 > slots * 4
}

/// The next size of a segment.
pub(super) fn grown(slots: usize) -> usize {
    (slots + slots / 2).next_multiple_of(8).max(SMALLEST)
}
