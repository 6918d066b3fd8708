// Replaces the placeholders of the documents (an id, an address, a file) by objects of the scene, so that each command
// works there.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../../src/core/assert.ts';
import { root } from '../tidy/files.ts';
import { put, type Scene } from './scene.ts';
import * as things from './things.ts';

/** Replacements by placeholder. */
type Filling = Readonly<Record<string, string>>;

interface Rule {
  readonly when: RegExp;
  fill(scene: Scene): Promise<Filling>;
}

const UUID = '[0-9a-f]{8}-[0-9a-f-]{27}';
/** In the how-to guides: the id that the previous command printed. */
const BEFORE = '01a2…';

const by = (when: RegExp, fill: Rule['fill']): Rule => ({ when, fill });
const one = (when: RegExp, place: string, make: (scene: Scene) => Promise<string>): Rule =>
  by(when, async (scene) => ({ [place]: await make(scene) }));

const ID = '0199...';

const rules: readonly Rule[] = [
  one(/deposits (credit|refund|attach) 0199/, ID, things.unmatchedDeposit),
  one(/deposits attach/, '<invoice or channel>', (scene) => things.newChannel(scene, 'LTC')),
  one(/invoices release 0199/, ID, things.illicitInvoice),
  one(/channel-payments (release|refund) 0199/, ID, things.heldPayment),
  one(/payouts resume/, '<pause_id>', things.payoutPause),
  one(/alerts (acknowledge|resolve) 0199/, ID, things.openAlert),
  one(/withdrawals cancel-by-replacement 0199/, ID, things.stuckWithdrawal),
  one(/GET \/api\/coin_deposits/, 'nothing to write', things.unmatchedDeposit),
  one(/invoices preview|recalculations|01a2…\/refunds/, BEFORE, things.overpaidInvoice),
  one(/sandbox pay --invoice 01a2…/, BEFORE, (scene) => things.newInvoice(scene, 'BTC')),
  one(/keys revoke/, 'DjlHuWlApznJ7vrhPBL0fA', async (scene) => {
    const made = await scene.run('keys', 'create', '--name', 'old');
    return defined(/API key +(\S+)/.exec(made)?.[1], 'a key');
  }),
  one(/\$TOKEN/, '$TOKEN', (scene) => scene.newToken()),
  by(/policy\.json/, async (scene) => {
    const page = readFileSync(join(root, 'docs/policy.md'), 'utf8');
    put(scene, 'policy.json', /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '');
    return {};
  }),
  by(/< \w+-(url|token)/, async (scene) => {
    for (const name of ['slack-url', 'pager-url']) put(scene, name, scene.receiver);
    put(scene, 'bot-token', '123456:abcdefghijklmnopqrstuvwxyz0123456789');
    return { '--to 123456789': `--to 123456789 --api-url ${new URL(scene.receiver).origin}` };
  }),
];

/** Examples of docs/sandbox.md, where an id stands for the same object throughout. */
const examples: readonly (readonly [RegExp, (scene: Scene) => Promise<string>])[] = [
  [
    new RegExp(`(?:invoice_id":"|--invoice |/api/invoices/)(${UUID}|\\.\\.\\.)`),
    (scene) => things.newInvoice(scene, 'LTC'),
  ],
  [
    new RegExp(`(?:channel_id":"|/api/channels/)(${UUID})`),
    (scene) => things.newChannel(scene, 'XRP'),
  ],
  [/(?:replace --txid |replacements.*"txid":")([0-9a-f]{64})/, things.unconfirmedPayment],
  [/\/sandbox\/stuck.*"txid":"([0-9a-f]{64})/, things.stuckPayment],
  [/sandbox stuck --txid ([0-9a-f]{64})/, (scene) => things.sentPayout(scene, 'txid')],
  [new RegExp(`withdrawals show (${UUID})`), (scene) => things.sentPayout(scene, 'id')],
];

/** Fills the commands of one document in order. */
export function filler(scene: Scene) {
  const meant = new Map<string, string>();
  let printed: string | null = null;
  return {
    /** The command as a reader types it in this scene. */
    async fill(command: string): Promise<string> {
      const filling: Record<string, string> = {};
      for (const [pattern, make] of examples) {
        const place = pattern.exec(command)?.[1];
        if (place === undefined) continue;
        if (!meant.has(place)) meant.set(place, await make(scene));
        filling[place] = defined(meant.get(place), place);
      }
      if (printed !== null) filling[BEFORE] = printed;
      for (const { when, fill } of rules)
        if (when.test(command) && !(printed !== null && command.includes(BEFORE)))
          Object.assign(filling, await fill(scene));
      if (command.includes(BEFORE)) printed = filling[BEFORE] ?? null;
      let text = command;
      for (const [place, value] of Object.entries({ ...filling, ...everywhere(scene) }))
        text = text.replaceAll(place, value);
      return text;
    },
    heard(output: string): void {
      const id =
        /"id": ?"([0-9a-f-]{36})"/.exec(output) ?? new RegExp(`^(${UUID})`, 'm').exec(output);
      if (id?.[1] !== undefined) printed = id[1];
    },
    /** The next commands belong to another section. */
    forget(): void {
      printed = null;
    },
  };
}

const everywhere = ({ url, projectId, folder }: Scene): Filling => ({
  'http://127.0.0.1:8080': url,
  'https://till.example': url,
  '<project_id>': projectId,
  '<project>': projectId,
  '"Corner shop"': projectId,
  'tltc1q...': things.PAYEE.LTC,
  'tb1q...': things.PAYEE.BTC,
  '/tmp/ltc': `${folder}/ltc`,
});
