//! Boards of pieces, as texts.

/// The text of a board of `size` by `size`, from pieces such as `Gc2`: letter, file, rank.
pub(crate) fn board(size: u8, pieces: &str) -> String {
    let mut squares = vec![vec![None; size as usize]; size as usize];
    for piece in pieces.split_whitespace() {
        let &[letter, file, rank] = piece.as_bytes() else { panic!("{piece} is not a piece") };
        squares[usize::from(rank - b'1')][usize::from(file - b'a')] = Some(char::from(letter));
    }
    let ranks = squares.iter().rev().map(|rank| {
        let mut text = String::new();
        let mut run = 0;
        for square in rank.iter().chain([&Some('/')]) {
            match square {
                None => run += 1,
                Some(letter) => {
                    if run > 0 {
                        text.push_str(&run.to_string());
                    }
                    run = 0;
                    text.push(*letter);
                }
            }
        }
        text
    });
    ranks.collect::<String>().trim_end_matches('/').to_owned()
}
