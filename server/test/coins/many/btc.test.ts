// Random and mistyped addresses of BTC in great number.
import { describeManyAddresses } from './many-addresses.ts';

describeManyAddresses('BTC');
