import { Transform } from 'node:stream'

/** Bytes that were written in base64, as they come: four of its signs are three of them. */
export const decodeBase64 = (): Transform => {
  let rest = ''
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const signs = rest + chunk.toString('latin1')
      const whole = signs.length - (signs.length % 4)
      rest = signs.slice(whole)
      done(null, Buffer.from(signs.slice(0, whole), 'base64'))
    },
    flush(done) {
      done(null, Buffer.from(rest, 'base64'))
    },
  })
}
