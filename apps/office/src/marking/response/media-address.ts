import type { MarkedQuestion } from '@sitwell/contract'

interface Site {
  /** The API endpoint, with the slash at its end. */
  readonly endpoint: string
  readonly orgId: number
}

const parse = (address: string, base: string): URL | undefined => {
  try {
    return new URL(address, base)
  } catch {
    return undefined
  }
}

/**
 * Where a file of a question is loaded from, by the rules of the player: paths are below the question's own folder, `~/ROOT/…` below the organisation's.
 * Undefined for anything else: content loads nothing from elsewhere.
 */
export const mediaAddress =
  ({ url, token }: MarkedQuestion['media'], { endpoint, orgId }: Site) =>
  (address: string): string | undefined => {
    const ground = parse(url.endsWith('/') ? url : `${url}/`, endpoint)
    const trimmed = address.trim()
    const target = /^~\/ROOT\//i.test(trimmed)
      ? parse(`resource/ROOT/${trimmed.slice(7)}`, endpoint)
      : parse(trimmed, ground?.href ?? endpoint)
    if (target === undefined || !target.href.startsWith(`${endpoint}resource/`)) return undefined
    if (!target.searchParams.has('orgID')) target.searchParams.set('orgID', String(orgId))
    target.searchParams.set('token', token)
    return target.href
  }
