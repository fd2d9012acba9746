import { browserStorage } from '@sitwell/client/held-storage'
import { type PresetSupport, type ShownPresets, shownPresets } from '@sitwell/contract'
import type { MessageId } from '@sitwell/i18n/message-ids'
import { preferredTheme } from '@sitwell/themes/preferred-theme'
import { themeMessageId } from '@sitwell/themes/themes'
import * as z from 'zod/mini'
import { usePlayer } from '../../../context/player-context.tsx'
import styles from '../intro/intro-screen.module.css'
import { useLaterMessages } from '../preload/later-messages.ts'
import { putOn, type Themes } from './preset-memory.ts'

/** What an exam says is set for its learner; nothing, if it says what this player can't read. */
const readPresets = (presets: unknown): ShownPresets => {
  const read = z.safeParse(shownPresets, presets)
  return read.success ? read.data : {}
}

/** Puts on what is set for a person, before their exam is painted. */
export const putOnHere = (person: string, presets: unknown, themes: Themes): void =>
  putOn(browserStorage, person, readPresets(presets), {
    themes,
    usualTheme: preferredTheme((query) => matchMedia(query).matches),
  })

const supportIds: Readonly<Record<PresetSupport, MessageId>> = {
  glossary: 'explanations.glossary',
  simplified: 'explanations.simplified',
  guidance: 'explanations.guidance',
  picture: 'explanations.picture',
  description: 'explanations.description',
  translation: 'explanations.translation',
  spoken: 'explanations.spoken',
  pronunciation: 'explanations.pronunciation',
  braille: 'explanations.braille',
}

/** What is set for the learner, in words, before they start. */
const OwnPresets = ({ presets }: { readonly presets: unknown }) => {
  const { text } = usePlayer()
  const words = useLaterMessages()
  const { textPercent, theme, supports = [] } = readPresets(presets)
  if (words === undefined) return null
  const themeId = theme === undefined ? undefined : themeMessageId(theme)
  const set = [
    ...(textPercent === undefined ? [] : [words('presets.text', { percent: textPercent })]),
    ...(theme === undefined ? [] : [words('presets.theme', { theme: themeId === undefined ? theme : text(themeId) })]),
    ...(supports.length === 0
      ? []
      : [words('presets.supports', { supports: supports.map((one) => words(supportIds[one])).join(', ') })]),
  ]
  if (set.length === 0) return null
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{words('presets.title')}</dt>
          {set.map((one) => (
            <dd key={one}>{one}</dd>
          ))}
        </div>
      </dl>
      {(textPercent !== undefined || theme !== undefined) && <p className={styles.help}>{words('presets.change')}</p>}
    </>
  )
}
export default OwnPresets
