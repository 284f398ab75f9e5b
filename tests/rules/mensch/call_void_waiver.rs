//! A6: who can call in no suit of his own may call any plain card, or none.

#[test]
fn call_void_waiver() {
    use pitboss::rules::mensch::{CallFault, MenschOptions, call_fault};
    let hand = ["QC", "AC", "KC", "7C", "8C", "9C", "TC", "JC"].map(|c| c.parse().expect("a card"));
    let called = "AS".parse().expect("a card");
    for (call_void_waiver, fault) in [(true, None), (false, Some(CallFault::Void))] {
        let options = MenschOptions {
            call_void_waiver,
            ..MenschOptions::default()
        };
        assert_eq!(
            call_fault(&hand, called, pitboss::card::Suit::Clubs, &options),
            fault
        );
    }
}
