import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { networkOf, readProxies, senderOf } from './addresses.ts'

const isProxy = readProxies(['10.0.0.5', '192.168.7.0/24', 'loopback', 'fd00:1::/32'])

test('a proxy is known by its address, its network or its name, also where a socket of both families writes it', () => {
  for (const address of ['10.0.0.5', '::ffff:10.0.0.5', '192.168.7.200', '127.0.0.1', '::1', 'fd00:1:2::9'])
    expect(isProxy(address)).toBe(true)
  for (const address of ['10.0.0.6', '192.168.8.1', '8.8.8.8', '2001:db8::1', '', 'unknown', '10.0.0.5, 1.1.1.1'])
    expect(isProxy(address), address).toBe(false)
})

test('an entry that is no address, or would believe everybody, is refused by its name', () => {
  for (const entry of [
    'proxy.example',
    '10.0.0.0/33',
    '10.0.0.0/x',
    '10.0.0.0/8/8',
    '::/129',
    '0.0.0.0/0',
    '::/0',
    '300.1.1.1',
  ])
    expect(() => readProxies([entry]), entry).toThrow(entry)
})

describe('where a request came from', () => {
  test('is the socket itself unless it is one of our proxies, whatever the header says', () => {
    expect(senderOf('203.0.113.9', '1.2.3.4', isProxy)).toBe('203.0.113.9')
    expect(senderOf('10.0.0.5', undefined, isProxy)).toBe('10.0.0.5')
  })

  test('is what the outermost of our proxies saw', () => {
    expect(senderOf('10.0.0.5', '198.51.100.1', isProxy)).toBe('198.51.100.1')
    expect(senderOf('10.0.0.5', '198.51.100.1, 192.168.7.3', isProxy)).toBe('198.51.100.1')
  })

  test('is never what its sender wrote, however much that is', () => {
    const anything = fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string({ maxLength: 20 })), { maxLength: 5 })
    fc.assert(
      fc.property(anything, (written) => {
        const header = [...written, '203.0.113.9', '192.168.7.3'].join(', ')
        expect(senderOf('10.0.0.5', header, isProxy)).toBe('203.0.113.9')
      }),
    )
  })
})

test('a whole network of IPv6 counts as one, an address of IPv4 as itself', () => {
  expect(networkOf('2001:db8:0:7:1:2:3:4')).toBe(networkOf('2001:0db8::7:ffff:2:3:9'))
  expect(networkOf('2001:db8::1')).toBe(networkOf('2001:db8:0:0:9::'))
  expect(networkOf('2001:db8:0:7::1')).not.toBe(networkOf('2001:db8:0:8::1'))
  expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(networkOf('fe80::1%eth0')).toBe(networkOf('fe80::2'))
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(networkOf(address)).toBe(address)
    }),
  )
})
