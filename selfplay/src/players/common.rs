//! What is added to the texts of players: what all have in common, and a game's pack.

use games::ParseError;

use crate::players::limit::Limit;
use crate::players::spec::{PlayerKindSpec, PlayerSpec};

/// A player's text with what all players have in common: its own keys come first, and a player that does not
/// search has no use for limits and tables.
#[must_use]
pub fn with_common(text: &str, common: &str) -> String {
    let key = |item: &str| item.split('=').next().unwrap_or_default().to_owned();
    let own: Vec<_> = text.split(',').map(key).collect();
    let limit = |key: &String| Limit::KEYS.contains(&key.as_str());
    let limited = own.iter().any(limit);
    let plain = own.iter().any(|key| key == "random" || key == "greedy");
    let given = |item: &&str| {
        let key = key(item);
        !(plain && !["name", "random-plies"].contains(&key.as_str())
            || own.contains(&key)
            || limited && limit(&key))
    };
    let added = common.split(',').filter(|item| !item.is_empty()).filter(given);
    let items: Vec<_> = text.split(',').chain(added).collect();
    items.join(",")
}

/// A player's text with the file of a pack that the game names: a process does not know it by itself.
///
/// # Errors
/// A text that is no player.
pub fn with_pack(text: &str, file: &str) -> Result<String, ParseError> {
    Ok(match PlayerSpec::parse(text)?.kind {
        PlayerKindSpec::Process(_) => with_common(text, &format!("option.Pack={file}")),
        _ => text.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_keys_come_before_common_ones() {
        assert_eq!(with_common("name=A,depth=2", "nodes=5,hash=3"), "name=A,depth=2,hash=3");
        assert_eq!(with_common("name=A", "nodes=5,hash=3"), "name=A,nodes=5,hash=3");
        assert_eq!(with_common("name=A", ""), "name=A");
        let plain = with_common("random=yes", "name=A,nodes=5,random-plies=2");
        assert_eq!(plain, "random=yes,name=A,random-plies=2");
    }

    #[test]
    fn processes_are_told_of_a_pack() {
        let told = |text| with_pack(text, "p.toml").unwrap();
        assert_eq!(told("name=A,cmd=x,nodes=5"), "name=A,cmd=x,nodes=5,option.Pack=p.toml");
        for text in ["name=A,nodes=5", "name=A,random=yes", "name=A,cmd=x,option.Pack=q.toml"] {
            assert_eq!(told(text), text);
        }
    }
}
