// Plays everything that stores or compares a reason: holds, decisions, cancellations, rejections, pauses, alerts and
// quarantines. `next` is called between the parts.
import { defined } from '../../src/core/assert.ts';
import { HOUR, MINUTE, sleep } from '../../src/core/clock.ts';
import { decimal } from '../../src/core/money.ts';
import { absentSigner } from '../../src/keys/signer.ts';
import { queryNetwork } from '../../src/payouts/plan/query-network.ts';
import { startReceiver } from '../alerts/support.ts';
import { operatorReader } from '../operator/support.ts';
import { publishPolicy, requestWithdrawal } from '../policy/support.ts';
import { credit, fillWallet } from '../support/funds.ts';
import type { Merchant, World } from '../support/world.ts';

export async function playReasons(world: World, next: () => void): Promise<void> {
  const play = playing(world);
  await play.fund();
  for (const part of [
    play.addDestination,
    play.decideHeld,
    play.reviewHeld,
    play.repriceHeld,
    play.refuseByPolicy,
    play.rejectPayee,
    play.failOnChain,
    play.alterRow,
    play.loseSigner,
    play.returnUnmatched,
    play.pauseByPerson,
    play.breakBooks,
    play.repeatAudit,
    play.repairBooks,
    play.quarantine,
  ]) {
    next();
    await part();
    await world.settle();
  }
  await play.close();
}

/** The XRP address whose account rejects every payment (docs/sandbox.md). */
const DEAD_PAYEE = 'rNytzLGU713qYhDYvie55WPKthMLovjirW?dt=0';
const STRANGER = 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh?dt=7';

