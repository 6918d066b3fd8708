// Variables for running several processes.
import type { Variable } from './variables.ts';

export const forScaling: readonly Variable[] = [
  {
    name: 'CHAINTILL_ROLE',
    fallback: 'all',
    meaning:
      'Role of this process: `api` serves requests, `workers` runs jobs and serves only health checks, `all` does both (docs/scaling.md)',
  },
  {
    name: 'CHAINTILL_CELL',
    fallback: '',
    meaning:
      'Hexadecimal digit of this cell, if several instances with a database each are behind one proxy. API keys, ids and page URLs of new projects then identify their cell (docs/scaling.md, "Cells"). The same for all processes of a database, permanently',
  },
  {
    name: 'CHAINTILL_CELLS_DIR',
    fallback: '',
    meaning:
      'For `chaintill cells`: folder with one file `NAME.env` per cell that contains the variables of its service (docs/scaling.md, "Cells")',
  },
];
