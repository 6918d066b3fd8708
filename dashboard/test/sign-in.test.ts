// Sign-in and sign-out, and what each role sees.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endSessionsOf } from '../../server/src/people/sessions.ts';
import { createUser } from '../../server/src/people/users.ts';
import { startProvider } from '../../server/test/people/provider.ts';
import { describeWithChromium } from '../../server/test/support/chromium.ts';
import { stage } from './support/stage.ts';

describeWithChromium('signing in to the dashboard', () => {
  const on = stage();

  test('the root redirects to the sign-in, and then to the requested screen', async () => {
    const { open, url, invite, arrive } = on();
    const page = await open(`${url}/`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/sign-in');
    await arrive(await invite({ role: 'owner' }), page);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(page.url()).not.toContain('#');
  });

  test('a link signs in once; the second time it shows what to do', async () => {
    const { open, invite, arrive } = on();
    const link = await invite({ role: 'owner' });
    // Mail scanners open it as well.
    await open(link);
    const page = await arrive(link);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    const other = await open(link);
    await other.getByText('This link was already used or has expired.').waitFor();
    await other.getByRole('link', { name: 'Sign in another way' }).click();
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test('a link says who is signed in before it signs in someone else', async () => {
    const { arrive, enter, invite } = on();
    const page = await enter({ role: 'owner' });
    const me = async () => {
      const answer = await page.context().request.get(new URL('/admin/api/me', page.url()).href);
      return (await answer.json()).data.user.name as string;
    };
    const before = await me();
    const link = await invite({ role: 'auditor' });
    await page.goto(link);
    await page.getByText(`You are signed in as ${before}.`).waitFor();
    expect(await me(), 'opening it changes nothing').toBe(before);
    await page.getByRole('link', { name: `Stay signed in as ${before}` }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await arrive(link, page);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await me()).not.toBe(before);
  });

  test('single sign-on signs in, and continues to the requested screen', async () => {
    const { open, url, world } = on();
    const folder = mkdtempSync(join(tmpdir(), 'chaintill-'));
    const secretFile = join(folder, 'secret');
    writeFileSync(secretFile, 'of the client');
    const provider = await startProvider({ id: 'till', secret: 'of the client' });
    const { issuer } = provider;
    const sso = { issuer, clientId: 'till', secretFile, name: 'Work account' };
    Object.assign(world.app.config, { sso });
    await createUser(world.app, {
      name: 'Ada',
      email: 'ada@shop.example',
      isEmailConfirmed: true,
      role: 'owner',
    });
    const page = await open(`${url}/dashboard/alerts`);
    await page.getByRole('button', { name: 'Sign in with Work account' }).click();
    await page.getByRole('heading', { level: 1, name: 'Alerts' }).waitFor();
    expect(page.url()).toBe(`${url}/dashboard/alerts`);
    await page.goto(`${url}/dashboard/sso?code=made-up&state=made-up`);
    await page.getByRole('alert').waitFor();
    await page.getByRole('link', { name: 'Sign in another way' }).waitFor();
    Object.assign(world.app.config, { sso: null });
    await provider.close();
    rmSync(folder, { recursive: true });
  });

  test('signing out applies to every tab', async () => {
    const { enter } = on();
    const page = await enter({ role: 'owner' });
    const address = page.url();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto(address);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).searchParams.get('next')).toBe(new URL(address).pathname);
  });

  test('when a session is ended elsewhere, the page redirects to the sign-in immediately', async () => {
    const { arrive, invite, url, world } = on();
    const page = await arrive(await invite({ role: 'auditor' }));
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.goto(`${url}/dashboard/account`);
    await page.getByText('Current session').waitFor();
    await expect.poll(() => world.stream.count()).toBe(1);
    const me = await page.context().request.get(`${url}/admin/api/me`);
    const { user } = (await me.json()).data;
    await endSessionsOf(world.app, user.id, null);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor({ timeout: 20_000 });
    expect(new URL(page.url()).search).toBe('?next=%2Fdashboard%2Faccount');
  });

  test('when a session ends while a screen loads, the page redirects to the sign-in and back', async () => {
    const { enter, url, world } = on();
    const page = await enter({ role: 'owner' });
    await page.route('**/admin/api/me', async (route) => {
      const response = await route.fetch();
      await world.app.db.query('update sessions set ended_at = began_at');
      await route.fulfill({ response });
      await page.unroute('**/admin/api/me');
    });
    await page.goto(`${url}/dashboard/people`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).searchParams.get('next')).toBe('/dashboard/people');
  });

  test('a viewer of one project sees its content, and no actions', async () => {
    const { enter, url } = on();
    const page = await enter({ roles: ['viewer'] });
    await page.getByText('No invoices yet.').waitFor();
    const links = page.getByRole('navigation').getByRole('link');
    const names = await links.allTextContents();
    expect(names).toContain('Invoices');
    expect(names).not.toContain('Alerts');
    expect(await page.getByRole('button', { name: 'Create invoice' }).count()).toBe(0);
    await page.goto(`${url}/dashboard/alerts`);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
  });

  test("another merchant's project looks like one that does not exist", async () => {
    const { enter, url, world } = on();
    const { project } = await world.merchant();
    const page = await enter({ roles: ['admin'] });
    await page.goto(`${url}/dashboard/projects/${project.id}/invoices`);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
  });
});
