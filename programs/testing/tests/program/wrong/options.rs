//! Every option of every command, as `--help` lists it: given twice, and with wrong values.

use testing::Program;

use super::{PROGRAMS, check_refused, each};

/// Options that may be repeated.
const REPEATED: [&str; 5] = ["--player", "--set", "--range", "--without", "--host"];

/// Texts that are no number of any option. An option of another kind refuses them, too, or the
/// command lacks other arguments.
const NO_NUMBERS: [&str; 9] =
    ["", "NaN", "inf", "-1x", "1e400x", "0x10", " 1", "9999999999999999999999x", "1\u{1b}[31m"];

/// An option of a command.
#[derive(Clone, Debug)]
struct Given {
    program: Program,
    command: Vec<String>,
    option: String,
    has_value: bool,
}

/// The lines of a list in a help text, without their indentation. Descriptions have another one.
fn listed<'a>(help: &'a str, head: &str, indentation: &str) -> Vec<&'a str> {
    let lines = help.lines().skip_while(|line| *line != head).skip(1);
    let lines = lines.take_while(|line| line.is_empty() || line.starts_with(' '));
    lines
        .filter_map(|line| line.strip_prefix(indentation))
        .filter(|line| !line.is_empty() && !line.starts_with(' '))
        .collect()
}

fn options_of(program: Program, command: &[String], found: &mut Vec<Given>) {
    let help = program.run(&[command, &["--help".to_owned()]].concat()).done();
    for line in listed(&help, "Commands:", "  ") {
        let name = line.split(' ').next().unwrap_or_default();
        if name != "help" {
            options_of(program, &[command, &[name.to_owned()]].concat(), found);
        }
    }
    // `-h, --help` and `-V, --version` have another indentation.
    for line in listed(&help, "Options:", "      ") {
        let Some(rest) = line.strip_prefix("--") else { continue };
        let name = rest.split([' ', '[']).next().unwrap_or_default();
        found.push(Given {
            program,
            command: command.to_vec(),
            option: format!("--{name}"),
            has_value: rest[name.len()..].starts_with(" <"),
        });
    }
}

fn all_options() -> Vec<Given> {
    let mut found = Vec::new();
    PROGRAMS.iter().for_each(|&program| options_of(program, &[], &mut found));
    assert!(found.len() > 100, "{}: {found:?}", found.len());
    found
}

fn words(given: &Given, more: &[&str]) -> Vec<String> {
    let more = more.iter().map(|&word| word.to_owned());
    given.command.iter().cloned().chain(more).collect()
}

#[test]
fn no_option_is_given_twice() {
    let options: Vec<_> = all_options()
        .into_iter()
        .filter(|given| !REPEATED.contains(&given.option.as_str()))
        .collect();
    each(&options, |given| {
        let option = given.option.as_str();
        let args = match given.has_value {
            true => words(given, &[option, "1", option, "1"]),
            false => words(given, &[option, option]),
        };
        let finished = given.program.run(&args);
        let text = args.join(" ");
        check_refused(&finished, &text);
        assert!(finished.stderr.starts_with(&format!("error: {option}")), "{text}: {finished:?}");
    });
}

#[test]
fn no_option_takes_another_text_for_a_number() {
    let mut cases = Vec::new();
    // A server with another folder or another name is no error.
    let may_fail =
        |given: &Given| given.has_value && !["--data", "--host"].contains(&given.option.as_str());
    for given in all_options().into_iter().filter(may_fail) {
        cases.extend(NO_NUMBERS.map(|text| (given.clone(), text)));
    }
    each(&cases, |(given, text)| {
        let option = format!("{}={text}", given.option);
        let refused = given.program.run(&words(given, &[&option]));
        check_refused(&refused, &format!("{:?} {option:?}", given.command));
    });
}
