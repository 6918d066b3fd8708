// The columns of an exported list, derived from the schema of its rows. An amount has its currency in the next column,
// deeper nesting becomes JSON, a missing value is empty. The schema determines the type of a column, never its cells.

import type { FastifyReply } from 'fastify';
import type { TSchema } from 'typebox';
import { CSV_MARK, csvLine, textOf } from '../../core/csv.ts';

const GATHERED = 64_000;

export async function* csvOf(
  columns: readonly ColumnHead[],
  rows: AsyncIterable<readonly string[]>,
): AsyncGenerator<Buffer> {
  let text = CSV_MARK + csvLine(columns.map(({ head }) => head));
  for await (const cells of rows) {
    text += csvLine(cells);
    if (text.length < GATHERED) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/** `amount` is decimal text, `time` is ISO 8601 in UTC. References are text, even if they consist of digits. */
export type ColumnKind = 'amount' | 'count' | 'time' | 'text';

export interface ColumnHead {
  readonly head: string;
  readonly kind: ColumnKind;
}

export interface Column extends ColumnHead {
  cellOf(row: Readonly<Record<string, unknown>>): string;
}

interface SchemaFacts {
  readonly type?: string;
  readonly format?: string;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly properties?: Readonly<Record<string, TSchema>>;
}

export function columnsOf(row: TSchema): readonly Column[] {
  return Object.entries((row as SchemaFacts).properties ?? {}).flatMap(([name, schema]) =>
    isMoney(schema)
      ? [
          {
            head: name,
            kind: 'amount' as const,
            cellOf: (each: Row) => textOf(partOf(each[name], 'amount')),
          },
          {
            head: `${name}_currency`,
            kind: 'text' as const,
            cellOf: (each: Row) => textOf(partOf(each[name], 'currency')),
          },
        ]
      : [column(name, kindOf(schema))],
  );
}

type Row = Readonly<Record<string, unknown>>;

export function column(name: string, kind: ColumnKind): Column {
  return { head: name, kind, cellOf: (row) => textOf(row[name]) };
}

/** The row schema of an output `{ rows, next }` that is a finite list. Null for any other output, such as a feed. */
export function rowSchema(output: TSchema): TSchema | null {
  const { properties } = output as SchemaFacts;
  const next = properties?.['next'] as SchemaFacts | undefined;
  if (next?.anyOf?.some((each) => (each as SchemaFacts).type === 'null') !== true) return null;
  return (properties?.['rows'] as SchemaFacts | undefined)?.items ?? null;
}

function kindOf(schema: TSchema): ColumnKind {
  const { type, format } = withValue(schema);
  if (format === 'decimal') return 'amount';
  if (format === 'date-time') return 'time';
  return type === 'integer' ? 'count' : 'text';
}

function isMoney(schema: TSchema): boolean {
  return Object.keys(withValue(schema).properties ?? {}).join() === 'amount,currency';
}

/** For a nullable field, the schema of its value. */
function withValue(schema: TSchema): SchemaFacts {
  const [first] = (schema as SchemaFacts).anyOf ?? [];
  return first === undefined ? (schema as SchemaFacts) : withValue(first);
}

function partOf(money: unknown, name: 'amount' | 'currency'): unknown {
  return (money as Readonly<Record<string, unknown>> | null | undefined)?.[name];
}

export type Rows = AsyncIterable<Readonly<Record<string, unknown>>>;

export interface ExportedFile {
  /** Parts of the file name that describe its content, without the extension. */
  readonly name: readonly string[];
  readonly columns: readonly Column[];
  readonly rows: Rows;
}

/** RFC 6266: an ASCII name as fallback, and the full name. */
export function nameFile(reply: FastifyReply, parts: readonly string[], format: string): void {
  const name = `${parts.map(fileNamePart).join('_')}.${format}`;
  const ascii = name.normalize('NFKD').replace(/[^\x20-\x7E]/g, '');
  const whole = ascii === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`;
  reply.header('content-disposition', `attachment; filename="${ascii}"${whole}`);
}

/** Words joined by single hyphens. A negative number keeps its sign. */
function fileNamePart(text: string): string {
  const words = text.split(/[^\p{L}\p{N}.]+/u).filter((word) => word !== '');
  return (/^-\d/.test(text) ? '-' : '') + words.join('-');
}
