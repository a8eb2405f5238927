//! The scripts of the page as two files, and its style sheets as one.
//!
//! The first file has the modules that the first screen needs. It loads the second file, which has
//! all others, by `import("./later.js")`.
//!
//! The scripts are plain modules. Each becomes a function that returns the module's exports, after
//! the modules that it imports. Comments and indentation are left out. The scripts are formatted by
//! prettier, so their imports and exports begin a line.

use std::fmt::Write;

/// A bundle in progress.
struct Bundle<'a> {
    /// The text of a file.
    read: &'a dyn Fn(&str) -> Option<String>,
    /// The modules so far, in the order of their code.
    names: Vec<String>,
    /// The modules whose imports are being added.
    open: Vec<String>,
    code: String,
}

/// A place for the version of the scripts, in their names.
const VERSION: &str = "@version@";

/// The scripts of the page.
pub(crate) struct Scripts {
    /// The part of their names that changes with their contents.
    pub(crate) version: String,
    pub(crate) first: String,
    pub(crate) later: String,
}

/// The code of `NAME.js` with all modules that it imports, and that of `later.js` with all others
/// that this one imports. `version` makes a text from both codes, which is then in the names of the
/// two files: `NAME-VERSION.js` and `later-VERSION.js`.
///
/// # Errors
/// An import that does not exist, a circle of imports, or a form of import or export that the
/// scripts of the page do not use. The text names the file and the line.
pub(crate) fn scripts(
    read: &dyn Fn(&str) -> Option<String>,
    name: &str,
    version: impl Fn(&str) -> String,
) -> Result<Scripts, String> {
    let mut bundle = Bundle { read, names: Vec::new(), open: Vec::new(), code: String::new() };
    bundle.add(&format!("{name}.js"))?;
    let shared: Vec<_> = (0..bundle.names.len()).map(|number| format!("${number}")).collect();
    let shared = shared.join(",");
    let first = std::mem::take(&mut bundle.code);
    let dynamic = format!("import(\"./later-{VERSION}.js\")");
    let first = first.replace("import(\"./later.js\")", &dynamic);
    let first = format!("{first}export{{{shared}}};\n");
    let last = bundle.add("later.js")?;
    let later = format!(
        "import{{{shared}}}from\"./{name}-{VERSION}.js\";\n{}export const later=${last}.later;\n",
        bundle.code
    );
    let version = version(&[&*first, &*later].concat());
    let [first, later] = [first, later].map(|code| code.replace(VERSION, &version));
    Ok(Scripts { version, first, later })
}

/// The code of a script with all modules that it imports, for a worker.
///
/// # Errors
/// As [`scripts`].
pub(crate) fn script(read: &dyn Fn(&str) -> Option<String>, name: &str) -> Result<String, String> {
    let mut bundle = Bundle { read, names: Vec::new(), open: Vec::new(), code: String::new() };
    bundle.add(name)?;
    Ok(bundle.code)
}

impl Bundle<'_> {
    /// Adds a module, unless it is there already. Returns its number.
    fn add(&mut self, name: &str) -> Result<usize, String> {
        if let Some(number) = self.names.iter().position(|known| known == name) {
            return Ok(number);
        }
        if self.open.iter().any(|open| open == name) {
            return Err(format!("{name}: a circle of imports: {}", self.open.join(", ")));
        }
        let text = (self.read)(name).ok_or_else(|| format!("{name}: there is no such file"))?;
        self.open.push(name.to_owned());
        let (code, exports) = self.module(name, &text)?;
        self.open.pop();
        let number = self.names.len();
        self.names.push(name.to_owned());
        let exports = exports.join(",");
        // Writing to a text never fails.
        let _ = write!(self.code, "const ${number}=(()=>{{\n{code}return{{{exports}}};\n}})();\n");
        Ok(number)
    }

    /// The code of a module, and the names that it exports.
    fn module(&mut self, name: &str, text: &str) -> Result<(String, Vec<String>), String> {
        let (mut code, mut exports) = (String::new(), Vec::new());
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if line.matches('`').count() % 2 == 1 {
                return Err(format!("{name}: a text of several lines: {line}"));
            }
            if line.starts_with("import ") {
                let mut whole = line.to_owned();
                while !whole.ends_with(';') {
                    let more = lines.next().ok_or_else(|| format!("{name}: {whole}"))?;
                    whole += more.trim_start();
                }
                code += &self.import(name, &whole)?;
                continue;
            }
            let line = line.trim();
            if line.starts_with("/*") {
                let mut last = line;
                while !last.ends_with("*/") {
                    last = lines.next().ok_or_else(|| format!("{name}: {line}"))?;
                }
            } else if let Some(rest) = line.strip_prefix("export ") {
                let exported = exported(rest).ok_or_else(|| format!("{name}: {line}"))?;
                exports.push(exported);
                code += rest;
                code.push('\n');
            } else if !line.is_empty() && !line.starts_with("//") {
                code += line;
                code.push('\n');
            }
        }
        Ok((code, exports))
    }

    /// The code in place of an import.
    fn import(&mut self, name: &str, line: &str) -> Result<String, String> {
        let wrong = || format!("{name}: {line}");
        let (what, from) = line
            .strip_prefix("import ")
            .and_then(|line| line.strip_suffix("\";"))
            .and_then(|line| line.split_once(" from \""))
            .ok_or_else(wrong)?;
        let number = self.add(&place(name, from))?;
        if let Some(whole) = what.strip_prefix("* as ") {
            return Ok(format!("const {whole}=${number};\n"));
        }
        let listed = what.strip_prefix('{').and_then(|names| names.strip_suffix('}'));
        let listed = listed.ok_or_else(wrong)?.trim().trim_end_matches(',');
        Ok(format!("const {{{}}}=${number};\n", listed.replace(" as ", ":")))
    }
}

