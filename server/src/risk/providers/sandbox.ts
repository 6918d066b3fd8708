// Risk in the sandbox: as the developer requested for a simulated payment, or else derived from the addresses, so that
// equal payments get equal scores.
import { createHash } from 'node:crypto';
import { definedCoins } from '../../coins/registry.ts';
import { type Decimal, decimal } from '../../core/money.ts';
import {
  defineRiskProvider,
  type InstructionLookup,
  type RiskFinding,
  type RiskLevel,
  type RiskProvider,
  type RiskSubject,
} from '../provider.ts';

const INSTRUCTED_SCORES: Readonly<Record<RiskLevel, Decimal>> = {
  low: decimal('1'),
  medium: decimal('5'),
  high: decimal('9'),
};

/** Keyed by coin, to demonstrate a rejected payout. */
export const HIGH_RISK_PAYEES: Readonly<Record<string, string>> = Object.fromEntries(
  [...definedCoins.values()].flatMap(({ code, demo }) =>
    demo.highRiskPayee === null ? [] : [[code, demo.highRiskPayee]],
  ),
);
const highRiskPayees = new Set(Object.values(HIGH_RISK_PAYEES));

/** One address in sixteen is medium. None is high by default, because that would hold money unintentionally. */
const MEDIUM_ONE_IN = 16;

export function sandboxRiskProvider(instructionFor: InstructionLookup): RiskProvider {
  return {
    name: 'sandbox',
    async assess(subjects) {
      const instructions = await instructionFor(subjects);
      return subjects.map((subject, index) => {
        const level = instructions[index] ?? (isHighRiskPayee(subject) ? 'high' : null);
        return finding(level === null ? scoreOf(subject) : INSTRUCTED_SCORES[level]);
      });
    },
  };
}

function isHighRiskPayee({ type, addresses }: RiskSubject): boolean {
  return (
    type === 'destination_of_funds' && addresses.some((address) => highRiskPayees.has(address))
  );
}

/** Low (0 to 3.99), rarely medium (4 to 7.99). */
function scoreOf(subject: RiskSubject): Decimal {
  const text = [subject.currency, ...[...subject.addresses].sort()].join(' ');
  const hash = createHash('sha256').update(text).digest();
  const isMedium = hash.readUInt8(0) % MEDIUM_ONE_IN === 0;
  const hundredths = hash.readUInt32BE(1) % 400;
  return { digits: BigInt(isMedium ? 400 + hundredths : hundredths), scale: 2 };
}

/** The published sandbox has no resources either (wire.md (h): always default and unknown). */
function finding(score: Decimal): RiskFinding {
  return { score, resourceName: 'default', resourceCategory: 'unknown' };
}

export default defineRiskProvider({
  name: 'sandbox',
  async create(context) {
    const { instructionFor } = context;
    return instructionFor === null ? null : sandboxRiskProvider(instructionFor);
  },
});
