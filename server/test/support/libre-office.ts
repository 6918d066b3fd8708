// Opens files in LibreOffice and returns what it makes of each cell. It takes seconds to start, so files of one kind
// are opened together.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** LibreOffice reports the empty cells at the end of a row as one repeated cell. */
const REPEATED_MAX = 20;

export interface Cell {
  /** `string`, `float`, `date`, or empty. */
  readonly type: string;
  /** For a number or a date. */
  readonly value: string;
  readonly text: string;
  readonly formula: string | null;
}

export interface LibreOffice {
  /** The cells of each file's first sheet, by row; CSV files are split at `separator`. */
  open(files: Readonly<Record<string, Uint8Array>>, separator?: string): Promise<Cell[][][]>;
  close(): Promise<void>;
}

export async function openLibreOffice(): Promise<LibreOffice> {
  const folder = await mkdtemp(join(tmpdir(), 'chaintill-libreoffice-'));
  const out = join(folder, 'out');
  return {
    async open(files, separator) {
      const names = Object.keys(files);
      for (const name of names) await writeFile(join(folder, name), files[name] ?? '');
      // Separator, quote character, UTF-8, first line (LibreOffice: Filter Options for CSV).
      const filter =
        separator === undefined ? [] : [`--infilter=CSV:${separator.charCodeAt(0)},34,76,1`];
      const into = [
        '--convert-to',
        'fods',
        '--outdir',
        out,
        ...names.map((name) => join(folder, name)),
      ];
      const profile = `-env:UserInstallation=file://${folder}/profile`;
      await run('soffice', [profile, '--headless', '--norestore', ...filter, ...into], {
        env: { PATH: process.env['PATH'], HOME: folder },
      });
      return Promise.all(
        names.map(async (name) =>
          cellsOf(await readFile(join(out, name.replace(/\.\w+$/, '.fods')), 'utf8')),
        ),
      );
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

function cellsOf(document: string): Cell[][] {
  const [, table = ''] = /<table:table [^>]*>(.*?)<\/table:table>/s.exec(document) ?? [];
  return [...table.matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gs)].map(
    ([, row = '']) =>
      [...row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)].flatMap(
        ([, attributes = '', inside = '']) => {
          const [, times = '1'] = /columns-repeated="(\d+)"/.exec(attributes) ?? [];
          const count = Math.min(Number(times), REPEATED_MAX);
          return Array.from({ length: count }, () => cellOf(attributes, inside));
        },
      ),
  );
}

function cellOf(attributes: string, inside: string): Cell {
  const of = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1];
  const lines = [...inside.matchAll(/<text:p>(.*?)<\/text:p>/gs)].map(([, line = '']) => line);
  return {
    type: of('office:value-type') ?? '',
    value: of('office:value') ?? of('office:date-value') ?? '',
    text: unescaped(lines.join('\n').replace(/<[^>]*>/g, '')),
    formula: of('table:formula') ?? null,
  };
}

const ENTITIES = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&', '#x0d': '\r' } as const;

const unescaped = (text: string) =>
  text.replace(/&(lt|gt|quot|apos|amp|#x0d);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name]);
