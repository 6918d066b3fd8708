// Traces the calls of the database and of external ports. Exports statement text, in which values are placeholders
// ($1), never values.

import type { Bootstrap } from '../app.ts';
import type { Chain } from '../chains/chain.ts';
import { type WrapCall, wrapChain, wrapNetwork } from '../chains/port-calls.ts';
import type { SendingFamily } from '../chains/transfers.ts';
import { steadyNow } from '../core/clock.ts';
import type { Measures } from '../core/measures.ts';
import type { Step, Traces } from '../core/traces.ts';
import type { Database, Sql, SqlTx } from '../db/database.ts';

interface Ports {
  readonly chains: ReadonlyMap<string, Chain>;
  readonly families: ReadonlyMap<string, SendingFamily>;
}

/** Unchanged when metrics and tracing are off. */
export function followedPorts<Opened extends Ports>(
  opened: Opened,
  { measures, traces }: Pick<Bootstrap, 'measures' | 'traces'>,
): Opened {
  const chains = measuredChains(opened.chains, measures);
  if (!traces) return { ...opened, chains };
  const follow =
    (coin: string): WrapCall =>
    (call, name) =>
    (...requested) => {
      const step = { name: `${coin} ${name}`, isOutside: true, facts: { 'chaintill.coin': coin } };
      return traces.part(step, () => call(...requested));
    };
  const family = ({ network, ...one }: SendingFamily) => ({
    ...one,
    network: wrapNetwork(network, follow(network.coin)),
  });
  return {
    ...opened,
    chains: new Map([...chains].map(([code, one]) => [code, wrapChain(one, follow(code))])),
    families: new Map([...opened.families].map(([code, one]) => [code, family(one)])),
  };
}

export function followedDatabase(db: Database, traces: Traces): Database {
  const query =
    (on: Sql['query']): Sql['query'] =>
    (text, values) =>
      traces.part(statementStep(text), () => on(text, values));
  const transaction =
    (on: Database['transaction']): Database['transaction'] =>
    (work) =>
      traces.part(TRANSACTION, () =>
        on((tx: SqlTx) => work({ ...tx, query: query((text, values) => tx.query(text, values)) })),
      );
  const snapshot =
    (on: Database['snapshot']): Database['snapshot'] =>
    (read) =>
      traces.part(SNAPSHOT, () =>
        on((sql) => read({ query: query((text, values) => sql.query(text, values)) })),
      );
  const statementsOf = (on: Database['unhurried']): Database['unhurried'] => ({
    query: query(on.query),
    transaction: transaction(on.transaction),
    snapshot: snapshot(on.snapshot),
  });
  const unhurried = statementsOf(db.unhurried);
  return { ...db, ...statementsOf(db), write: query(db.write), unhurried };
}

const SYSTEM = { 'db.system.name': 'postgresql' };
const TRANSACTION: Step = { name: 'transaction', facts: SYSTEM };
const SNAPSHOT: Step = { name: 'snapshot', facts: SYSTEM };

/** Bounded by the number of statements in the program. */
const steps = new Map<string, Step>();

function statementStep(text: string): Step {
  const known = steps.get(text);
  if (known !== undefined) return known;
  const summary = summaryOf(text);
  const facts = { ...SYSTEM, 'db.query.summary': summary, 'db.query.text': text };
  const step = { name: summary, isOutside: true, facts };
  steps.set(text, step);
  return step;
}

/** `update invoices`, also for a statement that starts with a `with` clause. */
function summaryOf(text: string): string {
  const written = [...text.matchAll(WRITES)].find(({ index }) => !isClause(text.slice(0, index)));
  const [, verb, table] = written ?? selectedFrom(text) ?? [];
  if (verb === undefined) return text.trimStart().split(/\W/, 1)[0] ?? '';
  return `${verb.split(' ', 1)[0]} ${table}`;
}

const WRITES = /\b(insert into|update|delete from) (\w+)/g;

/** Whether the next word belongs to `for update`, `for no key update` or `do update`. */
function isClause(before: string): boolean {
  return ['for ', 'key ', 'do '].some((word) => before.endsWith(word));
}

function selectedFrom(text: string): readonly string[] | null {
  const at = text.search(/\bselect\b/);
  const [, table] = /\bfrom (?!unnest\b)(\w+)/.exec(at < 0 ? '' : text.slice(at)) ?? [];
  return table === undefined ? null : ['', 'select', table];
}

function measuredChains(
  chains: ReadonlyMap<string, Chain>,
  measures: Measures | undefined,
): ReadonlyMap<string, Chain> {
  if (measures === undefined) return chains;
  return new Map([...chains].map(([code, chain]) => [code, measuredChain(chain, measures)]));
}

function measuredChain(chain: Chain, measures: Measures): Chain {
  const { coin } = chain;
  return wrapChain(chain, (call) => async (...requested) => {
    const began = steadyNow();
    const report = (ok: boolean) =>
      measures.requested({ coin, ok, milliseconds: steadyNow() - began });
    try {
      const answer = await call(...requested);
      report(true);
      return answer;
    } catch (error) {
      report(false);
      throw error;
    }
  });
}
