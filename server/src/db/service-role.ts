// In the recommended setup, the service's role owns nothing and has only the rights in grants.ts, so that code in its
// session cannot remove evidence from the ledger. The owner grants these rights after each migration.
import pg from 'pg';
import type { Database, Sql } from './database.ts';
import { type Grant, grants } from './grants.ts';

/** An arbitrary number. Only one process at a time grants rights. */
const GRANTS_LOCK = 7205759403792795n;
const SCHEMAS = ['public', 'simulation'];

export interface RoleStatus {
  readonly role: string;
  readonly isSuperuser: boolean;
  /** The role owns one of our tables, or may switch to the role that does. */
  readonly ownsTables: boolean;
  readonly hasTables: boolean;
  readonly mayCreate: boolean;
}

export async function readRoleStatus(sql: Sql): Promise<RoleStatus> {
  const rows = await sql.query<RoleStatus>(
    `select current_user as role, r.rolsuper as "isSuperuser",
       count(c.oid) > 0 as "hasTables", coalesce(bool_or(pg_has_role(c.relowner, 'MEMBER')), false) as "ownsTables",
       coalesce(has_schema_privilege((select oid from pg_namespace where nspname = 'public'), 'CREATE'), false)
         as "mayCreate"
     from pg_roles r left join (${OUR_TABLES}) c on c.name = any($1::text[])
     where r.rolname = current_user group by r.rolname, r.rolsuper`,
    [Object.keys(grants)],
  );
  const roleStatus = rows[0];
  if (roleStatus === undefined) throw new Error('the role of this session is not in pg_roles');
  return roleStatus;
}

/** Named as in grants.ts. */
const OUR_TABLES = `select c.oid, c.relowner, c.relacl, n.oid as schema, n.nspname,
    case when n.nspname = 'public' then c.relname else n.nspname || '.' || c.relname end as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('${SCHEMAS.join("', '")}') and c.relkind in ('r', 'p', 'v')`;

/** For ANALYZE of a table that another role owns (workers/statistics.ts). Cannot be granted before PostgreSQL 17. */
const MAINTAIN = 'maintain';

interface Held {
  readonly name: string;
  readonly knowsMaintain: boolean;
  readonly mayEnter: boolean;
  /** `right` for the whole table, `right column` for a single column. */
  readonly rights: string[];
}

/** Gives the role exactly the rights in grants.ts. `excessOf` covers rights from PUBLIC or from another role. */
export async function statementsFor(sql: Sql, role: string): Promise<string[]> {
  const held = await sql.query<Held>(
    `select t.name, has_schema_privilege(r.oid, t.schema, 'USAGE') as "mayEnter",
       current_setting('server_version_num')::int >= 170000 as "knowsMaintain",
       array(select lower(a.privilege_type) from aclexplode(t.relacl) a where a.grantee = r.oid
         union select lower(x.privilege_type) || ' ' || c.attname
         from pg_attribute c, aclexplode(c.attacl) x where c.attrelid = t.oid and x.grantee = r.oid
         order by 1) as rights
     from (${OUR_TABLES}) t, pg_roles r where r.rolname = $1 and t.name = any($2::text[]) order by t.name`,
    [role, Object.keys(grants)],
  );
  const name = pg.escapeIdentifier(role);
  const closed = SCHEMAS.filter((schema) =>
    held.some((table) => !table.mayEnter && schemaOf(table.name) === schema),
  );
  return [
    ...closed.map((schema) => `grant usage on schema ${schema} to ${name}`),
    ...held.flatMap((table) => {
      const more = table.knowsMaintain ? [MAINTAIN] : [];
      const wanted = [...wantedRights(grants[table.name]), ...more].sort();
      if (wanted.join() === table.rights.join()) return [];
      return [
        `revoke all on ${table.name} from ${name}`,
        `grant ${[grantList(grants[table.name]), ...more].join(', ')} on ${table.name} to ${name}`,
      ];
    }),
  ];
}

function schemaOf(table: string): string {
  return table.includes('.') ? table.slice(0, table.indexOf('.')) : 'public';
}

