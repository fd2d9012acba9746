import { generateKeyPairSync } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCertificate } from '../testing/make-certificate.ts'
import { certificateEnd, watchCertificate } from './certificate.ts'

describe('the certificate of the public address', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = makeCertificate(publicKey, privateKey).replace(/.{64}/g, '$&\n')
  const server = createServer({
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: `-----BEGIN CERTIFICATE-----\n${pem}\n-----END CERTIFICATE-----\n`,
  })
  let port: number

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // Boundary: of a server that listens at a port.
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => void server.close())

  test('is not taken from a host that shows one which nobody trusts', async () => {
    await expect(certificateEnd('localhost', port)).rejects.toThrow(/self-signed/)
  })

  test('is remembered with the moment at which it was seen, after it can be seen no more', async () => {
    let nowMs = 1000
    let fails = false
    const asked: unknown[] = []
    const watch = watchCertificate({ publicUrl: 'https://exams.example:8443' }, { nowMs: () => nowMs }, async (host, at) => {
      asked.push([host, at])
      if (fails) throw new Error('no')
      return 5000
    })
    expect(watch.standing()).toEqual({ seen: undefined, hasFailed: false })
    await watch.look()
    fails = true
    nowMs = 2000
    await watch.look()
    expect(watch.standing()).toEqual({ seen: { untilMs: 5000, atMs: 1000 }, hasFailed: true })
    expect(asked).toEqual([
      ['exams.example', 8443],
      ['exams.example', 8443],
    ])
  })

  test('is not looked for if the server does not know its address, or has no https', async () => {
    for (const publicUrl of [undefined, 'http://exams.example']) {
      const watch = watchCertificate({ publicUrl }, { nowMs: () => 0 }, () => expect.fail('nobody is asked'))
      await watch.look()
      expect(watch.standing()).toBeUndefined()
    }
  })
})
