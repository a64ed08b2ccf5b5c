//! Parity of permutations.

/// Whether a permutation is odd, that is, has an odd number of cycles of even length. `image[i]` is
/// where element `i` goes.
pub(crate) fn is_odd(image: &[usize]) -> bool {
    let mut seen = vec![false; image.len()];
    let mut odd = false;
    for start in 0..image.len() {
        let (mut at, mut length) = (start, 0_usize);
        while !std::mem::replace(&mut seen[at], true) {
            at = image[at];
            length += 1;
        }
        odd ^= length > 0 && length.is_multiple_of(2);
    }
    odd
}

#[cfg(test)]
mod tests {
    use super::is_odd;

    #[test]
    fn cycles_of_even_length_are_odd() {
        for (image, odd) in
            [(&[][..], false), (&[0, 1], false), (&[1, 0], true), (&[1, 2, 0], false), (&[1, 2, 3, 0], true)]
        {
            assert_eq!(is_odd(image), odd, "{image:?}");
        }
        assert!(!is_odd(&[1, 0, 3, 2]));
    }
}
