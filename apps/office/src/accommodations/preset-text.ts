import type { PresetSupport, ShownPresets } from '@sitwell/contract'
import { themeMessageId } from '@sitwell/themes/themes'
import type { OfficeText } from '../office-context.tsx'

/** The name of a theme as people read it; an organisation's own is called what it is called. */
export const themeName = (name: string, text: OfficeText): string => {
  const id = themeMessageId(name)
  return id === undefined ? name : text(id)
}

/** What helps with words, in words. */
export const supportNames = (supports: readonly PresetSupport[], text: OfficeText): string =>
  supports.map((one) => text(`preset.support.${one}`)).join(', ')

/** What accommodations set for the screen, in words: `text at 150%`, `colours: Yellow on Black`. */
export const presetTexts = ({ textPercent, theme, supports = [] }: ShownPresets, text: OfficeText): readonly string[] => [
  ...(textPercent === undefined ? [] : [text('preset.text', { percent: textPercent })]),
  ...(theme === undefined ? [] : [text('preset.theme', { theme: themeName(theme, text) })]),
  ...(supports.length === 0 ? [] : [text('preset.supports', { supports: supportNames(supports, text) })]),
]
