// Signing in like people on a live instance: with a passkey on their own device, which Chromium emulates.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { thinkLive } from '../../../server/test/people/support.ts';
import type { World } from '../../../server/test/support/world.ts';
import type { Stage, TestPerson } from './stage.ts';

/** A device that verifies its owner automatically. */
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
 * Signs in on the first page with a passkey, which is required, and opens the merchant's invoices. The passkey was
 * created at the invitation, like on the account screen (shared/passkey.ts), which has its own suite.
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

/** As if the last step-up of all sessions were an hour ago. */
export async function agedStepUps({ app }: World): Promise<void> {
  await app.db.query(`update sessions set proved_at = proved_at - interval '1 hour'`);
}

/** Confirms the step-up for this action with the passkey. */
export async function confirmStepUp(page: Page, confirms: string | RegExp): Promise<void> {
  const requested = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await requested.getByText(confirms).waitFor();
  await requested.getByRole('button', { name: 'Confirm with a passkey' }).click();
}

/** The methods of the step-ups with which an operation was done. */
export async function stepUpsOf({ app }: World, operation: string): Promise<readonly string[]> {
  const lines = await app.db.query<{ by: string }>(
    `select j.step_up ->> 'by' as by from journal j join journal_results o on o.journal_id = j.id
     where j.operation = $1 and o.result = 'done'`,
    [operation],
  );
  return lines.map(({ by }) => by);
}
