import { AppVisitorProvider, useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import type { OfficePageSet } from '@sitwell/i18n/areas'
import { createCatalogue } from '@sitwell/i18n/catalogue'
import type { Values } from '@sitwell/i18n/format'
import type { Language } from '@sitwell/i18n/languages'
import { loadMessages } from '@sitwell/i18n/load-messages'
import { OfficeTextsProvider, useOfficeTexts } from '@sitwell/office-ui/office-texts.tsx'
import { type ComponentType, lazy, type ReactNode, use, useDeferredValue, useMemo } from 'react'

interface PageWords {
  has(id: string): boolean
  text(id: string, values?: Values): string
}

const loadWords = async (sets: readonly OfficePageSet[], language: Language): Promise<PageWords> => {
  const loaded = await Promise.all(sets.map((set) => loadMessages(language.tag, set)))
  const messages = Object.assign({}, ...loaded)
  const { text } = createCatalogue<string>(messages, language)
  return { has: (id) => Object.hasOwn(messages, id), text }
}

/** Gives a page the texts of its sets, beside those that it is in. */
const WithWords = ({ words, children }: { readonly words: PageWords; readonly children: ReactNode }) => {
  const visitor = useAppVisitor()
  const texts = useOfficeTexts()
  const text = useMemo(
    () =>
      <Id extends string>(around: (id: Id, values?: Values) => string) =>
      (id: Id, values?: Values): string =>
        words.has(id) ? words.text(id, values) : around(id, values),
    [words],
  )
  const visitorHere = useMemo(() => ({ ...visitor, text: text(visitor.text) }), [visitor, text])
  const textsHere = useMemo(() => ({ ...texts, text: text(texts.text) }), [texts, text])
  return (
    <AppVisitorProvider value={visitorHere}>
      <OfficeTextsProvider value={textsHere}>{children}</OfficeTextsProvider>
    </AppVisitorProvider>
  )
}

/**
 * A page whose code and texts are loaded together, once it is opened. It suspends until both are there, and throws if one of them doesn't come.
 * `sets`: of the texts that it uses beside those of every page; `script/check/texts-of-pages.ts` holds them against its code.
 */
export const lazyPage = <Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  ...sets: readonly OfficePageSet[]
): ComponentType<Props> => {
  let code: ReturnType<typeof load> | undefined
  const loadOnce = () => {
    code ??= load()
    return code
  }
  // Boundary: a lazy component takes the properties of the one that it loads.
  const Page = lazy(loadOnce) as unknown as ComponentType<Props>
  const byLanguage = new Map<string, Promise<PageWords>>()
  const wordsIn = (language: Language): Promise<PageWords> => {
    const found = byLanguage.get(language.tag)
    if (found !== undefined) return found
    const loading = loadWords(sets, language)
    byLanguage.set(language.tag, loading)
    // Asked for again the next time.
    loading.catch(() => byLanguage.delete(language.tag))
    return loading
  }
  return (props) => {
    const { language } = useAppVisitor()
    // Under way beside the texts. If it fails, the page itself throws that.
    if (code === undefined) loadOnce().catch(() => {})
    // Once another language is chosen, the page and the focus stay until its texts are there.
    const words = use(wordsIn(useDeferredValue(language)))
    return (
      <WithWords words={words}>
        <Page {...props} />
      </WithWords>
    )
  }
}
