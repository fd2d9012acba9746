import {
  english,
  type Language,
  languageById,
  languageOfTag,
  languageOfVisitor,
  offeredLanguages,
} from '@sitwell/i18n/languages'

/**
 * Where an app keeps the language that was spoken in it last: with a prefix over https, as browsers take it there alone. That of an app below a path
 * of its own comes first, and is sent below that path alone.
 */
const cookieNames = ['__Secure-sitwell-language', '__Host-sitwell-language', 'sitwell-language']

interface VisitorHeaders {
  readonly cookie?: string | undefined
  readonly 'accept-language'?: string | undefined
}

/** What was spoken here last, as the cookie names it; undefined without one, `english` where it can't be read. */
const spokenLast = ({ cookie }: VisitorHeaders): Language | undefined => {
  const parts = cookie?.split(';') ?? []
  const [found] = cookieNames.flatMap((name) => parts.find((part) => part.trim().startsWith(`${name}=`)) ?? [])
  return found === undefined ? undefined : (languageOfTag(found.split('=')[1] ?? '') ?? english)
}

const preferred = (headers: VisitorHeaders) => (headers['accept-language'] ?? '').split(',')

/**
 * The language in which the player's page starts: the one that its cookie names, otherwise the first that the browser prefers of those
 * that the player speaks. Until the scripts are there the page can't find out itself.
 */
export const pageLanguage = (headers: VisitorHeaders): Language => spokenLast(headers) ?? languageOfVisitor(preferred(headers))

/**
 * The language of an organisation's login page, as the player then speaks it: what was spoken last where that is one to choose from, else
 * the organisation's own, otherwise the one that the browser prefers.
 */
export const loginLanguage = (
  headers: VisitorHeaders,
  { languageId, languages }: { readonly languageId?: number | undefined; readonly languages?: readonly number[] | undefined },
): Language => {
  const offered = offeredLanguages(languages)
  const last = spokenLast(headers)
  if (last !== undefined && offered.includes(last)) return last
  if (languageId !== undefined) return languageById(languageId)
  return languageOfVisitor(preferred(headers), offered.length > 0 ? offered : undefined)
}

/** The file of the built player that is its page in a language. */
export const pageFile = ({ tag }: Language): string => (tag === 'en' ? 'index.html' : `index.${tag}.html`)
