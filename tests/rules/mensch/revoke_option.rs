//! A15: a revoke is told; tables may void the deal or take the contract.

use serde_json::json;

use crate::{check, settled};

#[test]
fn revoke_option() {
    // D throws 7♥ on the spades of trick 4 and plays J♠ in trick 7.
    let mut record = super::deal_of("half", "A!partner=AH");
    for (from, to) in [
        ("7S", "first"),
        ("7H", "second"),
        ("TH", "7S"),
        ("first", "7H"),
        ("second", "TH"),
    ] {
        record = record
            .replace(&format!(":{from}"), &format!(":{to}"))
            .replace(&format!("^{from}"), &format!("^{to}"));
    }
    check(&json!({}), &record, &["@55 violation revoke D 32 55"]);
    for (revoke, chips, outcome) in [
        ("flag", [1, -1, 1, -1], "made"),
        ("void_deal", [0; 4], "void"),
        ("side_loses_contract", [1, -1, 1, -1], "made"),
    ] {
        let (paid, ended) = settled(&json!({"revoke": revoke}), &record);
        assert_eq!((paid, ended.as_deref()), (chips, Some(outcome)), "{revoke}");
    }
}
