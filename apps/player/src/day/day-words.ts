import type { Catalogue } from '@sitwell/i18n/catalogue'

/** What is said on the day of an exam, of the set of texts that is loaded with it. */
export type DayWords = Catalogue['text']
