//! Tests of budgets.

use super::*;
use std::time::Duration;

#[test]
fn an_exceeded_step_limit_stays_exceeded() {
    let budget = Budget::new().limit_steps(3);
    assert_eq!(budget.charge(3), Ok(()));
    assert_eq!(budget.charge(1), Err(BudgetError::Steps(3)));
    assert_eq!(budget.charge(0), Err(BudgetError::Steps(3)));
    assert_eq!(budget.charge(u64::MAX), Err(BudgetError::Steps(3)));
    assert_eq!(Error::from(BudgetError::Steps(3)).code(), Code::Limit);
}

#[test]
fn a_part_cannot_raise_the_step_limit() {
    let budget = Budget::new().limit_steps(10);
    {
        let _part = budget.at_most(2);
        assert_eq!(budget.charge(3), Err(BudgetError::Steps(2)));
        let _wider = budget.at_most(100);
        assert_eq!(budget.charge(1), Err(BudgetError::Steps(2)));
    }
    assert_eq!(budget.charge(6), Ok(()));
    let _part = budget.at_most(100);
    assert_eq!(budget.charge(1), Err(BudgetError::Steps(10)));
}

#[test]
fn levels_belong_to_the_innermost_part() {
    let budget = Budget::new();
    let outer = budget.at_level(3);
    drop(budget.at_level(9));
    assert_eq!(budget.levels(), 3);
    drop(outer);
    assert_eq!(budget.levels(), 0);
}

#[test]
fn bytes_are_limited_while_they_are_held() {
    let budget = Budget::new().limit_bytes(10);
    assert_eq!(budget.hold(8), Ok(()));
    assert_eq!(budget.hold(3), Err(BudgetError::Bytes(10)));
    assert_eq!(budget.bytes(), 8);
    budget.release(5);
    assert_eq!(budget.hold(7), Ok(()));
    // A refusal makes the result incomplete, even if later steps succeed.
    assert_eq!(budget.finish(), Err(BudgetError::Bytes(10)));
}

#[test]
fn an_operation_remembers_one_value() {
    let budget = Budget::standard();
    let count = |budget: &Budget| {
        budget.remember(|count: &mut u32| {
            *count += 1;
            *count
        })
    };
    assert_eq!([count(&budget), count(&budget)], [1, 2]);
    assert_eq!(budget.remember(|text: &mut String| text.len()), 0);
    assert_eq!(count(&budget), 1);
    assert_eq!(budget.finish(), Ok(()));
}

#[test]
fn a_different_thread_can_cancel() {
    let cancel = Cancel::new();
    let budget = Budget::new().cancelled_by(&cancel);
    assert_eq!(budget.charge(1), Ok(()));
    assert_eq!(budget.finish(), Ok(()));
    std::thread::scope(|scope| scope.spawn(|| cancel.raise()).join()).unwrap();
    let ended = (0..2 * CHECK_INTERVAL).find_map(|_| budget.charge(1).err());
    assert_eq!(ended, Some(BudgetError::Cancelled));
    assert_eq!(Error::from(BudgetError::Cancelled).code(), Code::Cancelled);
    assert_eq!(budget.finish(), Err(BudgetError::Cancelled));
    // Also within a part that began before.
    assert_eq!(
        budget.at_most(5).budget.check(),
        Err(BudgetError::Cancelled)
    );
}

#[test]
fn a_share_has_the_limits_of_its_budget() {
    let cancel = Cancel::new();
    let budget = Budget::new().limit_bytes(10).cancelled_by(&cancel);
    assert_eq!(budget.hold(8), Ok(()));
    let inner = Budget::of(budget.share());
    assert_eq!(inner.hold(3), Err(BudgetError::Bytes(10)));
    assert_eq!(inner.charge(7), Ok(()));
    cancel.raise();
    assert_eq!(inner.check(), Err(BudgetError::Cancelled));
    let mut share = budget.share();
    share.count(&inner);
    assert_eq!(budget.charge(2), Ok(()));
    budget.take_back(&share);
    assert_eq!(budget.steps(), 9);
    assert_eq!(budget.charge(1), Err(BudgetError::Cancelled));
}

