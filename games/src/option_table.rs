//! Options declared once: their descriptions, their reader and their writer are generated from one
//! table.

/// Declares the options of a game as a private struct with a field for each, in alphabetical order:
///
/// ```text
/// option_table! {
///     struct Choice {
///         omit: Omit = words { "huff" => Omit::Huff, "free" => Omit::Free }, "about it";
///         plies: u32 = count { 300 }, "...";
///     }
/// }
/// ```
///
/// - `words { "a" => A, "b" => B }`: one of these words, the first by default;
/// - `words_or { "as usual"; "a" => A, "b" => B }`: an `Option`, by default `None`, which is shown
///   as the first text;
/// - `count { 300 }` and `count { 3, not 1 }`: a number, by default the first;
/// - `count_or { "as usual", to 1000 }`: an `Option`, by default `None`;
/// - `resource { DEFAULT, KIND }`: the name of a resource of a kind, as a `String`.
macro_rules! option_table {
    ($(#[$doc:meta])* struct $name:ident { $(
        $key:ident: $type:ty = $kind:ident { $($rule:tt)+ }, $about:literal;
    )+ }) => {
        $(#[$doc])*
        struct $name {
            $($key: $type,)+
        }

        impl $name {
            const OPTIONS: &'static [$crate::OptionInfo] = &[$($crate::OptionInfo {
                key: stringify!($key),
                default: option_table!(@default $kind { $($rule)+ }),
                values: option_table!(@values $kind { $($rule)+ }),
                about: $about,
            }),+];

            fn read(options: &$crate::Options<'_>) -> Self {
                Self { $($key: option_table!(
                    @read options, stringify!($key), $kind { $($rule)+ }
                ),)+ }
            }

            fn texts(&self) -> Vec<String> {
                vec![$(option_table!(@write self.$key, $kind { $($rule)+ })),+]
            }
        }
    };

    (@default words { $first:expr => $_value:expr $(, $($_rest:tt)*)? }) => { $first };
    (@default words_or { $implied:expr; $($_rest:tt)+ }) => { $implied };
    (@default count { $default:literal $($_rest:tt)* }) => { stringify!($default) };
    (@default count_or { $implied:expr, to $_most:literal }) => { $implied };
    (@default resource { $default:expr, $_kind:expr }) => { $default };

    (@values words { $($word:expr => $_value:expr),+ }) => {
        $crate::OptionValues::Words(&[$($word),+])
    };
    (@values words_or { $_implied:expr; $($words:tt)+ }) => {
        option_table!(@values words { $($words)+ })
    };
    (@values count { $_default:literal }) => {
        $crate::OptionValues::Count { most: u32::MAX, hole: None }
    };
    (@values count { $_default:literal, not $hole:literal }) => {
        $crate::OptionValues::Count { most: u32::MAX, hole: Some($hole) }
    };
    (@values count_or { $_implied:expr, to $most:literal }) => {
        $crate::OptionValues::Count { most: $most, hole: None }
    };
    (@values resource { $_default:expr, $kind:expr }) => {
        $crate::OptionValues::Resource($kind)
    };

    (@read $options:ident, $key:expr, words { $first:expr => $value:expr $(, $($rest:tt)*)? }) => {
        option_table!(@find $options, $key, { $first => $value $(, $($rest)*)? }).unwrap_or($value)
    };
    (@read $options:ident, $key:expr, words_or { $_implied:expr; $($words:tt)+ }) => {
        option_table!(@find $options, $key, { $($words)+ })
    };
    (@read $options:ident, $key:expr, count { $($_rule:tt)+ }) => { $options.count($key) };
    (@read $options:ident, $key:expr, count_or { $($_rule:tt)+ }) => { $options.number($key) };
    (@read $options:ident, $key:expr, resource { $($_rule:tt)+ }) => {
        $options.get($key).to_owned()
    };

    (@find $options:ident, $key:expr, { $($word:expr => $value:expr),+ }) => {
        [$(($word, $value)),+].into_iter().find(|(word, _)| *word == $options.get($key)).map(|(_, value)| value)
    };

    (@write $field:expr, words { $($word:expr => $value:expr),+ }) => {{
        let known = [$(($word, $value)),+].into_iter().find(|(_, value)| *value == $field);
        known.map_or(String::new(), |(word, _)| word.to_owned())
    }};
    (@write $field:expr, words_or { $implied:expr; $($word:expr => $value:expr),+ }) => {{
        let known = [$(($word, $value)),+].into_iter().find(|(_, value)| Some(*value) == $field);
        known.map_or($implied.to_owned(), |(word, _)| word.to_owned())
    }};
    (@write $field:expr, count { $($_rule:tt)+ }) => { $field.to_string() };
    (@write $field:expr, count_or { $implied:expr, to $_most:literal }) => {
        $field.map_or($implied.to_owned(), |count: u32| count.to_string())
    };
    (@write $field:expr, resource { $($_rule:tt)+ }) => { $field.clone() };
}
pub(crate) use option_table;
