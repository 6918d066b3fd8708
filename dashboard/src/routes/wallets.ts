// The hot wallets, and the signer that holds their keys.
import { createRoute } from '@tanstack/react-router';
import type { Area } from './area.ts';
import { appRoute, needs } from './frame.tsx';
import { screen } from './screen.ts';

const walletRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'wallets',
  beforeLoad: (match) => needs('wallet.list', match),
  component: screen(() => import('../screens/wallets/list.tsx'), 'WalletList', 'wallets'),
});

const signerRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'signer',
  beforeLoad: (match) => needs('wallet.signer', match),
  component: screen(
    () => import('../screens/wallets/signer.tsx'),
    'SignerScreen',
    'reasons',
    'wallets',
  ),
});

export const walletRoutes = [walletRoute, signerRoute] as const;

export const walletArea: Area = {
  label: 'wallet',
  icon: 'money',
  needs: 'wallet.list',
  group: 'machinery',
  link: () => ({ to: '/wallets' }),
};

export const signerArea: Area = {
  label: 'signer',
  icon: 'shield',
  needs: 'wallet.signer',
  group: 'machinery',
  link: () => ({ to: '/signer' }),
};
