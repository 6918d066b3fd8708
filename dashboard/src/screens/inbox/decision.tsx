// The decision about an unmatched payment, on its page and where the payment is found: what was proposed, and what the
// person can do.
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../shared/i18n.tsx';
import { Loaded } from '../../shared/ui/page.tsx';
import { DecideDeposit } from './decide.tsx';
import { DepositProposals } from './proposals.tsx';
import { depositOne } from './queries.ts';

interface Props {
  readonly project: string;
  readonly id: string;
}

export function DepositDecision({ project, id }: Props) {
  const t = useTexts('inbox');
  return (
    <Loaded query={useQuery(depositOne(project, id))} what={t.unmatchedPayment}>
      {(deposit) => (
        <>
          <DepositProposals {...{ project, deposit }} />
          <DecideDeposit {...{ project, deposit }} />
        </>
      )}
    </Loaded>
  );
}
