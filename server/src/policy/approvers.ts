// Approvers of withdrawals on hold: signed-in people with that role, and approvers with a name and a code. A code has
// 100 random bits, too many to guess, so a plain hash is safe.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { App } from '../app.ts';
import { rolesWith } from '../contract/roles.ts';
import { defined } from '../core/assert.ts';
import { apiError, invalid, notFound, rule } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { type Sql, violatedConstraint } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { writePolicyJournal } from './policy-journal.ts';

export interface Approver {
  readonly id: string;
  readonly name: string;
  /** The public part of the approver's API key. They may not approve withdrawals that this key requests. */
  readonly api_key: string | null;
  /** Null: they authenticate with only a code. */
  readonly user_id: string | null;
  readonly created_at: Date;
}

export type ApproverCredential =
  | { readonly name: string; readonly code: string }
  | { readonly user: { readonly id: string; readonly name: string } };

const COLUMNS = 'id, name, api_key, user_id, created_at';

const CODE_LENGTH = 20;
/** Crockford's base 32, whose characters are hard to confuse. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const APPROVER_NAME = /^\S(?:.{0,98}\S)?$/;
const LIST_MAX = 1000;

/** Returns the code, which is not stored. Errors: 404, 422 for a name that is taken or an unknown key. */
export async function addApprover(
  app: App,
  projectId: string,
  requested: { name: string; apiKey: string | null },
): Promise<string> {
  if (!APPROVER_NAME.test(requested.name)) throw invalid(rule.form('name', 'name'));
  const code = newCode(app);
  const id = newId(app.clock, app.random);
  try {
    await app.db.transaction(async (tx) => {
      await checkProject(tx, projectId, requested.apiKey);
      await tx.query(
        `insert into approvers (project_id, id, name, code_hash, api_key, created_at)
         values ($1, $2, $3, $4, $5, $6)`,
        [projectId, id, requested.name, hashOf(code), requested.apiKey, tx.now],
      );
      const facts = { name: requested.name, api_key: requested.apiKey };
      await writePolicyJournal(tx, [{ projectId, step: 'approver_added', approverId: id, facts }]);
    });
  } catch (error) {
    if (violatedConstraint(error) === 'approvers_name') throw invalid(rule.unique('name'));
    throw error;
  }
  return code;
}

async function checkProject(tx: Tx, projectId: string, apiKey: string | null): Promise<void> {
  const rows = await tx.query<{ has_key: boolean }>(
    `select exists (select 1 from api_keys k where k.project_id = p.id and k.key = $2) as has_key
     from projects p where p.id = $1`,
    [projectId, apiKey],
  );
  const [row] = rows;
  if (row === undefined || (apiKey !== null && !row.has_key)) throw notFound();
}

/** The approver's approvals of unreleased withdrawals no longer count. Errors: 404. */
export function removeApprover(app: App, projectId: string, name: string): Promise<void> {
  return app.db.transaction(async (tx) => {
    const rows = await tx.query<{ id: string }>(
      `update approvers set removed_at = $3 where project_id = $1 and name = $2 and removed_at is null
       returning id`,
      [projectId, name, tx.now],
    );
    const [row] = rows;
    if (row === undefined) throw notFound();
    const step = 'approver_removed';
    await writePolicyJournal(tx, [{ projectId, step, approverId: row.id, facts: { name } }]);
  });
}

export function listApprovers(sql: Sql, projectId: string): Promise<Approver[]> {
  return sql.query<Approver>(
    `select ${COLUMNS} from approvers where project_id = $1 and removed_at is null
     order by name limit ${LIST_MAX}`,
    [projectId],
  );
}

export async function countApprovers(sql: Sql, projectId: string): Promise<number> {
  const { installation, project } = rolesWith('approve');
  const [row] = await sql.query<{ count: number }>(
    `select ((select count(*) from approvers where project_id = $1 and removed_at is null and code_hash is not null)
       + (select count(*) from users u where u.disabled_at is null
          and (u.role = any($2) or exists (select 1 from project_members m
            where m.user_id = u.id and m.project_id = $1 and m.roles && $3::text[]))
          and not exists (select 1 from approvers a where a.project_id = $1 and a.user_id = u.id
            and a.removed_at is null and a.code_hash is not null)))::int as count`,
    [projectId, installation, project],
  );
  return row?.count ?? 0;
}

