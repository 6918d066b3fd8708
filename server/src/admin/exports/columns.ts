// The columns of an exported list, from the schema of its rows: money is an amount and its currency beside it, what
// is nested deeper is JSON, what has no value is empty.
import type { TSchema } from 'typebox';
import { textOf } from '../../core/csv.ts';

export interface Column {
  readonly head: string;
  cellOf(row: Readonly<Record<string, unknown>>): string;
}

interface SchemaFacts {
  readonly type?: string;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly properties?: Readonly<Record<string, TSchema>>;
}

export function columnsOf(row: TSchema): readonly Column[] {
  return Object.entries((row as SchemaFacts).properties ?? {}).flatMap(([name, schema]) =>
    isMoney(schema)
      ? [
          { head: name, cellOf: (each) => textOf(partOf(each[name], 'amount')) },
          { head: `${name}_currency`, cellOf: (each) => textOf(partOf(each[name], 'currency')) },
        ]
      : [{ head: name, cellOf: (each) => textOf(each[name]) }],
  );
}

/** The schema of a row of what is `{ rows, next }`; null for any other output. */
export function rowSchema(output: TSchema): TSchema | null {
  const { properties } = output as SchemaFacts;
  if (properties?.['next'] === undefined) return null;
  return (properties['rows'] as SchemaFacts | undefined)?.items ?? null;
}

function isMoney(schema: TSchema): boolean {
  const { anyOf, properties } = schema as SchemaFacts;
  const [first] = anyOf ?? [];
  if (first !== undefined) return isMoney(first);
  return Object.keys(properties ?? {}).join() === 'amount,currency';
}

function partOf(money: unknown, name: 'amount' | 'currency'): unknown {
  return (money as Readonly<Record<string, unknown>> | null | undefined)?.[name];
}
