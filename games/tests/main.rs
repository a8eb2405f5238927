//! The tests of the rules.

mod any;
mod battery;
mod board;
mod cases;
mod hidden;
mod omissions;
mod packs;
mod perft_tables;
mod placements;
mod read;
mod reading;
mod registry;
mod rules_benedictine;
mod rules_buteur;
mod rules_etoile;
mod rules_etoile_ends;
mod rules_maitres;
mod rules_ruches;
mod state;
mod tactics;
mod text;
mod text_ruches;
mod threats;
mod twin;
mod variants;
mod vectors;
