// Random and mistyped addresses of LTC by the hundred thousand.
import { describeManyAddresses } from './many-addresses.ts';

describeManyAddresses('LTC');
