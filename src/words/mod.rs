//! Message ids and what they need to be said into sentences, in Korean and English.

use std::{collections::BTreeMap, str::FromStr, sync::LazyLock};

use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};
use unic_langid::LanguageIdentifier;

use crate::{
    card::{Card, Rank},
    ruling::{Ruling, Verdict},
    seat::{Seat, Seating},
};

/// A language of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lang {
    /// Korean.
    Ko,
    /// English.
    #[default]
    En,
}

/// A text that names no language.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there are no words in `{0}`: choose ko or en")]
pub struct LangError(pub String);

impl FromStr for Lang {
    type Err = LangError;
    fn from_str(text: &str) -> Result<Self, LangError> {
        match text {
            "ko" => Ok(Self::Ko),
            "en" => Ok(Self::En),
            _ => Err(LangError(text.to_owned())),
        }
    }
}

impl Lang {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Ko, Self::En];

    /// `ko` or `en`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ko => "ko",
            Self::En => "en",
        }
    }

    /// The first language of a browser's `Accept-Language` that there are words in; English if none is.
    #[must_use]
    pub fn accepted(header: &str) -> Self {
        let wanted = header.split(',').filter_map(|part| part.trim().get(..2));
        wanted
            .filter_map(|tag| tag.to_lowercase().parse().ok())
            .next()
            .unwrap_or_default()
    }

    /// Its Fluent files, by name.
    #[must_use]
    pub const fn files(self) -> [(&'static str, &'static str); 8] {
        match self {
            Self::Ko => [
                ("table", include_str!("ko/table.ftl")),
                ("decks", include_str!("ko/decks.ftl")),
                ("lens", include_str!("ko/lens.ftl")),
                ("procedures", include_str!("ko/procedures.ftl")),
                ("doctor", include_str!("ko/doctor.ftl")),
                ("monster", include_str!("ko/monster.ftl")),
                ("mensch", include_str!("ko/mensch.ftl")),
                ("michigan_rummy", include_str!("ko/michigan_rummy.ftl")),
            ],
            Self::En => [
                ("table", include_str!("en/table.ftl")),
                ("decks", include_str!("en/decks.ftl")),
                ("lens", include_str!("en/lens.ftl")),
                ("procedures", include_str!("en/procedures.ftl")),
                ("doctor", include_str!("en/doctor.ftl")),
                ("monster", include_str!("en/monster.ftl")),
                ("mensch", include_str!("en/mensch.ftl")),
                ("michigan_rummy", include_str!("en/michigan_rummy.ftl")),
            ],
        }
    }

    fn bundle(self) -> &'static FluentBundle<FluentResource> {
        static KO: LazyLock<FluentBundle<FluentResource>> = LazyLock::new(|| load(Lang::Ko));
        static EN: LazyLock<FluentBundle<FluentResource>> = LazyLock::new(|| load(Lang::En));
        match self {
            Self::Ko => &KO,
            Self::En => &EN,
        }
    }
}

fn load(lang: Lang) -> FluentBundle<FluentResource> {
    let id: LanguageIdentifier = lang.as_str().parse().expect("a language tag");
    let mut bundle = FluentBundle::new_concurrent(vec![id]);
    bundle.set_use_isolating(false);
    for (name, text) in lang.files() {
        // Each file is tried by a test; one that doesn't parse gives what it can.
        let resource = FluentResource::try_new(text.to_owned()).unwrap_or_else(|(rest, _)| rest);
        bundle
            .add_resource(resource)
            .unwrap_or_else(|e| panic!("{name}: a message twice: {e:?}"));
    }
    bundle
}

/// So many cards are named one by one in a sentence.
const FEW_CARDS: usize = 4;

/// What a sentence needs to be said, by name.
pub type Args = BTreeMap<String, String>;

/// Whether there is such a message.
#[must_use]
pub fn has(lang: Lang, id: &str) -> bool {
    lang.bundle().has_message(id)
}

/// The sentence of that id. Cards (`QH`) are shown with their sign, suits by their sign and name, whole numbers as numbers; an unknown id is
/// shown as it is.
#[must_use]
pub fn say(lang: Lang, id: &str, args: &Args) -> String {
    format(lang, id, None, args).unwrap_or_else(|| id.to_owned())
}

