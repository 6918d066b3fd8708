// The stored logos of projects. A logo stays after it was replaced, for pages that are open and emails that wait, until
// newer ones push it out.
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { contentTypeOf, type LogoImage, logoNamed } from './logo.ts';

const KEPT = 10;

export async function storeLogo(tx: Tx, projectId: string, logo: LogoImage): Promise<void> {
  await tx.query(
    `insert into project_logos (project_id, name, content, created_at) values ($1, $2, $3, $4)
     on conflict (project_id, name) do update set created_at = excluded.created_at`,
    [projectId, logo.name, logo.content, tx.now],
  );
  await tx.query(
    `delete from project_logos where project_id = $1 and name in
       (select name from project_logos where project_id = $1 order by created_at desc, name offset ${KEPT})`,
    [projectId],
  );
}

export interface StoredLogo {
  readonly contentType: string;
  readonly content: Buffer;
}

/** A logo is public. Its name contains the hash of its content, so only who knows it can ask for it. */
export async function findLogo(sql: Sql, name: string): Promise<StoredLogo | null> {
  const logo = logoNamed(name);
  if (logo === null) return null;
  const [row] = await sql.query<{ content: Buffer }>(
    'select content from project_logos where name = $1 limit 1',
    [name],
  );
  return row === undefined ? null : { contentType: contentTypeOf(logo), content: row.content };
}
