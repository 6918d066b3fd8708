// Many random and mistyped addresses of LTC.
import { describeManyAddresses } from './many-addresses.ts';

describeManyAddresses('LTC');
