//! Chips at the end of an evening into who pays whom: as values, as text to share, as CSV.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::{
    chips::{Chips, Worth},
    ledger,
    phones::Form,
    seat::{Seat, Seating},
    table::Table,
    words::{self, Lang},
};

/// Who has what at the end, and who pays whom: `net` and `shares` by seat, `left` in the pot, on the board and in the bank, `payments`; with a chip's worth
/// also `chip`, `amounts` by seat and each payment's `coins` (the smallest that the worth is written in) and `amount`.
#[must_use]
pub fn settlement(table: &Table, chip: Option<&Worth>) -> Value {
    let shares = shares(table);
    let payments: Vec<Value> = ledger::payments(&shares)
        .into_iter()
        .map(|(from, to, chips)| {
            let mut payment = json!({"from": from, "to": to, "chips": chips});
            if let Some(chip) = chip {
                // More than a JSON number holds stands in the amount alone.
                let coins = i128::from(chips) * i128::from(chip.coins());
                payment["coins"] = i64::try_from(coins).map_or(Value::Null, Value::from);
                payment["amount"] = json!(chip.amount(chips));
            }
            payment
        })
        .collect();
    let net: BTreeMap<Seat, Chips> = table.net().collect();
    let left = table.ledger().left();
    let mut settled = json!({"net": net, "left": left, "shares": shares, "payments": payments});
    if let Some(chip) = chip {
        let amounts: BTreeMap<Seat, String> = shares
            .iter()
            .map(|(seat, c)| (*seat, chip.amount(*c)))
            .collect();
        settled["chip"] = json!(chip);
        settled["amounts"] = json!(amounts);
    }
    settled
}

/// What each has won or lost when the evening ends now; an odd chip left over goes to the dealer's left first.
#[must_use]
pub fn shares(table: &Table) -> BTreeMap<Seat, Chips> {
    let dealer = table.board().deal.and_then(|d| d.dealer);
    let seats: Vec<Seat> = match (table.seating(), dealer) {
        (Some(seating), Some(dealer)) => seating.from_left_of(dealer),
        (Some(seating), None) => seating.seats().collect(),
        (None, _) => Vec::new(),
    };
    table.ledger().shares(&seats)
}

/// A settlement in that form, players by name.
#[must_use]
pub fn written(lang: Lang, form: Form, mut settled: Value, seating: Option<&Seating>) -> String {
    if let Some(seating) = seating {
        seating.name_all(&mut settled);
    }
    match form {
        Form::Text => text(lang, &settled),
        Form::Csv => csv(&settled),
    }
}

/// Chips, and what they are worth.
fn amount(lang: Lang, amount: Option<&str>, chips: Chips, signed: bool) -> String {
    let sign = if signed && chips > 0 { "+" } else { "" };
    let chips_said = words::say(
        lang,
        "settle-chips",
        &[("n".to_owned(), chips.to_string())].into(),
    );
    match amount {
        Some(amount) => format!("{sign}{amount} ({sign}{chips_said})"),
        None => format!("{sign}{chips_said}"),
    }
}

fn text(lang: Lang, settled: &Value) -> String {
    let say = |id: &str, args: &[(&str, &str)]| {
        let args = args.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned()));
        words::say(lang, id, &args.collect())
    };
    let mut out = String::new();
    for (name, chips) in settled["shares"].as_object().into_iter().flatten() {
        let chips = chips.as_i64().unwrap_or_default();
        let worth = settled["amounts"][name].as_str();
        out += &format!("{name}: {}\n", amount(lang, worth, chips, true));
    }
    let left = settled["left"].as_array().into_iter().flatten();
    let left: Chips = left.filter_map(|l| l[1].as_i64()).sum();
    if left != 0 {
        out += &say("settle-left", &[("n", &left.to_string())]);
        out.push('\n');
    }
    out.push('\n');
    let payments = settled["payments"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    if payments.is_empty() {
        out += &say("settle-even", &[]);
        out.push('\n');
    }
    for p in payments {
        let chips = p["chips"].as_i64().unwrap_or_default();
        let (payer, payee) = (p["from"].as_str(), p["to"].as_str());
        let how_much = amount(lang, p["amount"].as_str(), chips, false);
        let args = [
            ("payer", payer.unwrap_or_default()),
            ("payee", payee.unwrap_or_default()),
            ("amount", &how_much),
        ];
        out += &say("settle-pays", &args);
        out.push('\n');
    }
    out
}

fn csv(settled: &Value) -> String {
    // A sheet must not take a name for a formula (CWE-1236): such a cell begins with an apostrophe.
    let quoted = |value: &Value| {
        let text = value.as_str().unwrap_or_default();
        let formula = text.starts_with(['=', '+', '-', '@']) && text.parse::<f64>().is_err();
        let guard = if formula { "'" } else { "" };
        format!("\"{guard}{}\"", text.replace('"', "\"\""))
    };
    let mut out = "from,to,chips,amount\n".to_owned();
    for p in settled["payments"].as_array().into_iter().flatten() {
        let (from, to, amount) = (quoted(&p["from"]), quoted(&p["to"]), quoted(&p["amount"]));
        out += &format!("{from},{to},{},{amount}\n", p["chips"]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settled() -> Value {
        json!({
            "shares": {"Kim": 3, "1000": -3}, "left": [["pot", 2]],
            "amounts": {"Kim": "0.30 EUR", "1000": "-0.30 EUR"},
            "payments": [{"from": "1000", "to": "Kim", "chips": 3, "coins": 30, "amount": "0.30 EUR"}],
        })
    }

    #[test]
    fn the_text_can_be_shared() {
        assert_eq!(
            written(Lang::En, Form::Text, settled(), None),
            "Kim: +0.30 EUR (+3 chips)\n1000: -0.30 EUR (-3 chips)\nThe 2 chips left over are divided equally above.\n\n\
             1000 pays Kim 0.30 EUR (3 chips)\n"
        );
        let korean = written(Lang::Ko, Form::Text, settled(), None);
        assert!(korean.contains("1000 → Kim: 0.30 EUR (칩 3개)"), "{korean}");
        let even = json!({"shares": {}, "left": [], "payments": []});
        assert_eq!(
            written(Lang::En, Form::Text, even, None),
            "\nNobody owes anybody anything.\n"
        );
    }

    #[test]
    fn a_sheet_takes_no_name_for_a_formula() {
        let mut settled = settled();
        assert_eq!(
            written(Lang::En, Form::Csv, settled.clone(), None),
            "from,to,chips,amount\n\"1000\",\"Kim\",3,\"0.30 EUR\"\n"
        );
        settled["payments"][0]["from"] = json!("=1+1");
        settled["payments"][0]["to"] = json!("a \"b\"");
        assert!(
            written(Lang::En, Form::Csv, settled, None).contains("\"'=1+1\",\"a \"\"b\"\"\",3")
        );
    }
}
