// What the request log stores of a rejected request: the operation's own fields, shortened. Unknown fields are
// dropped, and so are nested values whose names suggest secrets.
import type { Operation } from '../contract/operation.ts';
import { inputWithoutSecrets, storableText } from '../operator/without-secrets.ts';
import { type ApiRequest, readBody } from './serve.ts';

const LENGTH_MAX = 3000;
const TEXT_LENGTH_MAX = 200;
const ITEMS_MAX = 10;
const SOUNDS_SECRET = /secret|passw|token|signature|private|mnemonic|api_?key|authorization/i;
const HIDDEN = '…';

export function notedInput(
  { query, body }: Pick<Operation, 'query' | 'body'>,
  request: Pick<ApiRequest, 'query' | 'body' | 'headers' | 'method'>,
): Record<string, unknown> | null {
  const input = { ...request.query, ...(request.method === 'GET' ? {} : bodyOf(request)) };
  const noted = shortened(inputWithoutSecrets({ ...query, ...body }, input));
  if (Object.keys(noted).length === 0) return null;
  return JSON.stringify(noted).length <= LENGTH_MAX ? noted : namesAlone(noted);
}

function bodyOf(request: Pick<ApiRequest, 'body' | 'headers'>): Record<string, unknown> {
  try {
    return readBody(request);
  } catch {
    return {};
  }
}

const namesAlone = (noted: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(noted).map((name) => [name, HIDDEN]));

function shortened(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      truncate(name),
      SOUNDS_SECRET.test(name) ? HIDDEN : short(value),
    ]),
  );
}

function short(value: unknown): unknown {
  if (typeof value === 'string' && value.length > TEXT_LENGTH_MAX)
    return `${truncate(value)}${HIDDEN}`;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map(short);
  return shortened(value as Record<string, unknown>);
}

/** The database would reject an unpaired surrogate, and the whole batch with it. */
const truncate = (text: string) => storableText(text.slice(0, TEXT_LENGTH_MAX));
