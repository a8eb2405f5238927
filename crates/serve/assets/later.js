// The parts of the page that the first screen does not need: the tables, and the figures of the
// rules. The server sends them as a file of their own.

import { figures } from "./figures.js";
import { table } from "./table.js";

export const later = { figures, table };
