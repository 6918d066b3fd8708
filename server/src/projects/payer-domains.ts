// The domain on which a project's payers find its pages. Every process has a copy of the verified ones, and reloads it
// when any process changes one, so that no address that it returns costs a query.
import { domainToASCII } from 'node:url';
import type { App } from '../app.ts';
import type { DomainProblem } from '../contract/payer-domains.ts';
import { invalid, rule } from '../core/errors.ts';
import { coalesced } from '../core/later.ts';
import type { PayerDomains } from '../core/payer-site.ts';
import { type Sql, violatedConstraint } from '../db/database.ts';
import { notifyWorker } from '../workers/worker.ts';

/** Sent in the transaction that changes a domain, so that a crash after the commit cannot lose the notification. */
export const PAYER_DOMAINS_CHANGED = 'payer-domains';

export interface PayerDomainRow {
  readonly project_id: string;
  readonly domain: string;
  readonly verified_at: Date | null;
  readonly checked_at: Date | null;
  readonly problem: DomainProblem | null;
  readonly detail: string | null;
}

const COLUMNS = 'project_id, domain, verified_at, checked_at, problem, detail';

async function loadPayerDomains(sql: Sql): Promise<PayerDomains> {
  const rows = await sql.query<Pick<PayerDomainRow, 'project_id' | 'domain'>>(
    'select project_id, domain from payer_domains where verified_at is not null',
  );
  return {
    ofProject: new Map(rows.map(({ project_id: id, domain }) => [id, domain])),
    projectAt: new Map(rows.map(({ project_id: id, domain }) => [domain, id])),
  };
}

/** Reloads run one after another, so that older data never replaces newer data. */
export async function payerDomainsIn(db: Sql): Promise<App['payerDomains']> {
  const load = coalesced(() => loadPayerDomains(db));
  const domains = {
    current: await load(undefined),
    async reload() {
      domains.current = await load(undefined);
    },
  };
  return domains;
}

export async function findPayerDomain(sql: Sql, projectId: string): Promise<PayerDomainRow | null> {
  const [row] = await sql.query<PayerDomainRow>(
    `select ${COLUMNS} from payer_domains where project_id = $1`,
    [projectId],
  );
  return row ?? null;
}

const LENGTH_MAX = 253;
const LABEL = /^[a-z0-9-]{1,63}$/;
const isLabel = (text: string) => LABEL.test(text) && !text.startsWith('-') && !text.endsWith('-');

/** In lower case and ASCII. Null: not a domain of at least two labels. */
export function readDomain(text: string): string | null {
  // The parser of URLs would drop a path or a port, and accept escapes.
  if (!/^[^\s/:?#@%[\]\\]+$/.test(text)) return null;
  const domain = domainToASCII(text.replace(/\.$/, ''));
  const labels = domain.split('.');
  // A number at the end would be an IP address.
  const isDomain = labels.length > 1 && labels.every(isLabel) && !/\.\d+$/.test(domain);
  return isDomain && domain.length <= LENGTH_MAX ? domain : null;
}

/** Errors: 422 for a text that is not a domain, the service's own name, and a domain of another project. */
export async function setPayerDomain(app: App, projectId: string, text: string): Promise<void> {
  const domain = readDomain(text);
  if (domain === null) throw invalid(rule.form('domain', 'domain'));
  if (domain === new URL(app.publicUrl.value).hostname)
    throw invalid(rule.form('domain', 'other_domain', { host: domain }));
  try {
    await app.db.transaction(async (tx) => {
      await tx.query(
        `insert into payer_domains (project_id, domain) values ($1, $2)
         on conflict (project_id) do update
           set domain = excluded.domain, verified_at = null, checked_at = null, problem = null, detail = null
           where payer_domains.domain <> excluded.domain`,
        [projectId, domain],
      );
      await notifyWorker(tx, PAYER_DOMAINS_CHANGED);
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'payer_domains_domain') throw error;
    throw invalid(rule.unique('domain'));
  }
  await app.payerDomains.reload();
}

export async function removePayerDomain(app: App, projectId: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.query('delete from payer_domains where project_id = $1', [projectId]);
    await notifyWorker(tx, PAYER_DOMAINS_CHANGED);
  });
  await app.payerDomains.reload();
}

export interface CheckedDomain {
  readonly problem: DomainProblem | null;
  readonly detail: string | null;
}

/** A domain in use stays in use when a check fails: its links would not lead anywhere better without it. */
export async function noteCheck(
  app: App,
  { project_id: projectId, domain }: PayerDomainRow,
  { problem, detail }: CheckedDomain,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.query(
      `update payer_domains set checked_at = $3, problem = $4, detail = $5,
         verified_at = case when $4::text is null then coalesce(verified_at, $3) else verified_at end
       where project_id = $1 and domain = $2`,
      [projectId, domain, tx.now, problem, detail],
    );
    await notifyWorker(tx, PAYER_DOMAINS_CHANGED);
  });
  await app.payerDomains.reload();
}
