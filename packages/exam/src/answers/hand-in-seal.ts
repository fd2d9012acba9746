/** JSON in the one form that both sides put it into: the names of each object in their order, nothing in between. */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const fields = Object.entries(value).filter(([, one]) => one !== undefined)
  const sorted = fields.sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${sorted.map(([name, one]) => `${JSON.stringify(name)}:${canonicalJson(one)}`).join(',')}}`
}

/** What seals: the `subtle` of Web Crypto, in a browser and in Node. */
export type Sealer = Pick<SubtleCrypto, 'importKey' | 'sign'>

/**
 * The seal of a file of answers: HMAC-SHA-256 over all that is in it but the seal itself, in 64 hexadecimal digits. It shows that who
 * made the file had the secret that the server gives to the learner's browser for this schedule alone; nothing of when it was made.
 */
export const handInSeal = async (
  { seal: _, ...content }: Readonly<Record<string, unknown>>,
  secret: string,
  sealer: Sealer,
): Promise<string> => {
  const encoder = new TextEncoder()
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await sealer.importKey('raw', encoder.encode(secret), hmac, false, ['sign'])
  const signed = await sealer.sign('HMAC', key, encoder.encode(`sitwell-hand-in-1\n${canonicalJson(content)}`))
  return [...new Uint8Array(signed)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
