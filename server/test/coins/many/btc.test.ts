// Random and mistyped addresses of BTC by the hundred thousand.
import { describeManyAddresses } from './many-addresses.ts';

describeManyAddresses('BTC');
