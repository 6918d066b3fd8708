// A file of addresses, sent in chunks that fit into a request: each with the file's header, and line numbers of the
// whole file. Duplicate lines are sent once.
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import type { ListName } from './queries.ts';

const LINES_MAX = 100_000;
/** Length of the JSON text, below the service's body limit (CHAINTILL_MAX_BODY_BYTES). */
const PIECE_LENGTH_MAX = 40_000;
const encoder = new TextEncoder();

type ImportCheck = OperatorApi['risk.check-import']['output'];

/** Results for the whole file. `problems` has the first ones of each chunk. */
export type Checked = ImportCheck;

interface Piece {
  readonly document: string;
  /** Added to a line number of the chunk to get that of the whole file. */
  readonly offset: number;
}

interface ImportInput {
  readonly list: ListName;
  readonly pieces: readonly Piece[];
}

/** Null for a file with too many lines. */
export function piecesOf(text: string): readonly Piece[] | null {
  if (/^\s*[[{]/.test(text)) return [{ document: text, offset: 0 }];
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  if (lines.length > LINES_MAX + 1) return null;
  const first = lines.find((line) => line.trim() !== '' && !line.trim().startsWith('#')) ?? '';
  // Every address contains a digit, and no header that the service recognizes does.
  const heading = /\d/.test(first) ? null : first;
  const pieces: Piece[] = [];
  const seen = new Set<string>();
  let [piece, length, begin]: [string[], number, number] = [[], 0, 0];
  const end = (next: number) => {
    const isFirst = begin === 0 || heading === null;
    const whole = isFirst ? piece : [heading, ...piece];
    pieces.push({ document: whole.join('\n'), offset: isFirst ? begin : begin - 1 });
    [piece, length, begin] = [[], 0, next];
  };
  for (const [n, line] of lines.entries()) {
    const own = seen.has(line) ? '' : line;
    seen.add(line);
    const bytes = encoder.encode(JSON.stringify(own)).length;
    if (piece.length > 0 && length + bytes > PIECE_LENGTH_MAX) end(n);
    piece.push(own);
    length += bytes;
  }
  end(lines.length);
  return pieces;
}

/** Reports all problems at once. Changes nothing. */
export async function checkPieces(
  { list, pieces }: ImportInput,
  report: (done: number) => void,
): Promise<Checked> {
  let sum: Checked = { new: 0, known: 0, ignored: 0, wrong: 0, problems: [] };
  for (const [n, { document, offset }] of pieces.entries()) {
    const found = await operator('risk.check-import', { list, document });
    sum = {
      new: sum.new + found.new,
      known: sum.known + found.known,
      ignored: sum.ignored + found.ignored,
      wrong: sum.wrong + found.wrong,
      problems: [...sum.problems, ...found.problems.map((one) => inFile(one, offset))],
    };
    report(n + 1);
  }
  return sum;
}

/** A retry continues: entries that are already on the list stay unchanged. */
export async function importPieces(
  { list, pieces, note }: ImportInput & { readonly note: string },
  { confirms, report }: { readonly confirms: string; readonly report: (done: number) => void },
): Promise<void> {
  const noted = note === '' ? {} : { note };
  for (const [n, { document }] of pieces.entries()) {
    await operator('risk.import', { list, document, ...noted }, { confirms });
    report(n + 1);
  }
}

type Problem = ImportCheck['problems'][number];

function inFile({ where, ...rest }: Problem, offset: number): Problem {
  const line = (_whole: string, digits: string) =>
    `line ${(JSON.parse(digits) as number) + offset}`;
  return { where: where.replace(/^line (\d+)/, line), ...rest };
}
