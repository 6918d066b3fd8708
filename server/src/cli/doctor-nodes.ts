// The part of `chaintill doctor` about coins: what each node says of itself and of our wallet, and whether the
// wallets hold what the ledgers owe.
import type { App } from '../app.ts';
import type { Assembled } from '../assemble.ts';
import type { StoredFacts } from '../chains/examination.ts';
import { wallNow } from '../core/clock.ts';
import { formatAmount } from '../core/money.ts';
import type { Finding } from './doctor-finding.ts';

/** Outputs and senders that each node is asked about. */
const ASKED_MAX = 100;

/** One finding for each look at each node; none in the sandbox. */
export async function checkNodes(app: App, { nodes }: Assembled): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [coin, { examine }] of nodes) {
    for (const { node, check, ok, text, hint } of await examine(await storedFacts(app, coin))) {
      findings.push({ check: `${coin} ${check} (${node})`, ok, text, hint });
    }
  }
  return findings;
}

async function storedFacts(app: App, coin: string): Promise<StoredFacts> {
  const cursors = await app.db.query<{ height: number }>(
    'select height from chain_cursors where coin = $1',
    [coin],
  );
  const outputs = await app.db.query<StoredFacts['outputs'][number]>(
    `select txid, output_index as index, amount from wallet_outputs
     where coin = $1 and status = 'unspent' order by amount desc limit ${ASKED_MAX}`,
    [coin],
  );
  const senders = await app.db.query<StoredFacts['senders'][number]>(
    `select address, balance, confirmed_number as "nextNumber" from wallet_senders
     where coin = $1 order by balance desc limit ${ASKED_MAX}`,
    [coin],
  );
  return { now: wallNow(), cursorHeight: cursors[0]?.height ?? null, outputs, senders };
}

interface Holding {
  readonly coin: string;
  readonly held: bigint;
  readonly owed: bigint;
}

/**
 * What the wallets hold against what the ledgers say they hold (the negative of their `chain` accounts). Money
 * that waits for a person, or was refused as too risky, is held and not spendable. What a token's addresses hold for
 * fees is part of the coin that it is.
 */
export async function checkCover(app: App): Promise<Finding[]> {
  const holdings = await app.db.query<Holding>(
    `with coins as (select * from unnest($1::text[], $2::text[]) as c(coin, fee_coin))
     select c.coin,
       coalesce((select sum(amount) from wallet_outputs o
         where o.coin = c.coin and o.status in ('unspent', 'reserved')), 0)
       + coalesce((select sum(balance) from wallet_senders s where s.coin = c.coin), 0)
       + coalesce((select sum(s.fee_balance) from wallet_senders s join coins t on t.coin = s.coin
           where t.fee_coin = c.coin and t.coin <> c.coin), 0)
       + coalesce((select sum(amount) from deposits d where d.coin = c.coin
           and d.booked_at is not null and d.block_height is not null and not d.is_in_wallet
           and not exists (select 1 from wallet_senders s
             where s.coin = d.coin and s.address = d.address)), 0) as held,
       coalesce((select -sum(balance) from ledger_accounts a
         where a.currency = c.coin and a.kind = 'chain'), 0) as owed
     from coins c order by c.coin`,
    [[...app.coins.keys()], [...app.coins.values()].map((coin) => coin.feeCoin)],
  );
  return holdings.map(({ coin, held, owed }) => {
    const text = (amount: bigint) => amountText(app, coin, amount);
    return {
      check: `${coin} cover`,
      ok: held >= owed,
      text: `the wallet holds ${text(held)}, the ledgers own ${text(owed)} of it`,
      hint: held >= owed ? null : 'find out where the difference went before anything is paid out',
    };
  });
}

function amountText(app: App, code: string, amount: bigint): string {
  const coin = app.coins.get(code);
  return coin === undefined ? `${amount} ${code}` : `${formatAmount(amount, coin)} ${code}`;
}
