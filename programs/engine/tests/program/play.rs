//! `engine play`, driven by lines on a pipe.

use std::fs;

use testing::{ENGINE, SELFPLAY, file};

/// Plays a game with these lines of input. Returns its output.
fn play(arguments: &[&str], lines: &str) -> String {
    let arguments: Vec<_> = ["play"].iter().chain(arguments).copied().collect();
    let run = ENGINE.run_reading(&arguments, lines.as_bytes());
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{}", run.stdout);
    run.stdout
}

#[test]
fn a_game_by_a_script() {
    let said = play(
        &["benedictine", "--people", "all", "--plain", "--lang", "en"],
        "c2-d3@f2\nundo\nredo\nx9\nquit\n",
    );
    assert!(said.contains("Green (g): c2 to d3, ball to f2\n"), "{said}");
    assert!(
        said.contains("error: move: read \"x9\", expected a legal move or one of hint undo"),
        "{said}"
    );
    assert!(
        said.ends_with(
            "The game so far: benedictine 1A1A1A1/2A1A2/7/3o3/7/2G1G2/1G1G1G1 g moves c2-d3@f2\n"
        ),
        "{said}"
    );

    // The engine answers, and the program ends with the input.
    let said = play(&["benedictine", "--level", "1", "--seed", "1", "--lang", "fr"], "c2-d3@f2");
    assert!(said.contains("Ambre (a) : ") && said.contains("Vert (g) : à vous de jouer"), "{said}");
    assert_eq!(
        said,
        play(&["benedictine", "--level", "1", "--seed", "1", "--lang", "fr"], "c2-d3@f2")
    );
}

/// A mistyped command is understood. Commands and events have French words. The last move is
/// marked.
#[test]
fn words_are_understood() {
    let said = play(
        &["maitres", "--people", "all", "--seed", "1", "--lang", "en"],
        "hlep\nlevle 3\nconseil\n1\n",
    );
    for near in ["help", "level"] {
        assert!(said.contains(&format!("a legal move or a command; perhaps \"{near}\"")), "{said}");
    }
    assert!(said.contains("hint: ") && said.contains("◂│"), "{said}");
    let said = play(
        &["maitres", "--people", "all", "--seed", "1", "--lang", "fr"],
        "aide\nregles\nsiège b moteur\nanuler\nquitter\n",
    );
    assert!(
        said.contains("Rouge (r) : le dé montre ") && said.contains("annuler, refaire"),
        "{said}"
    );
    assert!(said.contains("peut-être \"annuler\"") && said.contains("Lancez le dé"), "{said}");
    assert!(said.contains("La partie jusqu'ici"), "{said}");
}

/// Happenings are told in words, as on the page, each once. The star has marks of the last move.
#[test]
fn happenings_are_told() {
    let all = |game: &str, lines: &str, language: &str| {
        play(&[game, "--people", "all", "--seed", "1", "--lang", language], lines)
    };
    let captured = "maitres 4m4/9/4s4/9/4L4/9/9/9/4M4 r 2";
    let said = all(captured, "e5-e7\n", "en");
    assert!(said.contains("Red (r): e5-e7\nRed: brown small cylinder captured\n"), "{said}");
    let said = all(captured, "e5-e7\n", "fr");
    assert!(said.contains("Rouge : prise de petit cylindre brun\n"), "{said}");
    let goal = "benedictine 1A1G1A1/2AoA2/7/7/3A3/2G1G2/1G3G1 g";
    let said = all(goal, "c2-b3@goal\n", "en");
    assert!(said.contains("GOAL for Green!\n") && !said.contains("The game is over\n"), "{said}");
    // The text of a capture tells the captured pieces itself.
    let chain = "etoile:board=square8,landing=any,omit=must,players=2 A Ka1 b2,g7,a7 0 -";
    let said = all(chain, "a1xc3xh8\n", "en");
    assert!(said.contains("a1xc3xh8\n") && !said.contains("captured"), "{said}");
    let said = all("etoile", "Ac3-Ad4\n", "en");
    assert!(said.contains("4 │   │░░░│   │ ●◂│"), "{said}");
    let said = play(&["buteur", "--watch", "--level", "1", "--seed", "3", "--lang", "en"], "");
    for words in ["Half-time, ", "Last turn of the half\n", "Full time, "] {
        assert!(said.contains(words), "{words}");
    }
}

