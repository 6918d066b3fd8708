// Reads a file that an option names, for a field with base64 text.
import { readFileSync } from 'node:fs';
import { apiError } from '../core/errors.ts';

/** An unreadable file is reported like any other one (cli/add-operation.ts). */
export function fileInBase64(file: unknown): unknown {
  if (typeof file !== 'string') return file;
  try {
    return readFileSync(file, 'base64');
  } catch (error) {
    throw apiError('bad_request.unreadable_file', { file, error: String(error) });
  }
}
