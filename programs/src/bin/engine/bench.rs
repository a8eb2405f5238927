//! `engine bench`: the fingerprint of the search.

use std::time::{Duration, Instant};

use engine::{Parameters, Playable, Request, Searcher, Techniques};
use games::{AnyState, State, with_state};
use programs::{Failure, print_line};

use super::output::line_texts;

/// Positions and depths: every game, its options, all stages.
const SUITE: &[(&str, u32)] = &[
    ("benedictine startpos", 6),
    ("benedictine startpos moves c2-d3@f2 c6-d5", 6),
    ("benedictine 1A1A3/2A1A1G/1A5/3o3/2G1G2/2G4/1G5 g", 5),
    ("benedictine 3A3/2A1A1G/1A3A1/5o1/2G1G2/2G4/1G5 a", 5),
    ("benedictine:plies=12,repetition=0 startpos moves f1-d3@b2 b7-d5", 5),
    ("maitres startpos moves die4", 3),
    ("maitres startpos moves die6", 2),
    ("maitres lll1m1lll/ss1s1ss1s/2s3l2/4s4/3S1S3/S1L6/1S1S2SSS/1LL1MLLLL/9 r 6", 2),
    ("maitres 3lm4/2s1s4/9/5L3/1s7/6S2/2S6/4S4/3LM1L2 b 5", 4),
    ("maitres:passage=leap startpos moves die3", 2),
    ("maitres:variant=annihilation 2l2l3/9/1s7/4L4/9/3s2S2/9/2S6/5L3 r 4", 4),
    ("ruches startpos", 4),
    ("ruches place a 0d3,9f3,8b3,5a2,2d1 0b7,9d7,8f7,4c8,1d9 - - -", 5),
    ("ruches:setup=ordered startpos", 9),
    ("ruches:contact=jump,setup=ordered startpos moves d3-e4 d7-e6", 9),
    ("ruches play a 0d5,2c2,4e4,5b3,7f3,9g4 0c6,1d7,3e8,6g6,8b7,9a6 5 13 -", 10),
    ("ruches:omit=withdraw play a 1f1,4a4,7e2,9c2 2g8,3d3,4f5,5d7,6b9 - - -", 10),
    ("ruches play b 1b3,3g2,7c4,8e4 0a8,2b9,3g6,9d5 - 0 *c4,!c4,!e4", 12),
    ("etoile startpos", 7),
    ("etoile:misere=yes startpos moves Aa3-Ab4 Bg3-Bh4 Ce3-Cd4", 5),
    (
        "etoile A Aa1,Ad2,Ah2,Ac3,Ag3,KBc3,Bf4 Aa3,Ab4,Bh2,Be3,Bg3,Bb4 Cd2,Ch2,Ce3,Cb4,Cd4,KCf4 0 -",
        5,
    ),
    ("etoile:players=2 startpos", 9),
    ("etoile:players=2,rules=english startpos moves Ac3-Ad4 Be3-Bd4", 9),
    ("etoile:players=2 A KAa1,KAc1,KAe1 KBa1,KBc1 3 -", 6),
    ("etoile:players=2,rules=german B Ad4,KBa1 Bh2,Bd4 0 Bb2-Ba1=K:Ad4", 10),
    ("etoile:colour=light,misere=yes,players=2,rules=italian startpos", 7),
    ("etoile:board=square8,players=2,rules=english startpos", 10),
    ("etoile:board=square10,landing=any,majority=yes,omit=must,players=2 startpos", 7),
    ("buteur play R1 d7 1 0-0 run R Cb.F.G.L3b.N2h.N5r.P.R4h/?8 -", 3),
    ("buteur:players=3 throw B2 h7 1 0-0 run R ?8/?6/G.L2h.L2r.N4b.R2b.R3r -", 2),
    ("buteur:players=4 play R2 d7 1 0-0 run R ?6/Cr.F.L5h.N3b.N5h.R2r/?6/?6 -", 3),
    ("buteur kickoff B1 c 2 1-1 run R Cb.F.G.G.L3b.N5r.P.R4h/Cr.F.G.L2r.L5h.N3b.N5h.R2r -", 1),
];

/// Table size in MiB: part of the fingerprint.
const HASH: usize = 16;

/// Searches the suite with one thread; the last line is `nodes N nps M`.
pub(crate) fn run(parameters: Parameters) -> Result<(), Failure> {
    let techniques = Techniques { parameters, ..Techniques::ALL };
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for &(text, depth) in SUITE {
        let any = AnyState::parse(text)?;
        let started = Instant::now();
        let (count, best) = with_state!(&any, state => search(state, depth, techniques))?;
        time += started.elapsed();
        nodes += count;
        print_line(&format!("{count:>9} {best:<12} {text}"))?;
    }
    let nps = (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64;
    print_line(&format!("nodes {nodes} nps {nps}"))
}

fn search<G: Playable>(
    state: &State<G>,
    depth: u32,
    techniques: Techniques,
) -> Result<(u64, String), Failure> {
    let builder = Searcher::builder(state.game.clone()).techniques(techniques).hash(HASH);
    let mut searcher = builder.build().map_err(Failure::input)?;
    let answer = searcher.search(state, &Request::depth(depth));
    let best: Vec<_> = answer.best().into_iter().collect();
    Ok((answer.nodes, line_texts(state, &best).join(" ")))
}