/// Without arguments the program prints its help, and `play` names the games.
#[test]
fn help_without_arguments() {
    let run = ENGINE.run(&[""; 0]);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    assert!(run.stdout.contains("Usage: engine") && run.stdout.contains("Play in the terminal"));
    let run = ENGINE.run(&["play"]);
    assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""));
    assert!(
        run.stderr.contains("game: read nothing, expected one of benedictine"),
        "{}",
        run.stderr
    );
}

#[test]
fn moves_are_picked_from_the_list_and_dice_typed() {
    let said = play(
        &["maitres", "--people", "all", "--typed", "--lang", "en"],
        "die9\n4\nmoves\n2\nroll\n",
    );
    assert!(
        said.contains("expected a chance event: one of die1 die2 die3 die4 die5 die6"),
        "{said}"
    );
    assert!(
        said.contains("Red (r): the die shows 4\n") && said.contains("   2  b2-b6\n"),
        "{said}"
    );
    assert!(said.contains("Red (r): b2-b6\n"), "{said}");
    assert!(said.contains("Brown (b): the die shows "), "{said}");
}

/// A saved game may replace a saved game, but no other file.
#[test]
fn a_strangers_file_is_not_saved_over() {
    let (diary, beside, game) = (file("play.diary"), file("play.new"), file("play"));
    fs::write(&diary, "today").expect("a file");
    fs::write(&beside, "today").expect("a file");
    let lines =
        format!("save {}\nsave {1}\nc2-d3@f2\nsave {1}\nquit\n", diary.display(), game.display());
    let said = play(&["benedictine", "--people", "all", "--lang", "en"], &lines);
    assert!(said.contains("error: save: read \"") && said.contains("somebody else's"), "{said}");
    for stranger in [&diary, &beside] {
        assert_eq!(fs::read_to_string(stranger).expect("a file"), "today");
    }
    assert!(fs::read_to_string(&game).expect("a file").ends_with(" g moves c2-d3@f2\n"));
}

#[test]
fn the_engine_alone() {
    for game in ["benedictine:plies=12", "maitres:plies=6", "ruches:setup=ordered"] {
        let said =
            play(&[game, "--watch", "--level", "1", "--seed", "5", "--plain", "--lang", "en"], "");
        assert!(
            said.lines().last().is_some_and(|line| line.starts_with("The game is over: ")),
            "{said}"
        );
    }
}

