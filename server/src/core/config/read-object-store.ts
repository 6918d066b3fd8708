// Reads the address and credentials of an S3-compatible store.
import { trimTrailing } from '../trim-trailing.ts';
import type { Values } from './values.ts';

export interface ObjectStoreSettings {
  /** The URL without a trailing slash; null: the AWS endpoint of the region. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly accessKey: string;
  /** The key itself, or a file that contains it. */
  readonly secretKey: string | null;
  readonly secretKeyFile: string | null;
}

/** Null: not configured. */
export function readObjectStore(values: Values): ObjectStoreSettings | null {
  const { optional, text, url, problems } = values;
  const accessKey = optional('CHAINTILL_S3_ACCESS_KEY');
  const secretKey = optional('CHAINTILL_S3_SECRET_KEY');
  const secretKeyFile = optional('CHAINTILL_S3_SECRET_KEY_FILE');
  const input = url('CHAINTILL_S3_ENDPOINT', ['https:', 'http:']);
  const endpoint = input === null ? null : trimTrailing(input, '/');
  const region = text('CHAINTILL_S3_REGION');
  if (accessKey === null && secretKey === null && secretKeyFile === null) return null;
  if (accessKey === null || (secretKey === null) === (secretKeyFile === null)) {
    problems.push(
      'CHAINTILL_S3_ACCESS_KEY and one of CHAINTILL_S3_SECRET_KEY and CHAINTILL_S3_SECRET_KEY_FILE go together',
    );
    return null;
  }
  return { endpoint, region, accessKey, secretKey, secretKeyFile };
}
