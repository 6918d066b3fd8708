// Pictures of items. They are checked like logos (projects/logo.ts), and stored for each terminal. A replaced picture
// stays for pages that are open, until newer ones push it out.
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { contentTypeOf, type LogoImage, logoNamed } from '../projects/logo.ts';
import type { StoredLogo } from '../projects/store-logos.ts';
import type { TerminalRow } from './terminals.ts';

/** Of those that no item shows. */
const KEPT = 10;

type Owner = Pick<TerminalRow, 'project_id' | 'id'>;

/** The caller holds the lock of the terminal. */
export async function storePicture(
  tx: Tx,
  { project_id: projectId, id }: Owner,
  picture: LogoImage,
): Promise<void> {
  await tx.query(
    `insert into terminal_pictures (project_id, terminal_id, name, content, created_at) values ($1, $2, $3, $4, $5)
     on conflict (project_id, terminal_id, name) do update set created_at = excluded.created_at`,
    [projectId, id, picture.name, picture.content, tx.now],
  );
}

/** The caller holds the lock of the terminal. */
export async function purgePictures(tx: Tx, { project_id: projectId, id }: Owner): Promise<void> {
  await tx.query(
    `delete from terminal_pictures where project_id = $1 and terminal_id = $2 and name in
       (select name from terminal_pictures p where p.project_id = $1 and p.terminal_id = $2 and not exists (
          select 1 from terminal_items i
          where i.project_id = p.project_id and i.terminal_id = p.terminal_id and i.picture = p.name)
        order by p.created_at desc, p.name offset ${KEPT})`,
    [projectId, id],
  );
}

export async function findPicture(
  sql: Sql,
  { project_id: projectId, id }: Owner,
  name: string,
): Promise<StoredLogo | null> {
  const picture = logoNamed(name);
  if (picture === null) return null;
  const [row] = await sql.query<{ content: Buffer }>(
    'select content from terminal_pictures where project_id = $1 and terminal_id = $2 and name = $3',
    [projectId, id, name],
  );
  return row === undefined ? null : { contentType: contentTypeOf(picture), content: row.content };
}
