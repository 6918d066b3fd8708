// Decides on a held channel payment after a preview: credited at the current rate, or returned less the network fee. Or
// proposes that, or approves what was proposed.
import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { operator } from './api.ts';
import { type Held, heldPreview } from './held.tsx';
import { useLanguage, useTexts } from './i18n.tsx';
import { NoteField } from './proposal-panel.tsx';
import { changedByProposal, settle, type Way } from './proposals.ts';
import { useCanEverywhere } from './session.ts';
import { Amounts } from './ui/amounts.tsx';
import { ConfirmDialog } from './ui/dialogs.tsx';
import { Failed } from './ui/page.tsx';
import { moneyText } from './ui/values.tsx';

export type HeldAction = 'release' | 'return';

interface Props {
  readonly payment: Held;
  readonly action: HeldAction;
  /** Absent: it is decided. */
  readonly way?: Way | undefined;
  readonly onClose: () => void;
}

export function HeldDialog({ action, ...props }: Props) {
  return action === 'release' ? <ReleaseDialog {...props} /> : <ReturnDialog {...props} />;
}

type DialogProps = Omit<Props, 'action'>;

interface Decided {
  readonly kind: 'credit' | 'refund';
  readonly title: string;
  readonly action: string;
  readonly confirms: string;
  readonly address?: string;
  readonly decide: (reason: string) => Promise<unknown>;
}

interface How {
  readonly dialog: {
    readonly title: string;
    readonly action: string;
    readonly wantsReason: boolean;
    readonly isDangerous: boolean;
    readonly run: (reason: string, attempt: string) => Promise<unknown>;
  };
  /** Below what happens: the note of a proposal, or the reason that it gives. */
  readonly more: ReactNode;
}

function useHow({ payment, way }: DialogProps, decided: Decided): How {
  const t = useTexts('proposals');
  const [note, setNote] = useState('');
  const { kind, title, action, confirms, address, decide } = decided;
  const of = { project: payment.project_id, type: 'channel_payment', id: payment.id } as const;
  const isDangerous = kind === 'refund';
  if (way === undefined)
    return { dialog: { title, action, wantsReason: true, isDangerous, run: decide }, more: null };
  if (way.how === 'approve') {
    const run = (_: string, attempt: string) => settle({ of, way, kind }, { attempt, confirms });
    const { description: value } = way.of;
    return {
      dialog: { title: t.approveTitle, action, wantsReason: false, isDangerous, run },
      more: value !== null && <Text>{t.labelled({ label: t.reason, value })}</Text>,
    };
  }
  const [heading, button] =
    kind === 'refund'
      ? [t.proposeRefundTitle, t.proposeRefund]
      : [t.proposeCreditTitle, t.proposeCredit];
  return {
    dialog: {
      title: heading,
      action: button,
      wantsReason: true,
      isDangerous: false,
      run: (description, attempt) => {
        const named = address === undefined ? {} : { address };
        const fields = { ...named, description, note };
        return settle({ of, way, kind, fields }, { attempt, confirms });
      },
    },
    more: <NoteField value={note} onChange={setNote} />,
  };
}

function ReleaseDialog(props: DialogProps) {
  const { payment, onClose } = props;
  const t = useTexts('proposals');
  const { locale } = useLanguage();
  const preview = useQuery(heldPreview(payment.id));
  const credit = preview.data?.credit ?? null;
  const context = preview.data?.context ?? payment.context;
  const confirms = t.creditSum({ sum: moneyText(locale, payment.amount) });
  const { dialog, more } = useHow(props, {
    kind: 'credit',
    title: t.creditPaymentTitle,
    action: confirms,
    confirms,
    decide: (reason) => {
      const input = { channel_payment_id: payment.id, reason };
      return operator('channel-payments.release', input, { confirms });
    },
  });
  return (
    <ConfirmDialog
      {...dialog}
      isReady={credit !== null}
      refreshes={changedByProposal(payment.project_id)}
      onClose={onClose}
    >
      {() => (
        <>
          {context !== null && (
            <Text>
              {context === 'channel_disabled' ? t.creditedAtCurrentRate : t.creditPaymentHint}
            </Text>
          )}
          {preview.isError && <Failed error={preview.error} what={t.heldAmounts} />}
          <Amounts
            label={t.heldAmounts}
            lines={[
              { label: t.paidAmount, money: payment.amount },
              { label: t.fee, money: credit?.fee ?? null },
              { label: t.creditedAmount, money: credit?.credited ?? null, isSum: true },
            ]}
          />
          {more}
        </>
      )}
    </ConfirmDialog>
  );
}

function ReturnDialog(props: DialogProps) {
  const { payment, way, onClose } = props;
  const t = useTexts('proposals');
  const { locale } = useLanguage();
  const isOperator = useCanEverywhere('channel-payments.refund');
  const [address, setAddress] = useState('');
  const preview = useQuery(heldPreview(payment.id));
  const proposed = way?.how === 'approve' ? way.of.address : null;
  const known = preview.data?.address ?? null;
  const received = preview.data?.received ?? null;
  const isFixed = !isOperator && preview.data?.needs_operator !== false;
  const to = proposed ?? ((isFixed ? '' : address.trim()) || (known ?? ''));
  const sum = moneyText(locale, payment.amount);
  const confirms = t.sendBackConfirms({ sum, address: to });
  const { dialog, more } = useHow(props, {
    kind: 'refund',
    title: t.sendBackPaymentTitle,
    action: t.sendBackSum({ sum }),
    confirms,
    address: to,
    decide: (reason) => {
      const input = { channel_payment_id: payment.id, reason, to };
      return operator('channel-payments.refund', input, { confirms });
    },
  });
  return (
    <ConfirmDialog
      {...dialog}
      isReady={received !== null && to !== ''}
      refreshes={changedByProposal(payment.project_id)}
      onClose={onClose}
    >
      {(errors) => (
        <>
          {way?.how !== 'propose' && <Text>{t.sendBackHint}</Text>}
          {preview.isError && <Failed error={preview.error} what={t.heldAmounts} />}
          <Amounts
            label={t.heldAmounts}
            lines={[
              { label: t.paidAmount, money: payment.amount },
              { label: t.networkFee, money: preview.data?.network_fee ?? null },
              { label: t.arrives, money: received, otherwise: t.notAvailableNow, isSum: true },
            ]}
          />
          {isFixed && proposed === null && preview.isSuccess && (
            <Text>{known === null ? t.highRiskNoAddress : t.highRiskReturnHint}</Text>
          )}
          {!isFixed && proposed === null && (
            <TextInput
              label={t.address}
              description={known === null ? undefined : t.returnAddressHint}
              value={address}
              onChange={(event) => setAddress(event.currentTarget.value)}
              error={errors['to'] ?? errors['address']}
              autoComplete="off"
              spellCheck={false}
              required={known === null}
            />
          )}
          {to !== '' && (
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {confirms}
            </Text>
          )}
          {(to !== '' || !isFixed) && more}
        </>
      )}
    </ConfirmDialog>
  );
}
