// Incoming as people do to a till with real money: by a passkey on a device of their own, which Chromium plays.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { thinkLive } from '../../../server/test/people/support.ts';
import type { World } from '../../../server/test/support/world.ts';
import type { Stage, TestPerson } from './stage.ts';

/** A device that has the finger of its owner on it. */
export async function device(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/**
 * Signs in on the first page with a passkey, where nothing less suffices, and goes on to the invoices of the merchant. He made
 * it when he was invited, as the account's screen does it (shared/passkey.ts), which a suite of its own looks at.
 */
export async function signIn(
  { world, merchant, url, invite, open }: Stage,
  person: TestPerson,
  options: BrowserContextOptions = {},
): Promise<Page> {
  thinkLive(world);
  const next = `/dashboard/projects/${merchant.project.id}/invoices`;
  const page = await open(`${url}/dashboard/sign-in?next=${encodeURIComponent(next)}`, options);
  await device(page);
  const [, token] = (await invite(person)).split('#');
  const answer = await page.context().request.post(`${url}/admin/api/session/link`, {
    headers: { origin: url },
    data: { token },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  await page.evaluate(MAKE_PASSKEY);
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL(`${url}${next}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const MAKE_PASSKEY = `(async () => {
  const post = async (path, body) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch('/admin/api' + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()).data;
  };
  const { challenge_id, options } = await post('/me/passkeys/options', {});
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const response = (await navigator.credentials.create({ publicKey })).toJSON();
  await post('/me/passkeys', { challenge_id, response, name: 'a phone' });
})()`;

/** As if all who are signed in had proven who they are an hour ago. */
export async function agedStepUps({ app }: World): Promise<void> {
  await app.db.query(`update sessions set proved_at = proved_at - interval '1 hour'`);
}

/** Confirms with the passkey what is said to be confirmed. */
export async function confirmStepUp(page: Page, confirms: string | RegExp): Promise<void> {
  const requested = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await requested.getByText(confirms).waitFor();
  await requested.getByRole('button', { name: 'Confirm with a passkey' }).click();
}

/** By what the proofs were given with which these operations were done. */
export async function stepUpsOf({ app }: World, operation: string): Promise<readonly string[]> {
  const lines = await app.db.query<{ by: string }>(
    `select j.step_up ->> 'by' as by from journal j join journal_results o on o.journal_id = j.id
     where j.operation = $1 and o.result = 'done'`,
    [operation],
  );
  return lines.map(({ by }) => by);
}
