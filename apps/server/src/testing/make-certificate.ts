import { createSign, type KeyObject } from 'node:crypto'

/** A value in DER: a tag, a length, and what is in it. */
const der = (tag: number, ...inside: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(inside)
  const size = body.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
const sequence = (...inside: readonly Uint8Array[]) => der(0x30, ...inside)
/** sha256WithRSAEncryption, 1.2.840.113549.1.1.11. */
const algorithm = sequence(Buffer.from('06092a864886f70d01010b0500', 'hex'))
/** A common name, 2.5.4.3. */
const nameOf = (text: string) => sequence(der(0x31, sequence(Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(text)))))
const time = (text: string) => der(0x17, Buffer.from(text))

/** A certificate of RSA that its own key has signed (RFC 5280), in DER and base64. */
export const makeCertificate = (publicKey: KeyObject, privateKey: KeyObject): string => {
  const name = nameOf('A test')
  const valid = sequence(time('260101000000Z'), time('490101000000Z'))
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const body = sequence(der(0x02, Buffer.from([1])), algorithm, name, valid, name, key)
  const signature = createSign('sha256').update(body).sign(privateKey)
  return sequence(body, algorithm, der(0x03, Buffer.from([0]), signature)).toString('base64')
}
