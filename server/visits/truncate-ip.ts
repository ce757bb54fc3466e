import { isIP } from 'node:net'

import { ipKeyGenerator } from 'express-rate-limit'

/** Cuts an address short, so that it stands for a neighbourhood and not for a person.
 *  @returns the IPv4 /24 or IPv6 /48, e.g. '192.0.2.0/24' or '2001:db8:1::/48'; undefined when it is no address */
export function truncateIp(address: string): string | undefined {
  if (isIP(address) === 0) return undefined
  // Gives the IPv4 address of a mapped one (::ffff:192.0.2.7), and the network of an IPv6 one.
  const cut = ipKeyGenerator(address, 48)
  return isIP(cut) === 4 ? `${cut.slice(0, cut.lastIndexOf('.'))}.0/24` : cut
}
