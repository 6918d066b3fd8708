// Random and mistyped addresses of BCH in great number.
import { describeManyAddresses } from './many-addresses.ts';

describeManyAddresses('BCH');
