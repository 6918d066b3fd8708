// Runtime status: how far each chain is read and by which nodes, current rates and their sources, recurring jobs,
// versions, and checks of the whole instance.
import { Type } from 'typebox';
import { DOCTOR_CODES } from '../../contract/doctor-codes.ts';
import { boolean, required, text } from '../../contract/fields.ts';
import { FindingDetail } from '../../contract/finding-details.ts';
import { INVARIANT_CODES } from '../../contract/invariant-codes.ts';
import { NODE_ABSENCES, NODE_CAUSES, NODE_CHECKS } from '../../contract/node-details.ts';
import { operatorOperation } from '../../contract/operator/operation.ts';
import {
  Amount,
  Currency,
  Facts,
  nullable,
  oneOf,
  row,
  rows,
  Text,
  TextOrNull,
  Time,
  TimeOrNull,
} from '../../contract/schema.ts';

const JOB_NAME_MAX = 100;

const IntegerOrNull = nullable(Type.Integer());

const RATE_STATUSES = ['in_force', 'stale', 'jumped', 'missing'] as const;

export const runningOperations = {
  'nodes.list': operatorOperation({
    summary:
      'List the coins with the height read so far on each chain, its nodes and the current fees',
    permission: 'read',
    output: rows({
      coin: Currency,
      network: Text,
      ok: Type.Boolean(),
      /** The last block that was read, and when it was stored. */
      height: IntegerOrNull,
      read_at: TimeOrNull,
      final_height: IntegerOrNull,
      /** When the newest block that was read was produced, and whether that is old for an active chain. */
      block_at: TimeOrNull,
      block_is_old: Type.Boolean(),
      /** The node's current height; null when it does not answer within three seconds. */
      node_height: IntegerOrNull,
      /** Why there is none. */
      no_answer: nullable(oneOf(NODE_ABSENCES)),
      behind_blocks: IntegerOrNull,
      looked_at: TimeOrNull,
      seconds_since_look: IntegerOrNull,
      failed_looks: Type.Integer(),
      last_error: TextOrNull,
      /** In order of use. Empty in the sandbox. */
      nodes: rows({
        node: Text,
        used: Type.Boolean(),
        /** Why it is not used, as a code; the full message is in the log. A single node is not compared. */
        cause: nullable(oneOf(NODE_CAUSES)),
        not_used_because: TextOrNull,
        /** If several nodes are compared: the height each reported, and how far it is behind the highest. */
        height: IntegerOrNull,
        behind_blocks: IntegerOrNull,
        /** Number of its peers; null when it does not report them, or not within three seconds. */
        peers: IntegerOrNull,
      }),
      fees: nullable(
        row({ slow: Amount, average: Amount, fast: Amount, currency: Currency, quoted_at: Time }),
      ),
    }),
  }),
  'rates.list': operatorOperation({
    summary: 'List the rates in EUR with their age and sources, and why a rate is not used',
    permission: 'read',
    output: row({
      made_at: TimeOrNull,
      /** Sandbox: no source is queried. */
      fixed: Type.Boolean(),
      spread_percent: Amount,
      sources_needed: Type.Integer(),
      rates: rows({
        base: Currency,
        quote: Currency,
        status: oneOf(RATE_STATUSES),
        /** The mid price, or the last accepted one when none is valid. */
        price: nullable(Amount),
        buy_rate: nullable(Amount),
        sell_rate: nullable(Amount),
        as_of: TimeOrNull,
        age_seconds: IntegerOrNull,
        sources: Type.Array(Text),
        /** How far the highest source price is above the lowest, in percent of the price. */
        apart_percent: nullable(Amount),
        /** After a jump: the new price, until the sources confirm it. */
        jumped_to: nullable(Amount),
      }),
    }),
  }),
  'versions.show': operatorOperation({
    summary: 'Show the versions of Chaintill, Node.js and PostgreSQL, and the last migration',
    permission: 'read',
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
    summary: 'List jobs with their last run and their queues',
    permission: 'read',
    output: row({
      recurring: rows({
        name: Text,
        running: Type.Boolean(),
        ended_at: TimeOrNull,
        /** Null for a job that does not run on a schedule. */
        due_at: TimeOrNull,
        failures: Type.Integer(),
        last_error: TextOrNull,
        /** How long the last run took. */
        milliseconds: IntegerOrNull,
      }),
      /** Counted up to a thousand. */
      queues: rows({ name: Text, due: Type.Integer(), oldest_due_at: TimeOrNull }),
    }),
  }),
  'workers.run': operatorOperation({
    summary: 'Run a recurring job now. A run that is in progress counts',
    permission: 'configure',
    input: { name: required(text(JOB_NAME_MAX, 'name of the job, as listed')) },
    output: row({ name: Text, status: oneOf(['running', 'due']) }),
  }),
  doctor: operatorOperation({
    summary: 'Check the ledger, chains, callbacks and keys',
    permission: 'read',
    output: rows({
      check: Text,
      /** The finding as a code for clients with their own texts, and the coin or node that was checked. */
      code: oneOf(DOCTOR_CODES),
      about: TextOrNull,
      ok: Type.Boolean(),
      text: Text,
      hint: TextOrNull,
      /** The content of `text` as values. */
      detail: FindingDetail,
      /** The node check that it belongs to. */
      node: nullable(row({ coin: Text, node: Text, check: oneOf(NODE_CHECKS) })),
    }),
  }),
  audit: operatorOperation({
    summary: 'Verify all ledgers from the first row. Continues where an interrupted audit stopped',
    permission: 'read',
    input: { again: boolean('start from the first row even if the last audit was interrupted') },
    output: rows({ invariant: oneOf(INVARIANT_CODES), facts: Facts }),
  }),
} as const;
