// An operation is one entry of the public API. The `operations` list drives the routes, input validation, the handler
// types, the OpenAPI document and the documentation page.
import type { Static, TSchema } from 'typebox';
import {
  type Field,
  type Fields,
  type Input,
  integer,
  reference as referenceField,
  text,
  uuid,
} from './fields.ts';
import type { GroupId } from './groups.ts';

export const ID_TEXT_MAX = 255;
/** A reference in a filter, a path, or a new object. A blank one is an ordinary value or counts as missing. */
export const idText = (description: string) => text(ID_TEXT_MAX, description);
/** A reference in a body: a blank one counts as missing. */
export const reference = (description: string) => referenceField(ID_TEXT_MAX, description);
export const paging = {
  starting_after: uuid('Id of the last row that you received. 404 if it does not exist'),
  limit: integer({ min: 1, max: 200 }, 'Rows per page. Default: 50'),
};

export type Permission = 'read' | 'write' | 'payout';

export interface Operation {
  /** camelCase; also the name of its handler. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Path with `{name}` parameters. */
  readonly path: string;
  readonly summary: string;
  readonly group: GroupId;
  readonly permission: Permission;
  readonly params: Fields;
  readonly query: Fields;
  readonly body: Fields;
  readonly response: TSchema;
  /** `object`: one object; `page`: rows with total and has_more; `list`: rows without meta. */
  readonly shape: 'object' | 'page' | 'list';
  readonly status: 200 | 201;
  /** Error codes beyond those that every operation can return. */
  readonly errors: readonly string[];
  /** Moves money: each signature is accepted once (wire.md 1.2). */
  readonly isSignatureOnce: boolean;
}

type Requested = Partial<Operation> & Pick<Operation, 'method' | 'path' | 'summary' | 'response'>;

const defaults = {
  params: {},
  query: {},
  body: {},
  shape: 'object',
  status: 200,
  errors: [],
  isSignatureOnce: false,
} as const;

type WithDefaults<W extends Requested> = Omit<typeof defaults, keyof W> &
  W &
  Pick<Operation, 'id' | 'group' | 'permission'>;

/** The operations of a group by id, with defaults: reading needs `read`, everything else `write`, unless specified. */
export function operationsOf<const G extends Readonly<Record<string, Requested>>>(
  group: GroupId,
  requested: G,
): { readonly [Id in keyof G]: WithDefaults<G[Id]> } {
  const entries = Object.entries(requested).map(([id, operation]) => {
    const permission = operation.method === 'GET' ? 'read' : 'write';
    return [id, { ...defaults, permission, ...operation, id, group }];
  });
  return Object.fromEntries(entries) as { readonly [Id in keyof G]: WithDefaults<G[Id]> };
}

/** The input of the operation's handler: every field as its reader returned it. */
export type InputOf<O extends Operation> = Input<O['params']> &
  Input<O['query']> &
  Input<O['body']>;

/** One row or object of the operation's response. */
export type OutputOf<O extends Operation> = Static<O['response']>;

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly hasMore: boolean;
}

export type ResultOf<O extends Operation> = O['shape'] extends 'object'
  ? OutputOf<O>
  : O['shape'] extends 'page'
    ? Page<OutputOf<O>>
    : readonly OutputOf<O>[] | OutputOf<O>;

/** For fields of lists and objects, which have no description of their own. */
export function described<T>(field: Field<T, false>, description: string): Field<T, false> {
  return { ...field, schema: { ...field.schema, description } };
}