/** The caller holds the ledger lock. Errors: 403 `wrong_code`, also for an unknown name. */
export function findApprover(
  tx: Tx,
  projectId: string,
  credential: ApproverCredential,
): Promise<Approver> {
  return 'user' in credential
    ? approverOfUser(tx, projectId, credential.user)
    : approverByCode(tx, projectId, credential);
}

/** Null for one that was removed. */
export async function approverById(
  tx: Tx,
  projectId: string,
  id: string,
): Promise<Approver | null> {
  const [row] = await tx.query<Approver>(
    `select ${COLUMNS} from approvers
     where project_id = $1 and id = $2 and removed_at is null order by id for share`,
    [projectId, id],
  );
  return row ?? null;
}

/** A code approver with the person's name is the same approver and does not count twice. */
async function approverOfUser(
  tx: Tx,
  projectId: string,
  { id, name }: { id: string; name: string },
): Promise<Approver> {
  const [own] = await tx.query<Approver>(
    `select ${COLUMNS} from approvers
     where project_id = $1 and user_id = $2 and removed_at is null order by id for share`,
    [projectId, id],
  );
  const [same] = own
    ? [own]
    : await tx.query<Approver>(
        `update approvers set user_id = $2
         where project_id = $1 and id = (
           select id from approvers where project_id = $1 and lower(name) = lower($3)
             and user_id is null and removed_at is null order by id limit 1)
         returning ${COLUMNS}`,
        [projectId, id, name],
      );
  const [made] = same
    ? [same]
    : await tx.query<Approver>(
        `insert into approvers (project_id, id, name, user_id, created_at) values ($1, $2, $3, $4, $5)
         returning ${COLUMNS}`,
        [projectId, tx.newId(), name, id, tx.now],
      );
  return defined(made, 'an approver');
}

async function approverByCode(
  tx: Tx,
  projectId: string,
  claim: { name: string; code: string },
): Promise<Approver> {
  const rows = await tx.query<Approver & { code_hash: string | null }>(
    `select ${COLUMNS}, code_hash from approvers
     where project_id = $1 and name = $2 and removed_at is null order by id for share`,
    [projectId, claim.name],
  );
  const [row] = rows;
  const received = Buffer.from(hashOf(claim.code), 'hex');
  const hash = row?.code_hash ?? null;
  if (row === undefined || hash === null || !timingSafeEqual(received, Buffer.from(hash, 'hex'))) {
    throw apiError('wrong_code.approver', {}, { status: 403 });
  }
  return row;
}

export type ApprovedBy = Pick<Approver, 'id' | 'name' | 'user_id'>;

/** Counts only people who may still approve. */
export function approvalsOf(
  sql: Sql,
  projectId: string,
  withdrawalId: string,
): Promise<ApprovedBy[]> {
  const { installation, project } = rolesWith('approve');
  return sql.query<ApprovedBy>(
    `select a.id, a.name, a.user_id from policy_journal j
     join approvers a on a.project_id = j.project_id and a.id = j.approver_id
     where j.project_id = $1 and j.withdrawal_id = $2 and j.step = 'approved' and a.removed_at is null
       and (a.code_hash is not null or exists (
         select 1 from users u where u.id = a.user_id and u.disabled_at is null
           and (u.role = any($3) or exists (select 1 from project_members m
             where m.user_id = u.id and m.project_id = $1 and m.roles && $4::text[]))))
     order by j.id limit ${LIST_MAX}`,
    [projectId, withdrawalId, installation, project],
  );
}

/** Five groups of four. Input ignores case, hyphens and spaces. */
function newCode(app: App): string {
  const letters = [...app.random.bytes(CODE_LENGTH)].map((byte) => ALPHABET[byte % 32]).join('');
  return letters.match(/.{4}/g)?.join('-') ?? letters;
}

function hashOf(code: string): string {
  const letters = code.toLowerCase().replace(/[\s-]/g, '');
  return createHash('sha256').update(`chaintill approver ${letters}`).digest('hex');
}
