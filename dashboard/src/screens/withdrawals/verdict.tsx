// What the policy said about a withdrawal, and why, in a sentence.
import { useMessages } from '../../shared/i18n.tsx';
import { ruleName, useRuleNames } from '../../shared/rule-name.ts';
import { withdrawalMessages } from './messages.ts';
import type { Decision } from './queries.ts';

export function Verdict({ decision }: { readonly decision: Decision | null }) {
  const t = useMessages(withdrawalMessages);
  const names = useRuleNames();
  if (decision === null) return t.noVerdict;
  const { outcome, approvals, looks_like: known, version } = decision;
  const rule = ruleName(decision, names);
  const said =
    outcome === 'allow'
      ? t.allowed(rule)
      : outcome === 'refuse'
        ? t.refusedBy(rule)
        : approvals > 0
          ? t.heldFor(rule, approvals)
          : t.heldForOperator(rule);
  const policy = version === 0 ? t.builtIn : t.version(version);
  return [said, known === null ? null : t.looksLike(known), policy]
    .filter((part) => part !== null)
    .join(' ');
}
