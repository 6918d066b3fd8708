// Random and mistyped addresses of XRP in great number.
import { describeManyAddresses } from './many-addresses.ts';

describeManyAddresses('XRP');
