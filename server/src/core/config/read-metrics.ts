// Reads CHAINTILL_METRICS_LISTEN: a port, or a host and a port.
import type { Config } from './config.ts';
import type { Values } from './values.ts';

const METRICS = 'CHAINTILL_METRICS_LISTEN';
/** Matches `9464`, `127.0.0.1:9464` and `[::1]:9464`. */
const PLACE = /^(?:([\w.-]+|\[[0-9a-f:.]+\]):)?(\d{1,5})$/i;
const PORT_MAX = 65_535;

export function readMetrics({ text, optional, problems }: Values): Config['metrics'] {
  const place = optional(METRICS);
  if (place === null) return null;
  const [, host, port] = PLACE.exec(place) ?? [];
  if (port === undefined || Number(port) > PORT_MAX) {
    problems.push(`${METRICS} must be a port, or a host and a port, such as 127.0.0.1:9464`);
    return null;
  }
  if (Number(port) !== 0 && Number(port) === Number(text('PORT')))
    problems.push(`${METRICS} must have another port than PORT, which payers and shops reach`);
  return { host: host?.replace(/^\[|\]$/g, '') ?? '127.0.0.1', port: Number(port) };
}
