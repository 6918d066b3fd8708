// A browser of somebody, as far as the service sees it: the cookie of his session, our own origin, JSON.
import { known } from '../../src/core/assert.ts';
import { createLink, INVITATION_LASTS } from '../../src/people/links.ts';
import type { Member } from '../../src/people/members.ts';
import { createUser, type NewUser } from '../../src/people/users.ts';
import type { World } from '../support/world.ts';

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the answer that it asks for
  readonly body: any;
  readonly headers: Headers;
}

export interface Asked {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Browser {
  readonly userId: string;
  cookie: string;
  ask(path: string, asked?: Asked): Promise<Answer>;
}

export function browserOf(world: World, userId = ''): Browser {
  const browser: Browser = {
    userId,
    cookie: '',
    async ask(path, { method = 'GET', body, headers = {} } = {}) {
      const answer = await fetch(`${world.url}/admin/api${path}`, {
        method,
        headers: {
          cookie: browser.cookie,
          ...(method === 'GET' ? {} : { origin: world.url, 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const cookie = answer.headers.get('set-cookie');
      if (cookie !== null) browser.cookie = known(cookie.split(';')[0], 'a cookie');
      return { status: answer.status, body: await answer.json(), headers: answer.headers };
    },
  };
  return browser;
}

/** Somebody who has come in by a link. */
export async function personIn(
  world: World,
  user: Partial<NewUser> & { name: string },
  member?: Omit<Member, 'userId'>,
): Promise<Browser> {
  const { id } = await createUser(world.app, { email: null, role: null, ...user }, member);
  const browser = browserOf(world, id);
  const { url } = await createLink(world.app, id, INVITATION_LASTS);
  await browser.ask('/session/link', { method: 'POST', body: { token: url.split('#')[1] } });
  return browser;
}
