import { browserEnvironment } from '@sitwell/app-core/environment'
import { servedFormOf } from '@sitwell/sign-in/served-form.ts'
import type { SignInEnvironment } from '@sitwell/sign-in/sign-in-environment.ts'

/** Everything that the player takes from the browser; nothing else of `app` reads a global. */
export type PlayerEnvironment = SignInEnvironment

export const playerEnvironment = (): PlayerEnvironment => ({ ...browserEnvironment(), servedForm: servedFormOf(document) })
