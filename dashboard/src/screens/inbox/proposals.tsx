// The proposed decisions about an unmatched payment, each approved after a preview of every amount.
import type { CoinDeposit } from '@chaintill/client';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { ProposalPanel, useProposalText } from '../../shared/proposal-panel.tsx';
import { changedByProposal, type Proposal, settle } from '../../shared/proposals.ts';
import { Amounts } from '../../shared/ui/amounts.tsx';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import { Loaded } from '../../shared/ui/page.tsx';
import classes from '../../shared/ui/text.module.css';
import { moneyText } from '../../shared/ui/values.tsx';
import { depositPreview } from './queries.ts';

interface Props {
  readonly project: string;
  readonly deposit: CoinDeposit;
}

export function DepositProposals({ project, deposit }: Props) {
  return (
    <ProposalPanel
      of={{ project, type: 'deposit', id: deposit.id }}
      review={(proposal, onClose) => <Review {...{ project, proposal, onClose }} />}
    />
  );
}

interface ReviewProps {
  readonly project: string;
  readonly proposal: Proposal;
  readonly onClose: () => void;
}

function Review({ project, proposal, onClose }: ReviewProps) {
  const t = useTexts('inbox');
  const proposals = useTexts('proposals');
  const { labelled, reason } = useTexts('common');
  const { locale } = useLanguage();
  const { object_id: id, kind, amount, address, description } = proposal;
  const preview = useQuery(depositPreview(id));
  const what = useProposalText()(proposal);
  const isRefund = kind === 'refund';
  const isAttached = proposal.invoice_id !== null || proposal.channel_id !== null;
  const { received = null, network_fee: fee = null, credit = null } = preview.data ?? {};
  const sum = moneyText(locale, (isRefund ? received : (credit?.credited ?? null)) ?? amount);
  const confirms = address === null ? what : t.sendConfirms({ sum, address });
  return (
    <ConfirmDialog
      title={proposals.approveTitle}
      action={
        isRefund ? t.sendBackSum({ sum }) : isAttached ? t.attachSum({ sum }) : t.creditSum({ sum })
      }
      isReady={preview.isSuccess && (!isRefund || received !== null)}
      isDangerous={isRefund}
      run={(_, attempt) => {
        const of = { project, type: 'deposit', id } as const;
        return settle({ of, way: { how: 'approve', of: proposal }, kind }, { attempt, confirms });
      }}
      refreshes={changedByProposal(project)}
      onClose={onClose}
    >
      {() => (
        <>
          <Text className={classes.breaks ?? ''}>{what}</Text>
          {description !== null && <Text>{labelled({ label: reason, value: description })}</Text>}
          <Loaded query={preview} what={t.heldAmounts}>
            {() => (
              <Amounts
                label={t.heldAmounts}
                lines={[
                  { label: t.amount, money: amount },
                  ...(isRefund
                    ? [
                        { label: t.networkFee, money: fee, otherwise: t.notAvailable },
                        {
                          label: t.arrives,
                          money: received,
                          otherwise: t.notPossible,
                          isSum: true,
                        },
                      ]
                    : isAttached
                      ? []
                      : [
                          { label: t.fee, money: credit?.fee ?? null, otherwise: t.feeOfProject },
                          { label: t.creditedAmount, money: credit?.credited ?? null, isSum: true },
                        ]),
                ]}
              />
            )}
          </Loaded>
          {isRefund && (
            <Text fw={600} className={classes.breaks ?? ''}>
              {confirms}
            </Text>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}
