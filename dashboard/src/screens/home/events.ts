// What happened to an object, in words: the events that merchants are told of by callback (docs/callbacks.md).
import { invoiceStatus } from '../../shared/statuses/invoice.ts';
import { withdrawalStatus } from '../../shared/statuses/withdrawal.ts';
import { useStatusNames } from '../../shared/ui/status.tsx';

/** The status that an object came to, where its event says no more than that. */
export function useReached(): (
  event: string,
  type: string,
  status: string | null,
) => string | null {
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    Invoice: useStatusNames(invoiceStatus),
    CoinWithdrawal: useStatusNames(withdrawalStatus),
  };
  return (event, type, status) =>
    event === 'status_changed' && status !== null ? (words[type]?.[status] ?? null) : null;
}
