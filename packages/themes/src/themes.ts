import type { Theme } from '@sitwell/contract'
import type { MessageId } from '@sitwell/i18n/message-ids'

export interface PredefinedTheme extends Theme {
  readonly primary: string
  readonly secondary: string
  readonly background: string
  /** Two colours and nothing between them: for people who chose them to be able to read. */
  readonly isPlain: boolean
}

const plain = (text: string, background: string): PredefinedTheme => ({
  primary: text,
  secondary: text,
  background,
  isPlain: true,
})

/** The 13 themes (spec 1 §3), Default first. An organisation's colours change Default; its own themes come after these. */
export const predefinedThemes = {
  Default: { primary: '#1CA286', secondary: '#364651', background: '#FFFFFF', isPlain: false },
  'White on Black': plain('#FFFFFF', '#000000'),
  'Black on White': plain('#000000', '#FFFFFF'),
  'Bright on Black': plain('#7DF9C8', '#000000'),
  'Dark on Bright': plain('#0B1F4B', '#7DF9C8'),
  'Black on Yellow': plain('#000000', '#FFE94A'),
  'Yellow on Black': plain('#FFE94A', '#000000'),
  'White on Purple': plain('#FFFFFF', '#45146B'),
  'Purple on White': plain('#45146B', '#FFFFFF'),
  'Light on Medium': plain('#F2F6F8', '#3A566B'),
  'Medium on Light': plain('#34505F', '#EDF2F4'),
  'Medium on White': plain('#34505F', '#FFFFFF'),
  'Black on Purple': plain('#000000', '#CDA9F2'),
} as const satisfies Record<string, PredefinedTheme>

export type PredefinedThemeName = keyof typeof predefinedThemes

/** The id of a predefined theme's name in the catalogue; undefined for an organisation's own, whose name is what it is. */
export const themeMessageId = (name: string): MessageId | undefined =>
  // Boundary: a test asks for each of the thirteen.
  Object.hasOwn(predefinedThemes, name) ? (`theme.${name.toLowerCase().replaceAll(' ', '-')}` as MessageId) : undefined

export const defaultThemeName = 'Default' satisfies PredefinedThemeName
