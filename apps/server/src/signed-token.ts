import { type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose'

/** What tokens are signed and checked with. */
export interface Secrets {
  /** Signs. */
  readonly tokenSecret: Uint8Array
  /** What it signed holds too: the one before, or the next, while the secret is being changed (docs/operating.md). */
  readonly acceptedSecret?: Uint8Array | undefined
}

const signingKeys = new WeakMap<Uint8Array, Promise<CryptoKey>>()

/** A secret as tokens are signed and checked with it: given as bytes, it would be made a key of again for each token. */
export const signingKeyOf = (secret: Uint8Array): Promise<CryptoKey> => {
  const known = signingKeys.get(secret)
  if (known) return known
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = crypto.subtle.importKey('raw', Uint8Array.from(secret), hmac, false, ['sign', 'verify'])
  signingKeys.set(secret, key)
  return key
}

/** What a token of ours says; undefined if no accepted secret signed it, or it isn't, or no longer, what is asked for. */
export const readToken = async (
  { tokenSecret, acceptedSecret }: Secrets,
  token: string,
  wanted: Pick<JWTVerifyOptions, 'audience' | 'issuer'> & { readonly nowMs: number },
): Promise<JWTPayload | undefined> => {
  const { nowMs, ...claims } = wanted
  const options = { ...claims, algorithms: ['HS256'], currentDate: new Date(nowMs) }
  for (const secret of acceptedSecret ? [tokenSecret, acceptedSecret] : [tokenSecret]) {
    const read = await jwtVerify(token, await signingKeyOf(secret), options).catch(() => undefined)
    if (read) return read.payload
  }
  return undefined
}
