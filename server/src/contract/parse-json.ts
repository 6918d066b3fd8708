// Parses the JSON of requests without losing what JSON.parse loses: the digits of numbers, a duplicate member
// (rejected), and the text of an object as the client wrote it. Reads the text once.
import { apiError } from '../core/errors.ts';
import { trimTrailing } from '../core/escape-text.ts';

const EXPONENT_MAX = 40;

export class JsonNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  get significantDigits(): number {
    const digits = (this.text.split(/[eE]/, 1)[0] ?? '').replaceAll(/[-.]/g, '');
    return trimTrailing(digits.replace(/^0+/, ''), '0').length;
  }

  /** The number in plain notation, or null when its exponent is unreasonably large. */
  plainText(): string | null {
    const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(this.text);
    if (match === null) return null;
    const [, sign = '', integer = '', fraction = '', exponentText = '0'] = match;
    const exponent = Number(exponentText);
    if (Math.abs(exponent) > EXPONENT_MAX) return null;
    const padded = '0'.repeat(EXPONENT_MAX) + integer + fraction + '0'.repeat(EXPONENT_MAX);
    const point = EXPONENT_MAX + integer.length + exponent;
    const whole = padded.slice(0, point).replace(/^0+(?=\d)/, '');
    const decimals = trimTrailing(padded.slice(point), '0');
    return `${sign}${whole === '' ? '0' : whole}${decimals === '' ? '' : `.${decimals}`}`;
  }
}

/** Far above every valid input, and far below the recursion limit. */
const DEPTH_MAX = 100;
const KEY_LENGTH_SHOWN = 60;

interface Cursor {
  readonly text: string;
  at: number;
}

/** The source text of each object that is a member of a parsed document. */
const texts = new WeakMap<object, string>();

/**
 * Numbers become JsonNumber. Throws SyntaxError like JSON.parse, and 400 `bad_request` for a duplicate key and for
 * nesting beyond 100 levels.
 */
export function parseJson(text: string): unknown {
  // Checks the syntax, so that the code below can rely on it.
  JSON.parse(text);
  return readValue({ text, at: 0 }, 0);
}

/** An object's text as the client wrote it, if it was a member of a document read by `parseJson`; otherwise null. */
export function textOfObject(value: unknown): string | null {
  return typeof value === 'object' && value !== null ? (texts.get(value) ?? null) : null;
}

/** The nesting depth of objects and arrays: 1 for `{}`. */
export function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null || value instanceof JsonNumber) return 0;
  return 1 + Object.values(value).reduce<number>((most, each) => Math.max(most, depthOf(each)), 0);
}

function readValue(cursor: Cursor, depth: number): unknown {
  skipSpace(cursor);
  switch (cursor.text[cursor.at]) {
    case '"':
      return readString(cursor);
    case '{':
      return readObject(cursor, deeper(depth));
    case '[':
      return readArray(cursor, deeper(depth));
    case 't':
      return readWord(cursor, 'true', true);
    case 'f':
      return readWord(cursor, 'false', false);
    case 'n':
      return readWord(cursor, 'null', null);
    default:
      return readNumber(cursor);
  }
}

function deeper(depth: number): number {
  if (depth === DEPTH_MAX) throw apiError('bad_request.body_too_deep', { most: DEPTH_MAX });
  return depth + 1;
}

function readObject(cursor: Cursor, depth: number): object {
  const start = cursor.at;
  const object: Record<string, unknown> = {};
  for (let isFirst = true; !isEnd(cursor, '}', isFirst); isFirst = false) {
    skipSpace(cursor);
    const key = readString(cursor);
    skipSpace(cursor);
    cursor.at += 1;
    addMember(object, { key, value: readValue(cursor, depth), depth });
  }
  if (depth === 2) texts.set(object, cursor.text.slice(start, cursor.at));
  return object;
}

function addMember(
  object: Record<string, unknown>,
  { key, value, depth }: { key: string; value: unknown; depth: number },
): void {
  if (Object.hasOwn(object, key))
    throw apiError('bad_request.duplicate_key', {
      key: JSON.stringify(key.slice(0, KEY_LENGTH_SHOWN)),
    });
  if (key !== '__proto__') {
    object[key] = value;
    return;
  }
  if (depth === 1) throw apiError('bad_request.proto_key');
  // Treats `__proto__` as an ordinary member, because an assignment would set the prototype.
  Object.defineProperty(object, key, { value, enumerable: true, writable: true });
}

function readArray(cursor: Cursor, depth: number): unknown[] {
  const list: unknown[] = [];
  for (let isFirst = true; !isEnd(cursor, ']', isFirst); isFirst = false)
    list.push(readValue(cursor, depth));
  return list;
}

/** Skips the bracket or the comma before the next member. */
function isEnd(cursor: Cursor, bracket: string, isFirst: boolean): boolean {
  if (isFirst) {
    cursor.at += 1;
    skipSpace(cursor);
    if (cursor.text[cursor.at] !== bracket) return false;
    cursor.at += 1;
    return true;
  }
  skipSpace(cursor);
  cursor.at += 1;
  return cursor.text[cursor.at - 1] === bracket;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

function readString(cursor: Cursor): string {
  const { text, at } = cursor;
  let end = at + 1;
  let isEscaped = false;
  for (let code = text.charCodeAt(end); code !== QUOTE; code = text.charCodeAt(end)) {
    if (code === BACKSLASH) isEscaped = true;
    end += code === BACKSLASH ? 2 : 1;
  }
  cursor.at = end + 1;
  return isEscaped ? JSON.parse(text.slice(at, end + 1)) : text.slice(at + 1, end);
}

const NUMBER = /[-+.\deE]+/y;

function readNumber(cursor: Cursor): JsonNumber {
  NUMBER.lastIndex = cursor.at;
  const [text = ''] = NUMBER.exec(cursor.text) ?? [];
  cursor.at += text.length;
  return new JsonNumber(text);
}

function readWord<T>(cursor: Cursor, word: string, value: T): T {
  cursor.at += word.length;
  return value;
}

/** Outside strings, the only characters up to the space character are JSON's four white space characters. */
function skipSpace(cursor: Cursor): void {
  while (cursor.text.charCodeAt(cursor.at) <= SPACE) cursor.at += 1;
}
