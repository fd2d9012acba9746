import { type ComponentType, lazy } from 'react'

/** A component that only some exams need, loaded by those before they start: without a network it could not be fetched any more. */
export interface CodeAhead<P> {
  load(): Promise<unknown>
  /** The component where its code is there, else one that shows as soon as it is. Ask once for each showing. */
  component(): ComponentType<P>
}

/** As the panels of question types are loaded: a lazy component suspends at its first showing even when its code is there. */
export const codeAhead = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>): CodeAhead<P> => {
  let loaded: ComponentType<P> | undefined
  const fetchCode = async () => {
    const module = await load()
    loaded = module.default
    return module
  }
  const whenLoaded = lazy(fetchCode) as unknown as ComponentType<P>
  return { load: fetchCode, component: () => loaded ?? whenLoaded }
}
