//! The page as files for any static web host. A worker in the browser takes the place of the
//! server, with the games as WebAssembly modules.
//!
//! All files but `index.html` and `service.js` have a checksum in their path, so that files of two
//! versions never meet and a browser may keep them for ever.

use std::collections::BTreeMap;

use play::{Language, PackedWeights};
use rust_embed::RustEmbed;
use serde_json::{Map, Value, json};
use tabletop::Packs;

use crate::assets::{Assets, SCRIPT, style};
use crate::bundle::{self, Scripts};

/// The files that only a page without a server has. Some take the place of files of the same name.
#[derive(RustEmbed)]
#[folder = "site"]
struct SiteAssets;

/// The modules of a site: the tables of all games, and the engine of each.
pub const SITE_MODULES: [&str; 6] =
    ["tables", "benedictine", "maitres", "ruches", "etoile", "buteur"];

/// The lines that the page has in addition without a server.
const HEAD: &str = "head.html";
/// The service worker. It must lie beside the page.
const SERVICE: &str = "service.js";
/// The part of the names of the page's scripts that changes with their contents elsewhere. Here the
/// name of their folder changes.
const BUNDLE: &str = "bundle";
/// The scripts of workers. Each is a file with all that it imports.
const WORKERS: [&str; 2] = ["tables.js", "search.js"];
/// The file of the page that is not for readers.
const OMITTED: &str = "openapi.json";

/// The files of a site by path, with `/` between folders. `module` gives the bytes of a module.
///
/// # Errors
/// Those of `module`.
pub fn site<E>(
    mut module: impl FnMut(&str) -> Result<Vec<u8>, E>,
) -> Result<BTreeMap<String, Vec<u8>>, E> {
    let mut games = BTreeMap::new();
    let (mut modules, mut weights) = (Map::new(), Map::new());
    let mut add = |places: &mut Map<String, Value>, name: &str, path: &str, bytes: Vec<u8>| {
        let path = format!("games/{path}-{:08x}.wasm", crc32fast::hash(&bytes));
        places.insert(name.to_owned(), format!("../{path}").into());
        games.insert(path, bytes);
    };
    for name in SITE_MODULES {
        add(&mut modules, name, name, module(name)?);
    }
    for PackedWeights { engine, set, bytes } in play::packed_weights() {
        add(&mut weights, set, &format!("{engine}/{set}"), weights_module(&bytes));
    }
    let [modules, weights] = [modules, weights].map(Value::Object);
    let page = page_files(&format!(
        "export const modules = {modules};\nexport const weights = {weights};\n"
    ));
    let version = version(&page);
    let mut files: BTreeMap<_, _> =
        page.into_iter().map(|(name, bytes)| (format!("{version}/{name}"), bytes)).collect();
    let (pictures, others) = files.keys().partition::<Vec<_>, _>(|path| path.ends_with(".png"));
    // The page loads the texts of one language.
    let (texts, others) =
        others.into_iter().partition::<Vec<_>, _>(|path| path.contains("/texts/"));
    let lists = [
        ("VERSION", json!(version)),
        ("PAGE", json!(others)),
        // A browser asks for these only when it installs the page.
        ("PICTURES", json!(pictures)),
        ("LATER", json!(texts.into_iter().chain(games.keys()).collect::<Vec<_>>())),
    ];
    let lists = lists.map(|(name, value)| format!("const {name} = {value};\n")).concat();
    let service = text(SiteAssets::get(SERVICE));
    files.insert(SERVICE.to_owned(), format!("{lists}{service}").into_bytes());
    files.insert("index.html".to_owned(), index(&version).into_bytes());
    files.extend(games);
    Ok(files)
}

/// Weights as a WebAssembly module without code. Hosts that compress WebAssembly compress them,
/// too.
fn weights_module(weights: &[u8]) -> Vec<u8> {
    const NAME: &[u8] = b"weights";
    let section = [&[NAME.len() as u8], NAME, weights].concat();
    let mut module = b"\0asm\x01\0\0\0".to_vec();
    // A custom section: its kind, its length (LEB128), its name, and its bytes.
    module.push(0);
    let mut length = section.len();
    while length >= 0x80 {
        module.push(length as u8 | 0x80);
        length >>= 7;
    }
    module.push(length as u8);
    module.extend(section);
    module
}

/// The files of the page that lie in the folder of its version. `modules` is the script that names
/// the modules.
fn page_files(modules: &str) -> BTreeMap<String, Vec<u8>> {
    let other = |name: &str| {
        let joined = [".js", ".css", ".html"].iter().any(|ending| name.ends_with(ending));
        !joined && ![OMITTED, SERVICE].contains(&name)
    };
    let shared = Assets::iter().map(|name| (Assets::get(&name), name));
    let own = SiteAssets::iter().map(|name| (SiteAssets::get(&name), name));
    let mut files: BTreeMap<_, _> = shared
        .chain(own)
        .filter(|(_, name)| other(name))
        .filter_map(|(file, name)| Some((name.into_owned(), file?.data.into_owned())))
        .collect();
    let read = |name: &str| match name {
        "modules.js" => Some(modules.to_owned()),
        _ => SiteAssets::get(name).or_else(|| Assets::get(name)).map(|file| text(Some(file))),
    };
    let scripts = bundle::scripts(&read, SCRIPT, |_| BUNDLE.to_owned());
    let Scripts { first, later, .. } = scripts.expect("the scripts are tested");
    let named = |name: &str, code: String| (format!("{name}-{BUNDLE}.js"), code.into_bytes());
    files.extend([named(SCRIPT, first), named("later", later)]);
    for name in WORKERS {
        let code = bundle::script(&read, name).expect("the scripts are tested");
        files.insert(name.to_owned(), code.into_bytes());
    }
    files.insert("style.css".to_owned(), style().into_bytes());
    for language in Language::ALL {
        let words = tabletop::words(language).to_string();
        files.insert(format!("texts/{}.json", language.code()), words.into_bytes());
    }
    // Without a pack of the user's there is nothing to read that could be wrong.
    let games = Packs::read(None).map(|packs| tabletop::games(&packs)).unwrap_or_default();
    files.insert("games.json".to_owned(), games.to_string().into_bytes());
    files
}

