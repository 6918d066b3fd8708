// A separate signer's limits, from the files that its operator maintains in its folder.
import { readFile } from 'node:fs/promises';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Coin, Network } from '../coins/coin.ts';
import { definedCoins } from '../coins/registry.ts';
import { SECOND } from '../core/clock.ts';
import { parseAmount } from '../core/money.ts';
import { type FeeLimits, type FeeTexts, feeLimitsOf, firstFeeLimits } from './fee-limits.ts';

export interface CoinLimits {
  readonly currency: Coin;
  /** In the smallest unit, without the network fee. */
  readonly perTransfer: bigint;
  /** Amounts and fees of any 24 hours. */
  readonly perDay: bigint;
  readonly fees: FeeLimits;
}

export interface SignerLimits {
  readonly coins: ReadonlyMap<string, CoinLimits>;
  /** Counted from when the signer first saw the withdrawal. */
  readonly coolingMilliseconds: number;
  /** Canonical addresses keyed by coin; null: any. */
  readonly allowed: ReadonlyMap<string, ReadonlySet<string>> | null;
}

export interface SignerSettings {
  readonly mode: 'sandbox' | 'live';
  readonly network: Network;
  readonly socket: string;
  /** The id of the group that may connect in addition to the owner. */
  readonly group: number | null;
  /** Keyed by token, only for test and private networks. The source has the contracts of the main network. */
  readonly contracts: ReadonlyMap<string, string>;
  readonly limits: SignerLimits;
}

/** Lists all problems of one file. */
class SignerSettingsError extends Error {
  override readonly name = 'SignerSettingsError';
}

type LimitTexts = { per_transfer: string; per_day: string } & Partial<FeeTexts>;

/** Written by `init`: about the daily payouts of a shop, for the operator to adjust. */
export const FIRST_LIMITS: Readonly<Record<string, LimitTexts>> = Object.fromEntries(
  [...definedCoins.values()].map(({ code, limits }) => [
    code,
    { per_transfer: limits.perTransfer, per_day: limits.perDay, ...firstFeeLimits(code) },
  ]),
);

const strict = { additionalProperties: false } as const;
const settingsFile = Compile(
  Type.Object(
    {
      mode: Type.Union([Type.Literal('sandbox'), Type.Literal('live')]),
      network: Type.Union([Type.Literal('main'), Type.Literal('test'), Type.Literal('regtest')]),
      socket: Type.String({ minLength: 1 }),
      group: Type.Union([Type.Null(), Type.Integer({ minimum: 0 })]),
      cooling_seconds: Type.Integer({ minimum: 0, maximum: 2_592_000 }),
      contracts: Type.Optional(Type.Record(Type.String(), Type.String())),
      limits: Type.Record(
        Type.String(),
        Type.Object(
          {
            per_transfer: Type.String(),
            per_day: Type.String(),
            // Default to the coin's definition.
            fee_per_transfer: Type.Optional(Type.String()),
            fee_per_day: Type.Optional(Type.String()),
            fee_free: Type.Optional(Type.String()),
            fee_percent: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
          },
          strict,
        ),
      ),
    },
    strict,
  ),
);
const allowFile = Compile(Type.Record(Type.String(), Type.Array(Type.String())));

interface Files {
  readonly settings: string;
  readonly allowList: string;
}

export async function readSignerSettings(
  files: Files,
  coins: ReadonlyMap<string, Coin>,
): Promise<SignerSettings> {
  const settings = await readJson(files.settings);
  if (!settingsFile.Check(settings)) {
    const [problem] = settingsFile.Errors(settings);
    throw new SignerSettingsError(
      `${files.settings}: ${problem?.instancePath || 'the file'} ${problem?.message ?? 'is not JSON'}`,
    );
  }
  const { mode, network, socket, group } = settings;
  const contracts = readContracts(files.settings, coins, settings);
  const limits = new Map<string, CoinLimits>();
  for (const [code, texts] of Object.entries(settings.limits)) {
    limits.set(code, readLimits(files.settings, { coins, code }, texts));
  }
  const allowed = await readAllowList(files.allowList, { coins, network });
  const coolingMilliseconds = settings.cooling_seconds * SECOND;
  const all = { coins: limits, coolingMilliseconds, allowed };
  return { mode, network, socket, group, contracts, limits: all };
}

export async function readNetwork(files: Pick<Files, 'settings'>): Promise<Network> {
  const settings = await readJson(files.settings);
  if (settingsFile.Check(settings)) return settings.network;
  throw new SignerSettingsError(`${files.settings} is not the settings of a signer`);
}

function readContracts(
  file: string,
  coins: ReadonlyMap<string, Coin>,
  { network, contracts = {} }: { network: Network; contracts?: Record<string, string> },
): ReadonlyMap<string, string> {
  const canonical = new Map<string, string>();
  for (const [code, text] of Object.entries(contracts)) {
    const coin = coins.get(code);
    const address = coin?.token == null ? null : coin.parseAddress(text, network)?.address;
    if (address == null)
      throw new SignerSettingsError(`${file}: ${text} is not a contract of ${code}`);
    if (network === 'main')
      throw new SignerSettingsError(
        `${file}: the contract of ${code} on the main network is fixed`,
      );
    canonical.set(code, address);
  }
  return canonical;
}

function readLimits(
  file: string,
  { coins, code }: { coins: ReadonlyMap<string, Coin>; code: string },
  texts: LimitTexts,
): CoinLimits {
  const coin = coins.get(code);
  const feeCoin = coins.get(coin?.feeCoin ?? '');
  if (coin === undefined || feeCoin === undefined)
    throw new SignerSettingsError(`${file}: there is no coin ${code}`);
  const perTransfer = parseAmount(texts.per_transfer, coin);
  const perDay = parseAmount(texts.per_day, coin);
  if (typeof perTransfer !== 'bigint' || typeof perDay !== 'bigint')
    throw new SignerSettingsError(`${file}: the limits of ${coin.code} are not valid amounts`);
  const { per_transfer: _most, per_day: _day, ...changes } = texts;
  for (const text of [changes.fee_per_transfer, changes.fee_per_day, changes.fee_free]) {
    if (text !== undefined && typeof parseAmount(text, feeCoin) !== 'bigint')
      throw new SignerSettingsError(
        `${file}: ${text} is not a valid fee in ${feeCoin.code} (${code})`,
      );
  }
  const fees = feeLimitsOf(code, feeCoin, changes);
  return { currency: coin, perTransfer, perDay, fees };
}

async function readAllowList(
  file: string,
  { coins, network }: { coins: ReadonlyMap<string, Coin>; network: Network },
): Promise<SignerLimits['allowed']> {
  const list = await readJson(file, null);
  if (list === null) return null;
  if (!allowFile.Check(list))
    throw new SignerSettingsError(`${file}: must be lists of addresses by coin`);
  const allowed = new Map<string, ReadonlySet<string>>();
  for (const [code, addresses] of Object.entries(list)) {
    const canonical = addresses.map(
      (text) => coins.get(code)?.parseAddress(text, network)?.address,
    );
    const wrong = addresses.find((_text, n) => canonical[n] === undefined);
    if (wrong !== undefined)
      throw new SignerSettingsError(`${file}: ${wrong} is not a ${code} address on this network`);
    allowed.set(code, new Set(canonical.flatMap((address) => address ?? [])));
  }
  return allowed;
}

async function readJson(file: string, missing?: null): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing && missing !== undefined) return missing;
    throw new SignerSettingsError(`${file} cannot be read: ${String(error)}`);
  }
}