/// A message, or an attribute of it, with its needs filled in; `None` where there is none.
fn format(lang: Lang, id: &str, attribute: Option<&str>, args: &Args) -> Option<String> {
    let bundle = lang.bundle();
    let message = bundle.get_message(id)?;
    let pattern = match attribute {
        Some(name) => message.get_attribute(name)?.value(),
        None => message.value()?,
    };
    let mut values = FluentArgs::new();
    for (name, value) in args {
        values.set(name.as_str(), shown(lang, name, value));
    }
    let mut errors = Vec::new();
    Some(
        bundle
            .format_pattern(pattern, Some(&values), &mut errors)
            .into_owned(),
    )
}

/// The sentence of that id, where it needs nothing.
#[must_use]
pub fn plain(lang: Lang, id: &str) -> String {
    say(lang, id, &Args::new())
}

fn shown(lang: Lang, name: &str, value: &str) -> FluentValue<'static> {
    // A player may be called 007 or QH, and so may a file or a deck.
    if matches!(
        name,
        "payer" | "payee" | "amount" | "file" | "deck" | "use" | "typed"
    ) {
        return value.to_owned().into();
    }
    if let Ok(number) = value.parse::<i64>() {
        return number.into();
    }
    let word = |id: String| {
        if has(lang, &id) {
            plain(lang, &id)
        } else {
            value.to_owned()
        }
    };
    match name {
        "suit" | "trump" => word(format!("suit-{value}")).into(),
        "bid" | "standing" => word(format!("bid-{value}")).into(),
        _ if value.is_empty() => word("nobody".to_owned()).into(),
        _ => {
            let words: Vec<String> = value.split(' ').map(card_shown).collect();
            let all_cards = value.split(' ').all(|w| w.parse::<Card>().is_ok());
            words.join(if all_cards { ", " } else { " " }).into()
        }
    }
}

/// `QH` as `Q♥`, `TS` as `10♠`; what is no French-suited card stays as it is.
fn card_shown(text: &str) -> String {
    match text.parse() {
        Ok(Card::French(Rank::Ten, suit)) => format!("10{}", suit.sign()),
        Ok(Card::French(rank, suit)) => format!("{rank}{}", suit.sign()),
        _ => text.to_owned(),
    }
}

/// A ruling as a referee says it: how firm it is, who, the rule, the proof, and what happens to the chips.
#[must_use]
pub fn ruling(lang: Lang, ruling: &Ruling, seating: &Seating) -> String {
    let named = |value: &String| {
        let seat = value.parse::<Seat>().ok();
        seat.map_or_else(|| value.clone(), |s| seating.name(s))
    };
    let mut args: Args = ruling
        .args
        .iter()
        .map(|(k, v)| (k.clone(), named(v)))
        .collect();
    if let Some(seat) = ruling.against {
        args.insert("against".to_owned(), seating.name(seat));
    }
    args.entry("against".to_owned())
        .or_insert_with(|| plain(lang, "nobody"));
    args.insert(
        "option".to_owned(),
        ruling.option.clone().unwrap_or_default(),
    );
    let id = format!("ruling-{}", ruling.code);
    // What isn't proved is put as a question, where the message has one.
    let (firmness, attribute) = match ruling.verdict {
        Verdict::Violation => return say(lang, &id, &args),
        Verdict::Disputed => ("verdict-disputed", None),
        Verdict::Inconclusive => ("verdict-inconclusive", Some("ask")),
        Verdict::Reminder => ("verdict-reminder", Some("remind")),
    };
    let asked = attribute.and_then(|a| format(lang, &id, Some(a), &args));
    let mut said = asked.unwrap_or_else(|| {
        args.insert("said".to_owned(), say(lang, &id, &args));
        say(lang, firmness, &args)
    });
    // What would decide it: where some cards lie.
    if let Some(unseen) = args.get("unseen") {
        let few = unseen.split(' ').count() <= FEW_CARDS;
        let id = if few { "decided-by" } else { "decided-by-all" };
        said.extend([" ".to_owned(), say(lang, id, &args)]);
    }
    said
}
