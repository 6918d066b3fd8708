// Variables about who watches the service: its log, and its figures.
import type { Variable } from './variables.ts';

export const forWatching: readonly Variable[] = [
  {
    name: 'LOG_LEVEL',
    fallback: 'info',
    meaning: '`trace`, `debug`, `info`, `warn`, `error` or `silent`',
  },
  {
    name: 'CHAINTILL_METRICS_LISTEN',
    fallback: '',
    meaning:
      'Where Prometheus reads `/metrics`: a port of this machine itself (`9464`) or an address and a port, another than PORT; never one that payers or shops reach (default: nowhere)',
  },
];
