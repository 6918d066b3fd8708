// Texts of events: those that merchants receive as callbacks (docs/callbacks.md).
import { invoiceStatus, useStatusNames, withdrawalStatus } from '../../shared/statuses.tsx';

/** The status that an object reached, for events that contain nothing else. */
export function useReached(): (
  event: string,
  type: string,
  status: string | null,
) => string | null {
  const labels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    Invoice: useStatusNames(invoiceStatus),
    CoinWithdrawal: useStatusNames(withdrawalStatus),
  };
  return (event, type, status) =>
    event === 'status_changed' && status !== null ? (labels[type]?.[status] ?? null) : null;
}
