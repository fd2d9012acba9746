import { english, type Language, languageOfTag, languageOfVisitor } from '@sitwell/i18n/languages'

/** Where the player keeps the language that was spoken here last: with the prefix over https, as browsers take it there alone. */
const cookieNames = ['__Host-sitwell-language', 'sitwell-language']

/**
 * The language in which the player's page starts: the one that its cookie names, else the first that the browser prefers of those
 * that the player speaks. Until the scripts are there the page can't find out itself.
 */
export const pageLanguage = (headers: {
  readonly cookie?: string | undefined
  readonly 'accept-language'?: string | undefined
}): Language => {
  const parts = headers.cookie?.split(';') ?? []
  const [cookie] = cookieNames.flatMap((name) => parts.find((part) => part.trim().startsWith(`${name}=`)) ?? [])
  if (cookie !== undefined) return languageOfTag(cookie.split('=')[1] ?? '') ?? english
  return languageOfVisitor((headers['accept-language'] ?? '').split(','))
}

/** The file of the built player that is its page in a language. */
export const pageFile = ({ tag }: Language): string => (tag === 'en' ? 'index.html' : `index.${tag}.html`)
