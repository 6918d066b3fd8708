// A person's browser as the service sees it: the session cookie, our own origin, JSON.
import { defined } from '../../src/core/assert.ts';
import { createLink, INVITATION_LASTS } from '../../src/people/links.ts';
import type { Member } from '../../src/people/members.ts';
import { createUser, type NewUser } from '../../src/people/users.ts';
import { type MailServer, partsOf } from '../support/mail-server.ts';
import type { World } from '../support/world.ts';

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the answer that it asks for
  readonly body: any;
  readonly headers: Headers;
}

export interface Request {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Browser {
  readonly userId: string;
  readonly jar: Map<string, string>;
  cookie: string;
  /** Sends a POST request; resolves with the response. */
  post(path: string, body?: unknown): Promise<Answer>;
  request(path: string, requested?: Request): Promise<Answer>;
}

export function browserOf(world: World, userId = ''): Browser {
  const jar = new Map<string, string>();
  const browser: Browser = {
    userId,
    jar,
    cookie: '',
    post: (path, body = {}) => browser.request(path, { method: 'POST', body }),
    async request(path, { method = 'GET', body, headers = {} } = {}) {
      const answer = await fetch(`${world.url}/admin/api${path}`, {
        method,
        headers: {
          cookie: browser.cookie,
          ...(method === 'GET' ? {} : { origin: world.url, 'content-type': 'application/json' }),
          ...(method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      for (const cookie of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = defined(cookie.split(';')[0], 'a cookie').split('=');
        jar.set(name, value);
      }
      browser.cookie = [...jar].map((pair) => pair.join('=')).join('; ');
      return { status: answer.status, body: await answer.json(), headers: answer.headers };
    },
  };
  return browser;
}

/** The token in the newest email to an address that starts with this name. */
export async function mailedToken(world: World, mails: MailServer, name: string): Promise<string> {
  await world.settle();
  const isTo = (to: readonly string[]) => to.some((each) => each.startsWith(name.toLowerCase()));
  const mail = defined(
    mails.received.findLast(({ to }) => isTo(to)),
    `a mail to ${name}`,
  );
  const [, token] = /#([\w-]{20,})/.exec(partsOf(mail).text) ?? [];
  return defined(token, 'a link in the mail');
}

/** As if the last step-up were this many seconds ago. */
export async function agedStepUp(world: World, userId: string, seconds = 301): Promise<void> {
  await world.app.db.query(
    'update sessions set proved_at = now() - make_interval(secs => $2) where user_id = $1',
    [userId, seconds],
  );
}

/** Only for this world, as others share the configuration: sign-in links alone don't suffice. */
export function thinkLive(world: World): void {
  Object.assign(world.app.config, { rules: { ...world.app.config.rules, linksSuffice: false } });
}

/** A person who has signed in with a link. */
export async function personIn(
  world: World,
  user: Partial<NewUser> & { name: string },
  member?: Omit<Member, 'userId'>,
): Promise<Browser> {
  const { id } = await createUser(world.app, { email: null, role: null, ...user }, member);
  const browser = browserOf(world, id);
  const { url } = await createLink(world.app, id, INVITATION_LASTS);
  await browser.request('/session/link', { method: 'POST', body: { token: url.split('#')[1] } });
  return browser;
}
