// Writes the types that `node scripts/build.js` derives from the message catalog and the API contract. They are not
// committed: the build writes them before it compiles.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiDocument } from '../src/http/document-routes.ts';
import { dashboardTypes } from './dashboard-types.ts';
import { textTypes } from './text-types.ts';

const repository = join(import.meta.dirname, '../..');

/** An unchanged file keeps its time, so that nothing is built again because of it. */
function write(path: string, text: string): void {
  const target = join(repository, path);
  if (!existsSync(target) || readFileSync(target, 'utf8') !== text) writeFileSync(target, text);
}

write('server/src/core/texts/types.ts', textTypes(join(repository, 'locales')));
write('dashboard/src/shared/api-types.ts', dashboardTypes(apiDocument(2)));