function playing(world: World) {
  const read = operatorReader(world);
  const { app } = world;
  let shop: Merchant;
  let code = '';
  let receiver: Awaited<ReturnType<typeof startReceiver>>;

  /** Advances the service's database mark meanwhile: an operator's process relies on it. */
  async function besideMarks<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const ended = work.finally(() => {
      isOver = true;
    });
    ended.catch(() => undefined);
    while (!isOver) {
      await app.reactions.databaseDoubted(app);
      await sleep(50);
    }
    return ended;
  }
  const cancel = (withdrawal_id: string) =>
    besideMarks(read('withdrawals.cancel', { withdrawal_id, reason: 'not wanted' }));
  const payTo = (coin: string, address: string) =>
    shop.api.coinWithdrawals.create({
      address,
      charged_currency: 'EUR',
      received_currency: coin,
      charged_amount: '20',
      force_commit: true,
    });
  const wallet = (coin: string) => defined(world.assembled.coinWallets.get(coin), coin);

  return {
    async fund() {
      shop = await world.merchant();
      await credit(world, shop, { EUR: '10000' });
      await fillWallet(world, 'BTC', Array(12).fill('1'));
      await fillWallet(world, 'XRP', ['1000']);
      const project = shop.project.id;
      code = (await read('policy.approvers.add', { project, name: 'Ada' })).code;
      await publishPolicy(
        world,
        shop,
        { name: 'never', when: { amountAbove: '900' }, do: 'refuse' },
        { name: 'big', when: { amountAbove: '500' }, do: { hold: 1 } },
        { name: 'look', when: { amountAbove: '300' }, do: { hold: 0 } },
      );
    },

    async addDestination() {
      receiver = await startReceiver();
      const secret = `${receiver.url}/alerts`;
      await read('alerts.destinations.add', {
        kind: 'webhook',
        name: 'Team',
        language: 'de',
        secret,
      });
    },

    /** Approved, rejected by an approver, canceled by the merchant and by an operator. */
    async decideHeld() {
      const held = [];
      for (let n = 0; n < 4; n++) held.push((await requestWithdrawal(shop, '600')).id);
      const [approved = '', refused = '', given = '', cancelled = ''] = held;
      const claim = { approver: 'Ada', code };
      await read('withdrawals.approve', { withdrawal_id: approved, ...claim });
      await besideMarks(
        read('withdrawals.reject', { withdrawal_id: refused, ...claim, reason: 'Ada says no' }),
      );
      await shop.api.coinWithdrawals.cancel(given);
      await cancel(cancelled);
      // Rejected operations are in the audit log with their code.
      await read('withdrawals.release', { withdrawal_id: cancelled }).catch(() => undefined);
    },

    /** Held for an operator: released, and canceled. */
    async reviewHeld() {
      const [released, cancelled] = [
        await requestWithdrawal(shop, '400'),
        await requestWithdrawal(shop, '400'),
      ];
      await read('withdrawals.release', { withdrawal_id: released.id });
      await cancel(cancelled.id);
      const other = await world.merchant({ withdrawalMaxEur: '50' });
      await credit(world, other, { EUR: '1000' });
      const above = await requestWithdrawal(other, '100');
      await read('withdrawals.release', { withdrawal_id: above.id });
    },

    /** A day later the rate differs: charged where the project allows it, too high where it does not. */
    async repriceHeld() {
      const settings = { withdrawalMaxEur: '50' };
      const held = [];
      for (const allowed of [{ priceChangePercent: '10' }, {}]) {
        const merchant = await world.merchant({ ...settings, ...allowed });
        await credit(world, merchant, { EUR: '1000' });
        held.push((await requestWithdrawal(merchant, '100')).id);
      }
      const { spreadPercent } = app.config;
      Object.assign(app.config, { spreadPercent: decimal('5') });
      await world.advance(25 * HOUR);
      for (const withdrawal_id of held)
        await besideMarks(read('withdrawals.release', { withdrawal_id }));
      Object.assign(app.config, { spreadPercent });
      await world.advance(MINUTE);
    },

    async refuseByPolicy() {
      await requestWithdrawal(shop, '1000').catch(() => undefined);
    },

    /** The network would not pay the recipient, by its rules and in a node's words; both are canceled. */
    async rejectPayee() {
      for (const refusal of [
        { code: 'tag_required' } as const,
        { message: 'execution reverted' },
      ]) {
        const { id } = await payTo('XRP', STRANGER);
        const { network, ...rest } = wallet('XRP');
        const refusalOf = () => Promise.resolve(refusal);
        await queryNetwork(app, { ...rest, network: { ...network, refusalOf } });
        await cancel(id);
      }
    },

    async failOnChain() {
      await payTo('XRP', DEAD_PAYEE);
      await world.settle();
      await world.mine('XRP', 2);
    },

    /** The signer rejects a withdrawal whose row was altered, and signs it when the row is repaired. */
    async alterRow() {
      const { id } = await requestWithdrawal(shop, '30');
      const add = (amount: number) =>
        world.database.owner.query(
          'update coin_withdrawals set received_amount = received_amount + $2 where id = $1',
          [id, amount],
        );
      await add(1);
      await world.settle();
      await add(-1);
      await world.advance(6 * MINUTE);
    },

    async loseSigner() {
      const coinWallet = wallet('BTC');
      const { signer } = coinWallet;
      Object.assign(coinWallet, { signer: absentSigner });
      await requestWithdrawal(shop, '30');
      await world.settle();
      Object.assign(coinWallet, { signer });
      await world.advance(MINUTE);
      await world.mine('BTC', 2);
    },

    /** A second payment of an invoice is returned; the refund is canceled. */
    async returnUnmatched() {
      const shopper = await world.merchant({ withdrawalMaxEur: '0.01' });
      const invoice = await shopper.api.invoices.create({
        price_amount: '10',
        price_currency: 'EUR',
        pay_currency: 'BTC',
      });
      await world.pay({ invoice_id: invoice.id, risk_level: 'low' });
      await world.mine('BTC', 6);
      await world.pay({ invoice_id: invoice.id, amount: '0.01', risk_level: 'low' });
      await world.mine('BTC', 6);
      const project = shopper.project.id;
      const { rows } = await read('deposits.unmatched', { project });
      const deposit_id = defined(rows[0], 'an unmatched payment').id;
      const to = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
      const refund = { deposit_id, to, reason: 'paid twice', project };
      const { withdrawal_id } = await read('deposits.refund', refund);
      await cancel(withdrawal_id);
    },

    async pauseByPerson() {
      const project = shop.project.id;
      await read('payouts.pause', { project, reason: 'a call from the owner' });
      const { id } = await requestWithdrawal(shop, '30');
      await world.settle();
      await read('payouts.resume', { ...(await onlyStop()), reason: 'cleared up' });
      await world.settle();
      await cancel(id).catch(() => undefined);
    },

    /** An amount that no entry explains pauses payouts; a person resumes them and acknowledges the alerts. */
    async breakBooks() {
      await addByHand('100');
      await world.advance(HOUR);
      const { rows } = await read('payouts.pauses');
      for (const { id } of rows)
        await read('payouts.resume', { pause_id: id, reason: 'a known import' });
      await world.advance(MINUTE);
      for (const { id } of (await read('alerts.list')).rows)
        await read('alerts.acknowledge', { alert_id: id, reason: 'on it' });
    },

    /** The same findings pause nothing again. */
    async repeatAudit() {
      await world.advance(HOUR);
      const { rows } = await read('payouts.pauses');
      if (rows.length > 0) throw new Error(`paused again: ${JSON.stringify(rows)}`);
    },

    async repairBooks() {
      await addByHand('-100');
      await world.advance(HOUR);
      const [open] = (await read('alerts.list')).rows;
      if (open !== undefined)
        await read('alerts.resolve', { alert_id: open.id, reason: 'looked into' });
    },

    async quarantine() {
      await read('quarantine.begin', { coin: 'XRP', reason: 'a restored backup' });
      await requestWithdrawal(shop, '30');
      await read('doctor');
    },

    async close() {
      if (receiver.received.length === 0) throw new Error('no alert was sent');
      await receiver.close();
    },
  };

  async function onlyStop() {
    const { rows } = await read('payouts.pauses');
    return { pause_id: defined(rows[0], 'a stop').id };
  }

  /** As the owner of the tables, bypassing what the database rejects. */
  async function addByHand(amount: string): Promise<void> {
    const { owner } = world.database;
    await owner.query('alter table ledger_accounts disable trigger ledger_accounts_proven');
    await owner.query(
      `update ledger_accounts set balance = balance + $2::numeric
       where project_id = $1 and kind = 'available' and currency = 'EUR'`,
      [shop.project.id, amount],
    );
  }
}
