// JSON-RPC of rippled: one POST per request, {method, params: [{...}]}, with status 200 also for errors (xrpl.org,
// "Request Formatting"). Invalid responses throw ChainUnavailable. Errors from the node are returned as values, because
// some are results ("no such account").
import { type Static, type TSchema, Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { assertOutsideTransaction } from '../../db/outside-calls.ts';
import { ChainUnavailable } from '../chain.ts';
import {
  type Connection,
  type ConnectionOptions,
  excerptOf,
  jsonIn,
  openConnection,
  type PostAnswer,
} from '../rpc/connection.ts';
import { shaped } from '../rpc/json-rpc.ts';

// Amounts of XRP are decimal text in drops; any other type is an issued currency (xrpl.org).

const hash = Type.String({ pattern: '^[0-9A-F]{64}$' });
/** At most 10^17 drops exist. */
const drops = Type.String({ pattern: '^[0-9]{1,18}$' });
/** Unsigned 32-bit: ledger indexes, sequences and tags. */
const number = Type.Integer({ minimum: 0, maximum: 0xffff_ffff });
const ledgerIndex = Type.Integer({ minimum: 1, maximum: 0xffff_ffff });
/** Seconds since the epoch of the XRP Ledger, 2000-01-01 (xrpl.org, "Basic Data Types"). */
const seconds = Type.Integer({ minimum: 0 });

const fields = Type.Object({
  Account: Type.Optional(Type.String()),
  Balance: Type.Optional(Type.Unknown()),
  Destination: Type.Optional(Type.String()),
  DestinationTag: Type.Optional(number),
});

const changedNode = Type.Object({
  LedgerEntryType: Type.String(),
  NewFields: Type.Optional(fields),
  FinalFields: Type.Optional(fields),
  PreviousFields: Type.Optional(fields),
});

const meta = Type.Object({
  TransactionResult: Type.String(),
  /** Text is XRP. Anything else is an issued currency, or `unavailable` for very old partial payments. */
  delivered_amount: Type.Optional(Type.Unknown()),
  AffectedNodes: Type.Array(
    Type.Object({
      CreatedNode: Type.Optional(changedNode),
      ModifiedNode: Type.Optional(changedNode),
      DeletedNode: Type.Optional(changedNode),
    }),
  ),
});

const transaction = Type.Object({
  TransactionType: Type.String(),
  Account: Type.String(),
  /** 0 when a ticket is used instead. */
  Sequence: Type.Optional(number),
  Destination: Type.Optional(Type.String()),
  DestinationTag: Type.Optional(number),
});

/** With `expand`, API version 1. */
const ledgerTransaction = Type.Object({ ...transaction.properties, hash, metaData: meta });

const header = Type.Object({
  ledger_index: Type.String({ pattern: '^[0-9]{1,10}$' }),
  ledger_hash: hash,
  parent_hash: hash,
  close_time: seconds,
});

/** A ledger that is not validated may lack other fields. */
const ledgerHead = Type.Object({
  validated: Type.Optional(Type.Boolean()),
  ledger: Type.Object({}),
});

export type HeaderAnswer = Static<typeof header>;
export type ChangedNode = Static<typeof changedNode>;
export type MetaAnswer = Static<typeof meta>;
export type TransactionAnswer = Static<typeof transaction>;

export const shapes = {
  ledgerHead: Compile(ledgerHead),
  ledger: Compile(Type.Object({ ledger: header })),
  fullLedger: Compile(
    Type.Object({
      ledger: Type.Object({ ...header.properties, transactions: Type.Array(ledgerTransaction) }),
    }),
  ),
  openLedger: Compile(Type.Object({ ledger: Type.Object({ transactions: Type.Array(hash) }) })),
  depositAuthorized: Compile(
    Type.Object({ deposit_authorized: Type.Boolean(), validated: Type.Literal(true) }),
  ),
  isValidated: Compile(Type.Object({ validated: Type.Optional(Type.Boolean()) })),
  /** API version 2. */
  validatedTransaction: Compile(
    Type.Object({
      hash,
      ledger_index: ledgerIndex,
      ledger_hash: hash,
      meta,
      tx_json: Type.Object({ ...transaction.properties, Fee: drops }),
    }),
  ),
  anyTransaction: Compile(Type.Object({ hash, tx_json: transaction })),
  serverState: Compile(
    Type.Object({
      state: Type.Object({
        build_version: Type.String(),
        complete_ledgers: Type.String(),
        network_id: Type.Optional(number),
        validation_quorum: Type.Integer({ minimum: 0 }),
        server_state: Type.String(),
        // Some servers omit it (xrpl.org, "server_state").
        peers: Type.Optional(Type.Integer({ minimum: 0 })),
        load_base: Type.Number({ exclusiveMinimum: 0 }),
        load_factor: Type.Number({ minimum: 0 }),
        amendment_blocked: Type.Optional(Type.Boolean()),
        validated_ledger: Type.Optional(
          Type.Object({
            seq: ledgerIndex,
            close_time: seconds,
            reserve_base: Type.Integer({ minimum: 0 }),
            reserve_inc: Type.Integer({ minimum: 0 }),
          }),
        ),
      }),
    }),
  ),
  account: Compile(
    Type.Object({
      validated: Type.Literal(true),
      ledger_index: ledgerIndex,
      account_data: Type.Object({
        Balance: drops,
        Sequence: number,
        OwnerCount: number,
        Flags: number,
      }),
    }),
  ),
  fee: Compile(
    Type.Object({
      drops: Type.Object({ base_fee: drops, minimum_fee: drops, open_ledger_fee: drops }),
    }),
  ),
  submitted: Compile(
    Type.Object({
      engine_result: Type.String(),
      engine_result_message: Type.String(),
      applied: Type.Boolean(),
      tx_json: Type.Object({ hash }),
    }),
  ),
  /** API version 2. */
  accountTransactions: Compile(
    Type.Object({
      validated: Type.Literal(true),
      ledger_index_min: Type.Integer(),
      marker: Type.Optional(Type.Unknown()),
      transactions: Type.Array(
        Type.Object({
          hash,
          ledger_index: ledgerIndex,
          ledger_hash: hash,
          tx_json: Type.Object({
            Account: Type.String(),
            Sequence: number,
            TicketSequence: Type.Optional(number),
          }),
        }),
      ),
    }),
  ),
} as const;

export type RippledAnswer =
  | { readonly ok: true; readonly result: unknown }
  /** `error` as in xrpl.org, "Universal Errors" and the page of each method. */
  | {
      readonly ok: false;
      readonly error: string;
      readonly message: string;
      readonly result: unknown;
    };

export interface RippledRpc {
  /** Host and port, never the login. */
  readonly node: string;
  /** Throws ChainUnavailable when the node cannot respond now. */
  request(method: string, params?: object): Promise<RippledAnswer>;
  /** Throws ChainUnavailable when the result does not match the schema, or is an error. */
  call<Schema extends TSchema>(
    method: string,
    shape: Validator<Record<string, never>, Schema>,
    params?: object,
  ): Promise<Static<Schema>>;
  close(): void;
}

const TIMEOUT_MILLISECONDS = 20_000;
/** The node is starting, has lost the network, or is overloaded (xrpl.org, "Universal Errors"). */
const NOT_NOW = new Set([
  'amendmentBlocked',
  'failedToForward',
  'forbidden',
  'internal',
  'noClosed',
  'noCurrent',
  'noNetwork',
  'noPermission',
  'notReady',
  'notSynced',
  'slowDown',
  'tooBusy',
  'wsTextRequired',
]);

const envelope = Compile(
  Type.Object({
    result: Type.Object({
      status: Type.Optional(Type.String()),
      error: Type.Optional(Type.String()),
      error_message: Type.Optional(Type.String()),
      error_exception: Type.Optional(Type.String()),
    }),
  }),
);

export function rippledRpc(options: ConnectionOptions): RippledRpc {
  const connection = openConnection({ timeoutMilliseconds: TIMEOUT_MILLISECONDS, ...options });
  const { node } = connection;
  const request = (method: string, params: object = {}) => requestOnce(connection, method, params);
  return {
    node,
    request,
    async call(method, shape, params = {}) {
      const answer = await request(method, params);
      if (answer.ok) return shaped(shape, answer.result, `${method} at ${node}`);
      throw new ChainUnavailable(`${method} at ${node} was refused: ${answer.message}`);
    },
    close: connection.close,
  };
}

async function requestOnce(
  connection: Connection,
  method: string,
  params: object,
): Promise<RippledAnswer> {
  assertOutsideTransaction();
  try {
    return answerIn(await connection.post(JSON.stringify({ method, params: [params] })));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ChainUnavailable(`${method} at ${connection.node}: ${reason}`, { cause });
  }
}

function answerIn(answer: PostAnswer): RippledAnswer {
  const parsed = jsonIn(answer);
  if (answer.status !== 200 || !envelope.Check(parsed)) {
    throw new Error(`not an answer of rippled: ${excerptOf(answer)}`);
  }
  const { result } = parsed;
  if (result.status === 'success') return { ok: true, result };
  const { error } = result;
  if (result.status !== 'error' || error === undefined)
    throw new Error('neither success nor error');
  const reported = result.error_message ?? result.error_exception;
  const message = reported === undefined ? error : `${error} (${reported})`;
  if (NOT_NOW.has(error)) throw new Error(message);
  return { ok: false, error, message, result };
}
