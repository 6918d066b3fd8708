// The first screen of the dashboard, in Chromium: from the address to the moment at which a person can use it, with an
// empty browser cache; and its transfer size, compressed. Compared with a page of the same service in which a script
// renders one button: the minimum of the browser and this machine.
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { beginSession } from '../../server/src/people/sessions.ts';
import { createUser } from '../../server/src/people/users.ts';
import { startChromium, wholeChromiumPath } from '../../server/test/support/chromium.ts';
import { type Fixture, openFixture } from '../fixture.ts';
import { startService } from '../service.ts';
import { type Runs, runsOf, showRuns } from '../statistics.ts';
import { type Suite, type SuiteReport, table } from './suite.ts';

const GOAL_MILLISECONDS = 1000;
const GOAL_KB = 250;
/** Cold loads of one run; a run is judged by their median. */
const LOADS = 7;
const LOADS_QUICK = 3;
const KB = 1000;

interface Load {
  readonly milliseconds: number;
  readonly kilobytes: number;
}

interface Place {
  readonly url: string;
  readonly cookie: string;
}

const HINT = 'chromium is not installed: apt-get install chromium';

export const dashboardSuite: Suite = {
  name: 'dashboard',
  title: 'First screen of the dashboard',
  async run({ isQuick, runs, say }) {
    const path = wholeChromiumPath();
    if (path === null) {
      say(`  ${HINT}`);
      return { section: `Not measured: ${HINT}.\n`, goals: [] };
    }
    const fixture = await openFixture();
    const service = await startService(fixture.environment, join(fixture.folder, 'service.log'));
    const browser = await startChromium(path);
    try {
      const place = { url: `http://localhost:${service.port}`, cookie: await signIn(fixture) };
      const loads = isQuick ? LOADS_QUICK : LOADS;
      const screen: Load[] = [];
      const limit: Load[] = [];
      await loadOnce(browser, place, openHome);
      for (let run = 0; run < runs; run++) {
        limit.push(await medianOf(loads, () => loadOnce(browser, place, openButton)));
        screen.push(await medianOf(loads, () => loadOnce(browser, place, openHome)));
      }
      return report(screen, limit);
    } finally {
      await browser.close();
      await service.stop();
      await fixture.close();
    }
  },
};

/** A user who can see everything. */
async function signIn({ assembled: { app } }: Fixture): Promise<string> {
  const user = await createUser(app, { name: 'Shop owner', email: null, role: 'owner' });
  const client = { address: '127.0.0.1', agent: null };
  return (await beginSession(app, user.id, { authMethod: 'link', client })).token;
}

async function medianOf(count: number, load: () => Promise<Load>): Promise<Load> {
  const all: Load[] = [];
  for (let n = 0; n < count; n++) all.push(await load());
  return {
    milliseconds: runsOf(all.map(({ milliseconds }) => milliseconds)).median,
    kilobytes: runsOf(all.map(({ kilobytes }) => kilobytes)).median,
  };
}

/** In a new browser context, where nothing was loaded before. */
async function loadOnce(
  browser: Browser,
  { url, cookie }: Place,
  open: (page: Page, url: string) => Promise<number>,
): Promise<Load> {
  const context = await browser.newContext({ locale: 'en-GB' });
  try {
    await context.addCookies([{ name: 'chaintill_session', value: cookie, url }]);
    const page = await context.newPage();
    const wire = await context.newCDPSession(page);
    const received = await countFiles(wire);
    const milliseconds = await open(page, url);
    const kilobytes = received() / KB;
    if (open === openHome) await search(page);
    return { milliseconds, kilobytes };
  } finally {
    await context.close();
  }
}

/** Bytes of the dashboard's files with their headers, as transferred, without API responses. */
async function countFiles(wire: CDPSession): Promise<() => number> {
  const files = new Set<string>();
  let bytes = 0;
  wire.on('Network.responseReceived', ({ requestId, response }) => {
    if (new URL(response.url).pathname.startsWith('/dashboard/')) files.add(requestId);
  });
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (files.has(requestId)) bytes += encodedDataLength;
  });
  await wire.send('Network.enable');
  return () => bytes;
}

/** Records when the balances are shown and the page is responsive, by its own clock, from the request on. */
const NOTE = `new MutationObserver((_changes, observer) => {
  if (document.querySelector('section[aria-label="Balances"]') === null) return;
  observer.disconnect();
  setTimeout(() => { document.documentElement.dataset.usableAfter = performance.now(); });
}).observe(document, { childList: true, subtree: true });`;

/** The full response for a probe page, with the minimal screen in its place. */
const BUTTON = `addEventListener('DOMContentLoaded', () => {
  document.body.innerHTML = '<section aria-label="Balances"><button>Search</button></section>';
});`;

async function openHome(page: Page, url: string): Promise<number> {
  await page.addInitScript(NOTE);
  await page.goto(`${url}/dashboard/`, { waitUntil: 'commit' });
  return noted(page);
}

/** It is responsive: the key opens the search, which has the focus. */
async function search(page: Page): Promise<void> {
  await page.keyboard.press('/');
  await page.getByRole('dialog').locator('input:focus').waitFor();
}

async function openButton(page: Page, url: string): Promise<number> {
  await page.addInitScript(NOTE + BUTTON);
  await page.goto(`${url}/health/live`, { waitUntil: 'commit' });
  return noted(page);
}

async function noted(page: Page): Promise<number> {
  const noting = page.locator('html[data-usable-after]');
  await noting.waitFor({ state: 'attached' });
  return Number(await noting.getAttribute('data-usable-after'));
}

function report(screen: readonly Load[], limit: readonly Load[]): SuiteReport {
  const taken = runsOf(screen.map(({ milliseconds }) => milliseconds));
  const least = runsOf(limit.map(({ milliseconds }) => milliseconds));
  const size = runsOf(screen.map(({ kilobytes }) => kilobytes));
  const row = (name: string, of: Runs, goal: number, decimals: number) => [
    name,
    showRuns(of, decimals),
    `${goal}`,
    (of.median / goal).toFixed(2),
  ];
  const section = `${table(
    ['', 'median (min-max)', 'limit', 'share of it'],
    [
      row('time until usable, ms', taken, GOAL_MILLISECONDS, 0),
      row('its files, compressed, kB', size, GOAL_KB, 1),
    ],
  )}\n\nIn the same runs, a page with one button took ${showRuns(least)} ms, so the first screen takes ${(
    taken.median / least.median
  ).toFixed(
    1,
  )} times as long. Every load uses a new browser context without a cache, on the machine of the service.\n`;
  return {
    section,
    goals: [
      {
        text: `the first screen can be used within ${GOAL_MILLISECONDS} ms`,
        isReached: taken.median < GOAL_MILLISECONDS,
        figure: `${showRuns(taken)} ms`,
      },
      {
        text: `the first screen within ${GOAL_KB} kB, compressed`,
        isReached: size.median < GOAL_KB,
        figure: `${showRuns(size, 1)} kB`,
      },
    ],
  };
}