/** In the notation of `Held.rights`. */
function wantedRights(grant: Grant | undefined): string[] {
  const { rights = [], columns } = grant ?? {};
  return rights
    .flatMap((right) =>
      right === 'update' && columns !== undefined
        ? columns.map((column) => `${right} ${column}`)
        : [right],
    )
    .sort();
}

function grantList(grant: Grant | undefined): string {
  const { rights = [], columns } = grant ?? {};
  return rights
    .map((right) =>
      right === 'update' && columns !== undefined ? `${right} (${columns.join(', ')})` : right,
    )
    .join(', ');
}

export async function grantRights(owner: Database, role: string): Promise<void> {
  await owner.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${GRANTS_LOCK})`);
    const [everybody] = await tx.query<{ mayCreate: boolean }>(
      `select has_schema_privilege(r.oid, n.oid, 'CREATE') as "mayCreate" from pg_roles r, pg_namespace n
       where r.rolname = $1 and n.nspname = 'public'`,
      [role],
    );
    // Revoked by default since PostgreSQL 15; older databases still grant it.
    if (everybody?.mayCreate)
      await tx.query(`revoke create on schema public from public, ${pg.escapeIdentifier(role)}`);
    const statements = await statementsFor(tx, role);
    await Promise.all(statements.map((statement) => tx.query(statement)));
  });
}

/** From any source, as sentences. */
export async function excessOf(sql: Sql): Promise<string[]> {
  const [attributes] = await sql.query<{ found: string[] }>(
    `select array_remove(array[
       case when r.rolsuper then 'superuser' end,
       case when r.rolcreaterole then 'CREATEROLE' end,
       case when r.rolreplication then 'REPLICATION' end,
       case when has_parameter_privilege('session_replication_role', 'SET') then 'sets session_replication_role' end,
       case when pg_has_role('pg_execute_server_program', 'MEMBER') then 'runs programs on the server' end,
       case when pg_has_role('pg_write_server_files', 'MEMBER') then 'writes files on the server' end], null) as found
     from pg_roles r where r.rolname = current_user`,
  );
  const tables = await sql.query<{ found: string }>(
    `select 'creates in the schema ' || nspname as found from pg_namespace
     where nspname = any($1::text[]) and has_schema_privilege(oid, 'CREATE')
     union all
     select case when pg_has_role(t.relowner, 'MEMBER') then 'owns ' else lower(p) || ' on ' end || t.name
     from (${OUR_TABLES}) t
     join unnest($2::text[], $3::text[]) as g (name, rights) on g.name = t.name
     cross join unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) as p
     where has_table_privilege(t.oid, p) and not lower(p) = any(string_to_array(g.rights, ' '))
     group by 1 order by 1`,
    [
      SCHEMAS,
      Object.keys(grants),
      Object.values(grants).map(({ rights, columns }) =>
        rights.filter((right) => right !== 'update' || columns === undefined).join(' '),
      ),
    ],
  );
  return [...(attributes?.found ?? []), ...tables.map(({ found }) => found)];
}

// For the startup log and the doctor: whether code in the service's database session could remove evidence from the
// ledger.

interface DescribedRole {
  /** False: the role has rights that it should not have. */
  readonly isGood: boolean;
  readonly text: string;
  readonly hint: string | null;
  /** Not checked for an owner. */
  readonly excess: readonly string[];
}

const HINT = 'docs/operations.md, "Two roles", says how to part the service from the owner';

export async function describeRoleStatus(sql: Sql, roleStatus: RoleStatus): Promise<DescribedRole> {
  const { role } = roleStatus;
  if (roleStatus.ownsTables || roleStatus.isSuperuser) {
    const what = roleStatus.isSuperuser ? 'is a superuser' : 'owns its tables';
    const text = `the service ${what}: its role ${role} could switch the proofs of the books off`;
    return { isGood: true, text, hint: HINT, excess: [] };
  }
  const excess = await excessOf(sql);
  const text = `the service owns nothing: its role ${role}`;
  return excess.length === 0
    ? {
        isGood: true,
        text: `${text} has the rights of this release and no others`,
        hint: null,
        excess,
      }
    : {
        isGood: false,
        text: `${text} may do more than it needs: ${excess.join(', ')}`,
        hint: 'take that from it, or from everybody: docs/operations.md, "Two roles"',
        excess,
      };
}
