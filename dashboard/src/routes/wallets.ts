// The wallets that withdrawals are paid from.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from './area.ts';
import { appRoute, needs } from './frame.tsx';

export const walletRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'wallets',
  beforeLoad: (match) => needs('wallet.list', match),
  component: lazyRouteComponent(() => import('../screens/wallets/list.tsx'), 'WalletList'),
});

export const walletArea: Area = {
  label: { en: 'Wallets', de: 'Wallets', fr: 'Portefeuilles', es: 'Monederos' },
  icon: 'money',
  needs: 'wallet.list',
  group: 'machinery',
  link: () => ({ to: '/wallets' }),
};
