import { ShopHttp } from '../measuring/shop-http.ts';
import { demoIdentity, simulatorKeys } from '../stack/demo-environment.ts';
import type { OutsideServices } from '../stack/outside-services.ts';
import { adminEmail, type ShopUnderTest } from './shop-under-test.ts';

/** The variables by which a server is told of these services. */
export const outsideEnvironment = ({ emulator, simulator, inbox }: OutsideServices) => ({
  ...simulatorKeys,
  ...demoIdentity(emulator.host, adminEmail),
  SIMULATOR_URL: simulator.url,
  SMTP_URL: inbox.smtpUrl,
});

/** Where buyers and checkers reach these services. */
export const outsideAddresses = ({
  simulator,
  inbox,
}: OutsideServices): Pick<ShopUnderTest, 'simulator' | 'simulatorUrl' | 'inboxUrl'> => ({
  simulator: new ShopHttp(simulator.url, 10_000),
  simulatorUrl: simulator.url,
  inboxUrl: inbox.url,
});
