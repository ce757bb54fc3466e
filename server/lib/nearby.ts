import { BlockList, isIP } from 'node:net'

/** This machine and networks that no stranger connects from: RFC 1918, RFC 6598, RFC 3927, RFC 4193, RFC 4291. */
const NEARBY = new BlockList()
NEARBY.addSubnet('127.0.0.0', 8, 'ipv4')
NEARBY.addSubnet('10.0.0.0', 8, 'ipv4')
NEARBY.addSubnet('172.16.0.0', 12, 'ipv4')
NEARBY.addSubnet('192.168.0.0', 16, 'ipv4')
NEARBY.addSubnet('100.64.0.0', 10, 'ipv4')
NEARBY.addSubnet('169.254.0.0', 16, 'ipv4')
NEARBY.addAddress('::1', 'ipv6')
NEARBY.addSubnet('fc00::', 7, 'ipv6')
NEARBY.addSubnet('fe80::', 10, 'ipv6')

/** Whether nothing on the internet has that address; false for what is no address.
 *  @param address  an IPv6 one may have a zone, and an IPv4 one may be in IPv6 form; undefined once a connection is gone */
export function isNearby(address: string | undefined): boolean {
  const [plain = ''] = address?.split('%', 1) ?? []
  const version = isIP(plain)
  return version !== 0 && NEARBY.check(plain, version === 4 ? 'ipv4' : 'ipv6')
}
