import formatMessage, { type CompiledMessage, type FormatOptions } from 'icu-minify/format'
import { isolated, joinIsolated } from './isolate.ts'
import type { Language } from './languages.ts'

/** A text ready to be filled in: plain, or the parts of an ICU message (`compile.ts`). */
export type Message = CompiledMessage

/** What is filled in, by the names in braces. */
export type Values = Readonly<Record<string, string | number>>

/** Stands before the name of a value that is shown as it is; `compile.ts` puts it there. A value that is only chosen by has none. */
export const shown = '='

/** Makes each of these once: one takes as long to make as hundreds of texts take to be filled in, and a screen has dozens of them. */
const kept = <Made>(make: (locales: Intl.LocalesArgument, options: object | undefined) => Made) => {
  const made = new Map<string, Made>()
  return (locales: Intl.LocalesArgument, options?: object): Made => {
    const key = JSON.stringify([locales, options])
    const one = made.get(key) ?? make(locales, options)
    made.set(key, one)
    return one
  }
}

const formatters: FormatOptions['formatters'] = {
  getDateTimeFormat: kept((...of) => new Intl.DateTimeFormat(...of)),
  getNumberFormat: kept((...of) => new Intl.NumberFormat(...of)),
  getPluralRules: kept((...of) => new Intl.PluralRules(...of)),
}

/**
 * A text with its values, in the forms of the language. A value that is missing stays as its name in braces, so that the mistake is
 * seen. `isolates`: values that read the other way are set apart; not in a mail, where an address has to stay one.
 */
export const fill = (message: Message, language: Language, values: Values, isolates = true): string => {
  const read = new Proxy(values as Record<string, string | number>, {
    has: () => true,
    get: (_of, name: string) => {
      const isShown = name.startsWith(shown)
      const bare = isShown ? name.slice(shown.length) : name
      const value = Object.hasOwn(values, bare) ? values[bare] : undefined
      if (value === undefined) return `{${bare}}`
      return isShown && isolates ? isolated(value, language.direction) : value
    },
  })
  return joinIsolated(String(formatMessage(message, language.code, read, { formatters })))
}
