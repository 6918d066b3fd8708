// Random and mistyped addresses of DOGE in great number.
import { describeManyAddresses } from './many-addresses.ts';

describeManyAddresses('DOGE');