/// The turned board, the threats, and the record of a finished game, which `selfplay` reads.
#[test]
fn boards_are_turned_threats_told_and_records_written() {
    let folder = std::env::temp_dir().join(format!("engine-record-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("game.jsonl").display().to_string();
    let lines = format!("flip\nthreats\nrecord {file}\nc2-d3@f2\nrecord {file}\n");
    let said = play(&["benedictine:plies=1", "--people", "all", "--lang", "en"], &lines);
    assert!(said.contains("\n  g   f   e   d   c   b   a\n"), "{said}");
    assert!(said.contains("Nobody can win at once."), "{said}");
    assert!(
        said.contains("record: read \"a game under way\", expected one that is over"),
        "{said}"
    );
    assert!(said.contains(&format!("saved: {file}")), "{said}");
    let verified = SELFPLAY.run(&["verify", &file]);
    assert_eq!(verified.status, Some(0), "{}", verified.stderr);
    assert!(verified.stdout.ends_with("1 games follow the rules\n"), "{}", verified.stdout);
    assert_eq!(SELFPLAY.run(&["stats", &file]).status, Some(0));
    // A file that is no record is not replaced.
    let diary = folder.join("diary").display().to_string();
    fs::write(&diary, "today\n").expect("a file");
    let lines = format!("c2-d3@f2\nrecord {diary}\nrecord {file}\n");
    let said = play(&["benedictine:plies=1", "--people", "all", "--lang", "en"], &lines);
    let refused =
        format!("record: read {diary:?}, expected no file there, or the records of a game");
    assert!(said.contains(&refused) && said.contains(&format!("saved: {file}")), "{said}");
    assert_eq!(fs::read(&diary).expect("a file"), b"today\n");
    let said = play(
        &["maitres 4m4/9/9/9/4L4/9/9/9/4M4 b -", "--people", "all", "--lang", "en"],
        "threats\n",
    );
    assert!(
        said.contains("Red (r) has the Master within reach with 2 of 6 rolls: e5-e9"),
        "{said}"
    );
    fs::remove_dir_all(&folder).expect("it was made");
}

/// A person at the terminal sees no card of the engine.
#[test]
fn cards_of_the_engine_stay_hidden() {
    let said = play(
        &["buteur", "--level", "1", "--seed", "3", "--lang", "en"],
        "1\n1\nmoves\neval\nundo\nopen\nundo\nshow\nopen\nquit\n",
    );
    assert!(said.contains("Red (R1): draws ") && !said.contains("(B1): draws "), "{said}");
    assert!(said.contains("B1 (Blue): 8 hidden cards"), "{said}");
    let (hidden, opened) = said.split_once("All cards lie open from now on").expect("laid open");
    assert!(hidden.contains("error: undo: read \"\", expected a choice with no cards"), "{said}");
    // A person alone at the terminal can lay all cards open, and then take moves back past cards.
    assert!(!opened.contains("error: undo") && !opened.contains("8 hidden"), "{said}");
    assert!(opened.contains("error: open: read \"\", expected a game with hidden cards"), "{said}");
    assert!(said.contains("R1 ") && said.contains(" %"), "{said}");
}

#[test]
fn games_are_kept() {
    let folder = std::env::temp_dir().join(format!("engine-play-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("one.game");
    let path = file.display().to_string();
    let common = ["ruches", "--people", "all", "--lang", "en", "--file", &path];
    let said = play(&common, "7@d1\nsave\n0@b9\nload\nquit\n");
    assert!(
        said.contains(&format!("saved: {path}")) && said.contains(&format!("loaded: {path}")),
        "{said}"
    );
    assert!(said.ends_with("The game so far: ruches place a - - - - - moves 7@d1\n"), "{said}");
    assert_eq!(fs::read_to_string(&file).expect("saved"), "ruches place a - - - - - moves 7@d1\n");
    let said = play(&common, "load /no/such/file\nsave /no/such/folder/x\n");
    assert!(said.contains("error: load: read \"/no/such/file\", expected a file"), "{said}");
    fs::remove_dir_all(&folder).expect("it was made");
}

#[test]
fn what_cannot_be_played_is_refused() {
    for (arguments, expected) in [
        (&["play", "chess"][..], "game: read \"chess\", expected one of benedictine"),
        (&["play", "ruches", "--level", "11"], "expected a whole number from 1 to 10"),
        (&["play", "ruches", "--people", "r"], "--people: read \"r\", expected one of a b"),
        (&["play", "ruches", "--lang", "de"], "expected one of en fr"),
    ] {
        let run = ENGINE.run(arguments);
        assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(
            run.stderr.starts_with("error: ") && run.stderr.contains(expected),
            "{}",
            run.stderr
        );
    }
}

/// The star fits a terminal of 80 columns, and its columns are straight.
#[test]
fn the_star_is_readable() {
    let run = ENGINE.run(&["show", "etoile startpos moves Ac3-Ad4"]);
    assert!(run.stdout.lines().take(23).all(|line| line.chars().count() <= 79), "{}", run.stdout);
    let row = "                    4 │   │░░░│   │ ● │   │░░░│   │░░░│";
    assert!(run.stdout.lines().any(|line| line == row), "{}", run.stdout);
    let touching = "                        Bh  Bg  Bf  Be  Cd  Cc  Cb  Ca";
    assert!(run.stdout.lines().any(|line| line == touching), "{}", run.stdout);
    let light = ENGINE.run(&["show", "etoile:colour=light startpos"]).stdout;
    assert!(light.contains("1 │   │ ● │   │ ● │"), "{light}");
}

/// Without boards the words describe everything: the places of pieces, and the cards of each hand.
#[test]
fn positions_are_told_in_words() {
    let plain = |game: &str, lines: &str| {
        play(&[game, "--people", "all", "--plain", "--lang", "en", "--seed", "3"], lines)
    };
    let said = plain("benedictine", "show\nc2-d3@f2\nshow\n");
    assert!(said.contains("Green: bottles on b1, d1, f1, c2, e2\n"), "{said}");
    assert!(said.contains("Green: bottles on b1, d1, f1, e2, d3\n"), "{said}");
    assert!(said.ends_with("ball on f2\nAmber (a) to move\n") && !said.contains('│'), "{said}");
    // The words name the die, also in a loaded game. They also name the stock, which shows the rest
    // of the half.
    let kept = file("told.game");
    let kept = kept.display();
    let said = plain("maitres", &format!("show\nsave {kept}\nload {kept}\n"));
    assert_eq!(said.lines().filter(|line| line.starts_with("the die shows ")).count(), 2, "{said}");
    assert!(plain("buteur", "").contains("; Stock: 39; "));
    // A player to act sees the cards of the hand. Cards of one suit differ by their symbols.
    let said = plain("buteur", "moves\n");
    let hand = said.lines().find(|line| line.starts_with("Hand of Red: ")).expect("a hand");
    assert_eq!(hand.split(", ").count(), 8, "{said}");
    assert!(said.contains("Hand of Blue: 8 hidden cards"), "{said}");
    let moves: Vec<_> = said.lines().filter_map(|line| line.split_once("  ")).collect();
    let different: std::collections::BTreeSet<_> = moves.iter().collect();
    assert_eq!(moves.len(), different.len(), "{said}");
}

/// Errors are in the language of the game.
#[test]
fn refusals_are_in_french() {
    let lines = "x9\nundo\nredo\nlevel 11\nseat z human\nseat g dog\nlang de\nload /no/such\nrecord\nopen\n";
    let said = play(&["benedictine", "--people", "all", "--lang", "fr"], lines);
    let refusals: Vec<_> = said.lines().filter(|line| line.starts_with("erreur : ")).collect();
    assert_eq!(refusals.len(), 10, "{said}");
    assert!(
        refusals.iter().all(|line| line.contains("lu \"") && line.contains("attendu ")),
        "{said}"
    );
    assert!(!said.contains("expected") && !said.contains("error"), "{said}");
    let said = play(&["maitres", "--people", "all", "--typed", "--lang", "fr"], "die9\n");
    assert!(
        said.contains("erreur : coup : lu \"die9\", attendu un hasard, l'un de die1 die2"),
        "{said}"
    );
    let diary = file("record.diary");
    fs::write(&diary, "today\n").expect("a file");
    let lines = format!("c2-d3@f2\nrecord {}\n", diary.display());
    let said = play(&["benedictine:plies=1", "--people", "all", "--lang", "fr"], &lines);
    assert!(said.contains("attendu aucun fichier à cet endroit, ou le relevé"), "{said}");
}

#[test]
fn games_in_french() {
    let run = ENGINE.run(&["games", "--lang", "fr"]);
    assert!(!run.stdout.contains("as the rules say"), "{}", run.stdout);
    for option in ["omit", "quiet"] {
        let line = format!("    {option}=selon les règles: ");
        assert!(run.stdout.contains(&line), "{}", run.stdout);
    }
    assert!(
        run.stdout.contains("    passage=blocked: Le chemin d'une pièce (décision M2)\n"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains("        leap: peut passer par-dessus des pièces\n"),
        "{}",
        run.stdout
    );
}

/// The help explains every command, and so do the rules. Their lines fit a terminal.
#[test]
fn help_explains_the_commands() {
    let english = "hint undo redo moves eval threats level seat roll show flip save load record \
                   open rules lang help quit";
    let french = "conseil annuler refaire coups avis menaces niveau siège lancer montrer tourner \
                  enregistrer charger relevé ouvrir règles langue aide quitter";
    for (language, commands) in [("en", english), ("fr", french)] {
        let rules =
            play(&["buteur", "--people", "all", "--seed", "1", "--lang", language], "rules\n");
        assert!(rules.lines().all(|line| line.chars().count() <= 80), "{rules}");
        let said =
            play(&["benedictine", "--people", "all", "--plain", "--lang", language], "help\n");
        assert!(said.lines().all(|line| line.chars().count() <= 80), "{said}");
        let explained = |command: &str| {
            let begins = |line: &&str| {
                let (usage, words) = line.trim_start().split_once("  ").unwrap_or((line, ""));
                !words.is_empty() && usage.split([',', ' ']).any(|word| word == command)
            };
            said.lines().filter(|line| line.starts_with("  ")).any(|line| begins(&line))
        };
        for command in commands.split(' ') {
            assert!(explained(command), "{command}: {said}");
        }
    }
}

/// The legend is in the language of the game, and gives the directions of the board as it is shown.
#[test]
fn legends_are_in_the_language_of_the_game() {
    for (game, straight, turned) in [
        ("benedictine", "G Vert joue vers le haut,", "G Vert joue vers le bas,"),
        ("maitres", "S L M Rouge joue vers le haut,", "S L M Rouge joue vers le bas,"),
        ("ruches", "A abeilles, vers le haut :", "A abeilles, vers le bas :"),
        ("etoile", "K devant une dame ; tours calmes : 0", "K devant une dame ; tours calmes : 0"),
        ("buteur", "mi-temps 1 en cours", "Rouge attaque vers le bas,"),
    ] {
        let arguments = [game, "--people", "all", "--seed", "3", "--lang", "en"];
        let said = play(&arguments, "lang fr\nshow\nflip\n");
        let at = said.find(straight).unwrap_or_else(|| panic!("{straight}: {said}"));
        assert!(said[at + 1..].contains(turned), "{turned}: {said}");
    }
    let said = play(&["maitres", "--people", "all", "--seed", "3", "--lang", "en"], "flip\n");
    assert!(said.contains("S L M Red plays down, s l m Brown plays up; die: "), "{said}");
}

/// The verb is plural for bees and teams.
#[test]
fn winners_agree_with_their_verb() {
    let bees = "ruches:setup=ordered";
    for (language, words) in [("en", " win, "), ("fr", " gagnent, ")] {
        let watched =
            [bees, "--watch", "--level", "1", "--seed", "5", "--plain", "--lang", language];
        let said = play(&watched, "");
        assert!(said.lines().last().is_some_and(|line| line.contains(words)), "{said}");
    }
    let team =
        ["buteur:players=3", "--watch", "--level", "1", "--seed", "3", "--plain", "--lang", "fr"];
    let said = play(&team, "");
    assert!(said.contains("Bleu 1 (B1), Bleu 2 (B2) gagnent, "), "{said}");
    let said =
        play(&["ruches play a 5c4 4d5 - - -", "--people", "all", "--lang", "fr"], "threats\n");
    assert!(said.contains("Abeilles (a) peuvent "), "{said}");
}

/// An endless device is refused before it fills the memory. It is not replaced by a file.
#[cfg(unix)]
#[test]
fn no_file_fills_the_memory() {
    use std::io::Write;

    for (language, words) in
        [("en", "load: read more than 16 MiB"), ("fr", "load : lu plus de 16 Mio")]
    {
        let arguments = ["play", "benedictine", "--people", "all", "--lang", language];
        let mut child = ENGINE.command_within(1024, &arguments);
        let mut child = child.stdin(std::process::Stdio::piped()).spawn().expect("it starts");
        let lines = b"load /dev/zero\nsave /dev/zero\nsave /dev/null\nmoves\n";
        child.stdin.take().expect("a pipe").write_all(lines).expect("it reads");
        let run = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&run.stdout);
        assert_eq!(run.status.code(), Some(0), "{said}");
        assert!(said.contains(words) && said.contains("c2-d3@f2"), "{said}");
        assert!(said.contains("/dev/null: a device or a pipe"), "{said}");
    }
    for device in ["/dev/zero", "/dev/null"] {
        assert!(!fs::metadata(device).expect("a device").is_file());
    }
    for arguments in [
        &["bench", "--suite", "/dev/zero"][..],
        &["solve", "etoile:players=2 startpos", "--check", "/dev/zero"],
        &["bestmove", "ruches startpos", "--weights", "/dev/zero"],
    ] {
        let run = ENGINE.command_within(1024, arguments).output().expect("it ends");
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{said}");
        assert!(said.contains("read more than "), "{said}");
    }
}

/// A game with the user's pack can be saved twice in the same file.
#[test]
fn a_game_with_an_own_pack_takes_its_own_place() {
    let (pack, game) = (file("own-pack.toml"), file("own-pack.game"));
    let text = include_str!("../../../../games/src/buteur/standard.toml");
    fs::write(&pack, text.replacen("name = \"standard\"", "name = \"club\"", 1)).expect("a file");
    let lines = format!("save {0}\nsave {0}\nload {0}\nquit\n", game.display());
    let pack = pack.display().to_string();
    let said = play(&["buteur:pack=club", "--pack", &pack, "--seed", "1", "--lang", "en"], &lines);
    assert_eq!(said.matches("saved: ").count(), 2, "{said}");
    assert!(said.contains("loaded: ") && !said.contains("error"), "{said}");
}

/// The result of one game is reported. It is no unit of a match, so no strengths are reported.
#[test]
fn one_game_has_its_result() {
    let (record, folder) = (file("one-game.jsonl"), file("one-game-report"));
    let (path, out) = (record.display().to_string(), folder.display().to_string());
    let lines = format!("e5-e9\nrecord {path}\n");
    let start = "maitres 4m4/9/9/9/4L4/9/9/9/4M4 r 4";
    let said = play(&[start, "--people", "all", "--lang", "en"], &lines);
    assert!(said.contains("Red (r) wins") && said.contains("saved: "), "{said}");
    let told = SELFPLAY.run(&["stats", &path]).done();
    assert!(told.starts_with("maitres: r against b, one game, no unit complete\n"), "{told}");
    assert!(told.contains("\nr as r: 1 won, 0 drawn, 0 lost, 1 points\n"), "{told}");
    assert!(told.contains("\nb as b: 0 won, 0 drawn, 1 lost, 0 points\n"), "{told}");
    assert!(told.contains("mean length 1.0 moves; ended by "), "{told}");
    assert!(!told.contains("Elo") && !told.contains("no game finished"), "{told}");
    let json = SELFPLAY.run(&["stats", &path, "--json"]).json();
    let incomplete = &json["incomplete"];
    assert_eq!((&json["units"], &incomplete["games"]), (&0.into(), &1.into()), "{json}");
    let points = |player: usize| incomplete["players"][player]["points"].as_f64();
    assert_eq!((points(0), points(1)), (Some(1.0), Some(0.0)), "{json}");
    SELFPLAY.run(&["report", &path, "--out", &out]).done();
    let page = fs::read_to_string(folder.join("report.html")).expect("a page");
    assert!(page.contains("One game, no unit complete. Points: r 1, b 0."), "{page}");
}
