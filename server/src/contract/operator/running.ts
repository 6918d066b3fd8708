// What runs: how far each chain is read and by which nodes, the rates in force and who said so, recurring work, and
// versions.
import { Type } from 'typebox';
import { NODE_CAUSES } from '../node-causes.ts';
import { Amount, Currency, nullable, oneOf, Text, Time } from '../objects/schema-words.ts';
import { operatorOperation } from './operation.ts';
import { row, rows, TextOrNull, TimeOrNull } from './schema-words.ts';

const IntegerOrNull = nullable(Type.Integer());

const RATE_STATUSES = ['in_force', 'stale', 'jumped', 'missing'] as const;

export const runningOperations = {
  'nodes.list': operatorOperation({
    summary: 'List the coins with how far each chain was read, its nodes, and what fees are now',
    permission: 'read',
    input: {},
    output: rows({
      coin: Currency,
      network: Text,
      ok: Type.Boolean(),
      /** Up to which block the chain was read, and when that was stored. */
      height: IntegerOrNull,
      read_at: TimeOrNull,
      final_height: IntegerOrNull,
      /** When the newest block that was read was made, and whether it is old for a chain that moves. */
      block_at: TimeOrNull,
      block_is_old: Type.Boolean(),
      /** What the node says now; null when it does not within three seconds. */
      node_height: IntegerOrNull,
      behind_blocks: IntegerOrNull,
      looked_at: TimeOrNull,
      seconds_since_look: IntegerOrNull,
      failed_looks: Type.Integer(),
      last_error: TextOrNull,
      /** In the order in which they are asked. None in the sandbox. */
      nodes: rows({
        node: Text,
        used: Type.Boolean(),
        /** Why not, in a word; the sentence is that of the log. One node alone is compared with nobody. */
        cause: nullable(oneOf(NODE_CAUSES)),
        not_used_because: TextOrNull,
        /** Of several that are compared: the block each has told of, and how far that is behind the highest. */
        height: IntegerOrNull,
        behind_blocks: IntegerOrNull,
        /** How many others it is connected to; null when it does not tell, or not within three seconds. */
        peers: IntegerOrNull,
      }),
      fees: nullable(
        row({ slow: Amount, average: Amount, fast: Amount, currency: Currency, quoted_at: Time }),
      ),
    }),
  }),
  'rates.list': operatorOperation({
    summary: 'List the rates in EUR with their age and sources, and why one is not in force',
    permission: 'read',
    input: {},
    output: row({
      made_at: TimeOrNull,
      /** Sandbox: nobody is asked. */
      fixed: Type.Boolean(),
      spread_percent: Amount,
      sources_needed: Type.Integer(),
      rates: rows({
        base: Currency,
        quote: Currency,
        standing: oneOf(RATE_STATUSES),
        /** The middle price; the last one believed where none is in force. */
        price: nullable(Amount),
        buy_rate: nullable(Amount),
        sell_rate: nullable(Amount),
        as_of: TimeOrNull,
        age_seconds: IntegerOrNull,
        sources: Type.Array(Text),
        /** The highest of what they say above the lowest, of the price. */
        apart_percent: nullable(Amount),
        /** After a jump: what the sources say, until they say it again. */
        jumped_to: nullable(Amount),
      }),
    }),
  }),
  'versions.show': operatorOperation({
    summary: 'Show the versions of the till, Node.js and PostgreSQL, and its last migration',
    permission: 'read',
    input: {},
    output: row({
      chaintill: Text,
      node: Text,
      postgresql: Text,
      migration: row({ number: Type.Integer(), name: Text, applied_at: Time }),
      mode: Text,
      network: Text,
    }),
  }),
  'workers.list': operatorOperation({
    summary: 'List recurring work with its last run, and what is due of rows that wait for work',
    permission: 'read',
    input: {},
    output: row({
      recurring: rows({
        name: Text,
        running: Type.Boolean(),
        ended_at: TimeOrNull,
        due_at: TimeOrNull,
        failures: Type.Integer(),
        last_error: TextOrNull,
      }),
      /** Counted up to a thousand. */
      queues: rows({ name: Text, due: Type.Integer(), oldest_due_at: TimeOrNull }),
    }),
  }),
} as const;
