// The decision about a refund whose address the customer entered: approved after a preview of what is sent, or declined.
import type { RefundClaim } from '@chaintill/client';
import { Alert, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { merchant } from './api.ts';
import { useLanguage, useTexts } from './i18n.tsx';
import { operatorQuery } from './queries.ts';
import { Amounts } from './ui/amounts.tsx';
import { ConfirmDialog } from './ui/dialogs.tsx';
import { Loaded } from './ui/page.tsx';
import classes from './ui/text.module.css';
import { moneyText } from './ui/values.tsx';

interface Props {
  readonly project: string;
  readonly claim: RefundClaim;
  readonly onClose: () => void;
}

const changedByRefund = (project: string) => [
  ['invoice', project],
  ['checkout', project],
  ['account', project],
  ['withdrawal', project],
];

export function ApproveRefundDialog({ project, claim, onClose }: Props) {
  const t = useTexts('refunds');
  const { locale } = useLanguage();
  const preview = useQuery({
    ...operatorQuery(
      ['invoice', project, 'refund_claim_preview', claim.id],
      'refund-claims.preview',
      { project, claim_id: claim.id },
    ),
    staleTime: 0,
  });
  const received = preview.data?.received;
  const sum = received === undefined ? '' : moneyText(locale, received);
  const confirms = t.sendConfirms({ sum, address: claim.address ?? '' });
  return (
    <ConfirmDialog
      title={t.approveTitle}
      action={t.approveAction}
      isReady={received !== undefined}
      isDangerous
      run={(_, attempt) =>
        merchant(project)('approveRefundClaim', { claim_id: claim.id }, { attempt, confirms })
      }
      refreshes={changedByRefund(project)}
      onClose={onClose}
    >
      {() => (
        <>
          <Text>{t.approveWhat}</Text>
          {claim.origin === 'request' && <Asked claim={claim} />}
          <Loaded query={preview} what={t.refund}>
            {(data) => (
              <>
                <Amounts
                  label={t.refund}
                  lines={[
                    {
                      label: data.is_from_payment ? t.fromPayment : t.charged,
                      money: data.charged,
                    },
                    ...(data.is_from_payment ? [{ label: t.fee, money: data.fee }] : []),
                    { label: t.networkFee, money: data.network_fee },
                    { label: t.arrives, money: data.received, isSum: true },
                  ]}
                />
                <Text fw={600} className={classes.breaks ?? ''}>
                  {confirms}
                </Text>
              </>
            )}
          </Loaded>
        </>
      )}
    </ConfirmDialog>
  );
}

/** Anyone who has the page of the payment can ask. */
function Asked({ claim }: { readonly claim: RefundClaim }) {
  const t = useTexts('refunds');
  const { address, paid_from: sources } = claim;
  const [bare = ''] = (address ?? '').split('?');
  const isKnown = sources.includes(bare);
  return (
    <Alert
      color={isKnown ? 'gray' : 'yellow'}
      variant="light"
      title={isKnown ? t.askedSame : t.askedOther}
    >
      <Text>{t.askedWhat}</Text>
      {sources.length === 0 && <Text>{t.noSources}</Text>}
      {sources.length > 0 && <Text fw={600}>{t.paidFrom}</Text>}
      {sources.map((source) => (
        <Text key={source} className={classes.breaks ?? ''}>
          {source}
        </Text>
      ))}
    </Alert>
  );
}

export function DeclineRefundDialog({ project, claim, onClose }: Props) {
  const t = useTexts('refunds');
  const { locale } = useLanguage();
  const [reason, setReason] = useState('');
  const sum = moneyText(locale, { amount: claim.price_amount, currency: claim.price_currency });
  return (
    <ConfirmDialog
      title={t.declineTitle}
      action={t.declineAction}
      run={(_, attempt) => {
        const why = reason.trim() === '' ? {} : { reason: reason.trim() };
        const confirms = t.declineConfirms({ sum });
        const input = { claim_id: claim.id, ...why };
        return merchant(project)('declineRefundClaim', input, { attempt, confirms });
      }}
      refreshes={changedByRefund(project)}
      onClose={onClose}
    >
      {() => (
        <>
          <Text>{t.declineWhat}</Text>
          <Textarea
            label={t.whyDeclined}
            description={t.whyDeclinedHint}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            maxLength={1000}
            minRows={2}
            data-autofocus
          />
        </>
      )}
    </ConfirmDialog>
  );
}
