import { browserEnvironment, type Environment } from '@sitwell/app-core/environment'
import { type ServedForm, servedFormOf } from '../sign-in/served-form.ts'

/** Everything that the player takes from the browser; nothing else of `app` reads a global. */
export interface PlayerEnvironment extends Environment {
  readonly servedForm: ServedForm
}

export const playerEnvironment = (): PlayerEnvironment => ({ ...browserEnvironment(), servedForm: servedFormOf(document) })
