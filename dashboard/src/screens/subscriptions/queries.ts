// What the screen of subscriptions asks of the service.
import { merchant } from '../../shared/api.ts';
import { listOptions, merchantPage, ROWS_OF_A_PAGE } from '../../shared/lists.ts';

export function subscriptionList(project: string) {
  return listOptions(['subscription', project, 'list'], async (after, signal) =>
    merchantPage(
      await merchant(project)(
        'listSubscriptions',
        { limit: ROWS_OF_A_PAGE, starting_after: after },
        { signal },
      ),
    ),
  );
}
