import type { FormOutcome } from './form.machine.ts'
import type { Credentialed, LoginFlowSteps } from './login-flow.machine.ts'
import type { ServedForm } from './served-form.ts'

export type LoginOutcome =
  | { readonly kind: 'logged in'; readonly credentialed: Credentialed }
  | Exclude<FormOutcome, { kind: 'submitted' }>

/** What the pages before the sign-in need of the app, which alone holds tokens and session. */
export interface SignInActions extends LoginFlowSteps {
  login(username: string, password: string): Promise<LoginOutcome>
  /** Whether the login token of this address holds; true if none is needed. */
  checkLoginToken(): Promise<boolean>
  /** Of the set-password link; empty without one. */
  readonly setPasswordToken: string
  readonly isReset: boolean
  readonly servedForm: ServedForm
  rememberDevice(deviceToken: string, days: number): void
  toForgottenPassword(): void
  toLogin(): void
}
