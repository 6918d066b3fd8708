// Actions on a withdrawal by its status: approve, reject, release, abandon, cancel, send again. Each requires
// confirmation with the details.
import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { merchant, operator } from '../../shared/api.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import { moneyText } from '../../shared/ui/values.tsx';
import type { Withdrawal } from './queries.ts';

interface Props {
  readonly project: string;
  readonly withdrawal: Withdrawal;
}

type Verb = 'approve' | 'refuse' | 'release' | 'cancel' | 'giveUp' | 'void' | 'retry';

const DANGEROUS: readonly Verb[] = ['refuse', 'cancel', 'giveUp', 'void'];
const WITH_REASON: readonly Verb[] = ['refuse', 'cancel', 'void'];

export function Decide({ project, withdrawal }: Props) {
  const verbs = useTexts('withdrawals').verbs;
  const effects = useTexts('withdrawals').effects;
  const { locale } = useLanguage();
  const client = useQueryClient();
  const [verb, setVerb] = useState<Verb>();
  const offered = useVerbs(withdrawal);
  const run = useRun(project, withdrawal);
  const { sends, charged, address } = withdrawal;
  return (
    <Group gap="sm">
      {offered.map((each) => (
        <Button
          key={each}
          variant={DANGEROUS.includes(each) ? 'default' : 'filled'}
          onClick={() => setVerb(each)}
        >
          {verbs[each]}…
        </Button>
      ))}
      {verb !== undefined && (
        <ConfirmDialog
          title={verbs[verb]}
          action={verbs[verb]}
          isDangerous={DANGEROUS.includes(verb)}
          wantsReason={WITH_REASON.includes(verb)}
          run={async (reason) => {
            await run(verb, reason);
            await client.invalidateQueries({ queryKey: ['withdrawal', project] });
          }}
          onClose={() => setVerb(undefined)}
        >
          {effects[verb]({
            sum: moneyText(locale, sends),
            to: address,
            charged: moneyText(locale, charged),
          })}
        </ConfirmDialog>
      )}
    </Group>
  );
}

/** The actions that the status and the person's permissions allow. The service makes the final decision. */
function useVerbs({ status, decision }: Withdrawal): readonly Verb[] {
  const canApprove = useCan('withdrawals.approve');
  const canOperate = useCan('withdrawals.cancel');
  const canPayOut = useCan('cancelCoinWithdrawal');
  const isOpen = status === 'pending' || status === 'on_hold' || status === 'failed';
  const needsApproval = (decision?.approvals ?? 0) > 0;
  const offered: Readonly<Record<Verb, boolean>> = {
    approve: canApprove && status === 'on_hold',
    refuse: canApprove && status === 'on_hold',
    release: canOperate && status === 'on_hold' && !needsApproval,
    retry: canOperate && status === 'failed',
    cancel: canOperate && isOpen,
    giveUp: canPayOut && !canOperate && isOpen,
    void: canOperate && (status === 'processing' || status === 'sent'),
  };
  return (Object.keys(offered) as Verb[]).filter((verb) => offered[verb]);
}

function useRun(project: string, { id, sends, address }: Withdrawal) {
  const t = useTexts('withdrawals');
  const { locale } = useLanguage();
  const options = { confirms: t.confirms({ money: moneyText(locale, sends), address }) };
  const about = { withdrawal_id: id };
  return async (verb: Verb, reason: string): Promise<unknown> => {
    if (verb === 'giveUp')
      return merchant(project)(
        'cancelCoinWithdrawal',
        { id },
        { ...options, attempt: crypto.randomUUID() },
      );
    if (verb === 'approve') return operator('withdrawals.approve', about, options);
    if (verb === 'refuse') return operator('withdrawals.reject', { ...about, reason }, options);
    if (verb === 'release' || verb === 'retry')
      return operator(`withdrawals.${verb}`, about, options);
    const name = verb === 'void' ? 'withdrawals.cancel-by-replacement' : 'withdrawals.cancel';
    return operator(name, { ...about, reason }, options);
  };
}
