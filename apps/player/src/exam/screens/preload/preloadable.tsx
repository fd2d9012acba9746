import type { Language } from '@sitwell/i18n/languages'
import { type ComponentType, lazy, Suspense, useState } from 'react'

/** A component that only some exams need, loaded by those before they start: without a network it could not be fetched any more. */
export interface Preloadable<P> {
  load(): Promise<unknown>
  /** The component where its code is there, otherwise one that suspends until it is. */
  component(): ComponentType<P>
}

/** As the panels of question types are loaded: a lazy component suspends at its first showing even when its code is there. */
export const preloadable = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>): Preloadable<P> => {
  let loaded: ComponentType<P> | undefined
  const fetchCode = async () => {
    const module = await load()
    loaded = module.default
    return module
  }
  const whenLoaded = lazy(fetchCode) as unknown as ComponentType<P>
  return { load: fetchCode, component: () => loaded ?? whenLoaded }
}

/** Loads such a component and what it says in a language: both are there without a network then. */
export const preloadWithMessages = async ({ load }: Pick<Preloadable<never>, 'load'>, language: Language): Promise<void> => {
  const { loadLaterMessages } = await import('./later-messages.ts')
  await Promise.all([load(), loadLaterMessages(language)])
}

/** Shows such a component with its properties: at once where its code is there, otherwise as soon as it is. */
export const Preloaded = <P extends object>({ code, props }: { readonly code: Preloadable<P>; readonly props: P }) => {
  // Asked once for each showing: code that comes meanwhile must not make another component of it, which would begin again.
  const [Component] = useState(code.component)
  return (
    <Suspense fallback={null}>
      <Component {...props} />
    </Suspense>
  )
}
