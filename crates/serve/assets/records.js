// Reading files: texts of positions, and records of games in the format of `selfplay`.

/**
 * The games in a file, each with its text and the names of the players. Damaged games are left out.
 */
export function read(text) {
  if (!text.startsWith("{")) {
    const line = text.split("\n")[0].trim();
    return line ? [{ text: line, names: [] }] : [];
  }
  return text
    .split("\n")
    .slice(1)
    .map((line) => {
      try {
        const { start, moves, players } = JSON.parse(line);
        return { text: moves.length ? `${start} moves ${moves.join(" ")}` : start, names: players };
      } catch {
        return null;
      }
    })
    .filter(Boolean);
}
