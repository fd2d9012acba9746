import { type ComponentType, createContext, type ReactNode, type RefObject, useContext, useMemo } from 'react'
import type { PictureSize } from './hold-place.ts'

/** A picture, a sound or a film in a text of the content. */
export type ContentMedia = HTMLImageElement | HTMLAudioElement | HTMLVideoElement

/** A text that was cleaned and stands in `root`. */
export interface ExplainedProps {
  readonly root: RefObject<HTMLElement | null>
  readonly cleaned: string
}

/** How HTML of the content is read; an exam gives it once, for all that it shows. */
export interface HtmlReading {
  /** The address that a file is loaded from, or undefined where it may not be loaded. */
  readonly resolveUrl?: ((address: string) => string | undefined) | undefined
  /** The size of a picture by the address that it is loaded from; undefined where it isn't known before it is there. */
  readonly sizeOf?: ((address: string) => PictureSize | undefined) | undefined
  /** Shows what a link leads to on the page itself; false where that isn't for it, and the link is followed. */
  readonly openLink?: ((address: string) => boolean) | undefined
  /** A text that isn't HTML is shown as typed, its angle brackets too (a policy of some organisations). */
  readonly showsPlainTextAsTyped?: boolean
  /** What stands behind each picture, sound and film: ours in place of the browser's own controls, which differ and offer to download. */
  readonly MediaControls?: ComponentType<{ readonly element: ContentMedia }>
  /** What opens the explanations of words in a text, of content that has some. */
  readonly Explained?: ComponentType<ExplainedProps> | undefined
}

const Reading = createContext<HtmlReading>({})

export const useHtmlReading = (): HtmlReading => useContext(Reading)

/** What is given adds to what a provider further out gave: the shell knows the policy, the exam its files. */
export const HtmlReadingProvider = ({ reading, children }: { readonly reading: HtmlReading; readonly children: ReactNode }) => {
  const outer = useHtmlReading()
  const both = useMemo(() => ({ ...outer, ...reading }), [outer, reading])
  return <Reading value={both}>{children}</Reading>
}
