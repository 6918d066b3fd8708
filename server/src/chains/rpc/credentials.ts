// The credentials for a node: from its URL, or from the cookie file that the node rewrites at each start.
import { readFile } from 'node:fs/promises';

export interface Credentials {
  /** The `Authorization` header; null when the node requires none. Throws when the file is unreadable. */
  header(): Promise<string | null>;
  /** Called after a 401. True when the file has changed, so that a retry may succeed. */
  renew(): Promise<boolean>;
}

export function credentialsOf(url: URL, cookieFile: string | undefined): Credentials {
  return cookieFile === undefined ? fromUrl(url) : fromCookie(cookieFile);
}

function fromUrl(url: URL): Credentials {
  const header = loginHeader(url);
  return { header: async () => header, renew: async () => false };
}

/** Null without user and password. */
export function loginHeader(url: URL): string | null {
  const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return login === ':' ? null : basic(login);
}

function fromCookie(path: string): Credentials {
  let known: string | null = null;
  const read = async () => basic((await readFile(path, 'utf8')).trim());
  return {
    async header() {
      known ??= await read();
      return known;
    },
    async renew() {
      const before = known;
      known = await read();
      return known !== before;
    },
  };
}

function basic(login: string): string {
  return `Basic ${Buffer.from(login, 'utf8').toString('base64')}`;
}
