// Variables of a process that is one of several.
import type { Variable } from './variables.ts';

export const forScaling: readonly Variable[] = [
  {
    name: 'CHAINTILL_ROLE',
    fallback: 'all',
    meaning:
      'What this process does: `api` serves requests only, `workers` does only what happens by itself and serves nothing but health, `all` both (docs/scaling.md)',
  },
  {
    name: 'CHAINTILL_CELL',
    fallback: '',
    meaning:
      'One hexadecimal digit, where several tills with a database each stand behind one proxy: new projects, their keys and the addresses of their pages then tell which of them they are for (docs/scaling.md, "Cells"). All processes of a database have the same, for good',
  },
  {
    name: 'CHAINTILL_CELLS',
    fallback: '',
    meaning:
      'For `chaintill cells` alone: a folder with one file of variables for each cell, `NAME.env`, as its own service has them (docs/scaling.md, "Cells")',
  },
];
