// Random and mistyped addresses of ETH by the hundred thousand.
import { describeManyAddresses } from './many-addresses.ts';

describeManyAddresses('ETH');
