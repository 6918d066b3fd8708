// Texts for gaps of the policy in force.
import type { OperatorApi } from '../../shared/api-types.ts';
import { useTexts } from '../../shared/i18n.tsx';

export type Warning = OperatorApi['policy.set']['output']['warned'][number];

export function useWarningText(): (warning: Warning) => string {
  const t = useTexts('policy').warnings;
  return ({ kind, key, wanted, present }) =>
    kind === 'key_unknown'
      ? t.key_unknown({ key: key ?? '' })
      : t.approvals_unmet({ wanted: wanted ?? 0, present: present ?? 0 });
}
