// Random and mistyped addresses of LTC in great number.
import { describeManyAddresses } from './many-addresses.ts';

describeManyAddresses('LTC');
