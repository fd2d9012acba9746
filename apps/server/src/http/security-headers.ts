import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import fastify from 'fastify'

/**
 * The player loads everything from this origin. Inline styles are allowed because exam content sizes its tables and pictures
 * with them (cleaned before they are shown); inline scripts never are, but `scripts`: the hashes of the legacy controls' own. A control's
 * frame is under the player's policy too, so nothing but them runs there. Blobs are the exam's pictures, kept for when the network
 * is gone.
 */
const contentSecurity = (scripts: readonly string[]) =>
  ({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scripts],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", 'blob:'],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameSrc: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  }) satisfies FastifyHelmetOptions

/** What any server says of an answer itself. */
const ofEachAnswer = new Set(['content-type', 'content-length', 'date', 'connection'])

type Headers = Readonly<Record<string, string | number | string[] | undefined>>

export interface SecurityHeaders {
  /** Of whatever a browser may show: pages, files, and what a call answers that is no JSON. */
  readonly ofPages: Headers
  /** Of a call's JSON, which shows nothing and loads nothing. */
  readonly ofCalls: Headers
}

/** Those of a page's headers that say something of data too. */
const ofDataToo = new Set(['cross-origin-resource-policy', 'strict-transport-security', 'x-content-type-options'])

/**
 * The headers of every answer. They are the same for all, so helmet is asked once: asked for each, it took a fourteenth of a save's
 * time, and a page's dozen on each save a tenth. An exam is often opened over plain http on a school's own network: browsers are told
 * to stay with https only if the configured address is one.
 */
export const securityHeaders = async (publicUrl: string | undefined, scripts: readonly string[]): Promise<SecurityHeaders> => {
  const one = fastify()
  await one.register(helmet, { ...contentSecurity(scripts), hsts: publicUrl?.startsWith('https:') === true })
  one.get('/', async () => '')
  const { headers } = await one.inject('/')
  await one.close()
  const ofPages = Object.entries(headers).filter(([name]) => !ofEachAnswer.has(name))
  const ofData = ofPages.filter(([name]) => ofDataToo.has(name))
  return {
    ofPages: Object.fromEntries(ofPages),
    ofCalls: { ...Object.fromEntries(ofData), 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" },
  }
}

/** What a page may do besides what any may, of a content security policy; each list holds origins. */
export interface MayBesides {
  /** Show these sites in a frame. */
  readonly frames: readonly string[]
  /** Be shown in a frame of these. */
  readonly framedBy: readonly string[]
  /** Run scripts of these, which may show and ask for what is theirs. */
  readonly scripts: readonly string[]
}

/** The policy of a page that may do more than any. */
export const withOrigins = (policy: string, { frames, framedBy, scripts }: MayBesides): string => {
  const more: readonly (readonly [string, readonly string[]])[] = [
    ['frame-src', [...frames, ...scripts]],
    ['frame-ancestors', framedBy],
    ['script-src', scripts],
    ['style-src', scripts],
    ['connect-src', scripts],
    ['img-src', scripts],
    ['media-src', scripts],
  ]
  return more.reduce(
    (held, [name, origins]) =>
      origins.length === 0 ? held : held.replace(new RegExp(`(^|;)${name} [^;]*`), (one) => [one, ...origins].join(' ')),
    policy,
  )
}
