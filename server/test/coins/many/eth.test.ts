// Random and mistyped addresses of ETH in great number.
import { describeManyAddresses } from './many-addresses.ts';

describeManyAddresses('ETH');
