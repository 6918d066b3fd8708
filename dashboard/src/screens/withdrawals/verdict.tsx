// The policy decision on a withdrawal with its reason, in a sentence.

import { useTexts } from '../../shared/i18n.tsx';
import { ruleName, useRuleNames } from '../../shared/reason-texts.ts';
import type { Decision } from './queries.ts';

export function Verdict({ decision }: { readonly decision: Decision | null }) {
  const t = useTexts('withdrawals');
  const names = useRuleNames();
  if (decision === null) return t.noVerdict;
  const { outcome, approvals, looks_like: known, version } = decision;
  const rule = ruleName(decision, names);
  const said =
    outcome === 'allow'
      ? t.allowed({ rule })
      : outcome === 'refuse'
        ? t.refusedBy({ rule })
        : approvals > 0
          ? t.heldFor({ rule, people: approvals })
          : t.heldForOperator({ rule });
  const policy = version === 0 ? t.builtIn : t.version({ n: version });
  return [said, known === null ? null : t.looksLike({ known }), policy]
    .filter((part) => part !== null)
    .join(' ');
}
