import { type ComponentType, createContext, type ReactNode, type RefObject, useContext, useMemo } from 'react'
import type { PictureSize } from './hold-place.ts'

/** A picture, a sound or a film in a text of the content. */
export type ContentMedia = HTMLImageElement | HTMLAudioElement | HTMLVideoElement

/** A cleaned text inside of `root`. */
export interface ExplainedProps {
  readonly root: RefObject<HTMLElement | null>
  readonly cleaned: string
}

/** How HTML of the content is read; an exam gives it once, for all that it shows. */
export interface HtmlReading {
  /** The address that a file is loaded from, or undefined if it must not be loaded. */
  readonly resolveUrl?: ((address: string) => string | undefined) | undefined
  /** The size of a picture by the address that it is loaded from; undefined if it isn't known before it is loaded. */
  readonly sizeOf?: ((address: string) => PictureSize | undefined) | undefined
  /** Shows the target of a link on the page itself. False if the link has to be followed instead. */
  readonly openLink?: ((address: string) => boolean) | undefined
  /** A text that isn't HTML is shown as typed, its angle brackets too (a policy of some organisations). */
  readonly showsPlainTextAsTyped?: boolean
  /**
   * Our controls after each picture, sound and film. They replace the browser's controls, which differ and offer a download.
   */
  readonly MediaControls?: ComponentType<{ readonly element: ContentMedia }>
  /** Opens the explanations of words in a text, if the content has any. */
  readonly Explained?: ComponentType<ExplainedProps> | undefined
}

const Reading = createContext<HtmlReading>({})

export const useHtmlReading = (): HtmlReading => useContext(Reading)

/** Adds values to those of an outer provider: the shell knows the policy, the exam its files. */
export const HtmlReadingProvider = ({ reading, children }: { readonly reading: HtmlReading; readonly children: ReactNode }) => {
  const outer = useHtmlReading()
  const both = useMemo(() => ({ ...outer, ...reading }), [outer, reading])
  return <Reading value={both}>{children}</Reading>
}
