import { browserStorage } from '@sitwell/client/held-storage'
import type { ComponentProps } from 'react'
import type { Player } from '../../../context/player.ts'
import type { LoadedExam } from '../../content/loaded-exam.ts'
import { Preloaded, preloadable, preloadWithMessages } from '../preload/preloadable.tsx'
import type OwnPresets from './own-presets.tsx'
import type { Themes } from './preset-memory.ts'

const load = () => import('./own-presets.tsx')
/** What shows if its code can't be loaded: nothing, instead of an error in the place of the exam. */
const Nothing = () => null
const code = preloadable<ComponentProps<typeof OwnPresets>>(() => load().catch(() => ({ default: Nothing })))

/** Puts on what is set for the learner of an exam, or takes back what was set once; an exam can be sat without it, if its code can't be loaded. */
export const putPresetsOn = async (
  { content: { settings } }: LoadedExam,
  { session, language, reportError }: Player,
  themes: Themes,
) => {
  if (!settings.presets && !browserStorage.getItem('sitwell.presets')) return
  try {
    await preloadWithMessages(code, language)
    ;(await load()).putOnHere(session.user.guid, settings.presets, themes)
  } catch (error) {
    reportError(error, 'presets')
  }
}

/** Says what is set for the learner; nothing if nothing is. */
export const LazyOwnPresets = ({ exam: { content } }: { readonly exam: LoadedExam }) =>
  content.settings.presets !== undefined && <Preloaded code={code} props={{ presets: content.settings.presets }} />
