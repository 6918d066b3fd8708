// Random and mistyped addresses of BCH by the hundred thousand.
import { describeManyAddresses } from './many-addresses.ts';

describeManyAddresses('BCH');