#[test]
fn limits_are_only_lowered() {
    let limits = |steps, bytes, time| Limits { steps, bytes, time };
    let budget = Budget::new().bounded(limits(5, 10, None));
    assert_eq!(budget.charge(3), Ok(()));
    let wider = Budget::of(budget.share()).bounded(limits(100, 100, None));
    assert_eq!(wider.charge(3), Err(BudgetError::Steps(5)));
    assert_eq!(wider.hold(11), Err(BudgetError::Bytes(10)));
    let narrower = Budget::of(budget.share()).bounded(limits(1, 2, Some(Duration::ZERO)));
    assert_eq!(narrower.hold(3), Err(BudgetError::Bytes(2)));
    assert_eq!(narrower.check(), Err(BudgetError::Time));
    assert_eq!(narrower.charge(2), Err(BudgetError::Steps(1)));
    let endless = Budget::new().bounded(limits(u64::MAX, u64::MAX, Some(Duration::MAX)));
    assert_eq!(endless.charge(1 << 40), Ok(()));
    assert_eq!(Budget::standard().hold(1 << 20), Ok(()));
    let most = Limits::STANDARD.steps;
    assert_eq!(
        Budget::standard().charge(most + 1),
        Err(BudgetError::Steps(most))
    );
}

#[test]
fn an_ended_operation_stays_ended_after_a_part() {
    let budget = Budget::new();
    {
        let _part = budget.at_level(3);
        budget.end(&Error::new(Code::Cancelled, "interrupted"));
        budget.end(&Error::new(Code::Cancelled, "again"));
    }
    assert_eq!(budget.charge(1), Err(BudgetError::Cancelled));
    assert_eq!(budget.finish(), Err(BudgetError::Cancelled));
    assert_eq!(budget.ended().unwrap().message(), "interrupted");
    let deep = Budget::new();
    {
        let _part = deep.at_most(3);
        deep.end_too_deep();
    }
    assert_eq!(deep.charge(1), Err(BudgetError::Levels));
    assert_eq!(deep.finish(), Err(BudgetError::Levels));
    assert!(deep.ended().is_none());
    assert_eq!(Error::from(BudgetError::Levels).code(), Code::Limit);
}

#[test]
fn a_pending_check_is_made_after_the_part() {
    let cancel = Cancel::new();
    let budget = Budget::new().cancelled_by(&cancel);
    {
        let _part = budget.at_level(3);
        let share = budget.share();
        cancel.raise();
        budget.take_back(&share);
    }
    assert_eq!(budget.charge(1), Err(BudgetError::Cancelled));
}

#[test]
fn the_default_deadline_starts_at_the_first_check() {
    let budget = Budget::standard();
    assert_eq!(budget.charge(FIRST_CHECK), Ok(()));
    assert_eq!(budget.default_time.get(), DefaultTime::NotStarted);
    assert_eq!(budget.charge(1), Ok(()));
    assert!(matches!(budget.default_time.get(), DefaultTime::Ends(_)));
    budget.default_time.set(DefaultTime::Ends(Instant::now()));
    assert_eq!(budget.charge(CHECK_INTERVAL + 1), Err(BudgetError::Time));
    let within = Budget::of(budget.share());
    assert_eq!(within.charge(CHECK_INTERVAL + 1), Err(BudgetError::Time));
    assert_eq!(budget.finish(), Err(BudgetError::Time));
}

#[test]
fn a_deadline_ends_the_operation() {
    let over = Budget::new().until(Instant::now());
    assert_eq!(over.charge(CHECK_INTERVAL + 1), Err(BudgetError::Time));
    let later = Instant::now() + Duration::from_secs(3600);
    assert_eq!(Budget::new().until(later).charge(1 << 40), Ok(()));
}
