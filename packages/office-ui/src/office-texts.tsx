import type { Values } from '@sitwell/i18n/format'
import type { Language } from '@sitwell/i18n/languages'
import type { OfficeMessageId } from '@sitwell/i18n/message-ids'
import { createContext, type ReactNode, useContext } from 'react'

/** The context of every component of the office: its texts, and how it shows and parses time. */
export interface OfficeTexts {
  text(id: OfficeMessageId, values?: Values): string
  readonly language: Language
  /** IANA name of the zone in which times are shown. */
  readonly timeZone: string
  /** The moment now by the server's clock (Unix ms). */
  now(): number
}

const Texts = createContext<OfficeTexts | undefined>(undefined)

/** Gives the components below their texts. */
export const OfficeTextsProvider = ({ value, children }: { readonly value: OfficeTexts; readonly children: ReactNode }) => (
  <Texts value={value}>{children}</Texts>
)

/** The texts of the office. Throws outside of an `OfficeTextsProvider`. */
export const useOfficeTexts = (): OfficeTexts => {
  const texts = useContext(Texts)
  if (texts === undefined) throw new Error('A component of the office must be inside of OfficeTextsProvider.')
  return texts
}
