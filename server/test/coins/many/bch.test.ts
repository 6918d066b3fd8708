// Many random and mistyped addresses of BCH.
import { describeManyAddresses } from './many-addresses.ts';

describeManyAddresses('BCH');
