// The preview of a brand has every page and email that payers get: a new one fails here until the preview shows it, or
// the table says why not. Each preview carries the brand, and nobody could pay to it or run anything in it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PreviewPage, previewPages } from '../../src/contract/brand.ts';
import { languageTag, locales } from '../../src/core/languages.ts';
import type { Project } from '../../src/projects/project.ts';
import { renderPreview } from '../../src/web/brand-preview.ts';
import { serveAllRoutes } from '../http/all-routes.ts';
import { createWorld, type World } from '../support/world.ts';
import { filesBelow } from '../tidy/files.ts';

const LOGO = `${'0'.repeat(32)}-320x80.png`;
/** Small: the website around the frame shows who asks. */
const WITHOUT_LOGO: readonly PreviewPage[] = ['donation_frame'];

let world: World;
let project: Project;
beforeAll(async () => {
  world = await createWorld({}, { people: true });
  const merchant = await world.merchant({
    merchantName: 'Nordlicht',
    accentColor: '#b45309',
    legalName: 'Nordlicht Kaffee GmbH',
    logo: LOGO,
  });
  ({ project } = merchant);
});
afterAll(() => world.close());

/** By the first part of their address: not for payers, or not of one merchant. */
const NOT_OF_A_BRAND = [
  '',
  'admin',
  'api',
  'api-keys',
  'assets',
  'brand',
  'dashboard',
  'docs',
  'health',
  'live',
  'metrics',
  'modal',
  'openapi.json',
  'pay.js',
  'ready',
  'sandbox',
  'status',
  'status.json',
  'unsubscribe',
];

const SHOWN: Readonly<Record<string, readonly PreviewPage[]>> = {
  '/checkouts/:id': ['checkout'],
  '/invoices/:id': ['open', 'underpaid', 'paid'],
  '/checkouts/:id/receipt': ['receipt', 'sale_receipt'],
  '/subscriptions/:id': ['subscription'],
  '/channels/:id': ['channel'],
  '/refunds/:token': ['refund'],
  '/invoices/:id/refund': ['refund'],
  '/pay/:token': ['payment_link', 'donation'],
  '/pay/:token/progress': ['donation_frame'],
  '/pay/:token/poster': ['poster'],
  '/reminders/:id/:token': ['reminder'],
  '/pos/:token/display': ['display'],
};

const NO_PAGES = [
  '/channels/:id/status',
  '/invoices/:id/status',
  '/pos/:token/display/state',
  '/pos/:token/manifest.webmanifest',
  '/pos/:token/pictures/:name',
  '/pos/:token/worker.js',
  // They lead to pages that are shown.
  '/i/:id',
  '/i/:id/:method',
  '/i/:id/receipt',
  '/invoice',
  '/invoices/:id(^[A-Za-z0-9_-]{22}$)',
  '/pull-payments/:id',
  // For the staff of a terminal.
  '/pos/:token',
  '/pos/:token/sales',
  '/pos/:token/sales/:id',
  '/pos/:token/state',
  '/pos/:token/totals',
];

const MAILS: Readonly<Record<string, readonly PreviewPage[]>> = {
  'server/src/subscriptions/request-payment.ts': ['request_mail', 'reminder_mail'],
  'server/src/checkouts/receipt-mail.ts': ['receipt_mail'],
  'server/src/payment-links/confirmation-mail.ts': ['confirmation_mail'],
};

/** To people who operate the instance or a project. */
const MAILS_TO_PEOPLE = ['server/src/alerts/kinds/kinds.ts', 'server/src/people/people-mails.ts'];

test('every page for payers is shown', async () => {
  const { server, fastify } = serveAllRoutes(world);
  const routes = [...server.routes.all()].flatMap(([pattern, methods]) =>
    [...methods].includes('GET') ? [pattern] : [],
  );
  await fastify.close();
  const own = routes.filter((path) => !NOT_OF_A_BRAND.includes(path.split('/')[1] ?? ''));
  expect(own.sort()).toEqual([...Object.keys(SHOWN), ...NO_PAGES].sort());
});

test('every email to payers is shown', () => {
  const senders = filesBelow('server/src', /\.ts$/)
    .filter(({ text }) => / mailBodies\(\{/.test(text))
    .map(({ path }) => path);
  expect(senders).toEqual([...Object.keys(MAILS), ...MAILS_TO_PEOPLE].sort());
});

test('the preview has nothing besides', () => {
  const known = new Set([...Object.values(SHOWN), ...Object.values(MAILS)].flat());
  expect([...known].sort()).toEqual([...previewPages].sort());
});

test.each(previewPages)('%s has the brand, and nothing in it works', (page) => {
  for (const scheme of ['light', 'dark'] as const) {
    const html = renderPreview(world.app, project, { page, locale: 'en', scheme });
    expect(html).toMatch(/brand\/colors\/b45309-light\.css|background:#b45309/);
    expect(html.includes(`/brand/logos/${LOGO}`)).toBe(!WITHOUT_LOGO.includes(page));
    expect(html).not.toMatch(/<script|<noscript|<a [^>]* href=|cid:|prefers-color-scheme/);
    expect(html).not.toMatch(/(bitcoin|litecoin|ethereum|bitcoincash|xrpl?):/);
  }
});

test.each(locales)('pages are in %s, and emails in the language of emails', async (locale) => {
  const mailed = { ...project, settings: { ...project.settings, mailLanguage: locale } };
  for (const page of previewPages) {
    const isMail = page.endsWith('_mail');
    const asked = { page, locale: isMail ? 'en' : locale, scheme: 'light' } as const;
    const html = renderPreview(world.app, isMail ? mailed : project, asked);
    expect([page, /<html lang="([^"]+)"/.exec(html)?.[1]]).toEqual([page, languageTag(locale)]);
  }
});
