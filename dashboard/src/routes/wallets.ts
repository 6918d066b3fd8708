// The wallets that withdrawals are paid from, and the signer that holds their keys.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from './area.ts';
import { appRoute, needs } from './frame.tsx';

const walletRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'wallets',
  beforeLoad: (match) => needs('wallet.list', match),
  component: lazyRouteComponent(() => import('../screens/wallets/list.tsx'), 'WalletList'),
});

const signerRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'signer',
  beforeLoad: (match) => needs('wallet.signer', match),
  component: lazyRouteComponent(() => import('../screens/wallets/signer.tsx'), 'SignerScreen'),
});

export const walletRoutes = [walletRoute, signerRoute] as const;

export const walletArea: Area = {
  label: { en: 'Wallets', de: 'Wallets', fr: 'Portefeuilles', es: 'Monederos' },
  icon: 'money',
  needs: 'wallet.list',
  group: 'machinery',
  link: () => ({ to: '/wallets' }),
};

export const signerArea: Area = {
  label: { en: 'Signer', de: 'Signierer', fr: 'Signataire', es: 'Firmante' },
  icon: 'shield',
  needs: 'wallet.signer',
  group: 'machinery',
  link: () => ({ to: '/signer' }),
};
