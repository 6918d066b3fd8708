// `npm run generate`: writes every file that is made from code, and says which of them changed.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { committed, generatedFiles, repositoryFolder } from './generated-files.ts';
import { withScratchDatabase } from './scratch-database.ts';

async function generate(): Promise<void> {
  const files = await withScratchDatabase(generatedFiles);
  for (const [path, text] of files) {
    const isSame = existsSync(join(repositoryFolder, path)) && committed(path) === text;
    if (!isSame) writeFileSync(join(repositoryFolder, path), text);
    process.stdout.write(`${isSame ? 'unchanged' : 'written  '} ${path}\n`);
  }
}

await generate();