/// The name that a declaration after `export` declares.
fn exported(declaration: &str) -> Option<String> {
    let kinds = ["async function ", "function ", "class ", "const "];
    let rest = kinds.iter().find_map(|kind| declaration.strip_prefix(kind))?;
    let name: String =
        rest.chars().take_while(|&letter| letter.is_alphanumeric() || letter == '_').collect();
    (!name.is_empty()).then_some(name)
}

/// The file that a module imports by a relative path.
pub(crate) fn place(importer: &str, path: &str) -> String {
    let folder = importer.rsplit_once('/').map_or("", |(folder, _)| folder);
    match path.strip_prefix("../") {
        Some(path) => match folder.rsplit_once('/') {
            Some((above, _)) => format!("{above}/{path}"),
            None => path.to_owned(),
        },
        None if folder.is_empty() => path.trim_start_matches("./").to_owned(),
        None => format!("{folder}/{}", path.trim_start_matches("./")),
    }
}

/// Style sheets in one, without comments and indentation.
pub(crate) fn style(sheets: &[String]) -> String {
    let mut style = String::new();
    let mut comment = false;
    for line in sheets.iter().flat_map(|sheet| sheet.lines()).map(str::trim) {
        comment |= line.starts_with("/*");
        if !comment && !line.is_empty() {
            style += line;
            if !line.ends_with(['{', '}', ';', ',']) {
                style.push(' ');
            }
        }
        comment &= !line.ends_with("*/");
    }
    style
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: [(&str, &str); 5] = [
        (
            "main.js",
            "// Words.\nimport {\n  one,\n  two as deux,\n} from \"./sub/a.js\";\nimport * as b from \"./b.js\";\none(deux, b.three);\nimport(\"./later.js\");\n",
        ),
        (
            "sub/a.js",
            "import { three } from \"../b.js\";\n\n/**\n * More words.\n */\nexport function one() {\n  return three;\n}\nexport const two = 2;\n",
        ),
        ("b.js", "export const three = 3;\n"),
        ("later.js", "import { three } from \"./b.js\";\nexport const later = { three };\n"),
        ("round.js", "import { x } from \"./round.js\";\n"),
    ];

    fn read(name: &str) -> Option<String> {
        FILES.iter().find(|(file, _)| *file == name).map(|(_, text)| (*text).to_owned())
    }

    #[test]
    fn modules_come_after_their_imports() {
        let made = scripts(&read, "main", |_| "1".to_owned()).expect("two bundles");
        let expected = "const $0=(()=>{\nconst three = 3;\nreturn{three};\n})();\n\
            const $1=(()=>{\nconst {three}=$0;\nfunction one() {\nreturn three;\n}\nconst two = 2;\nreturn{one,two};\n})();\n\
            const $2=(()=>{\nconst {one,two:deux}=$1;\nconst b=$0;\none(deux, b.three);\nimport(\"./later-1.js\");\nreturn{};\n})();\n\
            export{$0,$1,$2};\n";
        assert_eq!(made.first, expected);
        let expected = "import{$0,$1,$2}from\"./main-1.js\";\n\
            const $3=(()=>{\nconst {three}=$0;\nconst later = { three };\nreturn{later};\n})();\n\
            export const later=$3.later;\n";
        assert_eq!(made.later, expected);
    }

    #[test]
    fn a_worker_has_one_script() {
        let expected = "const $0=(()=>{\nconst three = 3;\nreturn{three};\n})();\n\
            const $1=(()=>{\nconst {three}=$0;\nconst later = { three };\nreturn{later};\n})();\n";
        assert_eq!(script(&read, "later.js").as_deref(), Ok(expected));
    }

    #[test]
    fn other_forms_are_refused() {
        assert!(
            scripts(&read, "round", |_| String::new()).err().expect("a circle").contains("circle")
        );
        for text in [
            "export default 1;",
            "export let x = 1;",
            "import x from \"./b.js\";",
            "import \"./b.js\";",
            "import { y } from \"./none.js\";",
            "const x = `a",
        ] {
            let read = |name: &str| if name == "x.js" { Some(text.to_owned()) } else { read(name) };
            assert!(scripts(&read, "x", |_| String::new()).is_err(), "{text}");
        }
    }

    #[test]
    fn styles_are_joined() {
        let sheets = [
            "/* One */\na {\n  b: c;\n}\n".to_owned(),
            "d,\ne\nf {}\n/* two\nthree */\ng {}\n".to_owned(),
        ];
        assert_eq!(style(&sheets), "a {b: c;}d,e f {}g {}");
    }
}
