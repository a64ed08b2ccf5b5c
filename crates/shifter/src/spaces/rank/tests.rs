use super::{binomial, nth_set, set_rank};

#[test]
fn sets_are_numbered_in_order() {
    for size in 0..=8 {
        let sets: Vec<u64> = (0_u64..1 << 10).filter(|set| set.count_ones() as usize == size).collect();
        assert_eq!(sets.len() as u64, binomial(10, size));
        for (rank, &set) in sets.iter().enumerate() {
            assert_eq!((set_rank(set), nth_set(rank as u64, size)), (rank as u64, set));
        }
    }
}