/// The checksum of all files of the page.
fn version(page: &BTreeMap<String, Vec<u8>>) -> String {
    let mut sum = crc32fast::Hasher::new();
    for (name, bytes) in page {
        sum.update(name.as_bytes());
        sum.update(&(bytes.len() as u64).to_le_bytes());
        sum.update(bytes);
    }
    sum.update(text(SiteAssets::get(SERVICE)).as_bytes());
    sum.update(index("").as_bytes());
    format!("{:08x}", sum.finalize())
}

/// The page itself.
fn index(version: &str) -> String {
    let page = text(Assets::get("index.html"));
    let after = "<meta charset=\"utf-8\">\n";
    let head = text(SiteAssets::get(HEAD));
    let script = |name: &str| format!("\"assets/{name}-{BUNDLE}.js\"");
    // The browser asks for both scripts at once.
    let soon = format!("<link rel=\"modulepreload\" href={}>\n", script("later"));
    page.replacen(after, &format!("{after}{head}"), 1)
        .replacen("</head>", &format!("{soon}</head>"), 1)
        .replace(&format!("\"assets/{SCRIPT}.js\""), &script(SCRIPT))
        .replace("\"assets/", &format!("\"{version}/"))
}

fn text(file: Option<rust_embed::EmbeddedFile>) -> String {
    file.map(|file| String::from_utf8_lossy(&file.data).into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::convert::Infallible;

    use super::*;

    fn made(mark: &str) -> BTreeMap<String, Vec<u8>> {
        let made = site(|name| Ok::<_, Infallible>(format!("{name}{mark}").into_bytes()));
        made.unwrap_or_else(|error| match error {})
    }

    fn shown(files: &BTreeMap<String, Vec<u8>>, path: &str) -> String {
        String::from_utf8_lossy(&files[path]).into_owned()
    }

    /// Every file that the page, its scripts and the service worker name is there.
    #[test]
    fn the_site_is_whole() {
        let files = made("");
        let page = shown(&files, "index.html");
        assert!(page.contains("Content-Security-Policy") && !page.contains("assets/"), "{page}");
        let named = page.split("=\"").skip(1).filter_map(|part| part.split('"').next());
        let named: Vec<_> = named.filter(|name| name.contains('/') && name.contains('.')).collect();
        assert!(named.len() > 5, "{named:?}");
        let games = files.keys().find(|path| path.ends_with("/games.json")).expect("the games");
        assert_eq!(shown(&files, games).matches("\"seats\"").count(), 5);
        named.iter().for_each(|name| assert!(files.contains_key(*name), "{name}"));
        let service = shown(&files, SERVICE);
        let lists =
            service.lines().filter(|line| line.starts_with("const ") && line.contains("[\""));
        let listed = lists.map(|line| line.matches(',').count() + 1).sum::<usize>();
        assert_eq!(listed, files.len() - 2, "the service worker lists all other files");
        let script = |name: &str| {
            let path = files.keys().find(|path| path.ends_with(&format!("/{name}")));
            shown(&files, path.unwrap_or_else(|| panic!("{name}")))
        };
        assert!(script("app-bundle.js").contains("import(\"./later-bundle.js\")"));
        assert!(script("later-bundle.js").contains("from\"./app-bundle.js\""));
        assert!(WORKERS.iter().all(|name| script("app-bundle.js").contains(name)));
        let engines = script("search.js");
        let modules = files.keys().filter(|path| path.ends_with(".wasm"));
        assert!(modules.clone().all(|path| engines.contains(path)), "{engines}");
        let is_weights = |path: &&String| path.matches('/').count() > 1;
        let (weights, modules) = modules.partition::<Vec<_>, _>(is_weights);
        assert_eq!(modules.len(), SITE_MODULES.len());
        // Each set once, also one that serves several boards.
        let sets: BTreeSet<_> = play::packed_weights().iter().map(|weights| weights.set).collect();
        assert_eq!(weights.len(), sets.len());
        // The section has all bytes but those before it: the head, its kind and length, its name.
        let ruches = play::packed_weights().into_iter().find(|weights| weights.set == "ruches");
        let module = files.iter().find(|(path, _)| path.starts_with("games/ruches/"));
        let (module, packed) = (module.expect("a module").1, ruches.expect("a set").bytes);
        assert!(module.ends_with(&packed) && module.len() == packed.len() + 8 + 1 + 3 + 8);
    }

    /// The same input gives the same files. A change of a module changes its path and the version.
    #[test]
    fn names_change_with_the_contents() {
        let (one, same, other) = (made(""), made(""), made("!"));
        assert_eq!(one, same);
        let shared: Vec<_> = one.keys().filter(|path| other.contains_key(*path)).collect();
        let shared: Vec<_> = shared.into_iter().filter(|path| !path.contains('/')).collect();
        assert_eq!(shared, ["index.html", SERVICE]);
    }
}
