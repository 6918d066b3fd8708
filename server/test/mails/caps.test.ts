// Guarantees of the email caps: the last one below each cap is sent, the next one is rejected with 429 and stores
// nothing, and a day later it is sent. Earlier emails are inserted into the outbox.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, MINUTE } from '../../src/core/clock.ts';
import { personIn } from '../people/support.ts';
import { newSubscription } from '../subscriptions/support.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let mails: MailServer;
let world: World;
beforeAll(async () => {
  mails = await startMailServer();
  const from = { CHAINTILL_SMTP_URL: mails.url, CHAINTILL_MAIL_FROM: 'Shop <pay@shop.example>' };
  world = await createWorld(from, { people: true, coins: [] });
});
afterAll(async () => {
  await world.close();
  await mails.close();
});

interface Mailed {
  readonly count: number;
  readonly to: string;
}

/** Inserts first emails of subscriptions, sent an hour ago. */
function mailed({ project }: Merchant, { count, to }: Mailed): Promise<unknown> {
  return world.database.owner.query(
    `insert into mails (project_id, id, reference_id, purpose, recipient, subject, text_body, html_body, status,
       created_at, sent_at)
     select $1, gen_random_uuid(), gen_random_uuid(), 'period 0', $2, 's', 't', 'h', 'sent', $4, $4
     from generate_series(1, $3)`,
    [project.id, to, count, new Date(world.clock.now() - 60 * MINUTE)],
  );
}

const REFUSED = { status: 429, code: 'rate_limit_exceeded' };

async function countOf(table: 'subscriptions' | 'users'): Promise<number | undefined> {
  const [row] = await world.database.owner.query<{ n: number }>(
    `select count(*)::int as n from ${table}`,
  );
  return row?.n;
}

/** The first is sent, the second rejected, and sent a day later. */
async function expectCap(send: () => Promise<unknown>): Promise<void> {
  await send();
  const before = await countOf('subscriptions');
  await expect(send()).rejects.toMatchObject(REFUSED);
  expect(await countOf('subscriptions')).toBe(before);
  await world.advance(DAY);
  await send();
}

test('one mailbox gets at most 20 emails of all projects in a day', async () => {
  const to = 'ada@shop.example';
  for (let n = 0; n < 4; n++) await mailed(await world.merchant(), { count: 4, to });
  await mailed(await world.merchant(), { count: 3, to });
  const another = await world.merchant();
  await expectCap(() => newSubscription(world, another, { payer_email: to }));
});

test('one project sends at most 1,000 first emails in a day', async () => {
  const merchant = await world.merchant();
  await mailed(merchant, { count: 999, to: 'somebody@shop.example' });
  await expectCap(() => newSubscription(world, merchant));
});

test('one person sends at most 50 invitations in a day, and others are not limited', async () => {
  const owner = await personIn(world, { name: 'Olga', role: 'owner' });
  const other = await personIn(world, { name: 'Otto', role: 'owner' });
  const [olga] = await world.database.owner.query<{ id: string }>(
    `select id from users where name = 'Olga'`,
  );
  const at = new Date(world.clock.now() - 60 * MINUTE);
  await world.database.owner.query(
    `insert into people_mails (id, recipient, subject, status, created_at, sent_at, user_id, made_by)
     select gen_random_uuid(), 'p' || n || '@shop.example', 's', 'sent', $2, $2, $1, $1
     from generate_series(1, 49) n`,
    [olga?.id, at],
  );
  const invite = (by: typeof owner, name: string) =>
    by.post('/operations/users.invite', { name, email: `${name}@shop.example`, role: 'auditor' });
  expect((await invite(owner, 'first')).status).toBe(200);
  const before = await countOf('users');
  const refused = await invite(owner, 'second');
  expect(refused).toMatchObject({ status: 429, body: { error: { code: REFUSED.code } } });
  expect(await countOf('users')).toBe(before);
  expect((await invite(other, 'third')).status).toBe(200);
});
