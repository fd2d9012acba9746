/** Where the player keeps the language that was spoken here last. */
const cookieName = 'sitwell-language'

const isArabic = (tag: string) => /^ar\b/i.test(tag.trim())

/**
 * The language in which the player's page starts: the one that its cookie names, else the first that the browser prefers of those
 * that the player speaks. Until the scripts are there the page can't find out itself.
 */
export const pageLanguage = (headers: {
  readonly cookie?: string | undefined
  readonly 'accept-language'?: string | undefined
}): 'en' | 'ar' => {
  const kept = headers.cookie?.split(';').find((part) => part.trim().startsWith(`${cookieName}=`))
  if (kept !== undefined) return isArabic(kept.split('=')[1] ?? '') ? 'ar' : 'en'
  const spoken = (headers['accept-language'] ?? '').split(',').find((tag) => isArabic(tag) || /^\s*en\b/i.test(tag))
  return spoken !== undefined && isArabic(spoken) ? 'ar' : 'en'
}

/** The page, told its language and direction in its first line. */
export const pageIn = (page: string, language: 'en' | 'ar'): string =>
  language === 'en' ? page : page.replace('<html lang="en" dir="ltr">', '<html lang="ar" dir="rtl">')
