//! The games of a match as a table.

use std::io::{self, Write};

use csv::WriterBuilder;

use crate::records::journal::Records;
use crate::records::record::GameRecord;

/// The first characters of every table.
pub const TABLE_MARK: &str = "unit,game,";

/// Writes a table of comma-separated values: a line with the names of the columns, and a line for
/// each game.
///
/// # Errors
/// Output that cannot be written.
pub fn write_table(records: &Records, out: impl Write) -> io::Result<()> {
    let seats = records.games.first().map_or(0, |game| game.players.len());
    let mut heading = vec!["unit".to_owned(), "game".to_owned()];
    heading.extend((1..=seats).flat_map(|seat| [format!("player{seat}"), format!("result{seat}")]));
    let rest = ["reason", "plies", "mean_depth", "mean_nodes", "milliseconds"];
    heading.extend(rest.map(str::to_owned));
    // Records that another program wrote may have games with different numbers of players.
    let mut table = WriterBuilder::new().flexible(true).from_writer(out);
    table.write_record(&heading)?;
    for game in &records.games {
        table.write_record(row(game))?;
    }
    table.flush()
}

fn row(game: &GameRecord) -> Vec<String> {
    let mut row = vec![game.unit.to_string(), game.game.to_string()];
    let seats = game.players.iter().zip(&game.result);
    row.extend(seats.flat_map(|(player, result)| [player.clone(), result.to_string()]));
    let depths = mean(game.depths.iter().flatten().map(|&depth| f64::from(depth)));
    let nodes = mean(game.nodes.iter().flatten().map(|&nodes| nodes as f64));
    let time = game.times.iter().sum::<u64>() / 1000;
    row.extend([game.reason.name().to_owned(), game.plies.to_string()]);
    row.extend([format!("{depths:.2}"), format!("{nodes:.0}"), time.to_string()]);
    row
}

fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0.0), |(sum, count), number| (sum + number, count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::record::tests::record;
    use crate::schedule::plan::Plan;

    #[test]
    fn fields_are_quoted() {
        let players = vec!["A".into(), "B".into()];
        let mut game = record(0, 1);
        game.players[0] = "a \"b\", c".to_owned();
        let records = Records::new(Plan::new("maitres", players, 1, 1), vec![game]);
        let mut table = Vec::new();
        write_table(&records, &mut table).unwrap();
        let text = String::from_utf8(table).unwrap();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[0].split(',').count(), 11);
        assert!(text.starts_with(TABLE_MARK), "{text}");
        assert_eq!(lines[1], "0,1,\"a \"\"b\"\", c\",1,B,0,rules,1,0.00,7,0");
    }
}
