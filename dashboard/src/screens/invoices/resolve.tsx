// Actions on an invoice that needs a decision: refund it, or settle it for the paid amount. People who may not decide
// propose the same.
import type { Invoice } from '@chaintill/client';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { PROPOSE, useCanPropose, useOpenKinds } from '../../shared/proposals.ts';
import { useCan } from '../../shared/session.ts';
import { ConfirmButton } from '../../shared/ui/buttons.tsx';
import { Section } from '../../shared/ui/page.tsx';
import { moneyText } from '../../shared/ui/values.tsx';
import { WhoCan } from '../../shared/who-can.tsx';
import { ProposeAcceptanceDialog } from './propose-acceptance.tsx';
import { changedBy } from './queries.ts';
import { RecalculateDialog } from './recalculate-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';

interface Props {
  readonly project: string;
  readonly invoice: Invoice;
}

const ACTIONS = ['account', 'address', 'recalculate'] as const;
type Action = (typeof ACTIONS)[number];
const kindOf = (action: Action) => (action === 'recalculate' ? 'acceptance' : 'refund');

export function Resolve({ project, invoice }: Props) {
  const t = useTexts('invoices');
  const canResolve = useCan('createInvoiceRefund');
  const isIllicit = invoice.status_context === 'illicit_resource';
  const canPropose = useCanPropose(canResolve) && !isIllicit;
  const { id } = invoice;
  return (
    <Section title={t.resolveTitle}>
      {isIllicit && <Text>{t.operatorFirst}</Text>}
      <Group gap="xs">
        {canPropose ? (
          <Propose {...{ project, invoice }} />
        ) : (
          <Decide {...{ project, invoice, canResolve }} />
        )}
        {isIllicit && <Release {...{ project, invoice }} />}
      </Group>
      {!canResolve && <WhoCan of={{ project, type: 'invoice', id }} permission="payout" />}
    </Section>
  );
}

function Decide({ project, invoice, canResolve }: Props & { readonly canResolve: boolean }) {
  const t = useTexts('invoices');
  const [requested, setRequested] = useState<Action>();
  const labels = { account: t.refundAccount, address: t.refundAddress, recalculate: t.recalculate };
  const onClose = () => setRequested(undefined);
  return (
    <>
      <Actions labels={labels} isOff={() => !canResolve} onChoose={setRequested} />
      {(requested === 'account' || requested === 'address') && (
        <RefundDialog {...{ project, invoice, onClose }} isToAddress={requested === 'address'} />
      )}
      {requested === 'recalculate' && <RecalculateDialog {...{ project, invoice, onClose }} />}
    </>
  );
}

function Propose({ project, invoice }: Props) {
  const t = useTexts('proposals');
  const [requested, setRequested] = useState<Action>();
  const open = useOpenKinds({ project, type: 'invoice', id: invoice.id });
  const labels = {
    account: t.refundAccountButton,
    address: t.refundAddressButton,
    recalculate: t.acceptanceButton,
  };
  const onClose = () => setRequested(undefined);
  return (
    <>
      <Actions
        labels={labels}
        isOff={(action) => open.includes(kindOf(action))}
        onChoose={setRequested}
      />
      {(requested === 'account' || requested === 'address') && (
        <RefundDialog
          {...{ project, invoice, onClose }}
          isToAddress={requested === 'address'}
          way={PROPOSE}
        />
      )}
      {requested === 'recalculate' && (
        <ProposeAcceptanceDialog {...{ project, invoice, onClose }} />
      )}
    </>
  );
}

interface ActionsProps {
  readonly labels: Readonly<Record<Action, string>>;
  readonly isOff: (action: Action) => boolean;
  readonly onChoose: (action: Action) => void;
}

function Actions({ labels, isOff, onChoose }: ActionsProps) {
  return ACTIONS.map((each) => (
    <Button key={each} variant="default" disabled={isOff(each)} onClick={() => onChoose(each)}>
      {labels[each]}
    </Button>
  ));
}

function Release({ project, invoice }: Props) {
  const t = useTexts('invoices');
  const { locale } = useLanguage();
  const canRelease = useCan('invoices.release');
  const { id, price_amount: amount, price_currency: currency } = invoice;
  const sum = moneyText(locale, { amount, currency });
  if (!canRelease) return null;
  return (
    <ConfirmButton
      label={t.release}
      title={t.releaseTitle}
      action={t.releaseAction}
      isDangerous
      wantsReason
      run={(reason) => {
        const confirms = t.releaseConfirms({ invoice: id, sum });
        return operator('invoices.release', { invoice_id: id, reason }, { confirms });
      }}
      refreshes={changedBy(project)}
    >
      {t.releaseWhat}
    </ConfirmButton>
  );
}
