// Channels: the list, each channel with its payments, and the held payments of all projects.
import { createRoute } from '@tanstack/react-router';
import { textSearch } from '../shared/search.ts';
import type { Area } from './area.ts';
import { appRoute, needs, projectRoute } from './frame.tsx';
import { screen } from './screen.ts';

const filters = textSearch('status', 'coin', 'customer_id', 'custom_id', 'from', 'to');
const paymentFilters = textSearch('status', 'txid', 'from', 'to');
const heldFilters = textSearch('project', 'coin', 'customer_id', 'txid', 'from', 'to');

const listRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'channels',
  validateSearch: filters,
  beforeLoad: (match) => needs('listChannels', match),
  component: screen(() => import('../screens/channels/list.tsx'), 'ChannelList', 'channels'),
});

const detailRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'channels/$channel',
  validateSearch: paymentFilters,
  beforeLoad: (match) => needs('showChannel', match),
  component: screen(() => import('../screens/channels/detail.tsx'), 'ChannelDetail', 'channels'),
});

const heldRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'held-payments',
  validateSearch: heldFilters,
  beforeLoad: (match) => needs('channel-payments.list', match),
  component: screen(() => import('../screens/channels/held.tsx'), 'HeldPayments', 'channels'),
});

export const channelRoutes = [listRoute, detailRoute] as const;
export const heldPaymentRoutes = [heldRoute] as const;

export const channelArea: Area = {
  label: 'channel',
  icon: 'list',
  needs: 'listChannels',
  group: 'sell',
  link: (project) => ({ to: '/projects/$project/channels', params: { project } }),
};

export const heldPaymentArea: Area = {
  label: 'heldPayment',
  icon: 'shield',
  needs: 'channel-payments.list',
  group: 'attention',
  link: () => ({ to: '/held-payments' }),
};
