// Variables of a process that is one of several.
import type { Variable } from './variables.ts';

export const forScaling: readonly Variable[] = [
  {
    name: 'CHAINTILL_ROLE',
    fallback: 'all',
    meaning:
      'What this process does: `api` serves requests only, `workers` does only what happens by itself and serves nothing but health, `all` both (docs/scaling.md)',
  },
];
