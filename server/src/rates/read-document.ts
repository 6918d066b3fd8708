// Reads a foreign JSON document with every number left as the text that was sent: JSON.parse would make
// floats of them and lose digits. A bare NaN or Infinity (some sources emit them) becomes null, so that
// one bad value does not cost the whole document. Used by rates/providers.

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?Infinity|NaN|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses JSON with numbers as strings. Throws SyntaxError when it is not JSON. */
export function readDocument(text: string): unknown {
  const quoted = text.replace(TOKEN, (token) => {
    if (token.startsWith('"')) return token;
    return /[IN]/.test(token) ? 'null' : `"${token}"`;
  });
  return JSON.parse(quoted);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of an object that came from outside; undefined when it is not one of its own. */
export function member(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The object member of that name; throws when the document is not of the documented shape. */
export function objectMember(value: unknown, name: string): JsonObject {
  const found = member(value, name);
  if (!isObject(found)) throw new Error(`the answer has no object "${name}"`);
  return found;
}
