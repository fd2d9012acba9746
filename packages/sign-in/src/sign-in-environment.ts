import type { Environment } from '@sitwell/app-core/environment'
import type { ServedForm } from './served-form.ts'

/** What an app with a login page of its own takes from the browser. */
export interface SignInEnvironment extends Environment {
  readonly servedForm: ServedForm
}
