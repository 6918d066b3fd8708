// The end of the separate signer's journal at its last answer to this database. A journal that is shorter later was
// truncated or rolled back with the files next to it, and lacks records of what it signed.
import type { Database } from '../db/database.ts';
import { type JournalHead, NO_LINES } from '../keys/journal-head.ts';
import type { KnownHeads } from '../keys/socket-signer.ts';

export function signerHeads(db: Database): KnownHeads {
  return {
    async read() {
      const rows = await db.query<JournalHead>('select count, hash from signer_head');
      return rows[0] ?? NO_LINES;
    },
    async keep({ count, hash }) {
      await db.query(
        `insert into signer_head as h (count, hash) values ($1, $2)
         on conflict (is_one) do update set count = $1, hash = $2 where h.count < $1`,
        [count, hash],
      );
    },
  };
}
