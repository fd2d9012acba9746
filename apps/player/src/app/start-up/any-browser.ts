import type { PlayerApp } from '../create-player.ts'
import { isProctoringPage } from '../proctoring/provider-pages.ts'

/**
 * Whether an unsupported browser may be gone on with (spec 1 §8): where a provider brought the learner, or watches over them. It has
 * checked the browser itself, and they can't choose another one there.
 */
export const mayUseAnyBrowser = ({ environment, session }: Pick<PlayerApp, 'environment' | 'session'>): boolean =>
  isProctoringPage(environment.path()) || session.settings.get()?.proctoringActive === true
