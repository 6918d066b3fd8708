// Thousands of addresses of a coin on each network, and as many with one wrong character; 100,000 of them with
// CHAINTILL_TEST_THOROUGH=1. Each coin has its own test file, so that they run in parallel.
import { beforeAll, describe, expect, it } from 'vitest';
import { isThorough } from '../../support/crash-stride.ts';
import { coinOf, coins } from '../support.ts';
import {
  type AddressForm,
  forms,
  hashesOf,
  oneSignWrong,
  randomOf,
  SEED,
  type TestedNetwork,
} from './random-addresses.ts';

const COUNT = isThorough ? 100_000 : 5_000;
/**
 * EIP-55 checks an ETH address only by the case of its letters: a typo passes once in 4,000 (0.0247 % according to the
 * EIP). Every other format has a checksum of 30 bits or more.
 */
const PASSING_MAX: Readonly<Record<string, number>> = { ETH: COUNT * 0.0005 };
const LIMIT_MILLISECONDS = 120_000;

export function describeManyAddresses(code: string): void {
  describe.each(['main', 'test'] as const)(`${code} on %s`, (network) => {
    const addresses: Address[] = [];
    beforeAll(() => {
      addresses.push(...addressesOf(code, network));
    }, LIMIT_MILLISECONDS);

    it(
      `accepts ${COUNT} random addresses; other coins do only where the formats are the same`,
      () => {
        expect(addresses).toHaveLength(COUNT);
        expect(mismatchedAddresses(code, network, addresses)).toEqual([]);
      },
      LIMIT_MILLISECONDS,
    );

    it(
      `accepts none of ${COUNT} with one wrong character`,
      () => {
        const accepted = acceptedSlips(code, network, addresses);
        expect(accepted.length, `seed ${SEED}: ${accepted[0]}`).toBeLessThanOrEqual(
          PASSING_MAX[code] ?? 0,
        );
      },
      LIMIT_MILLISECONDS,
    );
  });
}

interface Address {
  readonly form: AddressForm;
  readonly text: string;
}

function* addressesOf(code: string, network: TestedNetwork): Generator<Address> {
  const ours = forms[code]?.[network] ?? [];
  let n = 0;
  for (const hash of hashesOf(randomOf(`${code} ${network}`), COUNT)) {
    const form = ours[n++ % ours.length];
    if (form !== undefined) yield { form, text: form.make(hash) };
  }
}

/** Addresses that other coins accept than those that share the form. */
function mismatchedAddresses(
  code: string,
  network: TestedNetwork,
  addresses: readonly Address[],
): string[] {
  const mismatched: string[] = [];
  for (const { form, text } of addresses) {
    for (const coin of coins.values()) {
      const isRequested = coin.code === code || form.sharedWith.includes(coin.code);
      if ((coin.parseAddress(text, network) !== null) !== isRequested) {
        mismatched.push(`seed ${SEED}: ${code} ${form.name} ${text} as ${coin.code}`);
      }
    }
  }
  return mismatched.slice(0, 10);
}

function acceptedSlips(
  code: string,
  network: TestedNetwork,
  addresses: readonly Address[],
): string[] {
  const random = randomOf(`slips of ${code} ${network}`);
  const coin = coinOf(code);
  const accepted: string[] = [];
  for (const { text } of addresses) {
    const wrong = oneSignWrong(text, random);
    if (coin.parseAddress(wrong, network) !== null) accepted.push(`${text} as ${wrong}`);
  }
  return accepted;
}
