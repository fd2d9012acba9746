import { type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose'

/** What tokens are signed and checked with. */
export interface Secrets {
  /** Signs. */
  readonly tokenSecret: Uint8Array
  /** What it signed holds too: the one before, or the next, while the secret is being changed (docs/operating.md). */
  readonly acceptedSecret?: Uint8Array | undefined
}

/** What a token of ours says; undefined where no accepted secret signed it, or it isn't, or no longer, what is asked for. */
export const readToken = async (
  { tokenSecret, acceptedSecret }: Secrets,
  token: string,
  wanted: Pick<JWTVerifyOptions, 'audience' | 'issuer'> & { readonly nowMs: number },
): Promise<JWTPayload | undefined> => {
  const { nowMs, ...claims } = wanted
  const options = { ...claims, algorithms: ['HS256'], currentDate: new Date(nowMs) }
  for (const secret of acceptedSecret ? [tokenSecret, acceptedSecret] : [tokenSecret]) {
    const read = await jwtVerify(token, secret, options).catch(() => undefined)
    if (read) return read.payload
  }
  return undefined
}
