import { sebPageHeaders } from '@sitwell/contract'
import { type SebKeys, type SebProof, sebHeaders, showsKeys } from '@sitwell/exam/seb/seb-hashes'
import type { FastifyRequest } from 'fastify'
import type { Site } from '../security/organisation/site-addresses.ts'
import { sha256 } from './exam-settings.ts'

type Asked = Pick<FastifyRequest, 'headers' | 'originalUrl'>

/** This many pages a browser may name: a page keeps the keys of the address that it was loaded at, or of where it is. */
const mostPages = 4

const textOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined)

const isBelow = (address: string, origin: string) => address === origin || /^[/?#]/.test(address.slice(origin.length))

/** Of the pages that a browser names those that are this organisation's: a hash for another site's page shows nothing. */
const ownPages = (pages: string, { origins }: Site): string[] =>
  pages
    .split(' ')
    .slice(0, mostPages)
    .filter((page) => origins.some((origin) => page.startsWith(origin) && isBelow(page, origin)))

/**
 * What a request tells of Safe Exam Browser's keys: in the program's own headers for the address that was asked for, as the browser
 * knows it; and in those of the player for the page, from the program's script, because some of its engines send no headers.
 */
const proofsOf = ({ headers, originalUrl }: Asked, site: Site): SebProof[] => [
  {
    addresses: site.origins.map((origin) => origin + originalUrl),
    hashes: { configKey: textOf(headers[sebHeaders.configKey]), browserExamKey: textOf(headers[sebHeaders.browserExamKey]) },
  },
  {
    addresses: ownPages(textOf(headers[sebPageHeaders.pages]) ?? '', site),
    hashes: {
      configKey: textOf(headers[sebPageHeaders.configKey]),
      browserExamKey: textOf(headers[sebPageHeaders.browserExamKey]),
    },
  },
]

/** Whether a request comes from Safe Exam Browser with one of these keys. Who it says to be elsewhere counts for nothing. */
export const showsSeb = (request: Asked, keys: SebKeys, site: Site): boolean =>
  proofsOf(request, site)
    .map((proof) => showsKeys(keys, proof, sha256))
    .some(Boolean)

/** Whether a request tells a key of either kind at all. */
export const tellsSeb = (request: Asked): boolean =>
  [...Object.values(sebHeaders), sebPageHeaders.configKey, sebPageHeaders.browserExamKey].some(
    (name) => (textOf(request.headers[name]) ?? '') !== '',
  )
