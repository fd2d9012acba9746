import { createContext, type ReactNode, useContext } from 'react'

/** How HTML of the content is read; an exam gives it once, for all that it shows. */
export interface HtmlReading {
  /** The address that a file is loaded from, or undefined where it may not be loaded. */
  readonly resolveUrl?: ((address: string) => string | undefined) | undefined
  /** Shows what a link leads to on the page itself; false where that isn't for it, and the link is followed. */
  readonly openLink?: ((address: string) => boolean) | undefined
  /** A text that isn't HTML is shown as typed, its angle brackets too (a policy of some organisations). */
  readonly showsPlainTextAsTyped?: boolean
}

const Reading = createContext<HtmlReading>({})

export const useHtmlReading = (): HtmlReading => useContext(Reading)

/** What is given adds to what a provider further out gave: the shell knows the policy, the exam its files. */
export const HtmlReadingProvider = ({ reading, children }: { readonly reading: HtmlReading; readonly children: ReactNode }) => {
  const outer = useHtmlReading()
  return <Reading value={{ ...outer, ...reading }}>{children}</Reading>
}
