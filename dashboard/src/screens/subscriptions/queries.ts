// What the screen of subscriptions asks of the service.
import { queryOptions } from '@tanstack/react-query';
import { merchant, operator } from '../../shared/api.ts';
import {
  foundOrNone,
  listOptions,
  merchantPage,
  ROWS_OF_A_PAGE,
  wholeList,
} from '../../shared/lists.ts';

/** All, or the one with this reference. */
export function subscriptionList(project: string, custom_id: string | undefined) {
  const ask = merchant(project);
  return listOptions(['subscription', project, 'list', custom_id], async (after, signal) => {
    if (custom_id !== undefined)
      return wholeList(
        await foundOrNone(ask('showSubscriptionByCustomId', { custom_id }, { signal })),
      );
    const asked = { limit: ROWS_OF_A_PAGE, starting_after: after };
    return merchantPage(await ask('listSubscriptions', asked, { signal }));
  });
}

export function subscriptionOne(project: string, id: string) {
  return queryOptions({
    queryKey: ['subscription', project, 'one', id],
    queryFn: ({ signal }) => merchant(project)('showSubscription', { id }, { signal }),
  });
}

export function subscriptionKnown(project: string, subscription_id: string) {
  return queryOptions({
    queryKey: ['subscription', project, 'known', subscription_id],
    queryFn: ({ signal }) =>
      operator('subscriptions.show', { project, subscription_id }, { signal }),
  });
}
