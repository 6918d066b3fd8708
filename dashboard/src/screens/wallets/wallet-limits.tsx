// A wallet's usage of the signer's daily limits, and the maximum per transfer.
import { useTexts } from '../../shared/i18n.tsx';
import { Fact, Money } from '../../shared/ui/values.tsx';
import type { Budget } from './queries.ts';
import { Share } from './share.tsx';

/** The limits of one coin. Renders nothing when the signer has no limits for it or reports none. */
export function WalletLimits({ budgets }: { readonly budgets: readonly Budget[] }) {
  return budgets.map((budget) => <Limit key={budget.budget} budget={budget} />);
}

function Limit({ budget: of }: { readonly budget: Budget }) {
  const t = useTexts('wallets').signer;
  const { labelled } = useTexts('common');
  const { coin, used, limit, per_transfer: most } = of;
  if (used === null || limit === null || most === null) return null;
  const name = of.budget === 'amounts' ? t.usedOfAmounts : t.usedOfFees;
  return (
    <Fact name={name}>
      <Money amount={used} currency={coin} /> {t.usedOf} <Money amount={limit} currency={coin} />
      <Share label={`${name} ${coin}`} part={used} whole={limit} />
      {labelled({ label: t.perTransfer, value: '' })}
      <Money amount={most} currency={coin} />
    </Fact>
  );
}
