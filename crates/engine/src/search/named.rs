//! Searches by a strategy that is named at run time. They search an [erased](Erased) space, so that all strategies are
//! compiled here, once for each kind of key, and not for each space.

use super::{
    closed_list::{Searched, Storable},
    erased::{Erased, ErasedSpace, Key},
    registry,
    resumable::Stepper,
    settings::Settings,
    strategies::auto,
    strategy::{BoxedSearch, Need, Strategy, UnmetNeeds},
    trace::Log,
};
use crate::{budget::Budget, outcome::Outcome, space::Space};

macro_rules! compiled_for {
    ($($key:ty)*) => {$(
        impl Key for $key {
            fn begin<'s, 'e>(
                space: &'s ErasedSpace<'e, Self>,
                strategy: Strategy,
                settings: &Settings,
            ) -> BoxedSearch<'s, ErasedSpace<'e, Self>> {
                registry::begin(space, strategy, settings)
            }
        }
    )*};
}

compiled_for! { u64 [u64] }

impl<'s, 'e, K: Key + Storable + ?Sized> Stepper<'s, ErasedSpace<'e, K>> {
    /// Creates a search of an erased space by a strategy that is named at run time; [`erase`] has an example.
    ///
    /// # Errors
    /// As [`resolve`].
    pub fn new(space: &'s ErasedSpace<'e, K>, strategy: Strategy, settings: &Settings) -> Result<Self, UnmetNeeds> {
        let strategy = resolve(space, strategy)?;
        Ok(Self::under_way(space, strategy, settings, K::begin(space, strategy, settings)))
    }
}

/// The erased space of `space`: what searches by name search.
pub fn erase<S: Searched>(space: &S) -> Erased<'_, S, <S::State as Storable>::Coding> {
    Erased::new(space, None)
}

/// The strategy that a search of `space` by this name uses: the one that `auto` chooses, or the same.
///
/// # Errors
/// The needs of the strategy that `space` does not meet. A strategy of another crate cannot be begun by its name.
pub fn resolve<S: Space>(space: &S, strategy: Strategy) -> Result<Strategy, UnmetNeeds> {
    if let Strategy::Outside(_) = strategy {
        return Err(UnmetNeeds::of(Need::Begun));
    }
    strategy.row().fits(space)?;
    Ok(if strategy == Strategy::Auto { auto::choose(space) } else { strategy })
}

/// Searches `space` by a strategy that is named at run time.
///
/// # Errors
/// As [`resolve`].
pub fn run<S: Searched>(
    space: &S,
    strategy: Strategy,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Result<Outcome<S::Action>, UnmetNeeds> {
    run_written(space, strategy, settings, budget, &|actions| format!("{actions:?}"))
}

/// Searches `space` as [`run`] does. If the budget [records](Budget::record_expansions) expansions, `write` turns the actions
/// of the path to each into the text of a solution.
///
/// # Errors
/// As [`resolve`].
pub fn run_written<S: Searched>(
    space: &S,
    strategy: Strategy,
    settings: &Settings,
    budget: &mut Budget<'_>,
    write: &dyn Fn(&[S::Action]) -> String,
) -> Result<Outcome<S::Action>, UnmetNeeds> {
    let log = budget.records_expansions().then(|| Log::new(strategy.row().stores));
    let mut erased = Erased::<_, <S::State as Storable>::Coding>::new(space, log);
    let outcome = Stepper::new(&erased.space(), strategy, settings)?.finish(budget);
    if budget.records_expansions() {
        budget.add_expansions(erased.recorded(write, &budget.deadline()));
    }
    Ok(outcome.map_actions(|numbers| erased.actions(&numbers)))
}
