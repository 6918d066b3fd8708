// Many random and mistyped addresses of ETH.
import { describeManyAddresses } from './many-addresses.ts';

describeManyAddresses('ETH');
