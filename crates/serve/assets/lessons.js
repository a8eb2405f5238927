// Guided first games: a start, and the steps that follow it. A star marks the learner's moves; all
// other steps are played for the learner. The words are texts, `GAME.lesson-1` and so on.

export const LESSONS = {
  benedictine: {
    start: "benedictine 1A1G1A1/2A1A2/A6/3o3/7/2G1G2/1G3G1 g",
    steps: "*e2-e3 a5-a4 *b1-d3 a4-a5 *e3-e4@f4 a5-a4 *e4-e5@goal",
  },
  maitres: {
    start: "maitres l3m3l/s7s/9/9/9/9/9/S2S4S/L3M3L r -",
    typed: true,
    steps:
      "die3 *d2-d5 die2 a8-a6 die4 *a1-e5 die3 i8-i5 die4 *e5-i5 die1 e9-e8 die6 *a2-a6+d5-d7 die1 e8-f8 die3 *i5-f8",
  },
  ruches: {
    start: "ruches play a 0c2,1f1,3e2,4g8,6b7,9c4 5d7,2e8,8f9,7a6 - - -",
    steps: "*c4-d5 d7-e6 *d5xf7xd9 a6-b5 *b7-c8 b5-c4 *c8-b9 c4-d3 *c2xe4 f9-e8 *g8-f9",
  },
  etoile: {
    start: "etoile:players=2",
    steps:
      "*Ae3-Af4 Bc3-Bb4 *Af4-Cd4 Bb2-Bc3 *Cd4-Cc3 Be3-Bd4 *Cc3-Cd2 Bd2-Be3 *Cd2-Ce1 Bd4-Ad4 *Ac3xBd4xBb2",
  },
  buteur: {
    start:
      "buteur kickoff R1 c 1 0-0 run R F.G.L3b.N2h.N4h.N5r.P.R2b/Cb.G.L2h.L5b.N3b.N5b.N5h.R4r -",
    typed: true,
    open: true,
    steps:
      "*d7:N4h draw:N3h N3b draw:L4h *FN+R2b+P draw:N4b draw:L2b draw:R3r cut:R5b d8:N5b draw:N2b *N2h draw:G N5h draw:F *GN draw:F",
  },
};
