import type { FastifyRequest } from 'fastify'

/** What the cookie of an office session says. */
export interface ShownSession {
  readonly orgId: number
  readonly sessionId: string
  readonly secret: string
}

/** With the prefix a browser takes the cookie over https alone and for this very host, so that no neighbour can plant another. */
const nameOver = (protocol: string) => (protocol === 'https' ? '__Host-sitwell-office' : 'sitwell-office')

const attributes = (protocol: string) => `Path=/; HttpOnly; SameSite=Strict${protocol === 'https' ? '; Secure' : ''}`

/** The `Set-Cookie` header of a session. It ends with the browser, or with the session. */
export const givenCookie = (protocol: string, { orgId, sessionId, secret }: ShownSession): string =>
  `${nameOver(protocol)}=${orgId}.${sessionId}.${secret}; ${attributes(protocol)}`

/** The header that takes the cookie away. */
export const endedCookie = (protocol: string): string => `${nameOver(protocol)}=; ${attributes(protocol)}; Max-Age=0`

/** The office sessions that a request shows: one, or more if somebody planted others. */
export const shownSessions = ({ protocol, headers }: Pick<FastifyRequest, 'protocol' | 'headers'>): readonly ShownSession[] =>
  (headers.cookie ?? '').split(';').flatMap((part) => {
    const [name, value = ''] = part.trim().split('=')
    const found = name === nameOver(protocol) ? /^(\d{1,15})\.([\w-]{1,64})\.([\w-]{43})$/.exec(value) : null
    const [, orgId = '', sessionId = '', secret = ''] = found ?? []
    return found ? [{ orgId: Number(orgId), sessionId, secret }] : []
  })
