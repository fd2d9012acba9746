import { BlockList, isIP } from 'node:net'

/** Names that represent the networks of a machine or an institution itself. */
const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** An IPv4 address as a socket of both families writes it is an IPv4 address. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Whether a socket's address is one of our proxies, whose headers tell where a request came from. */
export type IsProxy = (address: string) => boolean

/** Whether a network of this address may be this many bits long; undefined is the address alone. */
const isLengthOf = (address: string, length: string | undefined) =>
  length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (isIP(address) === 6 ? 128 : 32))

/**
 * Reads a list of addresses, networks (`10.0.0.0/8`) and the names `loopback`, `linklocal` and `uniquelocal`.
 * Throws an error that names the entry which is none of these, or which would trust everybody.
 */
export const readProxies = (entries: readonly string[]): IsProxy => {
  const list = new BlockList()
  for (const entry of entries.flatMap((one) => (Object.hasOwn(named, one) ? (named[one] ?? []) : [one]))) {
    const [address = '', length, ...rest] = entry.split('/')
    const bits = length === undefined ? undefined : Number(length)
    if (isIP(address) === 0 || rest.length > 0 || !isLengthOf(address, length))
      throw new Error(`${entry} is no address, no network such as 10.0.0.0/8, and none of ${Object.keys(named).join(', ')}`)
    if (bits === 0) throw new Error(`${entry} would trust everybody: name the proxies in front of this server`)
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, bits, familyOf(address))
  }
  return (address) => {
    const one = plain(address)
    return isIP(one) !== 0 && list.check(one, familyOf(one))
  }
}

/** Groups of an IPv6 address, written out. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const between = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...between, ...after]
}

/**
 * Whom attempts and connections of an address are counted with: itself, or with IPv6 its network of 64 bits. One household, or one
 * rented machine, has all of such a network to itself.
 */
export const networkOf = (address: string): string => {
  const one = plain(address.replace(/%.*$/, ''))
  if (isIP(one) !== 6) return one
  const groups = groupsOf(one.toLowerCase()).slice(0, 4)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}

/**
 * Where a request came from: the socket's address, or what our own proxies say. Each proxy adds, on the right, whom it got the request
 * from; so the first from the right that is none of ours is its sender, and what stands left of it anybody may have written.
 */
export const senderOf = (socketAddress: string, forwardedFor: string | undefined, isProxy: IsProxy): string => {
  const hops = [...(forwardedFor ?? '').split(',').map((hop) => hop.trim()), socketAddress].filter((hop) => hop !== '')
  while (hops.length > 1 && isProxy(hops.at(-1) ?? '')) hops.pop()
  return hops.at(-1) ?? socketAddress
}
