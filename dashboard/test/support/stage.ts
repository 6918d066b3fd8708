// A complete service with the dashboard in a real browser: people sign in with a link, as in reality. Any message of
// the console, the content security policy or a script fails the test.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { raiseAlert } from '../../../server/src/ledger/alerts.ts';
import { createLink, PRINTED_LINK_LASTS } from '../../../server/src/people/links.ts';
import type { Member } from '../../../server/src/people/members.ts';
import { createUser, type NewUser } from '../../../server/src/people/users.ts';
import { startChromium } from '../../../server/test/support/chromium.ts';
import { feedStream } from '../../../server/test/support/feed-stream.ts';
import { createWorld, type Merchant, type World } from '../../../server/test/support/world.ts';

/** Milliseconds that a page may take on a busy machine. */
const TIMEOUT = 90_000;

/** A person with access: their role in the instance, or their roles in the merchant's project. */
export interface TestPerson {
  readonly role?: NewUser['role'];
  readonly roles?: Member['roles'];
}

export interface Stage {
  readonly world: World;
  readonly merchant: Merchant;
  /** The host name that cookies and passkeys need. */
  readonly url: string;
  /** An invitation for a new person: the URL fragment of the page that confirms the sign-in. */
  invite(person: TestPerson): Promise<string>;
  raise(alert: Parameters<typeof raiseAlert>[1]): Promise<void>;
  /** A page in a separate browser. */
  open(url: string, options?: BrowserContextOptions): Promise<Page>;
  /** Opens a link, and signs in with it; in another browser unless a page is given. */
  arrive(link: string, page?: Page): Promise<Page>;
  /** Signs in with a link, and opens the merchant's invoices. */
  enter(person: TestPerson, options?: BrowserContextOptions): Promise<Page>;
}

type Environment = () => Promise<Readonly<Record<string, string>>>;

/** For a suite: the stage is available once its tests run. */
export function stage(environment: Environment = async () => ({})): () => Stage {
  let built: (Stage & { readonly browser: Browser }) | null = null;
  const complaints: string[] = [];
  beforeAll(async () => {
    built = await build(complaints, await environment());
  });
  afterEach(async () => {
    for (const context of built?.browser.contexts() ?? []) await context.close();
    expect(complaints.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await built?.browser.close();
    await built?.world.close();
  });
  return () => {
    if (built === null) throw new Error('the stage is not built yet');
    return built;
  };
}

async function build(
  complaints: string[],
  environment: Readonly<Record<string, string>>,
): Promise<Stage & { readonly browser: Browser }> {
  const world = await createWorld(
    { CHAINTILL_REQUEST_LOG_RETENTION_DAYS: '3', ...environment },
    { people: true, coins: ['BTC'] },
  );
  await feedStream(world);
  const [merchant, browser] = await Promise.all([world.merchant(), startChromium()]);
  const url = world.url.replace('127.0.0.1', 'localhost');
  let people = 0;
  const invite = async ({ role = null, roles }: TestPerson) => {
    people += 1;
    const user = { name: `person ${people}`, email: null, role };
    const member = roles === undefined ? undefined : { projectId: merchant.project.id, roles };
    const { id } = await createUser(world.app, user, member);
    return (await createLink(world.app, id, PRINTED_LINK_LASTS)).url;
  };
  const context = async (options: BrowserContextOptions) => {
    const made = await browser.newContext({
      locale: 'en-GB',
      timezoneId: 'UTC',
      reducedMotion: 'reduce' as const,
      ...options,
    });
    made.setDefaultTimeout(TIMEOUT);
    return made;
  };
  const show = async (own: BrowserContext, address: string) => {
    const page = await own.newPage();
    listen(page, complaints);
    await page.goto(address);
    return page;
  };
  const open = async (address: string, options: BrowserContextOptions = {}) =>
    show(await context(options), address);
  const arrive = async (link: string, page?: Page) => {
    const shown = page ?? (await open(link));
    if (page !== undefined) await page.goto(link);
    await shown.getByRole('button', { name: /^Sign in as / }).click();
    return shown;
  };
  const enter = async (person: TestPerson, options: BrowserContextOptions = {}) => {
    const own = await context(options);
    const [, token] = (await invite(person)).split('#');
    // Like the page behind the link (screens/sign-in/welcome.tsx), which has its own suites.
    const answer = await own.request.post(`${url}/admin/api/session/link`, {
      headers: { origin: url },
      data: { token },
    });
    expect(answer.status(), await answer.text()).toBe(200);
    const page = await show(own, `${url}/dashboard/projects/${merchant.project.id}/invoices`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };
  const raise: Stage['raise'] = (alert) => world.app.db.transaction((tx) => raiseAlert(tx, alert));
  return { world, merchant, browser, url, invite, raise, open, arrive, enter };
}

/** Error responses are for the screen to show; the browser logs a line about each. */
const REFUSED = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** Of requests while a test has switched the network off. */
const OFFLINE = 'Failed to load resource: net::ERR_INTERNET_DISCONNECTED';

function listen(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    const isRefusal =
      REFUSED.test(message.text()) && message.location().url.includes('/admin/api/');
    const isExpected = isRefusal || message.text() === OFFLINE;
    if (['error', 'warning'].includes(message.type()) && !isExpected)
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (!/^(http:\/\/localhost:|data:|blob:)/.test(request.url()))
      complaints.push(`asked ${request.url()}`);
  });
}
