// Reads an object before an operation on it, for the audit log: its project and its state.
import type { App } from '../app.ts';
import { type About, JOURNAL_OBJECTS, type JournalObject } from '../contract/operator/operation.ts';
import { isUuid } from '../core/ids.ts';
import { compactedDelivery } from '../events/compacted-batches.ts';
import type { Decision } from '../policy/policy.ts';
import { ruleCodeOf, ruleText } from '../policy/rule-codes.ts';
import { holdOf, holdText } from '../withdrawals/reasons.ts';
import { readingOf } from './object-readings.ts';

export interface ObjectFacts {
  readonly type: JournalObject | null;
  /** Null when it is not created yet, or when its field is invalid. */
  readonly id: string | null;
  readonly projectId: string | null;
  readonly before: unknown;
}

/** A compacted delivery was delivered (events/compacted-batches.ts). */
async function compactedFacts(app: App, projectId: unknown, id: string) {
  if (typeof projectId !== 'string' || !isUuid(projectId) || !isUuid(id)) return null;
  const found = await compactedDelivery(app.db, projectId, id);
  return found && { project_id: projectId, before: { status: found.delivery.status } };
}

/** The object named in the input. For a replacement, the version in force. */
export async function objectFacts(
  app: App,
  about: About | undefined,
  input: Readonly<Record<string, unknown>>,
): Promise<ObjectFacts> {
  const type = about === undefined ? null : typeOf(about, input);
  const field = about === undefined ? undefined : fieldOf(about);
  const named = field === undefined ? undefined : input[field];
  if (about === undefined || typeof named !== 'string')
    return { type, id: null, projectId: null, before: null };
  if (type === null) return { type, id: null, projectId: null, before: null };
  const id = about.type === 'coin' ? named.toUpperCase() : named;
  const facts =
    (await readFacts(app, { type, id, input })) ??
    (type === 'delivery' ? await compactedFacts(app, input['project'], id) : null);
  const { project_id: projectId = null, before = null } = facts ?? {};
  return { type, id: 'output' in about ? null : id, projectId, before };
}

/** Null for a type that the audit log does not know. */
function typeOf(about: About, input: Readonly<Record<string, unknown>>): JournalObject | null {
  if (!('typeInput' in about) || about.typeInput === undefined) return about.type;
  const named = input[about.typeInput];
  return JOURNAL_OBJECTS.find((each) => each === named) ?? null;
}

function fieldOf(about: About): string | undefined {
  if ('output' in about) return about.replaces;
  return about.input;
}

interface Facts {
  readonly project_id: string | null;
  readonly before: unknown;
}

async function readFacts(
  app: App,
  {
    type,
    id,
    input,
  }: { type: JournalObject; id: string; input: Readonly<Record<string, unknown>> },
): Promise<Facts | null> {
  const reading = readingOf(type, input);
  if (reading === null) return null;
  const values = [id, ...(reading.beside?.(app, input) ?? [])];
  const [row] = await app.db.query<Facts>(reading.rows, values);
  if (row === undefined || reading.shown === undefined) return row ?? null;
  return { ...row, before: reading.shown(app, row.before as Record<string, unknown>, id) };
}

type Decided = Pick<Decision, 'outcome' | 'rule' | 'approvals' | 'version' | 'code'>;

export function resultText(decision: Decided): string {
  const { outcome, approvals } = decision;
  const what = outcome === 'hold' && approvals > 0 ? `hold for ${approvals}` : outcome;
  return `${what} (${ruleText(decision)})`;
}

export function decisionText(decision: Decision): string {
  const version = decision.version === 0 ? 'built-in policy' : `policy ${decision.version}`;
  return `${resultText(decision)}, ${version}`;
}

export function decidedAs(decision: Decided) {
  const { outcome, approvals, version } = decision;
  const ruleOf = { rule: ruleText(decision), rule_code: ruleCodeOf(decision) };
  return { outcome, ...ruleOf, approvals, version };
}

export function shownDecision(decision: Decision) {
  const hold = holdOf(decision);
  const reason = hold === null ? null : holdText(hold);
  return { ...decidedAs(decision), reason, looks_like: decision.looksLike ?? null };
}
